/**
 * The node of an ONNX model that a place in an imported text comes from: the text says it behind each node as the reference prints spans,
 * and names the operators in its first comment.
 */
import type { Fact } from "../contract/index.ts";

const operatorNotes = /^\s*\/\* ONNX operators:([^*]*)\*\//;

/** A comment right behind a node: its type, and the name of what it was made from. */
const sourceComment = /^\s*\/\*(?: ty=(?:[^*\n]|\*(?!\/))*?)? span=(\S+?):\d+:\d+ \*\//;

/** The model's node behind the text that ends at `end`, and its operator where the text says it; empty where the text says neither. */
export function modelNodeFacts(text: string, end: number): readonly Fact[] {
  const [, name] = sourceComment.exec(text.slice(end, end + longestComment)) ?? [];
  if (name === undefined) return [];
  const operator = operatorOf(text, name);
  return [{ label: "ONNX node", value: name }, ...(operator === undefined ? [] : [{ label: "ONNX operator", value: operator }])];
}

/** How far a node's comment can reach: types of tuples are long. */
const longestComment = 4_000;

function operatorOf(text: string, name: string): string | undefined {
  const [, notes] = operatorNotes.exec(text) ?? [];
  if (notes === undefined) return undefined;
  const own = notes.split(" ").find((note) => note.slice(0, note.lastIndexOf("=")) === name);
  if (own !== undefined) return own.slice(own.lastIndexOf("=") + 1);
  // A name that is not noted says its operator itself; of a weight it is `NODE.WEIGHT`, and says none.
  const last = (name.split("/").at(-1) ?? "").replace(/_\d+$/, "");
  return /^[A-Z][A-Za-z]*$/.test(last) ? last : undefined;
}
