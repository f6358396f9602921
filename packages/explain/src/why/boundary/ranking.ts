/** The boundaries of a stage as one list: what causes them, how often, and at what cost. */
import type { Expr } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { blamedIn, type Cause } from "../cause.ts";
import type { CauseCode } from "../causes.ts";
import type { Boundary } from "./boundaries.ts";

/** The reason of boundaries in one line. Boundaries of the same operators may have different reasons. */
export interface CauseReason {
  readonly code: CauseCode;
  readonly sentence: string;
  /** Places in the list of boundaries. */
  readonly boundaries: readonly number[];
}

/** Boundaries with the same to blame. */
export interface CauseLine {
  /** Of the first boundary. */
  readonly code: CauseCode;
  /** The operators that stay on the host, or the pass; `for` a target where another line has the same. */
  readonly subject: string;
  readonly target: string;
  /** Places in the list of boundaries. */
  readonly boundaries: readonly number[];
  /** Bytes that cross at them, all together. */
  readonly bytes: number;
  /** How many calls are to blame. */
  readonly operators: number;
  /** That of the first boundary. */
  readonly sentence: string;
  /** All of its reasons, the most frequent first. */
  readonly reasons: readonly CauseReason[];
}

/** How many operators a line names. */
const mostNamed = 4;

interface Gathered {
  readonly cause: Cause;
  readonly subject: string;
  readonly boundaries: number[];
  readonly blamed: Set<Expr>;
  readonly reasons: Map<string, CauseReason & { boundaries: number[] }>;
  bytes: number;
}

/** Groups boundaries by their culprit, costliest first: by bytes crossing, then by calls, then by number. */
export function rankedCauses(boundaries: readonly Boundary[]): readonly CauseLine[] {
  const lines = new Map<string, Gathered>();
  boundaries.forEach(({ cause, bytes }, index) => {
    const names = subjectsOf(cause);
    const subject =
      names.length > mostNamed ? `${names.slice(0, mostNamed).join(", ")} and ${names.length - mostNamed} more` : names.join(", ");
    const key = `${[...names].sort().join()} ${cause.target} ${speaksOfOperators(cause) ? "" : cause.code}`;
    let line = lines.get(key);
    if (!line) {
      line = { cause, subject, boundaries: [], bytes: 0, blamed: new Set(), reasons: new Map() };
      lines.set(key, line);
    }
    line.boundaries.push(index);
    line.bytes += bytes;
    for (const node of blamedIn(cause)) if (node.kind === "Call") line.blamed.add(node);
    const reason = line.reasons.get(cause.sentence);
    if (reason) reason.boundaries.push(index);
    else line.reasons.set(cause.sentence, { code: cause.code, sentence: cause.sentence, boundaries: [index] });
  });
  const all = [...lines.values()];
  const targets = new Map<string, Set<string>>();
  for (const { subject, cause } of all) targets.set(subject, (targets.get(subject) ?? new Set()).add(cause.target));
  return all
    .map(({ cause, subject, blamed, bytes, boundaries: own, reasons }) => ({
      code: cause.code,
      subject: (targets.get(subject)?.size ?? 0) > 1 ? `${subject} for ${cause.target}` : subject,
      target: cause.target,
      boundaries: own,
      bytes,
      operators: blamed.size,
      sentence: cause.sentence,
      reasons: [...reasons.values()].sort((a, b) => b.boundaries.length - a.boundaries.length),
    }))
    .sort((a, b) => b.bytes - a.bytes || b.operators - a.operators || b.boundaries.length - a.boundaries.length);
}

/** Causes that a pass is, whatever operators are there. */
const ofPasses: readonly CauseCode[] = ["pruned", "no-merge-pass", "order", "pass-skipped", "pass-failed"];
/** Causes that the operators explain completely: their other details differ from boundary to boundary. */
const ofOperators: readonly CauseCode[] = [
  "no-rule",
  "rule-refused",
  "pattern-missed",
  "pattern-shadowed",
  "check-refused",
  "outside-user",
  "parameter-not-constant",
  "type-unknown",
  "left-to-host",
  "stop-fusion",
];

function speaksOfOperators({ code }: Cause): boolean {
  return ofOperators.includes(code);
}

/** The operators to blame, in their order; else the pattern or the pass. */
function subjectsOf(cause: Cause): readonly string[] {
  const { pass = "", pattern = pass, code } = cause;
  if (ofPasses.includes(code)) return [pass];
  const names = [...new Set(blamedIn(cause).map(nameOf))];
  return names.length > 0 ? names : [pattern];
}
