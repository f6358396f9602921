/**
 * RemoveDefaultAnnotations: takes away the annotations of `default`: what they stand around stays in the calling function.
 * Follows src/relay/transforms/partition_graph.cc.
 */
import { type Expr, lineageRecorder } from "@relayscope/ir";
import { type Annotation, annotated, defaultTarget, isBegin, isEnd, targetOf } from "./annotations.ts";
import { holdsNode, rewriteBodies } from "./functionBodies.ts";
import { typedAgain } from "./inferType.ts";
import { definePass } from "./pass.ts";
import { unchanged } from "./sequence.ts";
import { withTypeOf } from "./withType.ts";

export const removeDefaultAnnotations = definePass({
  name: "RemoveDefaultAnnotations",
  summary: "Takes away the annotations of `default`.",
  optLevel: 0,
  requires: [],
  options: [],
  run(module, _options, context) {
    if (!holdsNode(module, isDefault)) return typedAgain(unchanged(module), context, module);
    const lineage = lineageRecorder();
    const bare = rewriteBodies(module, {
      lineage,
      post(original, rebuilt) {
        if (isDefault(rebuilt)) return annotated(rebuilt);
        return withTypeOf(original, rebuilt);
      },
    });
    return typedAgain({ module: bare, lineage, decisions: [], diagnostics: [] }, context, module);
  },
});

function isDefault(expr: Expr): expr is Annotation {
  return (isBegin(expr) || isEnd(expr)) && targetOf(expr) === defaultTarget;
}
