/**
 * The checks of ethos-u's composites that move data: paddings, slices, joins. Follows
 * python/tvm/relay/op/contrib/ethosu.py of 0.18.0.
 */
import {
  and,
  argument,
  argumentsOf,
  arithmetic,
  attribute,
  attributeIn,
  attributeIs,
  bound,
  type Check,
  type CheckTerm,
  choose,
  compare,
  dimOf,
  dtypeOf,
  equals,
  every,
  firstValueOf,
  isIn,
  item,
  lengthOf,
  letBe,
  listOf,
  namedCheck,
  not,
  ofValues,
  operatorOf,
  or,
  rankOf,
  root,
  truthy,
  when,
} from "@relayscope/match/check";
import { demandSizes, fitsPadding, hasBatchOfOne, haveDtypes, haveUpTo4Dimensions, leavesAxes, spatialWidths } from "./ethosUTensors.ts";

const input = argument(0);

function padding(fits: Check): Check {
  return and(
    demandSizes(input, root),
    haveDtypes([input, root], ["uint8", "int8"]),
    equals(dtypeOf(input), dtypeOf(root)),
    hasBatchOfOne(input),
    fits,
    haveUpTo4Dimensions(input, root),
  );
}

export const spatialPadding: Check = padding(and(leavesAxes(root, [0, 3]), fitsPadding(listOf(...spatialWidths(root)), [31, 31, 32, 32])));

export const channelPadding: Check = padding(leavesAxes(root, [0, 1, 2]));

const inInt8: Check = and(demandSizes(input, root), haveUpTo4Dimensions(input, root), haveDtypes([input, root], ["int8"]));

export const reshape: Check = inInt8;
export const expandDims: Check = inInt8;
export const squeeze: Check = and(demandSizes(input, root), haveUpTo4Dimensions(root), haveDtypes([input, root], ["int8"]));
export const split: Check = and(demandSizes(input), haveDtypes([input], ["int8"]));

/** Slices go forward, by single steps; numbers that count from the end are taken literally. */
export const stridedSlice: Check = and(
  inInt8,
  equals(lengthOf(attribute("begin")), lengthOf(attribute("end"))),
  ...[0, 1, 2, 3].map((i) =>
    or(compare(lengthOf(attribute("begin")), "<=", i), compare(item(attribute("begin"), i), "<=", item(attribute("end"), i))),
  ),
  or(not(truthy(attribute("strides"))), every(attribute("strides"), "stride", equals(bound("stride"), 1))),
);

export const concatenation: Check = letBe(
  "fields",
  argumentsOf(input),
  and(
    every(bound("fields"), "field", demandSizes(bound("field"))),
    every(bound("fields"), "field", haveDtypes([bound("field")], ["int8"])),
    when(equals(operatorOf(), "qnn.concatenate"), and(areAlike(argument(1)), areAlike(argument(2))), { check: "always", answer: true }),
    every(bound("fields"), "field", equals(rankOf(bound("field")), rankOf(item(bound("fields"), 0)))),
    compare(attribute("axis"), ">=", 0),
    compare(attribute("axis"), "<", rankOf(item(bound("fields"), 0))),
    or(compare(rankOf(), "<=", 3), hasBatchOfOne(root)),
  ),
);

/** Whether the constants of a tuple have one value in common. */
function areAlike(tuple: CheckTerm): Check {
  const first = item(argumentsOf(tuple), 0);
  const isLikeFirst = ofValues([first, bound("constant")], equals(firstValueOf(bound("constant")), firstValueOf(first)));
  return namedCheck("scales and zero points are alike", every(argumentsOf(tuple), "constant", isLikeFirst));
}

/** Below a quantization, or the match itself. */
const resize: CheckTerm = choose(equals(operatorOf(), "qnn.quantize"), argument(0), root);
const resized: CheckTerm = choose(equals(operatorOf(), "qnn.quantize"), argument(0, argument(0, argument(0))), argument(0));

export const resizing: Check = letBe(
  "resize",
  resize,
  letBe(
    "input",
    resized,
    and(
      demandSizes(bound("input"), root),
      haveDtypes([bound("input"), root], ["int8"]),
      equals(rankOf(bound("input")), 4),
      equals(rankOf(), 4),
      attributeIs("roi", [0, 0, 0, 0], bound("resize")),
      attributeIn("method", ["nearest_neighbor", "linear"], bound("resize")),
      attributeIn("coordinate_transformation_mode", ["asymmetric", "align_corners", "half_pixel"], bound("resize")),
      attributeIs(
        "rounding_method",
        choose(attributeIs("coordinate_transformation_mode", "half_pixel", bound("resize")), "round_prefer_ceil", ""),
        bound("resize"),
      ),
      doublesOrKeeps(bound("resize"), bound("input")),
      attributeIn("out_dtype", ["", "int8"], bound("resize")),
    ),
  ),
);

/** Twice the size or the same; aligned at the corners and linear, one less than twice. */
function doublesOrKeeps(call: CheckTerm, data: CheckTerm): Check {
  const isLess = and(attributeIs("coordinate_transformation_mode", "align_corners", call), attributeIs("method", "linear", call));
  const doubled = (axis: number) => arithmetic(arithmetic(dimOf(data, axis), "*", 2), "-", choose(isLess, 1, 0));
  return namedCheck(
    "the size is kept or doubled",
    isIn(attribute("size", call), listOf(listOf(doubled(1), doubled(2)), listOf(dimOf(data, 1), dimOf(data, 2)))),
  );
}
