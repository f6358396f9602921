/**
 * The checks of dnnl's composites. Follows the predicates of python/tvm/relay/op/contrib/dnnl.py, including their
 * exceptions.
 */
import {
  always,
  and,
  areKnown,
  argument,
  attribute,
  bound,
  type Check,
  type CheckTerm,
  calleeOf,
  choose,
  equals,
  isCallOfOperator,
  isKind,
  isStatic,
  lengthOf,
  letBe,
  namedCheck,
  never,
  not,
  operatorOf,
  productOf,
  raises,
  root,
  shapeOf,
  tupleOf,
  when,
} from "@relayscope/match/check";

/** A tensor's shape as the reference reads it: of a multiplication, the shape of its first factor. */
function shapeRead(node: CheckTerm): CheckTerm {
  return choose(isCallOfOperator("multiply", node), shapeOf(argument(0, node)), shapeOf(node));
}

/** The call below a closing relu, or the node itself. */
function belowRelu(inside: (node: CheckTerm) => Check): Check {
  return letBe("sum", choose(isCallOfOperator("nn.relu"), argument(0), root), inside(bound("sum")));
}

/** A requirement on a node's shape, which `inside` states; raises where the reference cannot read one. */
function ofReadableShape(node: CheckTerm, inside: Check): Check {
  const known = when(isStatic(node), inside, raises("a variable's shape is read, and a dimension is of unknown size"));
  return when(
    isKind(node, "Call"),
    when(isKind(calleeOf(node), "Op"), inside, raises("the shape of a function's call is read: only operators have a name")),
    when(
      isKind(node, "Var"),
      known,
      when(isKind(node, "Constant"), inside, raises("a shape is read of something that is not a variable, constant or call")),
    ),
  );
}

/** `inside` if a summand is a call of the operator, no if it is another call; `otherwise` if it is not a call. */
function ifCallOf(operator: string, summand: CheckTerm, inside: Check, otherwise: Check = noOperator): Check {
  const isOwn = and(isKind(calleeOf(summand), "Op"), equals(operatorOf(summand), operator));
  return when(isKind(summand, "Call"), when(isOwn, inside, never), otherwise);
}

const noOperator = raises("the operator is read of a summand that is not a call");

/** An item of a function's result is refused before its operator is examined: the function's call has no attributes. */
function unlessItemOfFunction(summand: CheckTerm): Check {
  const tuple = tupleOf(summand);
  const isItem = and(isKind(summand, "TupleGetItem"), isKind(tuple, "Call"), not(isKind(calleeOf(tuple), "Op")));
  return when(isItem, never, noOperator);
}

/**
 * The first summand must be a conv2d whose channels are as many as the second has elements. Sizes of a call's result
 * are the reference's own integers, which can be compared with neither None nor an unknown size; those of variables and
 * constants are Python's, which can.
 */
function isBiasAdd(sum: CheckTerm): Check {
  const [conv, bias] = [argument(0, sum), argument(1, sum)];
  const channels = attribute("channels", conv);
  const shape = shapeRead(bias);
  const withoutChannels = when(
    and(isKind(bias, "Call"), areKnown(shape)),
    raises("`channels` is None, and is compared with a size: write it out on the convolution"),
    never,
  );
  const agrees = when(areKnown(shape), equals(channels, productOf(shape)), raises("`channels` is compared with a size that is unknown"));
  return namedCheck(
    "the bias has one element per output channel",
    ifCallOf(
      "nn.conv2d",
      conv,
      ofReadableShape(
        bias,
        when(
          equals(lengthOf(shape), 0),
          raises("the elements of a scalar are counted by its dimensions"),
          when(equals(channels, null), withoutChannels, agrees),
        ),
      ),
      unlessItemOfFunction(conv),
    ),
  );
}

/** `add` of equal shapes whose first summand is another add. */
function isSum(sum: CheckTerm): Check {
  const [inner, other] = [argument(0, sum), argument(1, sum)];
  const shapes = when(
    and(areKnown(shapeRead(inner)), not(areKnown(shapeRead(other)))),
    raises("a size is compared with one that is unknown"),
    equals(shapeRead(inner), shapeRead(other)),
  );
  return namedCheck("the summands have one shape", ifCallOf("add", inner, ofReadableShape(other, shapes)));
}

/** Of convolutions with a bias: everything else passes. */
export const composedBiasCheck: Check = belowRelu((sum) => when(isCallOfOperator("add", sum), isBiasAdd(sum), always));

/** Of convolutions with a bias and a second summand. */
export const composedSumCheck: Check = belowRelu((sum) => and(isSum(sum), isBiasAdd(argument(0, sum))));
