/**
 * Sets in which structurally equal expressions are one. Follows what structural_hash distinguishes
 * (src/node/structural_hash.cc): sharing counts.
 */
import { type Expr, isLeaf, postOrder, structurallyEqual } from "@relayscope/ir";

export interface StructuralSet {
  /** Adds an expression; false if it, or an equal one, is there already. */
  add(expr: Expr): boolean;
}

/**
 * An empty set. Adding costs the part of the expression that was not in one added before, and a comparison if another
 * one may be equal.
 */
export function structuralSet(): StructuralSet {
  const members = new Set<Expr>();
  /** Added expressions by number, which may be equal to each other. */
  const alike = new Map<number, Expr[]>();
  const numberOf = numbering();
  return {
    add(expr) {
      if (members.has(expr)) return false;
      members.add(expr);
      const number = numberOf(expr);
      const others = alike.get(number) ?? [];
      if (others.some((other) => structurallyEqual(other, expr))) return false;
      alike.set(number, [...others, expr]);
      return true;
    },
  };
}

/**
 * Numbers expressions so that equal ones have the same number; unequal ones may share one. It ignores attributes and
 * constants' data, and treats an expression that binds variables as a leaf, since the variables differ from those of an
 * equal expression.
 */
function numbering(): (expr: Expr) => number {
  const numbers = new Map<Expr, number>();
  const keys = new Map<string, number>();
  let next = 0;
  const keyed = (key: string): number => {
    const known = keys.get(key);
    if (known !== undefined) return known;
    next += 1;
    keys.set(key, next);
    return next;
  };
  const childNumbers = (children: readonly Expr[]) => children.map((child) => numbers.get(child)).join();
  const numbered = (expr: Expr): number => {
    switch (expr.kind) {
      case "Var":
        next += 1;
        return next;
      case "Op":
      case "GlobalVar":
      case "Constructor":
        return keyed(`${expr.kind} ${expr.name}`);
      case "Call":
        return keyed(`Call ${numbers.get(expr.op)} ${childNumbers(expr.args)}`);
      case "Tuple":
        return keyed(`Tuple ${childNumbers(expr.fields)}`);
      case "TupleGetItem":
        return keyed(`TupleGetItem ${numbers.get(expr.tuple)} ${expr.index}`);
      default:
        return keyed(expr.kind);
    }
  };
  const isOpen = (expr: Expr) =>
    !numbers.has(expr) && (isLeaf(expr) || expr.kind === "Call" || expr.kind === "Tuple" || expr.kind === "TupleGetItem");
  return (root) => {
    const number = (expr: Expr) => {
      if (!numbers.has(expr)) numbers.set(expr, numbered(expr));
    };
    postOrder(root, number, isOpen);
    return numbers.get(root) ?? 0;
  };
}
