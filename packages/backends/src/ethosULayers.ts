/**
 * The checks of ethos-u's composites with sums: convolutions, dense layers, poolings, reductions. Follows
 * python/tvm/relay/op/contrib/ethosu.py of 0.18.0.
 */
import {
  always,
  and,
  argument,
  arithmetic,
  attribute,
  attributeIs,
  bound,
  type Check,
  type CheckTerm,
  calleeOf,
  choose,
  compare,
  dimOf,
  dtypeOf,
  equals,
  firstValueOf,
  isIn,
  isKind,
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
  shapeOf,
  truthy,
  when,
} from "@relayscope/match/check";
import { hasSupportedFraction } from "./ethosUElementwise.ts";
import {
  areWithin,
  belowClip,
  coversInput,
  demandSizes,
  fitsBias,
  fitsPadding,
  fitsSums,
  fitsWeights,
  fitsWindow,
  hasBatchOfOne,
  haveDtypes,
  leavesAxes,
  spatialWidths,
} from "./ethosUTensors.ts";
import { axisOf } from "./layouts.ts";

const conv = bound("conv");
const weight = argument(1, conv);
const kernelLayout = attribute("kernel_layout", conv);
const isPad = (node: CheckTerm): Check => and(isKind(node, "Call"), isKind(calleeOf(node), "Op"), equals(operatorOf(node), "nn.pad"));

/** A convolution with a bias, and perhaps a padding before it. Depthwise: as many groups as output channels. */
function convolutionOf(rest: Check): Check {
  const output = dimOf(root, 3);
  const bias = argument(1, bound("sum"));
  const [own, isPadded, pad] = [attribute("padding", conv), isPad(argument(0, conv)), argument(0, conv)];
  const sums = spatialWidths(pad).map((width, i) => arithmetic(item(own, i), "+", width));
  const bounds = [31, 31, 32, 32] as const;
  const padsWithZeroPoint = ofValues(
    [argument(2, conv), argument(1, pad)],
    equals(firstValueOf(argument(2, conv)), firstValueOf(argument(1, pad))),
  );
  const conditions = and(
    demandSizes(weight, bias, bound("data"), root),
    haveDtypes([weight, bound("data"), root], ["uint8", "int8"]),
    fitsWeights(weight, kernelLayout, argument(3, conv), attribute("dilation", conv)),
    fitsBias(bias),
    areWithin(attribute("strides", conv), 1, 3),
    hasBatchOfOne(bound("data")),
    areWithin(attribute("dilation", conv), 1, 2),
    when(
      isPadded,
      and(namedCheck("it is padded with the zero point", padsWithZeroPoint), leavesAxes(pad, [0, 3]), fitsPadding(listOf(...sums), bounds)),
      fitsPadding(own, bounds),
    ),
    letBe("channels", output, rest),
  );
  return letBe(
    "sum",
    argument(0, belowClip),
    letBe("conv", argument(0, bound("sum")), letBe("data", choose(isPadded, argument(0, pad), argument(0, conv)), conditions)),
  );
}

const groups = attribute("groups", conv);
const isDepthwise = namedCheck("it is depthwise", equals(groups, item(shapeOf(weight), axisOf(kernelLayout, "O"))));

export const convolution: Check = convolutionOf(and(isIn(groups, listOf(1, bound("channels"))), not(isDepthwise)));

export const depthwiseConvolution: Check = convolutionOf(
  and(attributeIs("kernel_layout", "HWOI", conv), equals(dimOf(weight, 3), 1), isDepthwise),
);

const hasBias = equals(operatorOf(bound("sum")), "nn.bias_add");

/** Names the layer below an optional bias and a closing requantization. */
function ofLayer(requantize: CheckTerm, check: Check): Check {
  return letBe("sum", argument(0, requantize), letBe("conv", choose(hasBias, argument(0, bound("sum")), bound("sum")), check));
}

const demandBias = when(hasBias, demandSizes(argument(1, bound("sum"))), always);
const fitsBiasIfAny = or(not(hasBias), fitsBias(argument(1, bound("sum"))));

