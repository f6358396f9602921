/** The annotations around regions: `compiler_begin` on each edge into one, `compiler_end` on each edge out of one. Follows src/relay/op/annotation/annotation.cc. */
import { attrOf, type Call, call, calledOp, type Expr, type LineageRecorder, makeAttrs, type Op, op, openAttrs } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";

const beginName = "annotation.compiler_begin";
const endName = "annotation.compiler_end";

/** The target of nodes that no listed compiler takes. */
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

/** The target an annotation names. */
export function targetOf(annotation: Annotation): string {
  const name = attrOf(annotation.attrs, "compiler");
  return typeof name === "string" ? name : "";
}

/** What an annotation stands around. */
export function annotated(annotation: Annotation): Expr {
  return annotation.args[0] as Expr;
}

/** Makes annotations of the same type as what they stand around. */
export interface Annotator {
  begin(value: Expr, target: string): Annotation;
  end(value: Expr, target: string): Annotation;
}

/** An annotator; its annotations share their operators and, for each target, their attributes, and stem from what they stand around. */
export function annotator(operators: OperatorDefinitions, lineage: LineageRecorder): Annotator {
  const make = (name: string) => {
    const schema = operators.get(name)?.attrs;
    const callee = op(name);
    const attrsOf = new Map<string, ReturnType<typeof openAttrs>>();
    return (value: Expr, target: string): Annotation => {
      let attrs = attrsOf.get(target);
      if (!attrs) {
        attrs = schema ? makeAttrs(schema, { compiler: target }) : openAttrs([["compiler", target]]);
        attrsOf.set(target, attrs);
      }
      const made = call(callee, [value], attrs, { checkedType: value.checkedType }) as Annotation;
      lineage.record(made, value);
      return made;
    };
  };
  return { begin: make(beginName), end: make(endName) };
}
