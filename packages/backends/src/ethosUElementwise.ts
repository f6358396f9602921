/**
 * The checks of ethos-u's composites that work element by element. Follows python/tvm/relay/op/contrib/ethosu.py of
 * 0.18.0.
 */
import {
  always,
  and,
  argument,
  arithmetic,
  attribute,
  attributeIn,
  bound,
  type Check,
  type CheckTerm,
  choose,
  compare,
  dtypeOf,
  equalShapes,
  equals,
  firstValueOf,
  isConstantNode,
  letBe,
  namedCheck,
  not,
  ofValues,
  operatorOf,
  or,
  raises,
  rankOf,
  root,
  when,
} from "@relayscope/match/check";
import { belowClip, canBroadcast, demandSizes, hasBatchOfOneIfAny, haveDtypes, haveUpTo4Dimensions } from "./ethosUTensors.ts";

const call = bound("call");
const [left, right] = [argument(0, call), argument(1, call)];

/**
 * Of an operator on two tensors: ranks, batches and shapes. `output` must not be int32 after a clip, nor of low rank.
 */
function binary(output: CheckTerm, isClipped: Check): Check {
  return and(
    demandSizes(left, right, output),
    namedCheck(
      "an int32 result is not clipped and has rank 4",
      or(not(equals(dtypeOf(output), "int32")), and(not(isClipped), compare(rankOf(output), ">=", 4))),
    ),
    haveUpTo4Dimensions(left, right),
    hasBatchOfOneIfAny(left),
    hasBatchOfOneIfAny(right),
    namedCheck("one operand can be stretched to the other", or(canBroadcast(left, right), canBroadcast(right, left))),
  );
}

export const quantizedBinary: Check = letBe(
  "call",
  belowClip,
  and(binary(call, equals(operatorOf(), "clip")), haveDtypes([left, right, call], ["uint8", "int8", "int32"])),
);

const isRequantized = equals(operatorOf(), "qnn.requantize");
const isClipped = or(isRequantized, equals(operatorOf(), "clip"));
const selection = choose(isRequantized, argument(0, argument(0)), belowClip);

/** The smaller or the larger of two: scales before and after must be equal. */
export const extremum: Check = letBe(
  "call",
  selection,
  and(
    binary(root, isClipped),
    equals(dtypeOf(left), dtypeOf(right)),
    haveDtypes([left, right, root], ["uint8", "int8"]),
    namedCheck(
      "the scales before and after are equal",
      or(not(isRequantized), ofValues([argument(1), argument(3)], equals(firstValueOf(argument(1)), firstValueOf(argument(3))))),
    ),
  ),
);

export const leftShift: Check = letBe(
  "call",
  belowClip,
  and(binary(root, equals(operatorOf(), "clip")), haveDtypes([left, right, root], ["int32"])),
);

/** What is dequantized below the operator between dequantization and quantization. */
const dequantized = argument(0, argument(0, argument(0)));

function likeInput(dtypes: readonly string[]): Check {
  return and(
    demandSizes(dequantized, root),
    haveDtypes([dequantized, root], dtypes),
    equals(dtypeOf(dequantized), dtypeOf(root)),
    haveUpTo4Dimensions(dequantized),
  );
}

export const absolute: Check = and(likeInput(["int8", "uint8"]), hasBatchOfOneIfAny(dequantized), equalShapes(dequantized, root));

export const softmax: Check = and(likeInput(["int8"]), equalShapes(dequantized, root));

/** Functions that the hardware looks up in a table. */
export const lookup: Check = and(demandSizes(dequantized, root), haveDtypes([dequantized, root], ["int8", "int16"]));

/** The number of fraction bits, from the shift. */
export function hasSupportedFraction(multiply: CheckTerm): Check {
  const bits = arithmetic(31, "-", attribute("shift", multiply));
  return namedCheck("the fraction has 0 to 16 bits", and(compare(bits, ">=", 0), compare(bits, "<=", 16)));
}

const multiplied = argument(0, argument(0, argument(0, argument(0, argument(0)))));

export const tanhFixedPoint: Check = and(
  demandSizes(multiplied, root),
  hasSupportedFraction(argument(0)),
  haveDtypes([multiplied, root], ["int8", "int16"]),
);

export const requantize: Check = and(
  demandSizes(argument(0), root),
  haveDtypes([argument(0), root], ["int8"]),
  haveUpTo4Dimensions(argument(0), root),
  attributeIn("out_dtype", ["", "int8"]),
);

/** The dequantization is looked for below the second factor, and below the first summand of what is clipped there. */
const dequantization = argument(0, argument(0, argument(1, argument(0, argument(0)))));

export const hardSwish: Check = letBe(
  "dequantize",
  dequantization,
  and(
    demandSizes(argument(0, bound("dequantize"))),
    demandConstant(argument(1, bound("dequantize"))),
    demandConstant(argument(2, bound("dequantize"))),
    demandSizes(root),
    haveDtypes([argument(0, bound("dequantize")), root], ["int8"]),
  ),
);

function demandConstant(node: CheckTerm): Check {
  return when(isConstantNode(node), always, raises("`data` is asked of something that is not a constant"));
}
