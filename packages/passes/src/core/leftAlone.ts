/** Skips a place at which the text has a hole. */
import type { PassContext } from "./pass.ts";

/**
 * The result of `attempt`. If it fails and the text has holes, `otherwise`: the place is left unchanged, and the pass
 * continues. Any failure counts: a call of a truncated text may lack arguments that a rule expects.
 */
export function leftAlone<T>({ hasHoles }: Pick<PassContext, "hasHoles">, attempt: () => T, otherwise: T): T {
  if (!hasHoles) return attempt();
  try {
    return attempt();
  } catch {
    return otherwise;
  }
}
