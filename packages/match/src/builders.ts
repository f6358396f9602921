/**
 * Building patterns in code, by the names that TVM's Python has for them. Follows
 * python/tvm/relay/dataflow_pattern/__init__.py.
 */
import { type AttrValue, type Expr, op } from "@relayscope/ir";
import type {
  AltPattern,
  AttrPattern,
  CallPattern,
  ConstantPattern,
  DominatorPattern,
  ExprPattern,
  Pattern,
  WildcardPattern,
} from "./pattern.ts";

/** Matches anything. A wildcard that is used twice must match one expression. */
export function wildcard(): WildcardPattern {
  return { kind: "WildcardPattern", redirect: undefined };
}

/** Matches a constant. */
export function isConstant(): ConstantPattern {
  return { kind: "ConstantPattern" };
}

/** Matches what is structurally equal to `expr`. */
function isExpr(expr: Expr): ExprPattern {
  return { kind: "ExprPattern", expr };
}

/** Matches the operator itself; `callOf` calls it. */
export function isOp(name: string): ExprPattern {
  return isExpr(op(name));
}

/** A call of `callee` with these arguments; null means any arguments. */
export function callPattern(callee: Pattern, args: readonly Pattern[] | null): CallPattern {
  return { kind: "CallPattern", op: callee, args };
}

/** A call of the operator of that name: `is_op(name)(...args)`. */
export function callOf(name: string, ...args: readonly Pattern[]): CallPattern {
  return callPattern(isOp(name), args);
}

/** Either pattern; the left one is tried first. */
export function either(left: Pattern, right: Pattern): AltPattern {
  return { kind: "AltPattern", left, right };
}

export function hasAttr(pattern: Pattern, attrs: Readonly<Record<string, AttrValue>> | ReadonlyMap<string, AttrValue>): AttrPattern {
  return { kind: "AttrPattern", pattern, attrs: attrs instanceof Map ? attrs : new Map(Object.entries(attrs)) };
}

/**
 * `child.dominates(parent, path)`: every path up from `child` passes through nodes like `path` and ends in one
 * `parent`.
 */
export function dominates(child: Pattern, parent: Pattern, path: Pattern = wildcard()): DominatorPattern {
  return { kind: "DominatorPattern", parent, path, child };
}
