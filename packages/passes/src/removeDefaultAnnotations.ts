/**
 * RemoveDefaultAnnotations: takes away the annotations of `default`: what they stand around stays in the calling function.
 * Follows src/relay/transforms/partition_graph.cc.
 */
import { lineageRecorder } from "@relayscope/ir";
import { annotated, defaultTarget, isBegin, isEnd, targetOf } from "./annotations.ts";
import { rewriteBodies } from "./functionBodies.ts";
import { typedAgain } from "./inferType.ts";
import { definePass } from "./pass.ts";
import { withTypeOf } from "./withType.ts";

export const removeDefaultAnnotations = definePass({
  name: "RemoveDefaultAnnotations",
  summary: "Takes away the annotations of `default`.",
  optLevel: 0,
  requires: [],
  options: [],
  run(module, _options, context) {
    const lineage = lineageRecorder();
    const bare = rewriteBodies(module, {
      lineage,
      post(original, rebuilt) {
        if ((isBegin(rebuilt) || isEnd(rebuilt)) && targetOf(rebuilt) === defaultTarget) return annotated(rebuilt);
        return withTypeOf(original, rebuilt);
      },
    });
    return typedAgain({ module: bare, lineage, decisions: [], diagnostics: [] }, context, module);
  },
});
