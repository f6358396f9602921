/**
 * The checks and operator rules of ethos-n, without those of the vendor's support library. Follows
 * src/relay/backend/contrib/ethosn/ethosn_api.cc and convert_equivalent.cc of 0.18.0.
 */
import {
  always,
  and,
  argument,
  arithmetic,
  attribute,
  attributeIn,
  attributeIs,
  bound,
  type Check,
  type CheckTerm,
  calleeOf,
  choose,
  compare,
  differs,
  dimOf,
  dtypeOf,
  equals,
  every,
  fieldsOf,
  firstValueOf,
  isConstantNode,
  isIn,
  isKind,
  item,
  lengthOf,
  letBe,
  namedCheck,
  not,
  ofValues,
  operatorOf,
  or,
  productOf,
  raises,
  rankOf,
  root,
  setting,
  shapeOf,
  singleArithmetic,
  typeOf,
  when,
} from "@relayscope/match/check";
import type { OperatorRule } from "./target.ts";

const inLibrary: Check = namedCheck("the support library takes it (assumed)", equals(setting("assume_supported"), true));

const supported = (...checks: readonly Check[]): Check => and(...checks, inLibrary);

/** At most four axes, the first of them 1, of 8 bits or of int32. */
function isTensor(node: CheckTerm): Check {
  return and(
    compare(rankOf(node), "<=", 4),
    namedCheck("the batch is 1", or(equals(rankOf(node), 0), equals(dimOf(node, 0), 1))),
    isIn(dtypeOf(node), ["uint8", "int8", "int32"]),
  );
}

const tensors = (...nodes: readonly CheckTerm[]): Check => and(...nodes.map(isTensor));

const isNotDilated = (call: CheckTerm): Check => attributeIs("dilation", [1, 1], call);
const hasTwo = (name: string, call: CheckTerm): Check => equals(lengthOf(attribute(name, call)), 2);

const conv = bound("conv");
const pad = argument(0, conv);
const isPadded = and(isKind(pad, "Call"), isKind(calleeOf(pad), "Op"), equals(operatorOf(pad), "nn.pad"));

export const convolution: Check = letBe(
  "conv",
  argument(0, argument(0)),
  supported(
    namedCheck(
      "it is padded by itself or before it, not both",
      when(isPadded, and(attributeIs("padding", [0, 0, 0, 0], conv), equals(lengthOf(attribute("pad_width", pad)), 4)), always),
    ),
    hasTwo("strides", conv),
    isNotDilated(conv),
    tensors(choose(isPadded, argument(0, pad), pad)),
    isIn(dtypeOf(argument(1, conv)), ["uint8", "int8", "int32"]),
    tensors(root),
  ),
);

export const transposedConvolution: Check = letBe(
  "sum",
  argument(0),
  letBe(
    "conv",
    choose(equals(operatorOf(bound("sum")), "nn.bias_add"), argument(0, bound("sum")), bound("sum")),
    when(
      equals(attribute("channels", conv), null),
      raises("`channels` is None: write it out on the convolution"),
      supported(
        hasTwo("strides", conv),
        isNotDilated(conv),
        tensors(argument(0, conv)),
        isIn(dtypeOf(argument(1, conv)), ["uint8", "int8", "int32"]),
        tensors(root),
      ),
    ),
  ),
);

export const dense: Check = letBe(
  "dense",
  argument(0, argument(0)),
  supported(tensors(argument(0, bound("dense"))), isIn(dtypeOf(argument(1, bound("dense"))), ["uint8", "int8", "int32"]), tensors(root)),
);

function pool(call: CheckTerm, input: CheckTerm): Check {
  return supported(hasTwo("pool_size", call), hasTwo("strides", call), tensors(input), attributeIs("layout", "NHWC", call), tensors(root));
}

export const averagePool: Check = pool(argument(0), argument(0, argument(0, argument(0))));

export const addition: Check = supported(tensors(argument(0), argument(1), root));

const dequantize = argument(0, argument(0));

/** The quantization after it must be one certain scale and zero point. */
function isQuantizedTo(scale: number, zero: CheckTerm): Check {
  return namedCheck(
    `the output has scale 1/${1 / scale} and its zero point`,
    ofValues([argument(1), argument(2)], and(equals(firstValueOf(argument(2)), zero), equals(firstValueOf(argument(1)), scale))),
  );
}

const zero = (test: Check, then: number, otherwise: number): CheckTerm => choose(test, then, otherwise);

export const sigmoid: Check = supported(
  tensors(argument(0, dequantize)),
  isQuantizedTo(1 / 256, zero(isIn(dtypeOf(argument(0, dequantize)), ["int8", "int16", "int32", "int64"]), -128, 0)),
  tensors(root),
);

