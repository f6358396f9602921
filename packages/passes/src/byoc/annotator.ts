/** Makes annotations as the operators' definitions have them. Follows src/relay/op/annotation/annotation.cc. */
import { call, type Expr, keptIn, type LineageRecorder, makeAttrs, op, openAttrs } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { type Annotation, beginName, endName } from "@relayscope/regions";

/** Makes annotations with the type of the annotated node. */
export interface Annotator {
  begin(value: Expr, target: string): Annotation;
  end(value: Expr, target: string): Annotation;
}

/**
 * An annotator. Its annotations share their operators and, for each target, their attributes. Their lineage is the
 * annotated node.
 */
export function annotator(operators: OperatorDefinitions, lineage: LineageRecorder): Annotator {
  const make = (name: string) => {
    const schema = operators.get(name)?.attrs;
    const callee = op(name);
    const attrsOf = new Map<string, ReturnType<typeof openAttrs>>();
    return (value: Expr, target: string): Annotation => {
      const attrs = keptIn(attrsOf, target, () => (schema ? makeAttrs(schema, { compiler: target }) : openAttrs([["compiler", target]])));
      const made = call(callee, [value], attrs, { checkedType: value.checkedType }) as Annotation;
      lineage.record(made, value);
      return made;
    };
  };
  return { begin: make(beginName), end: make(endName) };
}
