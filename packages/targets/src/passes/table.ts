/** Pattern tables as files give them. Follows MergeComposite in python/tvm/relay/transform/transform.py. */
import type { CompositePattern } from "@relayscope/passes";
import { collect, isCallable, lengthOf, type Runtime, raised, textOf, type Value } from "@relayscope/python";
import { internalError } from "../objects/errors.ts";
import { PatternObject, patternOf } from "../objects/patternObjects.ts";
import { ask, kindOf } from "./ask.ts";
import type { TableEntryValue } from "./passData.ts";

/**
 * The entries of a table, whatever kind of list it is. What has neither two nor three parts counts as the entry before
 * it; raises where it is the first.
 */
export function entriesOf(m: Runtime, table: Value): readonly TableEntryValue[] {
  const entries: TableEntryValue[] = [];
  let last: TableEntryValue | undefined;
  for (const entry of collect(m, table)) {
    lengthOf(m, entry);
    const parts = collect(m, entry);
    const [given = null, pattern = null, check] = parts;
    const name = textOf(given);
    if (parts.length === 2 || parts.length === 3) {
      if (name === undefined) throw unexpected("String", given);
      last = { name, pattern, check };
    }
    if (!last) throw raised("UnboundLocalError", unbound);
    entries.push(last);
  }
  return entries;
}

const unbound = "cannot access local variable 'pattern_name' where it is not associated with a value";

/** A table as MergeComposite takes it; its checks are asked in the program. */
export function compositePatterns(m: Runtime, entries: readonly TableEntryValue[]): readonly CompositePattern[] {
  return entries.map(({ name, pattern, check }) => {
    if (!(pattern instanceof PatternObject)) throw unexpected("DFPatternNode", pattern);
    const entry = { name, pattern: patternOf(pattern) };
    // The reference takes None for a check, and ends where it has to ask it.
    if (check === null) {
      return {
        ...entry,
        check: () => {
          throw internalError(`Check failed: the check of ${name} is None`);
        },
      };
    }
    if (check !== undefined && !isCallable(check)) throw unexpected("FunctionHandle", check);
    return check === undefined ? entry : { ...entry, check: (root) => ask(m, check, root) };
  });
}

/** What MergeComposite raises for a part of an entry that it can't take. */
function unexpected(wanted: string, given: Value) {
  return internalError(`Check failed: expected ${wanted} but got ${kindOf(given)}`);
}