export const tanh: Check = supported(tensors(root), isQuantizedTo(1 / 128, zero(equals(dtypeOf(root), "uint8"), 128, 0)));

export const leakyRelu: Check = supported(
  tensors(root),
  compare(attribute("alpha", argument(0)), "<", 1),
  compare(attribute("alpha", argument(0)), ">", 0),
);

export const mean: Check = supported(tensors(argument(0, argument(0, argument(0))), root));
export const resize: Check = supported(tensors(argument(0)), hasTwo("size", root), tensors(root));
export const requantize: Check = supported(tensors(argument(0), root));

/** The operand that is a constant, and the other one: the first where both are. With their scales and zero points. */
const isConstantFirst = isConstantNode(argument(0));
const other = (ifLast: number, ifFirst: number): CheckTerm => choose(isConstantFirst, argument(ifFirst), argument(ifLast));
const [data, dataScale, dataZero] = [other(0, 1), other(2, 4), other(3, 5)];
const [operand, operandScale, operandZero] = [other(1, 0), other(4, 2), other(5, 3)];
const [outputScale, outputZero] = [argument(6), argument(7)];

/** The constant's size; of a scalar, 1. */
const operandSize = choose(equals(rankOf(operand), 0), 1, productOf(shapeOf(operand)));
const difference = arithmetic(firstValueOf(operand), "-", firstValueOf(operandZero));

/** A product with a constant that only changes the scale. As in the reference, numbers are of single precision here. */
export const multiplyToReinterpret: Check = supported(
  equals(operandSize, 1),
  namedCheck(
    "the product only changes the scale",
    ofValues(
      [operand, operandScale, operandZero, dataScale, outputScale],
      letBe(
        "error",
        singleArithmetic(
          singleArithmetic(singleArithmetic(firstValueOf(dataScale), "*", firstValueOf(operandScale)), "*", difference),
          "-",
          firstValueOf(outputScale),
        ),
        and(not(compare(bound("error"), ">", Math.fround(0.004))), not(compare(bound("error"), "<", Math.fround(-0.004)))),
      ),
    ),
  ),
  tensors(data),
);

/** A sum with a constant that only moves the zero point; it may be moved down by any amount. */
export const addToReinterpret: Check = supported(
  equals(operandSize, 1),
  namedCheck(
    "the sum only moves the zero point",
    ofValues(
      [operand, operandScale, operandZero, dataScale, dataZero, outputZero],
      letBe(
        "shift",
        singleArithmetic(singleArithmetic(difference, "*", firstValueOf(operandScale)), "/", firstValueOf(dataScale)),
        not(
          compare(singleArithmetic(singleArithmetic(firstValueOf(dataZero), "-", bound("shift")), "-", firstValueOf(outputZero)), ">", 1),
        ),
      ),
    ),
  ),
  tensors(data),
);

/**
 * One constant per channel makes a depthwise convolution of 8-bit data. Where the data has a single channel, typing
 * that convolution fails.
 */
export const toDepthwise: Check = supported(
  namedCheck("the constant has one element per channel", equals(item(shapeOf(root), -1), operandSize)),
  equals(rankOf(data), 4),
  isIn(dtypeOf(data), ["uint8", "int8"]),
  when(
    differs(dimOf(data, 3), item(shapeOf(root), -1)),
    raises("the data is stretched to the constant's channels, and a convolution of it cannot be typed"),
    tensors(data),
  ),
);

/** The same of a sum. A single number with a zero point cannot be brought into the bias's scale. */
export const addToDepthwise: Check = and(
  or(compare(rankOf(operand), ">", 0), ofValues([operandZero], equals(firstValueOf(operandZero), 0))),
  toDepthwise,
);

/** The operators that the target supports outside of composites. */
export function rules(): OperatorRule[] {
  return [
    { operator: "nn.max_pool2d", check: pool(root, argument(0)) },
    { operator: "reshape", check: supported(tensors(argument(0)), compare(rankOf(), "<=", 4), tensors(root)) },
    {
      operator: "qnn.concatenate",
      check: supported(every(fieldsOf(typeOf(argument(0))), "field", isTensor(bound("field"))), tensors(root)),
    },
    { operator: "split", check: supported(tensors(argument(0)), every(fieldsOf(typeOf(root)), "field", isTensor(bound("field")))) },
    {
      operator: "nn.depth_to_space",
      check: supported(attributeIs("mode", "DCR"), tensors(argument(0)), attributeIn("layout", ["NCHW", "NHWC"]), tensors(root)),
    },
    { operator: "clip", check: supported(tensors(argument(0), root)) },
  ];
}
