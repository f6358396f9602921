/** The checks of dnnl's composites. Follows the predicates of python/tvm/relay/op/contrib/dnnl.py, what they raise on included. */
import {
  always,
  and,
  argument,
  attribute,
  bound,
  type Check,
  type CheckTerm,
  choose,
  equals,
  isCallOfOperator,
  letBe,
  namedCheck,
  never,
  operatorOf,
  productOf,
  raises,
  root,
  shapeOf,
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

/** The first summand must be a conv2d whose channels are as many as the second has elements. */
function isBiasAdd(sum: CheckTerm): Check {
  const conv = argument(0, sum);
  const channels = attribute("channels", conv);
  const agrees = equals(channels, productOf(shapeRead(argument(1, sum))));
  return namedCheck(
    "the bias has one element per output channel",
    when(
      equals(operatorOf(conv), "nn.conv2d"),
      when(equals(channels, null), raises("`channels` is None: write it out on the convolution"), agrees),
      never,
    ),
  );
}

/** `add` of equal shapes whose first summand is another add. */
function isSum(sum: CheckTerm): Check {
  const inner = argument(0, sum);
  return namedCheck(
    "the summands have one shape",
    and(equals(operatorOf(inner), "add"), equals(shapeRead(inner), shapeRead(argument(1, sum)))),
  );
}

/** Of convolutions with a bias: everything else passes. */
export const composedBiasCheck: Check = belowRelu((sum) => when(isCallOfOperator("add", sum), isBiasAdd(sum), always));

/** Of convolutions with a bias and a second summand. */
export const composedSumCheck: Check = belowRelu((sum) => and(isSum(sum), isBiasAdd(argument(0, sum))));
