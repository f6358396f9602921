/** Pattern tables as files give them. Follows MergeComposite in python/tvm/relay/transform/transform.py. */
import type { CompositePattern } from "@relayscope/passes";
import { collect, isCallable, type Runtime, textOf, type Value } from "@relayscope/python";
import { internalError } from "../objects/errors.ts";
import { PatternObject, patternOf } from "../objects/patternObjects.ts";
import { ask, kindOf } from "./ask.ts";
import type { TableEntryValue } from "./passData.ts";

/** The entries of a table, whatever kind of list it is. Raises where an entry has neither two nor three parts. */
export function entriesOf(m: Runtime, table: Value): readonly TableEntryValue[] {
  return collect(m, table).map((entry) => {
    const [given = null, pattern = null, check] = collect(m, entry);
    const name = textOf(given);
    if (name === undefined) throw unexpected("String", given);
    return { name, pattern, check };
  });
}

/** A table as MergeComposite takes it; its checks are asked in the program. */
export function compositePatterns(m: Runtime, entries: readonly TableEntryValue[]): readonly CompositePattern[] {
  return entries.map(({ name, pattern, check }) => {
    if (!(pattern instanceof PatternObject)) throw unexpected("DFPatternNode", pattern);
    if (check !== undefined && !isCallable(check)) throw unexpected("FunctionHandle", check);
    const entry = { name, pattern: patternOf(pattern) };
    return check === undefined ? entry : { ...entry, check: (root) => ask(m, check, root) };
  });
}

/** What MergeComposite raises for a part of an entry that it can't take. */
function unexpected(wanted: string, given: Value) {
  return internalError(`Check failed: expected ${wanted} but got ${kindOf(given)}`);
}
