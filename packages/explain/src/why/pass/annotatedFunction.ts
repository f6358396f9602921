/** What annotations of the input do beyond the nodes that they are around. */
import type { Expr } from "@relayscope/ir";
import { isAnnotation } from "@relayscope/regions";
import { nameOf } from "../../names.ts";
import type { Cause } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { sentences } from "../sentences.ts";

/**
 * A cause; where it is not known, that the function of the nodes carries annotations in the input, if it does: AnnotateTarget builds on them, and what
 * comes of those that do not pair is told by no decision.
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
