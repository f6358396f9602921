/** Leaving a place alone where the text has a hole. */
import { Failure } from "@relayscope/ir";
import type { PassContext } from "./pass.ts";

/** What `attempt` answers. Where the text has holes and it fails, `otherwise`: the place is left as it is, and the pass goes on. */
export function leftAlone<T>({ hasHoles }: Pick<PassContext, "hasHoles">, attempt: () => T, otherwise: T): T {
  if (!hasHoles) return attempt();
  try {
    return attempt();
  } catch (error) {
    if (error instanceof Failure) return otherwise;
    throw error;
  }
}
