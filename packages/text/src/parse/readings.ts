/** The interface between the parts of the expression parser. */
import type { Expr, Task } from "@relayscope/ir";

/** An expression, or the task that reads it. */
export type Reading = Expr | Task<Expr>;

export function isTask(reading: Reading): reading is Task<Expr> {
  return !("kind" in reading);
}
