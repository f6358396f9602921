/**
 * The checks and operator rules of mrvl: each composite has the requirements of its operator's rule. Follows
 * python/tvm/relay/op/contrib/mrvl.py.
 */
import {
  always,
  and,
  argument,
  attributeIn,
  attributeIs,
  bound,
  type Check,
  type CheckTerm,
  calleeOf,
  compare,
  dimOf,
  dtypeOf,
  equals,
  every,
  fieldsOf,
  isCallOfOperator,
  isIn,
  isKind,
  item,
  letBe,
  namedCheck,
  not,
  or,
  raises,
  rankOf,
  root,
  typeOf,
  when,
} from "@relayscope/match/check";
import { isDepthwise } from "./layouts.ts";
import type { OperatorRule } from "./target.ts";

const isFloat = (node: CheckTerm): Check => equals(dtypeOf(node), "float32");
const isKnown = (size: CheckTerm): Check => not(isKind(size, "?"));

/** A batch of known size, at most 8. */
const hasValidBatch = (node: CheckTerm): Check =>
  namedCheck("the batch is known and at most 8", and(isKnown(dimOf(node, 0)), compare(dimOf(node, 0), "<=", 8)));

/** A batch of one, or of unknown size. */
const hasBatchOfOne = (node: CheckTerm): Check => or(equals(dimOf(node, 0), 1), isKind(dimOf(node, 0), "?"));

export function convolution(conv: CheckTerm): Check {
  const [data, weight] = [argument(0, conv), argument(1, conv)];
  return and(
    attributeIs("data_layout", "NHWC", conv),
    attributeIn("out_dtype", ["float32", ""], conv),
    equals(rankOf(data), 4),
    hasValidBatch(data),
    isFloat(data),
    equals(rankOf(weight), 4),
    isFloat(weight),
    // Groups must be as many as the weight's first axis is long, whatever that axis represents.
    when(isDepthwise(conv), attributeIs("groups", dimOf(weight, 0), conv), attributeIs("groups", 1, conv)),
  );
}

export function dense(call: CheckTerm): Check {
  const weight = argument(1, call);
  return and(isFloat(argument(0, call)), equals(rankOf(weight), 2), isFloat(weight), attributeIn("out_dtype", ["float32", ""], call));
}

/** A pooling in NHWC, with a batch that `batch` takes. */
function pool(call: CheckTerm, batch: (data: CheckTerm) => Check): Check {
  const data = argument(0, call);
  return and(attributeIs("layout", "NHWC", call), equals(rankOf(data), 4), batch(data), isFloat(data));
}

export const maxPool = (call: CheckTerm): Check => pool(call, hasValidBatch);
export const averagePool = (call: CheckTerm): Check => pool(call, hasBatchOfOne);
export const globalAveragePool = (call: CheckTerm): Check => pool(call, hasBatchOfOne);
export const globalMaxPool = (call: CheckTerm): Check => pool(call, () => always);

export function sum(call: CheckTerm): Check {
  const left = argument(0, call);
  const isLayer = or(isCallOfOperator("nn.conv2d", left), isCallOfOperator("nn.dense", left));
  return and(
    namedCheck("the first summand is not a layer", not(and(isKind(left, "Call"), isKind(calleeOf(left), "Op"), isLayer))),
    isIn(rankOf(left), [3, 4]),
    hasValidBatch(left),
    isFloat(left),
  );
}

/**
 * Fields of rank 4 with a batch of one, joined along their last axis. The second field is asked for before the number
 * of fields is looked at.
 */
export function concatenation(call: CheckTerm): Check {
  const tuple = argument(0, call);
  const fields = fieldsOf(typeOf(tuple));
  const isField = (type: CheckTerm) => and(equals(rankOf(type), 4), equals(dimOf(type, 0), 1), isFloat(type));
  return when(
    isKind(tuple, "Call"),
    raises("the argument is a call, and no tuple"),
    letBe("second", item(fields, 1), and(every(fields, "field", isField(bound("field"))), attributeIs("axis", 3, call))),
  );
}

export const reshape = (call: CheckTerm): Check => isIn(rankOf(call), [2, 4]);

export const batchFlatten = (call: CheckTerm): Check => and(equals(rankOf(call), 2), isIn(rankOf(argument(0, call)), [2, 4]));

export const squeeze = (_call: CheckTerm): Check => always;

export function layoutTransform(call: CheckTerm): Check {
  return and(attributeIs("src_layout", "NCHW", call), attributeIs("dst_layout", "NHWC", call), isFloat(argument(0, call)));
}

/** The operators that the target supports outside of composites. */
export function rules(): OperatorRule[] {
  return [
    { operator: "nn.conv2d", check: convolution(root) },
    { operator: "add", check: sum(root) },
    { operator: "concatenate", check: concatenation(root) },
    { operator: "nn.dense", check: dense(root) },
    { operator: "nn.max_pool2d", check: maxPool(root) },
    { operator: "nn.avg_pool2d", check: averagePool(root) },
    { operator: "nn.global_avg_pool2d", check: globalAveragePool(root) },
    { operator: "nn.global_max_pool2d", check: globalMaxPool(root) },
    { operator: "reshape", check: reshape(root) },
    { operator: "nn.batch_flatten", check: batchFlatten(root) },
    { operator: "squeeze", check: squeeze(root) },
    { operator: "layout_transform", check: layoutTransform(root) },
  ];
}
