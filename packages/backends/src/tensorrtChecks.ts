/**
 * The checks of TensorRT's composites, one per operator. Follows the checkers of
 * python/tvm/relay/op/contrib/tensorrt.py. Settings: `use_implicit_batch`, `use_fp16`, `tensorrt_version`.
 */
import {
  always,
  and,
  argument,
  argumentsOf,
  arithmetic,
  attribute,
  attributeIs,
  bound,
  type Check,
  type CheckTerm,
  choose,
  compare,
  differs,
  dimOf,
  dtypeOf,
  equals,
  every,
  fieldsOf,
  isConstantNode,
  isIn,
  isKind,
  item,
  lengthOf,
  listOf,
  namedCheck,
  never,
  not,
  or,
  rankOf,
  restOf,
  root,
  scalarOf,
  setting,
  shapeOf,
  some,
  truthy,
  tupleOf,
  typeOf,
  when,
} from "@relayscope/match/check";

const implicitBatch = truthy(setting("use_implicit_batch"));

/**
 * A supported dtype and known sizes; with an implicit batch the first dimension may be open. Tuples may hold tuples
 * once.
 */
function isSupportedType(type: CheckTerm, depth = 2): Check {
  const dtype = or(equals(dtypeOf(type), "float32"), and(truthy(setting("use_fp16")), equals(dtypeOf(type), "float16")));
  const dims = choose(implicitBatch, restOf(shapeOf(type)), shapeOf(type));
  const isTensor = and(dtype, every(dims, "dim", not(isKind(bound("dim"), "?"))));
  const name = `field${depth}`;
  const isTuple = depth > 0 ? every(fieldsOf(type), name, isSupportedType(bound(name), depth - 1)) : never;
  return when(isKind(type, "TensorType"), isTensor, and(isKind(type, "TupleType"), isTuple));
}

const inputsAreSupported = (call: CheckTerm): Check =>
  namedCheck("the inputs' types are supported", every(argumentsOf(call), "input", isSupportedType(typeOf(bound("input")))));

/** What every entry asks, and the operator's own check. */
export function standard(check: Check = always, call: CheckTerm = root): Check {
  return and(inputsAreSupported(call), check);
}

/** The version set for the target is at least this one. */
export function since(major: number, minor: number, patch: number): Check {
  const part = (i: number) => item(setting("tensorrt_version"), i);
  return namedCheck(
    `TensorRT is ${major}.${minor}.${patch} or newer`,
    or(
      compare(part(0), ">", major),
      and(equals(part(0), major), or(compare(part(1), ">", minor), and(equals(part(1), minor), compare(part(2), ">=", patch)))),
    ),
  );
}

const withImplicitBatch = (check: Check): Check => or(not(implicitBatch), check);
const leavesBatch = (check: Check): Check => withImplicitBatch(namedCheck("the batch, axis 0, is left alone", check));
const keepsBatchAxis = leavesBatch(not(attributeIs("axis", 0)));
const isFixedRank = (node: CheckTerm, ...ranks: number[]): Check => isIn(rankOf(node), ranks);
const layoutIs = (name: string, layout: string): Check => attributeIs(name, layout);
const outLayoutIs = (layout: string): Check => or(not(truthy(attribute("out_layout"))), layoutIs("out_layout", layout));
const areAll = (name: string, value: number): Check => every(attribute(name), "x", equals(bound("x"), value));
const isEmptyOrAll = (name: string, value: number): Check => or(not(truthy(attribute(name))), areAll(name, value));

