/**
 * The checks of cmsis-nn's composites. Follows python/tvm/relay/op/contrib/cmsisnn.py of 0.18.0, including its
 * exceptions.
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
  choose,
  differs,
  dimOf,
  dtypeOf,
  equals,
  every,
  firstValueOf,
  isConstantNode,
  isIn,
  isKind,
  item,
  letBe,
  listOf,
  namedCheck,
  namedValue,
  not,
  ofValues,
  operatorOf,
  or,
  raises,
  rankOf,
  root,
  truthy,
  valuesOf,
  when,
} from "@relayscope/match/check";
import { axisOf, sizeAlong } from "./layouts.ts";

/** The node below a closing clip. */
const belowClip = choose(equals(operatorOf(), "clip"), argument(0), root);

/** A size as a whole number: the reference raises if it is unknown. */
function demandSize(size: CheckTerm): Check {
  return when(isKind(size, "?"), raises("a size that is not known is taken for a number"), always);
}

/** The parts of a requantized layer: names `sum` (what is requantized), `layer`, and whether there is a bias. */
function ofLayer(check: (layer: CheckTerm, bias: { readonly isThere: Check; readonly dtype: CheckTerm }) => Check): Check {
  const sum = bound("sum");
  const isThere = equals(operatorOf(sum), "nn.bias_add");
  const layer = choose(isThere, argument(0, sum), sum);
  const dtype = choose(isThere, dtypeOf(argument(1, sum)), choose(equals(dtypeOf(argument(0, bound("layer"))), "int8"), "int32", "int64"));
  return letBe("sum", argument(0, belowClip), letBe("layer", layer, check(bound("layer"), { isThere, dtype })));
}

/** 8 or 16 bits in and out, and wider sums between. */
function haveDtypes(layer: CheckTerm, bias: CheckTerm): Check {
  const found = listOf(dtypeOf(argument(0, layer)), dtypeOf(argument(1, layer)), bias, attribute("out_dtype", layer), dtypeOf(root));
  return namedCheck(
    "input, weight, bias, sum and output have supported dtypes",
    isIn(found, [
      ["int8", "int8", "int32", "int32", "int8"],
      ["int16", "int8", "int64", "int64", "int16"],
    ]),
  );
}

const isZero = (value: CheckTerm): Check => equals(value, 0);

export const convolution: Check = ofLayer((conv, bias) => {
  const [data, weight] = [argument(0, conv), argument(1, conv)];
  const channels = dimOf(data, 3);
  const groups = attribute("groups", conv);
  const isDepthwise = and(equals(groups, channels), equals(groups, sizeAlong(weight, attribute("kernel_layout", conv), "O")));
  const [inputZero, kernelZero] = [argument(2, conv), argument(3, conv)];
  return and(
    demandSize(channels),
    haveDtypes(conv, bias.dtype),
    namedCheck(
      "the input's zero point is 0 where it is int16",
      or(differs(dtypeOf(data), "int16"), ofValues([inputZero], isZero(firstValueOf(inputZero)))),
    ),
    namedCheck("the kernel's zero points are 0", ofValues([kernelZero], every(valuesOf(kernelZero), "zero", isZero(bound("zero"))))),
    namedCheck("a depthwise convolution has a bias", or(not(isDepthwise), bias.isThere)),
  );
});

/** The padding before the convolution and its own must differ by at most one from side to side. */
export const paddedConvolution: Check = and(
  convolution,
  ofLayer((conv) => {
    const widths = attribute("pad_width", argument(0, conv));
    const own = attribute("padding", conv);
    const side = (letter: string, end: number, at: number) =>
      arithmetic(item(item(widths, axisOf(attribute("data_layout", conv), letter)), end), "+", item(own, at));
    const isBalanced = (letter: string, before: number, after: number, [first, last]: readonly [string, string]) =>
      namedValue(
        `${last} padding minus ${first} padding`,
        `${last} padding exceeds ${first} padding by at most 1`,
        isIn(arithmetic(side(letter, 1, after), "-", side(letter, 0, before)), [0, 1]),
      );
    return and(isBalanced("W", 1, 3, ["left", "right"]), isBalanced("H", 0, 2, ["top", "bottom"]));
  }),
);

export const dense: Check = ofLayer((layer, bias) => {
  const kernelZero = argument(3, layer);
  return and(
    haveDtypes(layer, bias.dtype),
    namedCheck("the kernel's zero point is 0", ofValues([kernelZero], isZero(firstValueOf(kernelZero)))),
  );
});

/** NHWC, a batch of one, the same 8 or 16 bits in and out. */
function pool(call: CheckTerm, input: CheckTerm): Check {
  return letBe(
    "pool",
    call,
    letBe(
      "input",
      input,
      and(
        attributeIs("layout", "NHWC", bound("pool")),
        demandSize(dimOf(bound("input"), 0)),
        equals(dimOf(bound("input"), 0), 1),
        isIn(listOf(dtypeOf(bound("input")), dtypeOf(root)), [
          ["int8", "int8"],
          ["int16", "int16"],
        ]),
      ),
    ),
  );
}

export const averagePool: Check = pool(argument(0, belowClip), argument(0, argument(0, bound("pool"))));

export const maxPool: Check = pool(belowClip, argument(0, bound("pool")));

export const binary: Check = letBe(
  "call",
  belowClip,
  and(
    namedCheck(
      "not both operands are scalar constants",
      not(and(isScalarConstant(argument(0, bound("call"))), isScalarConstant(argument(1, bound("call"))))),
    ),
    isIn(dtypeOf(argument(0, bound("call"))), ["int8", "int16"]),
    equals(dtypeOf(argument(0, bound("call"))), dtypeOf(argument(1, bound("call")))),
    namedCheck(
      "the zero points are 0 where the operands are int16",
      or(differs(dtypeOf(argument(0, bound("call"))), "int16"), zeroPoints()),
    ),
  ),
);

function isScalarConstant(operand: CheckTerm): Check {
  return and(isConstantNode(operand), equals(rankOf(operand), 0));
}

function zeroPoints(): Check {
  const points = [3, 5, 7].map((i) => argument(i, bound("call")));
  return ofValues(points, and(...points.map((point) => not(truthy(firstValueOf(point))))));
}

export const softmax: Check = letBe(
  "input",
  argument(0, argument(0, argument(0))),
  or(
    ...(
      [
        ["int8", 1 / 256, -128],
        ["int16", 1 / 32768, 0],
      ] as const
    ).map(([dtype, scale, zero]) =>
      and(
        attributeIs("out_dtype", dtype),
        equals(dtypeOf(bound("input")), dtype),
        ofValues([argument(1), argument(2)], and(equals(firstValueOf(argument(1)), scale), equals(firstValueOf(argument(2)), zero))),
      ),
    ),
  ),
);
