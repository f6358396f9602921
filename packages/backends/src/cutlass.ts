/** The target cutlass: NVIDIA's CUTLASS. Follows python/tvm/relay/op/contrib/cutlass.py. */
import { callOf, callPattern, either, isConstant, isOp, type Pattern, wildcard } from "@relayscope/match";
import {
  always,
  and,
  argument,
  attribute,
  below,
  bound,
  type Check,
  type CheckTerm,
  compare,
  dimOf,
  dtypeOf,
  equals,
  isIn,
  isSame,
  letBe,
  namedCheck,
  not,
  or,
  rankOf,
  truthy,
  when,
} from "@relayscope/match/check";
import { steps, type Target, type TargetPattern } from "./target.ts";

const constantOrAny = () => either(isConstant(), wildcard());

function gelu(inner: Pattern, isHalf: boolean): Pattern {
  const scaled = callOf("multiply", inner, constantOrAny());
  const erf = isHalf ? callOf("cast", callOf("erf", callOf("cast", scaled))) : callOf("erf", scaled);
  return callOf("multiply", callOf("add", callOf("multiply", erf, constantOrAny()), constantOrAny()), inner);
}

/** `add` or `nn.bias_add` of a bias. */
function biased(inner: Pattern): Pattern {
  return callPattern(either(isOp("add"), isOp("nn.bias_add")), [inner, wildcard()]);
}

const product = (operator: string) => callOf(operator, wildcard(), wildcard());

function convolution(activation?: "hardswish" | "silu" | "relu" | "sigmoid"): Pattern {
  const conv = biased(product("nn.conv2d"));
  switch (activation) {
    case "relu":
      return callOf("nn.relu", conv);
    case "sigmoid":
      return callOf("sigmoid", conv);
    case "silu":
      return callOf("multiply", conv, callOf("sigmoid", conv));
    case "hardswish":
      return callOf("multiply", conv, callOf("divide", callOf("clip", callOf("add", conv, isConstant())), isConstant()));
    case undefined:
      return conv;
  }
}

function residual(inner: Pattern, operator: string, hasRelu: boolean): Pattern {
  const other = wildcard();
  const out = either(callOf(operator, inner, other), callOf(operator, other, inner));
  return hasRelu ? callOf("nn.relu", out) : out;
}

function haveSupportedDtypes(left: CheckTerm, right: CheckTerm): Check {
  const both = (dtypes: readonly string[]) => and(isIn(dtypeOf(left), dtypes), isIn(dtypeOf(right), dtypes));
  return namedCheck("the dtypes are a supported pair", or(both(["float16"]), both(["float32"]), both(["int8", "uint8"])));
}

const dense: Check = letBe("dense", below("nn.dense"), haveSupportedDtypes(argument(0, bound("dense")), argument(1, bound("dense"))));

const batchMatmul: Check = letBe(
  "product",
  below("nn.batch_matmul"),
  and(
    haveSupportedDtypes(argument(0, bound("product")), argument(1, bound("product"))),
    not(truthy(attribute("transpose_a", bound("product")))),
    truthy(attribute("transpose_b", bound("product"))),
  ),
);

function convolutionCheck(operator: string, kernelLayout: string): Check {
  const conv = bound("conv");
  const [data, weight] = [argument(0, conv), argument(1, conv)];
  const isDepthwise = and(equals(dimOf(data, 3), dimOf(weight, 0)), equals(dimOf(weight, 0), attribute("groups", conv)));
  return letBe(
    "conv",
    below(operator),
    and(
      equals(attribute("data_layout", conv), "NHWC"),
      equals(attribute("kernel_layout", conv), kernelLayout),
      haveSupportedDtypes(data, weight),
      namedCheck("it is not depthwise", not(isDepthwise)),
    ),
  );
}

const conv2d = convolutionCheck("nn.conv2d", "OHWI");