export const conv1d = and(isConstantNode(argument(1)), layoutIs("data_layout", "NCW"), layoutIs("kernel_layout", "OIW"));
export const conv2d = and(
  isConstantNode(argument(1)),
  layoutIs("data_layout", "NCHW"),
  layoutIs("kernel_layout", "OIHW"),
  outLayoutIs("NCHW"),
);
export const conv3d = and(
  isConstantNode(argument(1)),
  layoutIs("data_layout", "NCDHW"),
  layoutIs("kernel_layout", "OIDHW"),
  outLayoutIs("NCDHW"),
);
export const conv2dTranspose = and(
  layoutIs("data_layout", "NCHW"),
  layoutIs("kernel_layout", "OIHW"),
  outLayoutIs("NCHW"),
  isEmptyOrAll("dilation", 1),
);
export const conv3dTranspose = and(
  layoutIs("data_layout", "NCDHW"),
  layoutIs("kernel_layout", "OIDHW"),
  outLayoutIs("NCDHW"),
  isEmptyOrAll("dilation", 1),
  isEmptyOrAll("output_padding", 0),
);
export const dense = and(isConstantNode(argument(1)), isFixedRank(argument(0), 2, 3, 4), equals(rankOf(argument(1)), 2));
export const batchMatmul = withImplicitBatch(namedCheck("both operands have one rank", equals(rankOf(argument(0)), rankOf(argument(1)))));
export const biasAdd = isFixedRank(argument(0), 2, 3, 4);
export const layerNorm = keepsBatchAxis;
export const softmax = keepsBatchAxis;
export const expandDims = keepsBatchAxis;
export const split = keepsBatchAxis;

/** Shapes of a detection network that do not work with an implicit batch. */
export const multiply = namedCheck(
  "the shapes are not [300, 64, 7, 7] and [300, 1, 1, 1]",
  not(
    every(
      argumentsOf(),
      "input",
      isIn(shapeOf(bound("input")), [
        [300, 64, 7, 7],
        [300, 1, 1, 1],
      ]),
    ),
  ),
);

const [first, second] = [argument(0), argument(1)];

/** No scalars with an implicit batch; without one, no batched constants of high rank. */
export const add = and(
  withImplicitBatch(namedCheck("no operand is a scalar", every(argumentsOf(), "input", compare(rankOf(bound("input")), ">=", 1)))),
  or(
    implicitBatch,
    not(
      and(
        or(isConstantNode(first), isConstantNode(second)),
        compare(rankOf(first), ">", 0),
        compare(rankOf(second), ">", 0),
        equals(dimOf(first, 0), dimOf(second, 0)),
        differs(dimOf(first, 0), 1),
        or(compare(rankOf(first), ">", 3), compare(rankOf(second), ">", 3)),
      ),
    ),
  ),
);

const axis = attribute("axis");
export const reduce = and(
  withImplicitBatch(namedCheck("the reduced axes are named", truthy(axis))),
  not(truthy(attribute("exclude"))),
  leavesBatch(every(axis, "x", differs(bound("x"), 0))),
);

const normalized = argument(0, tupleOf(root));
export const batchNorm = and(
  or(not(equals(rankOf(normalized), 5)), since(6, 0, 1)),
  compare(rankOf(normalized), "<=", 5),
  isIn(attribute("axis", tupleOf(root)), [1, 3]),
);

const ceilModeIsKnown = or(not(truthy(attribute("ceil_mode"))), since(5, 1, 5));
const padding = (i: number) => item(attribute("padding"), i);
export const maxPool2d = and(layoutIs("layout", "NCHW"), ceilModeIsKnown);
export const avgPool2d = and(
  layoutIs("layout", "NCHW"),
  namedCheck(
    "a padding that is counted is the same on opposite sides",
    not(
      and(
        truthy(attribute("count_include_pad")),
        equals(lengthOf(attribute("padding")), 4),
        or(differs(padding(0), padding(2)), differs(padding(1), padding(3))),
      ),
    ),
  ),
  ceilModeIsKnown,
);
export const globalPool2d = layoutIs("layout", "NCHW");
export const pool3d = layoutIs("layout", "NCDHW");
export const adaptivePool2d = and(truthy(attribute("output_size")), areAll("output_size", 1));

