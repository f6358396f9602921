/** The target clml: Qualcomm's OpenCL machine learning extension. Follows python/tvm/relay/op/contrib/clml.py. */
import {
  callOf,
  callPattern,
  hasAttr,
  isConstant,
  isOp,
  isTuple,
  isTupleGetItem,
  optional,
  type Pattern,
  wildcard,
} from "@relayscope/match";
import {
  and,
  argument,
  argumentsOf,
  attribute,
  attributeIs,
  below,
  bound,
  type Check,
  type CheckTerm,
  choose,
  compare,
  differs,
  dimOf,
  dtypeOf,
  equalShapes,
  equals,
  every,
  fieldsOf,
  isIn,
  isKind,
  isSame,
  item,
  lengthOf,
  letBe,
  listOf,
  namedCheck,
  not,
  operatorOf,
  or,
  raises,
  rankOf,
  root,
  shapeOf,
  tupleOf,
  typeOf,
  when,
} from "@relayscope/match/check";
import { isDepthwise } from "./layouts.ts";
import { steps, type Target, type TargetPattern } from "./target.ts";

const constants = (count: number) => Array.from({ length: count }, () => isConstant());
const isClipTo6 = () => hasAttr(isOp("clip"), { a_min: { kind: "Float", value: 0 }, a_max: { kind: "Float", value: 6 } });

const biased = (inner: Pattern): Pattern =>
  optional(
    optional(inner, (x) => callOf("nn.bias_add", x, isConstant())),
    (x) => callOf("add", x, isConstant()),
  );

/** A convolution with all that may follow: biases, a batch norm, relu, relu6. */
function convolution(operator: string, data: Pattern): Pattern {
  const normalized = optional(biased(callOf(operator, data, isConstant())), (x) =>
    isTupleGetItem(callOf("nn.batch_norm", x, ...constants(4))),
  );
  const rectified = optional(normalized, (x) => callOf("nn.relu", x));
  return optional(rectified, (x) => callPattern(isClipTo6(), [x]));
}

const unwrapped = (node: CheckTerm): CheckTerm => choose(isKind(node, "TupleGetItem"), tupleOf(node), node);

/** Where the reference begins to look for the convolution: below a closing relu or clip, and below one tuple item. */
const start = choose(
  isKind(root, "TupleGetItem"),
  tupleOf(root),
  choose(isIn(operatorOf(root), ["nn.relu", "clip"]), unwrapped(argument(0)), root),
);

const isItem = isKind(root, "TupleGetItem");
const isClip = and(not(isItem), equals(operatorOf(root), "clip"));
const clipsTo6 = or(not(isClip), and(attributeIs("a_min", 0), attributeIs("a_max", 6)));

function composed(operator: string, check: (conv: CheckTerm) => Check): Check {
  return and(clipsTo6, letBe("start", start, letBe("conv", below(operator, bound("start")), check(bound("conv")))));
}

const conv2d = composed("nn.conv2d", (conv) =>
  and(
    attributeIs("data_layout", "NCHW", conv),
    compare(dimOf(conv, 0), "<=", 1),
    namedCheck(
      "it is not a dilated depthwise convolution of size 3 without a clip",
      not(
        and(
          not(isClip),
          equals(item(attribute("kernel_size", conv), 0), 3),
          differs(item(attribute("dilation", conv), 0), 1),
          differs(attribute("groups", conv), 1),
          equals(attribute("channels", conv), attribute("groups", conv)),
        ),
      ),
    ),
    or(attributeIs("groups", 1, conv), isDepthwise(conv)),
  ),
);

const conv2dTranspose = composed("nn.conv2d_transpose", (conv) => attributeIs("data_layout", "NCHW", conv));

const isLong = (type: CheckTerm): Check => isIn(dtypeOf(type), ["int64", "int32"]);
const isWithinLimit = (of: CheckTerm): Check => every(shapeOf(of), "dim", compare(bound("dim"), "<=", 32768));

/** An input of a supported dtype and size, a batch of one. */
function isSupportedInput(input: CheckTerm): Check {
  const type = typeOf(input);
  return and(
    not(isLong(type)),
    compare(rankOf(type), "<=", 4),
    or(equals(rankOf(type), 0), compare(dimOf(type, 0), "<=", 1)),
    isWithinLimit(type),
  );
}

/** All inputs, a tuple's fields one by one. */
function everyInput(of: CheckTerm, holds: (input: CheckTerm) => Check): Check {
  const inputs = choose(isKind(bound("argument"), "Tuple"), fieldsOf(bound("argument")), listOf(bound("argument")));
  return every(argumentsOf(of), "argument", every(inputs, "input", holds(bound("input"))));
}

const plain: Check = namedCheck(
  "dtypes, ranks, batch and sizes are supported",
  and(
    not(isLong(root)),
    compare(rankOf(), "<=", 4),
    not(isKind(dimOf(root, 0), "?")),
    compare(dimOf(root, 0), "<=", 1),
    isWithinLimit(root),
    everyInput(root, isSupportedInput),
  ),
);

