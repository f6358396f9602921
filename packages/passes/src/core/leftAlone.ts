/** Skips a place at which the text has a hole. */
import { Failure } from "@relayscope/ir";
import type { PassContext } from "./pass.ts";

/**
 * The result of `attempt`. If it throws a `Failure` and the text has holes, `otherwise`: the place is left unchanged,
 * and the pass continues. A call of a truncated text may lack arguments that a rule expects, which is a failure, too
 * (`callArguments.ts`). Any other error is a defect that the step reports.
 */
export function leftAlone<T>({ hasHoles }: Pick<PassContext, "hasHoles">, attempt: () => T, otherwise: T): T {
  if (!hasHoles) return attempt();
  try {
    return attempt();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return otherwise;
  }
}
