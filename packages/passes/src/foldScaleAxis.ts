/**
 * FoldScaleAxis: moves per-channel scales into the weights of convolutions and dense layers: BackwardFoldScaleAxis, ForwardFoldScaleAxis,
 * FoldConstant. Follows the end of src/relay/transforms/fold_scale_axis.cc.
 */
import { backwardFoldScaleAxis } from "./backwardFoldScaleAxis.ts";
import { foldConstant } from "./foldConstant.ts";
import { forwardFoldScaleAxis } from "./forwardFoldScaleAxis.ts";
import { inferType } from "./inferType.ts";
import { definePass } from "./pass.ts";
import { assumePositiveOption } from "./scaleAxis/positive.ts";
import { runSequence } from "./sequence.ts";

export const foldScaleAxis = definePass({
  name: "FoldScaleAxis",
  summary: "Moves per-channel scales into the weights of convolutions and dense layers.",
  optLevel: 0,
  requires: [],
  options: [assumePositiveOption],
  run: (module, options, context) =>
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
