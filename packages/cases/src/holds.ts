/** Laws over random values. */
import fc from "fast-check";

/** Draws values so many times, and checks what is to hold of them. */
export function holds<Values extends [unknown, ...unknown[]]>(
  times: number,
  any: { [K in keyof Values]: fc.Arbitrary<Values[K]> },
  check: (...values: Values) => void,
): void {
  fc.assert(fc.property(...any, check), { numRuns: times });
}
