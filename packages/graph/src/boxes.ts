/** Which box an expression is drawn as. */
import type { Expr } from "@relayscope/ir";
import { assertNever } from "@relayscope/ir";
import { isAnnotation } from "@relayscope/regions";
import type { BoxKind, CardKind, FrameKind } from "./drawable.ts";
import { attrTextOf, calleeLabel, constantLabel, operatorLabel, salientAttrs } from "./labels.ts";
import type { Scopes } from "./scopes.ts";

export interface Box {
  readonly kind: BoxKind;
  readonly label: string;
  readonly detail: string;
}

/** The box of an expression that is not another name of something else. */
export function boxOf(expr: Expr, scopes: Scopes): Box | undefined {
  switch (expr.kind) {
    case "Call":
      switch (expr.op.kind) {
        case "Op": {
          const kind = isAnnotation(expr) ? "annotation" : "call";
          return { kind, label: operatorLabel(expr.op.name), detail: salientAttrs(expr.attrs) };
        }
        case "Constructor":
          return { kind: "call", label: expr.op.name, detail: "" };
        case "Function": {
          const isComposite = expr.op.attrs.has("Composite");
          return { kind: isComposite ? "composite-call" : "function-call", label: calleeLabel(expr.op), detail: "" };
        }
        default:
          return { kind: "function-call", label: calleeLabel(expr.op), detail: "" };
      }
    case "Tuple":
      return { kind: "tuple", label: `tuple of ${expr.fields.length}`, detail: "" };
    case "TupleGetItem":
      return { kind: "tuple-item", label: `.${expr.index}`, detail: "" };
    case "Var":
      return { kind: "variable", label: `%${expr.name}`, detail: "" };
    case "Constant":
      return { kind: "constant", label: constantLabel(expr), detail: expr.assumed ?? "" };
    case "GlobalVar":
      return { kind: "global", label: `@${expr.name}`, detail: "" };
    case "Op":
    case "Constructor":
      return { kind: "global", label: expr.name, detail: "" };
    case "Function":
      return { kind: "output", label: scopes.roots.has(expr) ? "output" : "result", detail: attrTextOf(expr.attrs, "Composite") };
    case "If":
      return { kind: "if", label: "if", detail: "" };
    case "Match":
      return { kind: "match", label: expr.isComplete ? "match" : "match?", detail: "" };
    case "RefCreate":
      return { kind: "reference", label: "ref", detail: "" };
    case "RefRead":
      return { kind: "reference", label: "ref_read", detail: "" };
    case "RefWrite":
      return { kind: "reference", label: "ref_write", detail: "" };
    case "Let":
      return undefined;
    default:
      return assertNever(expr);
  }
}

/** The kind of card that a box is drawn as. */
export function cardKindOf(kind: BoxKind): CardKind {
  switch (kind) {
    case "region":
    case "host":
    case "stack":
    case "constant":
      return kind;
    case "variable":
    case "output":
      return "variable";
    default:
      return "operator";
  }
}

/** The box that represents a collapsed frame. */
export function collapsedBoxKind(kind: FrameKind): BoxKind {
  switch (kind) {
    case "composite":
      return "composite-call";
    case "then":
    case "else":
      return "if";
    case "clause":
      return "match";
    default:
      return "function-call";
  }
}

/** Whether hiding variables hides this: variables, and the outputs of functions of the module. */
export function isVariableLike(expr: Expr, scopes: Scopes): boolean {
  return expr.kind === "Var" || (expr.kind === "Function" && scopes.roots.has(expr));
}

/** The inputs of a node as pairs of argument number and producer. -1 is the callee. */
export function inputsOf(expr: Expr): readonly (readonly [number, Expr])[] {
  switch (expr.kind) {
    case "Call": {
      const args = expr.args.map((arg, i) => [i, arg] as const);
      const isNamed = expr.op.kind === "Op" || expr.op.kind === "GlobalVar" || expr.op.kind === "Constructor";
      return isNamed ? args : [[-1, expr.op], ...args];
    }
    case "Tuple":
      return expr.fields.map((field, i) => [i, field]);
    case "TupleGetItem":
      return [[0, expr.tuple]];
    case "Function":
      return [[0, expr.body]];
    case "If":
      return [
        [0, expr.condition],
        [1, expr.thenBranch],
        [2, expr.elseBranch],
      ];
    case "Match":
      return [[0, expr.data], ...expr.clauses.map((c, i) => [i + 1, c.body] as const)];
    case "RefCreate":
      return [[0, expr.value]];
    case "RefRead":
      return [[0, expr.ref]];
    case "RefWrite":
      return [
        [0, expr.ref],
        [1, expr.value],
      ];
    default:
      return [];
  }
}

/** Whether a node counts as an operator of its region. */
export function isOperatorCall(expr: Expr): boolean {
  return expr.kind === "Call" && expr.op.kind === "Op" && !isAnnotation(expr);
}
