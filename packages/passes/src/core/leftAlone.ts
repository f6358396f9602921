/** Leaving a place alone where the text has a hole. */
import type { PassContext } from "./pass.ts";

/**
 * What `attempt` answers. Where the text has holes and it fails, `otherwise`: the place is left as it is, and the pass goes on. It may fail in any way: a
 * call of a text that is cut lacks arguments that a rule takes for granted.
 */
export function leftAlone<T>({ hasHoles }: Pick<PassContext, "hasHoles">, attempt: () => T, otherwise: T): T {
  if (!hasHoles) return attempt();
  try {
    return attempt();
  } catch {
    return otherwise;
  }
}
