/** A node in a word, for titles and lists. */
import { calledOp, type Expr } from "@relayscope/ir";

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

/** A list in a sentence: `a`, `b` and 3 more. */
export function listed(names: readonly string[], most = 4): string {
  const shown = names.slice(0, most).map((name) => `\`${name}\``);
  if (names.length > most) return `${shown.join(", ")} and ${names.length - most} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "nothing");
}

/** `1 region`, `2 regions`. */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