export const squeeze = and(truthy(axis), leavesBatch(every(axis, "x", differs(bound("x"), 0))));
export const concatenate = and(
  keepsBatchAxis,
  isKind(argument(0), "Tuple"),
  not(some(fieldsOf(argument(0)), "field", isConstantNode(bound("field")))),
);
export const transpose = leavesBatch(equals(item(attribute("axes"), 0), 0));
export const layoutTransform = isIn(listOf(attribute("src_layout"), attribute("dst_layout")), [
  ["NCHW", "NHWC"],
  ["NHWC", "NCHW"],
  ["NDHWC", "NCDHW"],
  ["NCDHW", "NDHWC"],
]);

const newShape = attribute("newshape");
const inputShape = shapeOf(argument(0));
const highestRank = 8;
const places = (from: number) => Array.from({ length: highestRank - from }, (_, i) => i + from);

/**
 * With an open batch, the rest of the shape must stay where the batch is `-1`; a batch that is named must be the same.
 */
const keepsOpenBatch = when(
  compare(item(newShape, 0), "<", 0),
  and(
    ...places(1).map((i) =>
      or(
        compare(lengthOf(inputShape), "<=", i),
        compare(lengthOf(newShape), "<=", i),
        and(not(isKind(item(inputShape, i), "?")), equals(item(inputShape, i), item(newShape, i))),
      ),
    ),
  ),
  or(compare(item(newShape, 0), "<=", 0), equals(item(inputShape, 0), item(newShape, 0))),
);

export const reshape = and(
  every(newShape, "x", compare(bound("x"), ">=", -1)),
  withImplicitBatch(
    and(
      truthy(newShape),
      truthy(inputShape),
      namedCheck(
        "the batch stays",
        when(some(inputShape, "dim", isKind(bound("dim"), "?")), keepsOpenBatch, equals(dimOf(argument(0), 0), dimOf(root, 0))),
      ),
    ),
  ),
);

const padWidth = attribute("pad_width");
const isUnpadded = (i: number): Check => every(item(padWidth, i), "x", equals(bound("x"), 0));
export const pad = and(
  isConstantNode(argument(1)),
  attributeIs("pad_mode", "constant"),
  compare(scalarOf(argument(1)), "<=", 0),
  isIn(lengthOf(padWidth), [4, 5]),
  isUnpadded(0),
  isUnpadded(1),
  or(differs(lengthOf(padWidth), 5), isUnpadded(2)),
);

const [begin, end, strides] = [attribute("begin"), attribute("end"), attribute("strides")];
const sliced = choose(equals(attribute("axes"), null), rankOf(argument(0)), lengthOf(attribute("axes")));
const endsAt = (i: number): CheckTerm =>
  choose(or(equals(item(end, i), null), equals(item(end, i), -1)), item(inputShape, i), item(end, i));
const sizeGiven = (i: number): CheckTerm =>
  choose(or(equals(item(end, i), null), equals(item(end, i), -1)), arithmetic(item(inputShape, i), "-", item(begin, i)), item(end, i));
const sizeAt = (i: number): CheckTerm =>
  choose(
    attributeIs("slice_mode", "end"),
    arithmetic(endsAt(i), "-", item(begin, i)),
    choose(attributeIs("slice_mode", "size"), sizeGiven(i), 1),
  );

/** Python's `int`: raises where the term is not a number. */
const integer = (of: CheckTerm): CheckTerm => arithmetic(of, "+", 0);

export const stridedSlice = and(
  withImplicitBatch(
    namedCheck(
      "the batch stays",
      // Both are asked in any case, and an unknown size is not an integer.
      and(
        or(equals(item(end, 0), null), equals(item(end, 0), -1), equals(item(end, 0), integer(item(inputShape, 0)))),
        or(equals(item(begin, 0), null), equals(item(begin, 0), 0)),
      ),
    ),
  ),
  every(strides, "x", or(equals(bound("x"), null), compare(bound("x"), ">", 0))),
  namedCheck("no axis is left empty", and(...places(0).map((i) => or(compare(sliced, "<=", i), compare(sizeAt(i), ">=", 1))))),
);
