/**
 * Text under construction. A document is a string, a list, or an indented document; flattening it is linear and without
 * recursion, since a document may nest as deep as the module. Follows src/relay/printer/doc.h.
 */
import { at, type Expr } from "@relayscope/ir";

export type Doc = string | readonly Doc[] | IndentedDoc | PlacedDoc;

/** Line breaks inside are followed by `by` more spaces. */
interface IndentedDoc {
  readonly by: number;
  readonly doc: Doc;
}

/** The text of a node: flattening notes where it is. */
interface PlacedDoc {
  readonly node: Expr;
  readonly doc: Doc;
}

/** A line break; the string "\n" as a document of its own. */
export const lineBreak = "\n";

export function indented(by: number, doc: Doc): Doc {
  return { by, doc };
}

export function placed(node: Expr, doc: Doc): Doc {
  return { node, doc };
}

export function joined(docs: readonly Doc[], separator: Doc): Doc {
  const out: Doc[] = [];
  for (const doc of docs) {
    if (out.length > 0) out.push(separator);
    out.push(doc);
  }
  return out;
}

/** Two documents, one string where both are. */
export function concatenated(first: Doc, second: Doc): Doc {
  return typeof first === "string" && typeof second === "string" ? first + second : [first, second];
}

/** Items with commas between brackets; one string where all are, so that the usual line costs no list. */
export function listed(open: Doc, items: readonly Doc[], close: string): Doc {
  let text = open;
  for (let i = 0; i < items.length; i++) {
    const item = at(items, i);
    if (typeof text !== "string" || typeof item !== "string") return [open, joined(items, ", "), close];
    text += i === 0 ? item : `, ${item}`;
  }
  return concatenated(text, close);
}

/** Where a printed node is: offsets into the text. */
export interface Place {
  readonly node: Expr;
  readonly start: number;
  readonly end: number;
}

/** The text of a document; `places`, where given, receives the place of each node in it. */
export function flatten(root: Doc, places?: Place[]): string {
  const pieces: string[] = [];
  let length = 0;
  let indent = 0;
  const stack: (Doc | { readonly restore: number } | { readonly opened: Expr; readonly start: number })[] = [root];
  while (stack.length > 0) {
    const doc = stack.pop();
    if (doc === undefined) break;
    if (typeof doc === "string") {
      const piece = doc === lineBreak && indent > 0 ? lineBreak + " ".repeat(Math.min(indent, widestIndent)) : doc;
      pieces.push(piece);
      length += piece.length;
    } else if (isList(doc)) {
      for (let i = doc.length - 1; i >= 0; i--) stack.push(at(doc, i));
    } else if ("by" in doc) {
      stack.push({ restore: indent }, doc.doc);
      indent += doc.by;
    } else if ("node" in doc) {
      if (places) stack.push({ opened: doc.node, start: length });
      stack.push(doc.doc);
    } else if ("restore" in doc) {
      indent = doc.restore;
    } else {
      places?.push({ node: doc.opened, start: doc.start, end: length });
    }
  }
  return pieces.join("");
}

/** Deeper lines are not indented further, lest the text of 10,000 nested functions be nothing but spaces. */
const widestIndent = 2_000;

function isList(doc: object): doc is readonly Doc[] {
  return Array.isArray(doc);
}
