/** Prints nodes where they are used: in place, or as the number of a line of their own. */
import { type Expr, type Type, typeExtent, type Var } from "@relayscope/ir";
import { concatenated, type Doc, indented, lineBreak, placed } from "./doc.ts";
import { attributeText } from "./printAttributes.ts";
import type { PrintedNames } from "./printedNames.ts";
import type { PrinterOptions } from "./printerOptions.ts";

export interface UsePrinter {
  /** The texts of the nodes that were visited. */
  readonly memo: Map<Expr, Doc>;
  /** Visited variables that are not bound. Their first use adds a `free_var` line. */
  readonly introduced: Map<Expr, Doc>;
  /** The lines of the open scopes, the innermost last. */
  readonly scopes: Doc[][];
  /** Notes where a node is, where places are asked for. */
  at(expr: Expr, doc: Doc): Doc;
  bindingOf(v: Var): Doc;
  printed(expr: Expr, mayInline: boolean): Doc;
  /** Takes up a function or expression whose nodes `shared` are used more than once. */
  use(shared: ReadonlySet<Expr>): void;
}

/** Text from outside in a form that may be in a one-line comment: comment marks and line breaks become underscores. */
function commentText(text: string): string {
  return text.replace(/(?<=\*)\/|(?<=\/)\*|[\u0000-\u001f\u0085\u2028\u2029]/g, "_");
}

/** Types of at most this many parts are always written. */
const smallType = 16;
const mostLargeParts = 1_000_000;

/** A printer of uses. `visitSkipped` makes the text of a node that the visit passed by. */
export function usePrinter(
  { hasPlaces = false, sourceOf, onBinding, types = "all" }: PrinterOptions,
  names: PrintedNames,
  visitSkipped: (expr: Expr) => Doc,
): UsePrinter {
  const memo = new Map<Expr, Doc>();
  const withInfo = new Set<Expr>();
  const temporaries = new Set<Expr>();
  const introduced = new Map<Expr, Doc>();
  const scopes: Doc[][] = [];
  let shared: ReadonlySet<Expr> = new Set();
  let counter = 0;
  let largeParts = 0;

  const at = (expr: Expr, doc: Doc): Doc => (hasPlaces ? placed(expr, doc) : doc);

  /**
   * Whether a type is written in a comment. Tuples of tuples grow to a multiple with each line, and their types with
   * them: once the large ones have this many parts, no more of them are written.
   */
  const isWritten = (type: Type): boolean => {
    const { size } = typeExtent(type);
    if (size <= smallType) return true;
    largeParts += size;
    return largeParts <= mostLargeParts;
  };

  /** The comment after a node: its type and its source, once. */
  const info = (expr: Expr): string => {
    if (withInfo.has(expr)) return "";
    withInfo.add(expr);
    if (!hasInfo(expr)) return "";
    const showsType = types === "all" || (types === "needed" && isNeeded(expr, memo.get(expr)));
    const type = expr.checkedType && showsType && isWritten(expr.checkedType) ? ` ty=${names.typeTextOf(expr.checkedType)}` : "";
    const source = sourceOf?.(expr);
    const span = source === undefined ? "" : ` span=${commentText(source)}:0:0`;
    return type === "" && span === "" ? "" : ` /*${type}${span} */`;
  };

  /** The text where a variable is bound; its later uses print the name alone. */
  const bindingOf = (v: Var): Doc => {
    const known = memo.get(v);
    if (known !== undefined) return [known, "-malformed-ir"];
    const hint = /^[A-Za-z]/.test(v.name) ? v.name : `v${v.name}`;
    const name = names.uniqueName(`%${hint}`);
    memo.set(v, name);
    onBinding?.(v, name.slice(1));
    let text = name;
    if (v.virtualDevice !== undefined) text += ` {virtual_device=${attributeText(v.virtualDevice, names.metaText)}}`;
    if (v.annotation) text += `: ${names.typeTextOf(v.annotation)}`;
    return at(v, text + info(v));
  };

  /** The text of a visited node where it is used: in place, or its number. */
  const printed = (expr: Expr, mayInline: boolean): Doc => {
    if (expr.kind === "Op") return expr.name;
    const text = memo.get(expr) ?? visitSkipped(expr);
    if (temporaries.has(expr)) return text;
    if (expr.kind === "Var") {
      const line = introduced.get(expr);
      if (line !== undefined) {
        introduced.delete(expr);
        scopes.at(-1)?.push(["free_var ", line, ";", lineBreak]);
      }
      return text;
    }
    const isLeaf = alwaysInline(expr);
    const isInline = isLeaf || (mayInline && !shared.has(expr));
    const full: Doc = !isInline && expr.kind === "Let" ? ["(", indented(2, [lineBreak, text]), lineBreak, ")"] : text;
    const comment = info(expr);
    if (isInline) {
      if (comment === "") return full;
      const doc = isLeaf ? concatenated(full, comment) : at(expr, concatenated(full, comment));
      memo.set(expr, doc);
      return doc;
    }
    temporaries.add(expr);
    const name = `%${counter++}`;
    memo.set(expr, name);
    const line = typeof full === "string" ? `${name} = ${full}${comment}` : [`${name} = `, full, comment];
    if (hasPlaces) scopes.at(-1)?.push(placed(expr, line), ";", lineBreak);
    else scopes.at(-1)?.push(concatenated(line, ";"), lineBreak);
    return name;
  };

  const use = (nodes: ReadonlySet<Expr>) => {
    shared = nodes;
  };
  return { memo, introduced, scopes, at, bindingOf, printed, use };
}

/** Whether a node is printed in place however often it is used. */
export function alwaysInline(expr: Expr): boolean {
  const { kind } = expr;
  return kind === "Var" || kind === "Constant" || kind === "Op" || kind === "GlobalVar" || kind === "Constructor";
}

/** Whether an expression's type is only in its comment. */
function isNeeded(expr: Expr, text: Doc | undefined): boolean {
  if (expr.kind === "Constant") return typeof text === "string" && text.startsWith("meta[");
  if (expr.kind === "TupleGetItem") return isUnknown(expr.tuple) && !expr.tuple.checkedType;
  return isUnknown(expr);
}

/** Whether a call is of an operator of which no attributes are known. */
function isUnknown(expr: Expr): boolean {
  return expr.kind === "Call" && expr.op.kind === "Op" && expr.attrs?.schema.name === "";
}

function hasInfo(expr: Expr): boolean {
  const { kind } = expr;
  return kind === "Call" || kind === "Var" || kind === "Constant" || kind === "Function" || kind === "Tuple" || kind === "TupleGetItem";
}
