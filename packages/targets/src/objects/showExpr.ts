/**
 * Expressions as `repr` shows them in the reference: the nodes of its graph, one inside the other. Long ones are cut.
 */
import type { Expr } from "@relayscope/ir";
import { arrayOf, arrayText } from "@relayscope/python";
import { boxedSections, printExpression } from "@relayscope/text";
import { showType } from "./showType.ts";

/** Characters after which a text is cut: an expression that shares nodes is written out as often as it is used. */
const limit = 20_000;

class Writer {
  private readonly parts: string[] = [];
  private length = 0;

  write(text: string): void {
    this.parts.push(text);
    this.length += text.length;
  }

  get isFull(): boolean {
    return this.length > limit;
  }

  get text(): string {
    const text = this.parts.join("");
    return this.isFull ? `${text.slice(0, limit)}...` : text;
  }
}

/** What is yet to be written: a text, or a node. */
type Pending = string | Expr;

/** An expression as `repr` shows it. */
export function showExpr(expr: Expr): string {
  const writer = new Writer();
  const pending: Pending[] = [expr];
  while (pending.length > 0 && !writer.isFull) {
    const next = pending.pop();
    if (next === undefined) break;
    if (typeof next === "string") writer.write(next);
    else pending.push(...partsOf(next).reverse());
  }
  return writer.text;
}

function listed(nodes: readonly Expr[]): Pending[] {
  return ["[", ...nodes.flatMap((node, i) => (i === 0 ? [node] : [", ", node])), "]"];
}

function partsOf(expr: Expr): Pending[] {
  const node = (name: string, ...parts: readonly Expr[]): Pending[] => [
    `${name}(`,
    ...parts.flatMap((part, i) => (i === 0 ? [part] : [", ", part])),
    ")",
  ];
  switch (expr.kind) {
    case "Call": {
      const attrs = expr.attrs ? `${expr.attrs.schema.name}(0x0)` : "(nullptr)";
      const types = typeArgsText(expr);
      return ["CallNode(", expr.op, ", ", ...listed(expr.args), `, ${attrs}, ${types})`];
    }
    case "Op":
      return [`Op(${expr.name})`];
    case "Var":
      return [expr.annotation ? `Var(${expr.name}, ty=${showType(expr.annotation)})` : `Var(${expr.name})`];
    case "Constant":
      return [`Constant(${constantText(expr)})`];
    case "GlobalVar":
      return [`I.GlobalVar("${expr.name}")`];
    case "Tuple":
      return ["Tuple(", ...listed(expr.fields), ")"];
    case "TupleGetItem":
      return ["TupleGetItemNode(", expr.tuple, `, ${expr.index})`];
    case "Let":
      return node("LetNode", expr.variable, expr.value, expr.body);
    case "If":
      return node("IfNode", expr.condition, expr.thenBranch, expr.elseBranch);
    case "RefCreate":
      return node("RefCreateNode", expr.value);
    case "RefRead":
      return node("RefReadNode", expr.ref);
    case "RefWrite":
      return node("RefWriteNode", expr.ref, expr.value);
    case "Function":
    case "Match":
    case "Constructor":
      return [printExpression(expr, boxedSections).trimEnd()];
  }
}

function typeArgsText(call: Expr & { kind: "Call" }): string {
  const types = call.checkedType && call.op.kind === "Op" ? call.args.flatMap((arg) => arg.checkedType ?? []) : call.typeArgs;
  return `[${types.map(showType).join(", ")}]`;
}

/** A constant's elements as numpy writes them, where they are known. */
function constantText({ data }: Expr & { kind: "Constant" }): string {
  if (!data || data.dtype === "bfloat16") return "...";
  return arrayText(undefined, arrayOf(data.dtype, data.shape, data.values));
}
