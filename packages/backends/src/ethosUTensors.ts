/**
 * The requirements of ethos-u's checks on tensors and windows. Follows the helpers of
 * python/tvm/relay/op/contrib/ethosu.py of 0.18.0.
 */
import { present } from "@relayscope/ir";
import {
  always,
  and,
  argument,
  arithmetic,
  attribute,
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
  isKind,
  item,
  largestSumOf,
  lengthOf,
  listOf,
  namedCheck,
  not,
  ofValues,
  operatorOf,
  or,
  raises,
  rankOf,
  root,
  shapeOf,
  valuesOf,
  when,
} from "@relayscope/match/check";
import { axisOf } from "./layouts.ts";

/** The match without a closing clip. */
export const belowClip: CheckTerm = choose(equals(operatorOf(), "clip"), argument(0), root);

/**
 * Holds for tensors of known sizes and raises for others: the reference makes whole numbers of all sizes before it asks
 * anything.
 */
export function demandSizes(...nodes: readonly CheckTerm[]): Check {
  const demand = when(isKind(bound("dim"), "?"), raises("a size that is not known is taken for a number"), always);
  return namedCheck("all sizes are known", and(...nodes.map((node) => every(shapeOf(node), "dim", demand))));
}

/** Each tensor is of one of the dtypes and no longer than 65536 along any axis. */
export function haveDtypes(nodes: readonly CheckTerm[], dtypes: readonly string[]): Check {
  return and(...nodes.map((node) => and(isIn(dtypeOf(node), dtypes), every(shapeOf(node), "dim", compare(bound("dim"), "<=", 65536)))));
}

export const haveUpTo4Dimensions = (...nodes: readonly CheckTerm[]): Check => and(...nodes.map((node) => compare(rankOf(node), "<=", 4)));

export const hasBatchOfOne = (node: CheckTerm): Check => equals(dimOf(node, 0), 1);

/** Tensors of rank 4 have a batch of one. */
export const hasBatchOfOneIfAny = (node: CheckTerm): Check => or(not(equals(rankOf(node), 4)), hasBatchOfOne(node));

const isWithin = (value: CheckTerm, low: number, high: number): Check => and(compare(value, ">=", low), compare(value, "<=", high));

/** The first two of a list, each between two numbers. */
export function areWithin(list: CheckTerm, low: number, high: number): Check {
  return and(isWithin(item(list, 0), low, high), isWithin(item(list, 1), low, high));
}

/** Four paddings (top, left, bottom, right), each up to a bound. */
export function fitsPadding(padding: CheckTerm, bounds: readonly [number, number, number, number]): Check {
  const sides = ["top", "left", "bottom", "right"];
  return and(
    namedCheck("the padding has four numbers", equals(lengthOf(padding), 4)),
    ...bounds.map((limit, i) => namedCheck(`the padding at the ${sides[i]} is at most ${limit}`, compare(item(padding, i), "<=", limit))),
  );
}

/** The widths of an `nn.pad` along the two middle axes of four: top, left, bottom, right. */
export function spatialWidths(pad: CheckTerm): readonly CheckTerm[] {
  const widths = attribute("pad_width", pad);
  return [
    [1, 0],
    [2, 0],
    [1, 1],
    [2, 1],
  ].map(([axis, side]) => item(item(widths, present(axis)), present(side)));
}

/** An `nn.pad` of a tensor of rank 4 that leaves some axes as they are. */
export function leavesAxes(pad: CheckTerm, axes: readonly number[]): Check {
  const widths = attribute("pad_width", pad);
  return and(equals(lengthOf(widths), 4), ...axes.map((axis) => equals(item(widths, axis), [0, 0])));
}

/**
 * The dilated kernel is not too large, and no sum of its weights overflows. The dilation's numbers are taken in the
 * reference's order.
 */
export function fitsWeights(weight: CheckTerm, layout: CheckTerm, zeroPoint: CheckTerm, dilation: CheckTerm): Check {
  const extent = (letter: string, index: number) =>
    arithmetic(arithmetic(arithmetic(item(shapeOf(weight), axisOf(layout, letter)), "-", 1), "*", item(dilation, index)), "+", 1);
  const [width, height] = [extent("W", 0), extent("H", 1)];
  return and(
    namedCheck(
      "the dilated kernel is at most 64 high and has at most 4096 elements",
      and(isWithin(height, 1, 64), isWithin(arithmetic(height, "*", width), 1, 64 * 64)),
    ),
    fitsSums(weight, zeroPoint, axisOf(layout, "O")),
  );
}

/** No sum of the weights of an output channel overflows. */
export function fitsSums(weight: CheckTerm, zeroPoint: CheckTerm, outputAxis: CheckTerm | number): Check {
  return namedCheck(
    "no sum of weights overflows",
    ofValues([weight, zeroPoint], compare(largestSumOf(weight, firstValueOf(zeroPoint), outputAxis), "<=", 127 * 65536)),
  );
}

/** A bias of int64 must fit into 40 bits, the sign counted. */
export function fitsBias(bias: CheckTerm): Check {
  const fits = and(compare(bound("value"), "<", 2 ** 40), compare(bound("value"), ">", -(2 ** 39)));
  return namedCheck(
    "the bias fits into 40 bits",
    or(not(equals(dtypeOf(bias), "int64")), ofValues([bias], every(valuesOf(bias), "value", fits))),
  );
}

/** A pooling window over all of an input without padding: then the strides do not matter. */
export function coversInput(padding: CheckTerm, input: CheckTerm, window: CheckTerm): Check {
  return and(equals(padding, [0, 0, 0, 0]), equals(listOf(dimOf(input, 1), dimOf(input, 2)), window));
}

export function fitsWindow(window: CheckTerm): Check {
  return and(
    equals(lengthOf(window), 2),
    compare(item(window, 1), "<=", 256),
    compare(arithmetic(item(window, 0), "*", item(window, 1)), "<=", 256 * 256),
  );
}

/** Whether the second shape can be stretched to the first; both have at most four axes. */
export function canBroadcast(first: CheckTerm, second: CheckTerm): Check {
  const fits = (back: number) => {
    const [own, other] = [item(shapeOf(first), -back), item(shapeOf(second), -back)];
    return or(compare(rankOf(second), "<", back), not(and(not(equals(own, other)), equals(own, 1))));
  };
  return and(compare(rankOf(first), ">=", rankOf(second)), ...[1, 2, 3, 4].map(fits));
}
