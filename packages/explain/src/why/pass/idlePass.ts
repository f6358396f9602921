/** Clauses of sentences about a pass that had no effect. */
import type { StageView } from "../../history.ts";

/** Why a pass had no effect: `is switched off`. */
export function idlePass(view: StageView | undefined): string {
  if (view === undefined) return "is not in the pipeline";
  if (view.status === "off") return "is switched off";
  const reason = view.reason.replace(/\.$/, "");
  if (view.status === "offered") return "has not run";
  if (view.status === "left-out") return `was left out because the text is incomplete (${reason})`;
  // A reason begins with its subject, or continues after the pass.
  return view.status === "failed" ? `failed (${reason})` : `was skipped (${reason.startsWith("`") ? "" : "it "}${reason})`;
}
