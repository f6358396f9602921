/** The text of an imported module. */
import { type Attrs, type AttrValue, attrOf, type Call, calledOp, isAttrList, withAttrs } from "@relayscope/ir";
import { printModule } from "@relayscope/text";
import type { Imported } from "./import/importModel.ts";

/** The text with the source of each node behind its type; numbers of sections stand as numbers, as in texts up to 0.17. */
export function importedText({ module, sources, isTyped }: Imported): string {
  return printModule(module, { showVersion: true, sourceOf: (expr) => sources.of(expr), hidesTypes: !isTyped });
}

/** The text as the reference prints it without metadata: numbers of sections are hidden there. */
export function referenceText({ module, sources, isTyped }: Imported): string {
  const text = printModule(module, {
    showVersion: true,
    sourceOf: (expr) => sources.of(expr),
    hidesTypes: !isTyped,
    attrsOf: boxedSections(),
  });
  return text.includes("meta[") ? text + notice : text;
}

const notice = `
/* For debugging purposes the metadata section has been omitted.
 * If you would like to see the full metadata section you can set the 
 * option to \`True\` when invoking \`astext\`. 
 */
`;

/** The reference boxes the integers of this one attribute, and prints a reference into the metadata for each. */
function boxedSections(): (call: Call) => Attrs | undefined {
  let count = 0;
  const boxed = (): AttrValue => ({ kind: "Meta", type: "runtime.BoxInt", index: count++ });
  return (call) => {
    const { attrs } = call;
    const sections = attrOf(attrs, "indices_or_sections");
    if (!attrs || calledOp(call) !== "split" || sections === undefined || sections === null) return attrs;
    return withAttrs(attrs, { indices_or_sections: isAttrList(sections) ? sections.map(boxed) : boxed() });
  };
}

/** The operator that a node's name says by itself: its last part, without a number. */
function operatorInName(name: string): string {
  return (name.split("/").at(-1) ?? "").replace(/_\d+$/, "");
}

/**
 * A comment with the operators of nodes whose names do not say them, to stand before the text: `NODE=OPERATOR`, separated by blanks. Names with
 * blanks or stars are left out.
 */
export function operatorNotes({ operatorOf }: Imported): string {
  const notes = [...operatorOf].filter(([name, operator]) => operatorInName(name) !== operator && !/[\s*]/.test(name + operator));
  return `/* ONNX operators: ${notes.length === 0 ? "as the names say" : notes.map(([name, operator]) => `${name}=${operator}`).join(" ")} */\n`;
}
