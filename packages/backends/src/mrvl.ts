/** The target mrvl: Marvell's machine learning inference processor. Follows python/tvm/relay/op/contrib/mrvl.py. */
import { callOf, either, hasAttr, isConstant, isTuple, isTupleGetItem, isVar, optional, type Pattern, wildcard } from "@relayscope/match";
import { below, belowItems, bound, type Check, type CheckTerm, letBe } from "@relayscope/match/check";
import * as checks from "./mrvlChecks.ts";
import { type FlowStep, steps, type Target, type TargetPattern } from "./target.ts";

const rectified = (inner: Pattern): Pattern => optional(inner, (x) => callOf("nn.relu", x));
const biased = (inner: Pattern): Pattern =>
  optional(inner, (x) => either(callOf("nn.bias_add", x, isConstant()), callOf("add", x, isConstant())));
const padded = (): Pattern => callOf("nn.pad", wildcard(), wildcard());

/** With a padding before it, or without. */
const maybePadded = (layer: (data: Pattern) => Pattern): Pattern => either(layer(padded()), layer(wildcard()));

function convolution(data: Pattern): Pattern {
  const sum = biased(callOf("nn.conv2d", data, isConstant()));
  const normalized = isTupleGetItem(callOf("nn.batch_norm", sum, isConstant(), isConstant(), isConstant(), isConstant()), 0);
  return either(rectified(sum), rectified(normalized));
}

function dense(data: Pattern): Pattern {
  return rectified(biased(callOf("nn.dense", data, isConstant())));
}

/** A dense layer, perhaps after a tensor that is turned to NCHW and flattened. */
function fullyConnected(): Pattern {
  const turned = hasAttr(callOf("layout_transform", wildcard()), { src_layout: "NHWC", dst_layout: "NCHW" });
  return either(dense(either(callOf("reshape", turned), callOf("nn.batch_flatten", turned))), dense(wildcard()));
}

/** The check of the operator's own call, below what closes the match. */
const composed = (operator: string, check: (call: CheckTerm) => Check): Check => letBe("call", below(operator), check(bound("call")));

function patternTable(): TargetPattern[] {
  const conv = letBe("call", belowItems("nn.conv2d"), checks.convolution(bound("call")));
  const unary = (operator: string) => callOf(operator, wildcard());
  return [
    { name: "mrvl.conv2d_nhwc2nhwc", pattern: maybePadded(convolution), check: conv },
    { name: "mrvl.fc_ni2no", pattern: fullyConnected(), check: composed("nn.dense", checks.dense) },
    {
      name: "mrvl.maxpool2d_nhwc2nhwc",
      pattern: maybePadded((data) => callOf("nn.max_pool2d", data)),
      check: composed("nn.max_pool2d", checks.maxPool),
    },
    {
      name: "mrvl.avgpool2d_nhwc2nhwc",
      pattern: maybePadded((data) => callOf("nn.avg_pool2d", data)),
      check: composed("nn.avg_pool2d", checks.averagePool),
    },
    {
      name: "mrvl.globalavgpool2d_nhwc2nhwc",
      pattern: unary("nn.global_avg_pool2d"),
      check: composed("nn.global_avg_pool2d", checks.globalAveragePool),
    },
    {
      name: "mrvl.globalmaxpool2d_nhwc2nhwc",
      pattern: unary("nn.global_max_pool2d"),
      check: composed("nn.global_max_pool2d", checks.globalMaxPool),
    },
    { name: "mrvl.sum", pattern: rectified(callOf("add", wildcard(), wildcard())), check: composed("add", checks.sum) },
    {
      name: "mrvl.concat",
      pattern: callOf("concatenate", isTuple(null)),
      check: composed("concatenate", checks.concatenation),
      defect: "The check reads a second field, which a tuple of one does not have; the reference raises then.",
    },
    {
      name: "mrvl.layout_transform_nchw2nhwc",
      pattern: hasAttr(callOf("layout_transform", isVar(), wildcard(), wildcard()), { src_layout: "NCHW", dst_layout: "NHWC" }),
      check: composed("layout_transform", checks.layoutTransform),
      defect: "It can never match: the operator takes 1 argument, the pattern asks for 3.",
    },
    { name: "mrvl.reshape", pattern: unary("reshape"), check: composed("reshape", checks.reshape) },
    { name: "mrvl.batch_flatten", pattern: unary("nn.batch_flatten"), check: composed("nn.batch_flatten", checks.batchFlatten) },
    { name: "mrvl.squeeze", pattern: unary("squeeze"), check: composed("squeeze", checks.squeeze) },
  ];
}

/** Convolutions and poolings in the layout of the region functions, or back in that of the host's. */
function layouts(data: string, kernel: string): FlowStep {
  return {
    pass: "ConvertLayout",
    options: {
      desired_layouts: {
        "nn.conv2d": [data, kernel],
        "nn.max_pool2d": [data],
        "nn.avg_pool2d": [data],
        "nn.global_avg_pool2d": [data],
      },
      converters: "mrvl",
    },
  };
}

/** Builds the target. */
export function mrvl(): Target {
  return {
    name: "mrvl",
    title: "Marvell MLIP",
    upstream: ["python/tvm/relay/op/contrib/mrvl.py"],
    needs: "Constant weights, float32, a batch of at most 8 (the flow turns layers to NHWC itself), and heavy work in each region.",
    patterns: patternTable(),
    rules: checks.rules(),
    flow: [
      ...steps("InferType", "MrvlRemoveDropoutPass", "MrvlRemoveCopyPass", "RemoveUnusedFunctions"),
      ...steps("FoldConstant", "SimplifyExpr", "InferType"),
      layouts("NHWC", "OHWI"),
      ...steps("FoldConstant", "SimplifyExpr", "InferType", "MergeComposite"),
      { pass: "AnnotateTarget", options: { include_non_call_ops: true } },
      ...steps("MergeCompilerRegions"),
      { pass: "PartitionGraph", options: { mod_name: "" } },
      ...steps("InferType", "RepartitionMrvlSubgraphs"),
      layouts("NCHW", "OIHW"),
      ...steps("FoldConstant", "SimplifyExpr", "InferType", "AddMrvlAttributes"),
    ],
    optLevel: 3,
    disabledPasses: ["AlterOpLayout"],
    bindsParameters: true,
  };
}
