/** Effects of the input's annotations beyond the annotated nodes. */
import type { Expr } from "@relayscope/ir";
import { isAnnotation } from "@relayscope/regions";
import { nameOf } from "../../names.ts";
import type { Cause } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { sentences } from "../sentences.ts";

/**
 * A cause. If it is unknown and the function of the nodes has annotations in the input, that is the cause:
 * AnnotateTarget builds on them, and no decision reports the effect of those that do not pair.
 */
export function orAnnotated(ground: Ground, cause: Cause, ...nodes: readonly Expr[]): Cause {
  if (cause.code !== "unknown") return cause;
  const functions = nodes.map(ground.functionOf);
  const annotations = ground.order.filter((e) => isAnnotation(e) && functions.includes(ground.functionOf(e)));
  const name = functions[0]?.name;
  if (annotations.length === 0 || name === undefined) return cause;
  const apart = nodes.map((node) => `\`${nameOf(node)}\``).join(" and ");
  return {
    ...cause,
    code: "annotated-input",
    sentence: sentences.annotatedFunction(name, nodes.length > 1 ? `why ${apart} are apart` : apart),
    also: [],
    blockers: annotations,
    details: [],
  };
}
