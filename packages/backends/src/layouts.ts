/** Sizes by the letters of a layout, in checks. */
import { and, argument, attribute, type Check, type CheckTerm, choose, dimOf, equals, isIn } from "@relayscope/match/check";

/** The size along a named axis of a layout. */
function sizeAlong(node: CheckTerm, layout: CheckTerm, letter: string): CheckTerm {
  return [3, 2, 1].reduce<CheckTerm>((rest, axis) => choose(isLetterAt(layout, letter, axis), dimOf(node, axis), rest), dimOf(node, 0));
}

const fourAxisLayouts = ["NCHW", "NHWC", "OIHW", "HWIO", "OHWI", "HWOI", "IHWO", "IOHW", "HWCN", "NHCW", "NWCH", "CHWN"];

function isLetterAt(layout: CheckTerm, letter: string, axis: number): Check {
  return isIn(
    layout,
    fourAxisLayouts.filter((l) => l[axis] === letter),
  );
}

/** Whether a convolution has as many input as output channels as groups. Follows is_depthwise_conv2d (python/tvm/relay/op/strategy/generic.py). */
export function isDepthwise(conv: CheckTerm): Check {
  const input = sizeAlong(argument(0, conv), attribute("data_layout", conv), "C");
  const output = sizeAlong(argument(1, conv), attribute("kernel_layout", conv), "O");
  return and(equals(input, output), equals(output, attribute("groups", conv)));
}
