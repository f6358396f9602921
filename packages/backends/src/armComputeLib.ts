/** The target arm_compute_lib: Arm's Compute Library. Follows python/tvm/relay/op/contrib/arm_compute_lib.py. */
import { constant, scalarTensor } from "@relayscope/ir";
import { callOf, either, isConstant, isExpr, isTuple, optional, type Pattern, wildcard } from "@relayscope/match";
import {
  always,
  and,
  argument,
  attribute,
  attributeIn,
  attributeIs,
  below,
  bound,
  type Check,
  type CheckTerm,
  dimOf,
  dtypeOf,
  equals,
  every,
  fieldsOf,
  isIn,
  item,
  letBe,
  listOf,
  namedCheck,
  not,
  operatorOf,
  or,
  rankOf,
  root,
  setting,
  typeOf,
  when,
} from "@relayscope/match/check";
import { isDepthwise } from "./layouts.ts";
import { type OperatorRule, steps, type Target } from "./target.ts";

const padded = (): Pattern => either(callOf("nn.pad", wildcard(), wildcard()), wildcard());
const biased = (inner: Pattern): Pattern => optional(inner, (x) => callOf("nn.bias_add", x, isConstant()));
const rectified = (inner: Pattern): Pattern => optional(inner, (x) => callOf("nn.relu", x));
const constants = (count: number) => Array.from({ length: count }, () => isConstant());
const requantized = (inner: Pattern): Pattern => callOf("qnn.requantize", inner, wildcard(), wildcard(), isConstant(), isConstant());

const quantizedConvolution = (): Pattern => requantized(rectified(biased(callOf("qnn.conv2d", padded(), ...constants(5)))));

function averagePool(): Pattern {
  const cast = callOf("cast", wildcard());
  return callOf("cast", either(callOf("nn.avg_pool2d", cast), callOf("nn.global_avg_pool2d", cast)));
}

const quantizedDtypes = ["uint8", "int8"];
const isFloat = (node: CheckTerm): Check => equals(dtypeOf(node), "float32");
const isQuantized = (node: CheckTerm): Check => isIn(dtypeOf(node), quantizedDtypes);

/** Kernels of 3x3 or 5x5, strides of one or two. */
function isDepthwiseSupported(conv: CheckTerm): Check {
  const [height, width] = [dimOf(argument(1, conv), 0), dimOf(argument(1, conv), 1)];
  const strides = attribute("strides", conv);
  return namedCheck(
    "the depthwise kernel is supported",
    and(
      isIn(height, [3, 5]),
      isIn(width, [3, 5]),
      equals(height, width),
      isIn(listOf(item(strides, 0), item(strides, 1)), [
        [1, 1],
        [2, 2],
      ]),
    ),
  );
}

const groupsAreSupported = (conv: CheckTerm): Check => when(isDepthwise(conv), isDepthwiseSupported(conv), attributeIs("groups", 1, conv));

function convolution(conv: CheckTerm): Check {
  const [data, weight] = [argument(0, conv), argument(1, conv)];
  return and(
    attributeIs("data_layout", "NHWC", conv),
    attributeIn("out_dtype", ["float32", ""], conv),
    equals(rankOf(data), 4),
    equals(dimOf(data, 0), 1),
    isFloat(data),
    equals(rankOf(weight), 4),
    isFloat(weight),
    groupsAreSupported(conv),
  );
}

/** A scale and a zero point of one element each. */
function isPerTensor(call: CheckTerm, zeroPoint: number, scale: number): Check {
  const isSingle = (i: number) =>
    namedCheck(
      "scales and zero points are single numbers",
      or(equals(rankOf(argument(i, call)), 0), equals(dimOf(argument(i, call), 0), 1)),
    );
  return and(isSingle(zeroPoint), isSingle(scale));
}

function quantizedConvolutionCheck(conv: CheckTerm): Check {
  const [data, weight] = [argument(0, conv), argument(1, conv)];
  return and(
    attributeIs("data_layout", "NHWC", conv),
    attributeIn("out_dtype", ["int32", ""], conv),
    equals(rankOf(data), 4),
    equals(dimOf(data, 0), 1),
    isQuantized(data),
    equals(rankOf(weight), 4),
    isQuantized(weight),
    isPerTensor(conv, 2, 4),
    isPerTensor(conv, 3, 5),
    groupsAreSupported(conv),
  );
}

function dense(call: CheckTerm): Check {
  const weight = argument(1, call);
  return and(isFloat(argument(0, call)), equals(rankOf(weight), 2), isFloat(weight), attributeIn("out_dtype", ["float32", ""], call));
}

function quantizedDense(call: CheckTerm): Check {
  const weight = argument(1, call);
  return and(
    isQuantized(argument(0, call)),
    equals(rankOf(weight), 2),
    isQuantized(weight),
    attributeIs("out_dtype", "int32", call),
    isPerTensor(call, 2, 4),
    isPerTensor(call, 3, 5),
  );
}

