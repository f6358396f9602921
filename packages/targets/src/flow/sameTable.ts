/** Whether two pattern tables of a program are equal: a function that returns a table may be called several times. */
import { PyClass, PyFunction } from "@relayscope/python";
import type { TableEntryValue } from "../passes/passData.ts";

/** How many parts are compared before tables count as different. */
const mostParts = 100_000;

/** Whether the entries have the same names, patterns and checks, in order; functions of one text are the same. */
export function isSameTable(one: readonly TableEntryValue[], other: readonly TableEntryValue[]): boolean {
  const paired = new Map<object, object>();
  const open: (readonly [unknown, unknown])[] = [[one, other]];
  let left = mostParts;
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [a, b] = pair;
    if (Object.is(a, b)) continue;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    const known = paired.get(a);
    if (known === b) continue;
    // A node that several patterns share is shared in both.
    if (known || --left < 0) return false;
    paired.set(a, b);
    const parts = partsOf(a, b);
    if (!parts) return false;
    for (const part of parts) open.push(part);
  }
  return true;
}

/** The parts that must be equal for two objects to be equal; undefined if the objects already differ. */
function partsOf(a: object, b: object): readonly (readonly [unknown, unknown])[] | undefined {
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b) || a instanceof PyClass) return undefined;
  if (a instanceof PyFunction && b instanceof PyFunction) {
    if (a.code !== b.code || a.globals !== b.globals) return undefined;
    return [
      [a.cells, b.cells],
      [a.defaults, b.defaults],
      [a.keywordDefaults, b.keywordDefaults],
    ];
  }
  if (a instanceof Map && b instanceof Map) {
    if (a.size !== b.size || [...a.keys()].some((key) => !b.has(key))) return undefined;
    return [...a].map(([key, value]) => [value, b.get(key)] as const);
  }
  const [mine, others] = [Object.entries(a), Object.entries(b)];
  if (mine.length !== others.length || mine.some(([key], at) => key !== others[at]?.[0])) return undefined;
  return mine.map(([, value], at) => [value, others[at]?.[1]] as const);
}