export const transposedConvolution: Check = ofLayer(
  root,
  and(
    demandSizes(weight),
    demandBias,
    demandSizes(argument(0, conv), root),
    haveDtypes([weight, argument(0, conv), root], ["int8"]),
    fitsWeights(weight, kernelLayout, argument(3, conv), attribute("dilation", conv)),
    fitsBiasIfAny,
    areWithin(attribute("strides", conv), 2, 2),
    hasBatchOfOne(argument(0, conv)),
    areWithin(attribute("dilation", conv), 1, 1),
    namedCheck("the output is as large as the hardware makes it", and(hasOutputSize(0), hasOutputSize(1))),
    fitsPadding(
      listOf(...[0, 1, 2, 3].map((side) => arithmetic(arithmetic(kernelSize(side % 2), "-", 1), "-", paddingAt(side)))),
      [31, 31, 32, 32],
    ),
    compare(arithmetic(arithmetic(kernelSize(0), "-", 2), "-", paddingAt(2)), ">=", 0),
    compare(arithmetic(arithmetic(kernelSize(1), "-", 2), "-", paddingAt(3)), ">=", 0),
    attributeIs("groups", 1, conv),
    attributeIs("output_padding", [0, 0], conv),
  ),
);

function kernelSize(axis: number): CheckTerm {
  return dimOf(weight, 2 + axis);
}

function paddingAt(side: number): CheckTerm {
  return item(attribute("padding", conv), side);
}

/** Along one of the two spatial axes: the strides stretch the input; without padding, the kernel is over. */
function hasOutputSize(axis: number): Check {
  const stride = item(attribute("strides", conv), axis);
  const stretched = arithmetic(dimOf(argument(0, conv), 1 + axis), "*", stride);
  const isUnpadded = equals(attribute("padding", conv), [0, 0, 0, 0]);
  const expected = choose(isUnpadded, arithmetic(stretched, "+", arithmetic(kernelSize(axis), "-", stride)), stretched);
  return equals(dimOf(root, 1 + axis), expected);
}

const isMatrix = (node: CheckTerm): Check => equals(rankOf(node), 2);

export const fullyConnected: Check = ofLayer(
  belowClip,
  and(
    demandSizes(weight),
    demandBias,
    demandSizes(argument(0, conv), root),
    haveDtypes([argument(0, conv), root], ["int8"]),
    fitsSums(weight, argument(3, conv), 0),
    fitsBiasIfAny,
    hasBatchOfOne(argument(0, conv)),
    isMatrix(argument(0, conv)),
    isMatrix(root),
  ),
);

/** A product of matrices that are both given at run time. */
function product(left: CheckTerm, right: CheckTerm, dtypes: readonly string[]): Check {
  return and(haveDtypes([left, root], dtypes), isMatrix(left), isMatrix(root), equals(dimOf(left, 1), dimOf(right, 1)));
}

export const matmul: Check = ofLayer(
  belowClip,
  and(demandSizes(weight, argument(0, conv), root), product(argument(0, conv), weight, ["int8", "int16"])),
);

const dense = argument(0, argument(0));
const factor = (index: number): CheckTerm => argument(0, argument(0, argument(index, dense)));

export const matmulFixedPoint: Check = and(
  demandSizes(factor(1), factor(0), root),
  hasSupportedFraction(argument(0)),
  product(factor(0), factor(1), ["int16"]),
);

/** A window that moves over an input, both of 8 bits. */
function pool(bounds: readonly [number, number, number, number], rest: Check): Check {
  const [input, output, call] = [bound("input"), bound("output"), bound("pool")];
  const window = attribute("pool_size", call);
  const padding = attribute("padding", call);
  return and(
    demandSizes(input, output),
    haveDtypes([input, output], ["uint8", "int8"]),
    equals(dtypeOf(input), dtypeOf(output)),
    or(areWithin(attribute("strides", call), 1, 3), coversInput(padding, input, window)),
    hasBatchOfOne(input),
    rest,
    fitsPadding(padding, bounds),
    fitsWindow(window),
  );
}

export const maxPool: Check = letBe(
  "pool",
  belowClip,
  letBe("input", argument(0, bound("pool")), letBe("output", bound("pool"), pool([127, 127, 128, 128], always))),
);

