/**
 * FlattenNestedTuples: ends each field of a tuple instead of the tuple, so that a region's outputs are never tuples of
 * tuples. Follows FlattenTupleOutputs in src/relay/transforms/partition_graph.cc.
 */
import { type Expr, tuple } from "@relayscope/ir";
import { isEnd, targetOf } from "@relayscope/regions";
import { rewriteWhere } from "../../core/functionBodies.ts";
import { modulePass } from "../../core/modulePass.ts";
import { withTypeOf } from "../../core/withType.ts";
import { annotator } from "../annotator.ts";

export const flattenNestedTuples = modulePass({
  name: "FlattenNestedTuples",
  summary: "Puts compiler_end on each field of a tuple, not on the tuple.",
  upstream: ["src/relay/transforms/partition_graph.cc"],
  infersTypes: true,
  run({ module, context, lineage }) {
    const annotate = annotator(context.operators, lineage);
    const post = (original: Expr, rebuilt: Expr): Expr => {
      if (!isEnd(rebuilt)) return withTypeOf(original, rebuilt);
      const [value] = rebuilt.args;
      if (value?.kind !== "Tuple") return withTypeOf(original, rebuilt);
      const ends = value.fields.map((field) => {
        const end = annotate.end(field, targetOf(rebuilt));
        lineage.record(end, original);
        return end;
      });
      return tuple(ends, { checkedType: value.checkedType });
    };
    return rewriteWhere(module, (e) => isEnd(e) && e.args[0]?.kind === "Tuple", post, lineage);
  },
});
