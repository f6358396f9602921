/**
 * The annotations around regions: `compiler_begin` on each edge into one, `compiler_end` on each edge out of one.
 * Follows src/relay/op/annotation/annotation.cc.
 */
import { type Call, calledOp, type Expr, type Op, textOf } from "@relayscope/ir";

export const beginName = "annotation.compiler_begin";
export const endName = "annotation.compiler_end";

/** The target of nodes that no listed compiler takes: the host's. */
export const defaultTarget = "default";

/** A call of one of the two annotation operators. */
export interface Annotation extends Call {
  readonly op: Op;
}

export function isBegin(expr: Expr): expr is Annotation {
  return calledOp(expr) === beginName;
}

export function isEnd(expr: Expr): expr is Annotation {
  return calledOp(expr) === endName;
}

/** Whether a node is a region's boundary, a `compiler_begin` or a `compiler_end`: it computes nothing. */
export function isAnnotation(expr: Expr): expr is Annotation {
  return isBegin(expr) || isEnd(expr);
}

/** The target of an annotation; empty if it names none. */
export function targetOf(annotation: Annotation): string {
  return textOf(annotation.attrs, "compiler");
}

/** The annotated value; undefined in a truncated text that lacks it. */
export function annotated(annotation: Annotation): Expr | undefined {
  return annotation.args[0];
}

/** The value inside one or more annotations; any other node itself. */
export function unannotated(expr: Expr): Expr {
  let at = expr;
  while (isAnnotation(at)) {
    const [inner] = at.args;
    if (!inner) return at;
    at = inner;
  }
  return at;
}
