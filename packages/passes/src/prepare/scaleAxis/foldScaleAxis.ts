/**
 * FoldScaleAxis: moves per-channel scales into the weights of convolutions and dense layers: BackwardFoldScaleAxis,
 * ForwardFoldScaleAxis, FoldConstant. Follows the end of src/relay/transforms/fold_scale_axis.cc.
 */
import { inferType } from "../../core/inferType.ts";
import { definePass } from "../../core/pass.ts";
import { runSequence } from "../../core/sequence.ts";
import { foldConstant } from "../foldConstant.ts";
import { backwardFoldScaleAxis } from "./backwardFoldScaleAxis.ts";
import { forwardFoldScaleAxis } from "./forwardFoldScaleAxis.ts";
import { assumePositiveOption } from "./positive.ts";

export const foldScaleAxis = definePass({
  name: "FoldScaleAxis",
  summary: "Moves per-channel scales into the weights of convolutions and dense layers.",
  upstream: ["src/relay/transforms/fold_scale_axis.cc"],
  options: { assume_positive: assumePositiveOption },
  run: ({ module, options, context }) =>
    runSequence(
      [
        { pass: backwardFoldScaleAxis, options, required: [inferType] },
        { pass: forwardFoldScaleAxis, options, required: [inferType] },
        { pass: foldConstant },
      ],
      module,
      context,
    ),
});
