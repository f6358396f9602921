/**
 * The layout rules of all operators that have one, which the reference registers as FInferCorrectLayout. A new family
 * is one file in `rules/`.
 */
import type { LayoutRule } from "./layoutRule.ts";
import { axisRules } from "./rules/axes.ts";
import { convolutionRules } from "./rules/convolution.ts";
import { elementwiseRules } from "./rules/elementwise.ts";
import { padRules } from "./rules/pad.ts";
import { quantizedRules } from "./rules/quantized.ts";
import { reduceRules } from "./rules/reduce.ts";
import { spatialRules } from "./rules/spatial.ts";
import { stridedSliceRules } from "./rules/stridedSlice.ts";

/** Rules by operator; an operator without one takes its arguments as they were. */
export const layoutRules: ReadonlyMap<string, LayoutRule> = new Map(
  [elementwiseRules, convolutionRules, spatialRules, axisRules, reduceRules, padRules, quantizedRules, stridedSliceRules].flatMap((rules) =>
    Object.entries(rules),
  ),
);
