import type { Range } from "@relayscope/engine";
import { typeComments } from "../typeComments.ts";

/** Types of longer texts are not folded: each fold is a decoration, and the editor makes all of them at once. */
const longest = 500_000;

/** The type comments of a text; none of a text that is too long to fold. */
export function foldableTypes(text: string): readonly Range[] {
  return text.length > longest ? [] : typeComments(text);
}