export const averagePool: Check = letBe(
  "output",
  belowClip,
  letBe(
    "pool",
    argument(0, bound("output")),
    letBe(
      "input",
      argument(0, argument(0, bound("pool"))),
      and(
        pool([3, 3, 4, 4], attributeIs("count_include_pad", false, bound("pool"))),
        namedCheck(
          "a padded window is at most 8 by 8",
          or(attributeIs("padding", [0, 0, 0, 0], bound("pool")), areWithin(attribute("pool_size", bound("pool")), 0, 8)),
        ),
      ),
    ),
  ),
);

/** Names the reduction below a requantization, its input and its axes. */
function reduction(requantize: CheckTerm, check: Check): Check {
  return letBe(
    "requantize",
    requantize,
    letBe("reduce", argument(0, bound("requantize")), letBe("input", argument(0, argument(0, bound("reduce"))), check)),
  );
}

const reduce = bound("reduce");
const input = bound("input");
const isFlat = isIn(rankOf(input), [2, 3]);

/**
 * Whether the axes that are summed over are these, of a tensor of a rank; the axes of `exclude` are those that are not.
 */
function reduces(axes: readonly number[], rank: number): Check {
  const given = attribute("axis", reduce);
  const others = Array.from({ length: rank }, (_, i) => i).filter((i) => !axes.includes(i));
  const named = and(equals(lengthOf(given), axes.length), ...axes.map((axis) => isIn(axis, given)));
  const excluded = and(...others.map((axis) => isIn(axis, given)), ...axes.map((axis) => not(isIn(axis, given))));
  return when(truthy(attribute("exclude", reduce)), excluded, named);
}

/** Whether the axes are one of some lists, for each rank. */
function reducesOneOf(lists: readonly (readonly [rank: number, axes: readonly number[]])[]): Check {
  return or(...lists.map(([rank, axes]) => and(equals(rankOf(input), rank), reduces(axes, rank))));
}

const height = choose(isFlat, dimOf(input, 0), dimOf(input, 1));
const width = choose(isFlat, dimOf(input, 1), dimOf(input, 2));
const size = arithmetic(height, "*", width);

/** The sum of a tensor of too low a rank is refused with an error: its height and width are looked up at once. */
const demandHeight = letBe("height", height, letBe("width", width, always));

const keepsQuantization = namedCheck(
  "scale and zero point are kept",
  ofValues(
    [1, 2, 3, 4].map((i) => argument(i, bound("requantize"))),
    and(
      equals(firstValueOf(argument(1, bound("requantize"))), firstValueOf(argument(3, bound("requantize")))),
      equals(firstValueOf(argument(2, bound("requantize"))), firstValueOf(argument(4, bound("requantize")))),
    ),
  ),
);

export const mean: Check = reduction(
  root,
  and(
    demandSizes(input, root),
    demandHeight,
    haveDtypes([input], ["int8", "uint8"]),
    haveDtypes([root], ["int8", "uint8", "int16"]),
    isIn(rankOf(input), [2, 3, 4]),
    namedCheck(
      "it is taken over height, width or both",
      reducesOneOf([
        ...[2, 3].flatMap((rank) => [[0], [1], [0, 1]].map((axes) => [rank, axes] as const)),
        ...[[1], [2], [1, 2]].map((axes) => [4, axes] as const),
      ]),
    ),
    compare(size, "<=", 65536),
    or(compare(size, "<=", 4096), and(keepsQuantization, not(truthy(attribute("keepdims", reduce))))),
    // Of a tensor of rank 2 or 3 a mean over the width counts as well.
    or(
      not(
        reducesOneOf([
          [2, [0]],
          [2, [1]],
          [3, [0]],
          [3, [1]],
          [4, [1]],
        ]),
      ),
      when(keepsQuantization, compare(height, "<=", 256), compare(height, "<=", 64)),
    ),
  ),
);

export const sum: Check = reduction(
  belowClip,
  and(
    demandSizes(input, bound("requantize")),
    demandHeight,
    haveDtypes([input], ["uint8", "int8", "int16", "int32"]),
    haveDtypes([bound("requantize")], ["int8"]),
    reducesOneOf([
      [3, [2]],
      [4, [3]],
    ]),
  ),
);