const isSingle = (index: number): Check => compare(dimOf(argument(index), 0), "<=", 1);

/**
 * Equal shapes, compared as lists in Python: a known size on the left that meets an unknown one raises, before ranks
 * are looked at.
 */
function haveOneShape(left: CheckTerm, right: CheckTerm, axis = 0): Check {
  const isOver = (node: CheckTerm): Check => compare(rankOf(node), "<=", axis);
  if (axis === 6) return equalShapes(left, right);
  return when(
    or(isOver(left), isOver(right)),
    equals(rankOf(left), rankOf(right)),
    when(
      and(isKind(dimOf(right, axis), "?"), not(isKind(dimOf(left, axis), "?"))),
      raises("a known size is compared with an unknown one"),
      and(equals(dimOf(left, axis), dimOf(right, axis)), haveOneShape(left, right, axis + 1)),
    ),
  );
}

const binaryOperands: Check = and(
  compare(rankOf(argument(1)), ">", 0),
  not(isSame(argument(0), argument(1))),
  namedCheck("the operands have one shape", haveOneShape(argument(0), argument(1))),
  plain,
);

const dense1d: Check = and(isSingle(0), isIn(operatorOf(), ["nn.bias_add", "add"]), equals(operatorOf(argument(0)), "nn.dense"));

const dense2d: Check = and(
  not(and(isIn(operatorOf(), ["nn.bias_add", "add"]), equals(operatorOf(argument(0)), "nn.dense"))),
  everyInput(root, (input) => equals(rankOf(typeOf(input)), 2)),
);

const depthToSpace: Check = and(
  compare(rankOf(), "<=", 4),
  compare(rankOf(argument(0)), "<=", 4),
  compare(dimOf(root, 0), "<=", 1),
  isWithinLimit(root),
  attributeIs("layout", "NCHW"),
  attributeIs("mode", "DCR"),
);

function patternTable(): TargetPattern[] {
  const unary = (operator: string, check: Check): TargetPattern => ({
    name: `clml.${operator.replace("nn.", "")}`,
    pattern: callOf(operator, wildcard()),
    check,
  });
  const dense = () => callOf("nn.dense", wildcard(), isConstant());
  return [
    { name: "clml.pad_conv2d", pattern: convolution("nn.conv2d", callOf("nn.pad", wildcard(), isConstant())), check: conv2d },
    { name: "clml.conv2d", pattern: convolution("nn.conv2d", wildcard()), check: conv2d },
    { name: "clml.conv2d_transpose", pattern: convolution("nn.conv2d_transpose", wildcard()), check: conv2dTranspose },
    { name: "clml.dense1d", pattern: biased(dense()), check: dense1d },
    { name: "clml.dense2d", pattern: dense(), check: dense2d },
    {
      name: "clml.pad",
      pattern: callOf("nn.pad", wildcard(), isConstant()),
      check: and(equals(lengthOf(attribute("pad_width")), 4), not(isKind(argument(0), "Var")), plain),
    },
    { name: "clml.concat", pattern: callOf("concatenate", isTuple(null)), check: and(attributeIs("axis", 1), plain) },
    { name: "clml.batch_norm", pattern: isTupleGetItem(callOf("nn.batch_norm", wildcard(), ...constants(4))) },
    ...["add", "subtract", "multiply", "divide", "minimum", "maximum"].map((operator) => ({
      name: `clml.${operator}`,
      pattern: callOf(operator, wildcard(), wildcard()),
      check: binaryOperands,
    })),
    unary("nn.softmax", and(isIn(rankOf(argument(0)), [2, 4]), plain)),
    unary("reshape", plain),
    ...["nn.avg_pool2d", "nn.max_pool2d", "nn.global_avg_pool2d", "nn.global_max_pool2d", "nn.relu", "clip", "nn.batch_flatten"].map(
      (operator) => unary(operator, plain),
    ),
    unary("nn.depth_to_space", depthToSpace),
    unary("nn.upsampling", and(attributeIs("method", "bilinear"), plain)),
    { name: "clml.batch_matmul", pattern: callOf("nn.batch_matmul", wildcard(), wildcard()), check: and(isSingle(0), isSingle(1), plain) },
  ];
}

/** Builds the target. */
export function clml(): Target {
  return {
    name: "clml",
    title: "OpenCL ML (Adreno)",
    upstream: ["python/tvm/relay/op/contrib/clml.py"],
    needs: "NCHW, a batch of one, constant weights; no 32- or 64-bit integers.",
    patterns: patternTable(),
    rules: [],
    flow: steps(
      "InferType",
      "RemoveDropoutPass",
      "FoldConstant",
      "OptimizeBatchnormPass",
      "MergeComposite",
      "AnnotateTarget",
      "MergeCompilerRegions",
      "PartitionGraph",
    ),
    optLevel: 2,
    bindsParameters: true,
  };
}