/** Pooling over a window must not be dilated; pooling over everything has no dilation. */
function pool(call: CheckTerm, dtypes: readonly string[], isGlobal: boolean): Check {
  const dilation = attribute("dilation", call);
  const isDense = and(equals(item(dilation, 0), 1), equals(item(dilation, 1), 1));
  return and(isIn(dtypeOf(argument(0, call)), dtypes), attributeIs("layout", "NHWC", call), isGlobal ? always : isDense);
}

const composed = (operator: string, check: (call: CheckTerm) => Check): Check => letBe("call", below(operator), check(bound("call")));

const quantizedResult: Check = attributeIn("out_dtype", quantizedDtypes);

const quantizedPool: Check = letBe(
  "pool",
  argument(0),
  and(
    attributeIn("dtype", quantizedDtypes),
    attributeIs("dtype", "int32", argument(0, bound("pool"))),
    when(
      equals(operatorOf(bound("pool")), "nn.global_avg_pool2d"),
      pool(bound("pool"), ["int32"], true),
      pool(bound("pool"), ["int32"], false),
    ),
  ),
);

const concatenation: Check = and(
  namedCheck("concatenate is not among the disabled operators", not(isIn("concatenate", setting("disabled_ops")))),
  every(fieldsOf(typeOf(argument(0))), "field", isIn(dtypeOf(bound("field")), ["float32", "uint8", "int8"])),
  attributeIn("axis", [-4, -3, -2, -1, 0, 1, 2, 3]),
);

const anyPoolDtypes = ["float32", "uint8", "int8"];
const bothFloat: Check = and(isFloat(argument(0)), isFloat(argument(1)));

function rules(): OperatorRule[] {
  const quantizedSum = and(
    isQuantized(argument(0)),
    isQuantized(argument(1)),
    isPerTensor(root, 3, 2),
    isPerTensor(root, 5, 4),
    isPerTensor(root, 7, 6),
  );
  return [
    { operator: "reshape", check: always },
    { operator: "nn.conv2d", check: convolution(root) },
    { operator: "nn.dense", check: dense(root) },
    { operator: "nn.max_pool2d", check: pool(root, anyPoolDtypes, false) },
    { operator: "nn.avg_pool2d", check: pool(root, ["float32"], false) },
    { operator: "nn.global_max_pool2d", check: pool(root, anyPoolDtypes, true) },
    { operator: "nn.global_avg_pool2d", check: pool(root, ["float32"], true) },
    // The reference looks at the first argument twice.
    { operator: "maximum", check: isFloat(argument(0)) },
    { operator: "add", check: bothFloat },
    { operator: "qnn.add", check: quantizedSum },
  ];
}

/** Builds the target. */
export function armComputeLib(): Target {
  const quantized = { name: "arm_compute_lib.qnn_conv2d", check: and(quantizedResult, composed("qnn.conv2d", quantizedConvolutionCheck)) };
  const squared = callOf("power", wildcard(), isExpr(constant(scalarTensor(2, "float32"), undefined)));
  return {
    name: "arm_compute_lib",
    title: "Arm Compute Library",
    upstream: ["python/tvm/relay/op/contrib/arm_compute_lib.py"],
    needs: "NHWC, a batch of one, constant weights; float32, or 8-bit quantized per tensor.",
    patterns: [
      {
        name: "arm_compute_lib.conv2d",
        pattern: rectified(biased(callOf("nn.conv2d", padded(), isConstant()))),
        check: composed("nn.conv2d", convolution),
      },
      { ...quantized, pattern: quantizedConvolution() },
      { name: "arm_compute_lib.dense", pattern: biased(callOf("nn.dense", wildcard(), isConstant())), check: composed("nn.dense", dense) },
      {
        name: "arm_compute_lib.qnn_dense",
        pattern: requantized(biased(callOf("qnn.dense", wildcard(), ...constants(5)))),
        check: and(quantizedResult, composed("qnn.dense", quantizedDense)),
      },
      { ...quantized, pattern: quantizedConvolution(), defect: "A copy of the second entry, which takes all its matches." },
      { name: "arm_compute_lib.avg_pool2d", pattern: averagePool(), check: quantizedPool },
      {
        name: "arm_compute_lib.l2_pool2d",
        pattern: callOf("sqrt", callOf("nn.avg_pool2d", squared)),
        check: letBe("pool", argument(0), pool(bound("pool"), ["float32"], false)),
      },
      {
        name: "arm_compute_lib.concatenate",
        pattern: callOf("concatenate", isTuple(null)),
        check: concatenation,
        defect: "Off by default: `concatenate` is among the operators that the flow disables.",
      },
    ],
    rules: rules(),
    flow: [
      ...steps("InferType", "MergeComposite"),
      { pass: "AnnotateTarget", options: { include_non_call_ops: false } },
      ...steps("PartitionGraph"),
    ],
    optLevel: 2,
    bindsParameters: true,
    settings: {
      disabled_ops: {
        type: "string[]",
        default: ["concatenate"],
        others: [[]],
        doc: "Operators that are left to the host: `concatenate` or none. An argument of `partition_for_arm_compute_lib`.",
      },
    },
  };
}