/** The other summand must not depend on the convolution, too, and must have its shape. */
function residualCheck(operator: string): Check {
  const [left, right] = [argument(0, bound("sum")), argument(1, bound("sum"))];
  const conv = below("nn.conv2d");
  const comesFromBoth = and(isSame(below("nn.conv2d", left), conv), isSame(below("nn.conv2d", right), conv));
  return and(
    conv2d,
    letBe(
      "sum",
      below(operator),
      and(
        namedCheck("the residual does not come from the same convolution", not(comesFromBoth)),
        namedCheck("the summands have one shape", haveEqualDims(left, right)),
      ),
    ),
  );
}

/** Equal dimension by dimension, as far as the shorter shape goes; one of them is a convolution's, of rank 4. */
function haveEqualDims(left: CheckTerm, right: CheckTerm): Check {
  return and(
    ...[0, 1, 2, 3].map((i) =>
      when(or(compare(rankOf(left), "<=", i), compare(rankOf(right), "<=", i)), always, equals(dimOf(left, i), dimOf(right, i))),
    ),
  );
}

function patternTable(): TargetPattern[] {
  const gemm = biased(product("nn.dense"));
  const denseEntries: TargetPattern[] = [
    { name: "cutlass.dense_bias_gelu_fp16", pattern: gelu(gemm, true), check: dense },
    { name: "cutlass.dense_bias_gelu_fp32", pattern: gelu(biased(product("nn.dense")), false), check: dense },
    { name: "cutlass.dense_bias_relu", pattern: callOf("nn.relu", biased(product("nn.dense"))), check: dense },
    { name: "cutlass.dense_bias", pattern: biased(product("nn.dense")), check: dense },
    { name: "cutlass.dense", pattern: product("nn.dense"), check: dense },
    { name: "cutlass.batch_matmul", pattern: product("nn.batch_matmul"), check: batchMatmul },
  ];
  const activated: TargetPattern[] = [
    { name: "cutlass.conv2d_bias_hardswish", pattern: convolution("hardswish"), check: conv2d },
    { name: "cutlass.conv2d_bias_silu", pattern: convolution("silu"), check: conv2d },
    { name: "cutlass.conv2d_bias_relu", pattern: convolution("relu"), check: conv2d },
    { name: "cutlass.conv2d_bias_sigmoid", pattern: convolution("sigmoid"), check: conv2d },
    { name: "cutlass.conv2d_bias", pattern: convolution(), check: conv2d },
  ];
  const residuals: TargetPattern[] = [];
  for (const hasRelu of [true, false]) {
    for (const { name, pattern } of activated) {
      for (const operator of ["add", "multiply"]) {
        residuals.push({
          name: `${name}_residual_${operator}${hasRelu ? "_relu" : ""}`,
          pattern: residual(pattern, operator, hasRelu),
          check: residualCheck(operator),
        });
      }
    }
  }
  return [
    ...residuals,
    ...denseEntries,
    ...activated,
    { name: "cutlass.conv2d", pattern: product("nn.conv2d"), check: conv2d },
    { name: "cutlass.conv2d_transpose", pattern: product("nn.conv2d_transpose"), check: convolutionCheck("nn.conv2d_transpose", "IHWO") },
    {
      name: "cutlass.conv2d_backward_weight",
      pattern: product("nn.conv2d_backward_weight"),
      check: convolutionCheck("nn.conv2d_backward_weight", "NHWC"),
    },
  ];
}

/** Builds the target. */
export function cutlass(): Target {
  return {
    name: "cutlass",
    title: "CUTLASS",
    upstream: ["python/tvm/relay/op/contrib/cutlass.py"],
    needs: "Convolutions in NHWC with OHWI weights, not depthwise; float16, float32 or 8-bit integers on both sides.",
    patterns: patternTable(),
    rules: [],
    flow: [
      ...steps("InferType", "SimplifyInference", "FoldConstant", "FoldScaleAxis", "InferType", "MergeComposite"),
      { pass: "AnnotateTarget", options: { include_non_call_ops: false } },
      { pass: "PartitionGraph", options: { bind_constants: false } },
    ],
    optLevel: 3,
    bindsParameters: true,
  };
}
