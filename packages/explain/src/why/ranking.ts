/** The boundaries of a stage as one list: what causes them, how often, and what it costs. */
import type { Expr } from "@relayscope/ir";
import { nameOf } from "../names.ts";
import type { Boundary } from "./boundaries.ts";
import type { Cause } from "./cause.ts";
import type { CauseCode } from "./causes.ts";

/** Boundaries of one cause. */
export interface CauseLine {
  readonly code: CauseCode;
  /** What it is about: the operators that stand in the way, the pass, the pattern. */
  readonly subject: string;
  readonly target: string;
  /** Places in the list of boundaries. */
  readonly boundaries: readonly number[];
  /** Bytes that cross at them, all together. */
  readonly bytes: number;
  /** How many calls stay with the host because of it. */
  readonly operators: number;
  /** That of the first boundary. */
  readonly sentence: string;
}

/** Groups boundaries by cause; the costliest first: by bytes crossing, then by operators lost, then by number. */
export function rankedCauses(boundaries: readonly Boundary[]): readonly CauseLine[] {
  const lines = new Map<string, { cause: Cause; boundaries: number[]; bytes: number; lost: Set<Expr> }>();
  boundaries.forEach(({ kind, cause, bytes }, index) => {
    // What keeps two regions apart has lines of its own, at the values that cross there.
    if (kind === "gap") return;
    const key = `${cause.code} ${subjectOf(cause)} ${cause.target}`;
    let line = lines.get(key);
    if (!line) {
      line = { cause, boundaries: [], bytes: 0, lost: new Set() };
      lines.set(key, line);
    }
    line.boundaries.push(index);
    line.bytes += bytes;
    for (const node of cause.blockers) if (node.kind === "Call") line.lost.add(node);
  });
  return [...lines.values()]
    .map(({ cause, lost, ...rest }) => ({
      code: cause.code,
      subject: subjectOf(cause),
      target: cause.target,
      ...rest,
      operators: lost.size,
      sentence: cause.sentence,
    }))
    .sort((a, b) => b.bytes - a.bytes || b.operators - a.operators || b.boundaries.length - a.boundaries.length);
}

function subjectOf({ blockers, pass, pattern, code }: Cause): string {
  if (code === "pruned" || code === "no-merge-pass" || code === "order") return pass ?? "";
  const names = [...new Set(blockers.map(nameOf))];
  return names.length > 0 ? names.slice(0, 4).join(", ") : (pattern ?? pass ?? "");
}
