/**
 * The node of a model file that a place in an imported text comes from: the text says it after each node as the
 * reference prints spans, and names the operators in its first comment.
 */
import { readOperatorNotes } from "@relayscope/import/notes";
import type { Fact } from "../contract/index.ts";

/** A comment right after a node: its type, and the name of its origin. */
const sourceComment = /^\s*\/\*(?: ty=(?:[^*\n]|\*(?!\/))*?)? span=((?:[^*\n]|\*(?!\/))+?):\d+:\d+ \*\//;

/** The model's node after the text that ends at `end`, and its operator, as far as the text has them; else empty. */
export function modelNodeFacts(text: string, end: number): readonly Fact[] {
  const [, name] = sourceComment.exec(text.slice(end, end + longestComment)) ?? [];
  if (name === undefined) return [];
  const notes = readOperatorNotes(text);
  const format = notes?.format ?? "Model";
  const operator = notes?.operatorOf(name);
  return [{ label: `${format} node`, value: name }, ...(operator === undefined ? [] : [{ label: `${format} operator`, value: operator }])];
}

/** How far a node's comment can reach: types of tuples are long. */
const longestComment = 4_000;
