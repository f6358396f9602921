/**
 * RemoveDefaultAnnotations: removes the annotations of `default`. What they annotate stays in the calling function.
 * Follows src/relay/transforms/partition_graph.cc.
 */
import type { Expr } from "@relayscope/ir";
import { type Annotation, defaultTarget, isBegin, isEnd, targetOf } from "@relayscope/regions";
import { rewriteWhere } from "../../core/functionBodies.ts";
import { modulePass } from "../../core/modulePass.ts";
import { withTypeOf } from "../../core/withType.ts";

export const removeDefaultAnnotations = modulePass({
  name: "RemoveDefaultAnnotations",
  summary: "Removes the annotations of `default`.",
  upstream: ["src/relay/transforms/partition_graph.cc"],
  infersTypes: true,
  run({ module, lineage }) {
    const post = (original: Expr, rebuilt: Expr): Expr =>
      isDefault(rebuilt) ? (rebuilt.args[0] ?? rebuilt) : withTypeOf(original, rebuilt);
    return rewriteWhere(module, isDefault, post, lineage);
  },
});

function isDefault(expr: Expr): expr is Annotation {
  return (isBegin(expr) || isEnd(expr)) && targetOf(expr) === defaultTarget;
}
