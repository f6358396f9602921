/** Catching what Python code raises: the frame that runs is put back, since nothing else unwinds it. */
import { isRaised } from "../model/exceptions.ts";
import type { Runtime } from "../model/runtime.ts";

/** The result of `body`, or undefined if it raises an exception of that built-in class. */
export function attempt<T>(m: Runtime, className: string, body: () => T): T | undefined {
  const { frame } = m;
  try {
    return body();
  } catch (error) {
    if (!isRaised(error, className)) throw error;
    m.frame = frame;
    return undefined;
  }
}
