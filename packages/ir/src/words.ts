/** Nodes and attribute values in a word, for titles, lists and sentences. */
import { type AttrValue, isAttrList } from "./attributes.ts";
import { calledOp, type Expr } from "./expressions.ts";

/** `nn.conv2d`, `@function`, `%variable`, `tuple`. */
export function nameOf(expr: Expr): string {
  switch (expr.kind) {
    case "Call": {
      const op = calledOp(expr);
      if (op !== undefined) return op;
      if (expr.op.kind === "GlobalVar") return `@${expr.op.name}`;
      if (expr.op.kind === "Var") return `%${expr.op.name}`;
      if (expr.op.kind === "Constructor") return expr.op.name;
      if (expr.op.kind === "Function") return nameOf(expr.op);
      return "call";
    }
    case "Function": {
      const composite = expr.attrs.get("Composite");
      const symbol = expr.attrs.get("global_symbol");
      return typeof composite === "string" ? composite : typeof symbol === "string" ? `@${symbol}` : "function";
    }
    case "Var":
      return `%${expr.name}`;
    case "GlobalVar":
      return `@${expr.name}`;
    case "Op":
    case "Constructor":
      return expr.name;
    case "Constant":
      return "constant";
    case "Tuple":
      return "tuple";
    case "TupleGetItem":
      return `item ${expr.index}`;
    case "If":
      return "if";
    case "Let":
      return `let %${expr.variable.name}`;
    case "Match":
      return "match";
    case "RefCreate":
      return "ref";
    case "RefRead":
      return "ref_read";
    case "RefWrite":
      return "ref_write";
  }
}

/** An attribute value in short, as the reference prints it but for type suffixes. */
export function attrText(value: AttrValue): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return String(value);
  if (isAttrList(value)) return `[${value.map(attrText).join(", ")}]`;
  switch (value.kind) {
    case "Float":
    case "Int":
      return String(value.value);
    case "Dict":
      return `{${[...value.entries].map(([k, v]) => `${k}: ${attrText(v)}`).join(", ")}}`;
    case "Meta":
      return `meta[${value.type}][${value.index}]`;
    case "Raw":
      return value.text;
  }
}

/** A readable size: `800 B`, `196 KiB`, `1.5 MiB`; `?` if it is unknown. */
export function bytesText(bytes: number | undefined): string {
  if (bytes === undefined) return "?";
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let [size, unit] = [bytes, 0];
  for (; size >= 999.5 && unit < units.length - 1 && (unit > 0 || size >= 1024); unit++) size /= 1024;
  return `${size < 9.95 && unit > 0 ? size.toFixed(1).replace(/\.0$/, "") : grouped(Math.round(size))} ${units[unit]}`;
}

/**
 * A whole number, not negative, with commas: `12,345`. `toLocaleString` would load the words of all languages on first
 * use.
 */
export function grouped(count: number): string {
  return count < 1000 ? `${count}` : `${grouped(Math.floor(count / 1000))},${`${count % 1000}`.padStart(3, "0")}`;
}

/** `73%`; `<1%` of some and `>99%` of not all, so that `0%` says none and `100%` all. A dash if the whole is 0. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return "–";
  const rounded = Math.round((100 * part) / whole);
  if (rounded === 0 && part > 0) return "<1%";
  if (rounded === 100 && part < whole) return ">99%";
  return `${rounded}%`;
}

/** `1 region`, `2 regions`, `1,200 regions`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** `a, b and c`; of more names than `most` and one: `a, b and 3 more`. */
export function listed(names: readonly string[], most = names.length): string {
  if (names.length > most + 1) return `${names.slice(0, most).join(", ")} and ${grouped(names.length - most)} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join();
}
