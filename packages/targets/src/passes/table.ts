/** Pattern tables as files give them. Follows MergeComposite in python/tvm/relay/transform/transform.py. */
import type { CompositePattern } from "@relayscope/passes";
import { collect, type Runtime, typeError, typeName, type Value } from "@relayscope/python";
import { patternOf } from "../objects/patternObjects.ts";
import { ask } from "./ask.ts";
import type { TableEntryValue } from "./passData.ts";

/** The entries of a table, whatever kind of list it is. Raises where an entry has neither two nor three parts. */
export function entriesOf(m: Runtime, table: Value): readonly TableEntryValue[] {
  return collect(m, table).map((entry) => {
    const [name = null, pattern = null, check] = collect(m, entry);
    if (typeof name !== "string") throw typeError(`a pattern's name must be a string, not ${typeName(name)}`);
    return { name, pattern, check };
  });
}

/** A table as MergeComposite takes it; its checks are asked in the program. */
export function compositePatterns(m: Runtime, entries: readonly TableEntryValue[]): readonly CompositePattern[] {
  return entries.map(({ name, pattern, check }) => {
    const entry = { name, pattern: patternOf(pattern) };
    return check === undefined ? entry : { ...entry, check: (root) => ask(m, check, root) };
  });
}
