/** Orders the refusals of a node: the refusal closest to acceptance is reported first. */
import type { CauseCode } from "../causes.ts";

const ranks: readonly CauseCode[] = [
  "stop-fusion",
  "pass-skipped",
  "type-unknown",
  "parameter-not-constant",
  "check-refused",
  "rule-refused",
  "outside-user",
  "pattern-shadowed",
  "pattern-missed",
  "no-arguments",
  "no-rule",
  "unknown",
];

/** The rank of a code among refusals. The lowest rank is reported first. */
export function rankOf(code: CauseCode): number {
  const at = ranks.indexOf(code);
  return at < 0 ? ranks.length : at;
}
