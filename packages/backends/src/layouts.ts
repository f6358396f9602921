/** Axes and sizes by the letters of a layout, in checks. */
import { and, argument, attribute, type Check, type CheckTerm, choose, equals, isIn, item, shapeOf } from "@relayscope/match/check";

const fourAxisLayouts = ["NCHW", "NHWC", "OIHW", "HWIO", "OHWI", "HWOI", "IHWO", "IOHW", "HWCN", "NHCW", "NWCH", "CHWN"];

/** The place of a letter in a layout of four axes. */
export function axisOf(layout: CheckTerm, letter: string): CheckTerm {
  const isAt = (axis: number): Check =>
    isIn(
      layout,
      fourAxisLayouts.filter((l) => l[axis] === letter),
    );
  return choose(isAt(3), 3, choose(isAt(2), 2, choose(isAt(1), 1, 0)));
}

/** The size along a named axis of a layout. */
export function sizeAlong(node: CheckTerm, layout: CheckTerm, letter: string): CheckTerm {
  return item(shapeOf(node), axisOf(layout, letter));
}

/**
 * Whether a convolution has as many input as output channels as groups. Follows is_depthwise_conv2d
 * (python/tvm/relay/op/strategy/generic.py).
 */
export function isDepthwise(conv: CheckTerm): Check {
  const input = sizeAlong(argument(0, conv), attribute("data_layout", conv), "C");
  const output = sizeAlong(argument(1, conv), attribute("kernel_layout", conv), "O");
  return and(equals(input, output), equals(output, attribute("groups", conv)));
}
