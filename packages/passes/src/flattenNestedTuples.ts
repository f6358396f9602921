/**
 * FlattenNestedTuples: ends each field of a tuple instead of the tuple, so that a region's outputs are never tuples of tuples.
 * Follows FlattenTupleOutputs in src/relay/transforms/partition_graph.cc.
 */
import { lineageRecorder, tuple } from "@relayscope/ir";
import { annotated, annotator, isEnd, targetOf } from "./annotations.ts";
import { holdsNode, rewriteBodies } from "./functionBodies.ts";
import { typedAgain } from "./inferType.ts";
import { definePass } from "./pass.ts";
import { unchanged } from "./sequence.ts";
import { withTypeOf } from "./withType.ts";

export const flattenNestedTuples = definePass({
  name: "FlattenNestedTuples",
  summary: "Ends each field of a tuple instead of the tuple.",
  optLevel: 0,
  requires: [],
  options: [],
  run(module, _options, context) {
    if (!holdsNode(module, (e) => isEnd(e) && annotated(e).kind === "Tuple")) return typedAgain(unchanged(module), context, module);
    const lineage = lineageRecorder();
    const annotate = annotator(context.operators, lineage);
    const flattened = rewriteBodies(module, {
      lineage,
      post(original, rebuilt) {
        if (!isEnd(rebuilt)) return withTypeOf(original, rebuilt);
        const value = annotated(rebuilt);
        if (value.kind !== "Tuple") return withTypeOf(original, rebuilt);
        const ends = value.fields.map((field) => {
          const end = annotate.end(field, targetOf(rebuilt));
          lineage.record(end, original);
          return end;
        });
        return tuple(ends, { checkedType: value.checkedType });
      },
    });
    return typedAgain({ module: flattened, lineage, decisions: [], diagnostics: [] }, context, module);
  },
});
