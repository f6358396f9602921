/** `order`: a pass is too early or too late, and at its right place the nodes would be in a region. */
import type { PassFinder } from "./passAsked.ts";

export const misplacedPass: PassFinder = {
  codes: ["order"],
  find: ({ order, asItIs, from, to }) => order.causeOf(asItIs, from, to),
};
