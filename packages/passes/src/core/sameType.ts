import { type Type, typesEqual, typeText } from "@relayscope/ir";

/** Whether two types are equal to the letter: `3` is not `3i64`. */
export function isSameType(a: Type | undefined, b: Type | undefined): boolean {
  return a !== undefined && b !== undefined && (a === b || (typesEqual(a, b) && typeText(a) === typeText(b)));
}
