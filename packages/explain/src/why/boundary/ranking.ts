/** The boundaries of a stage as one list: what causes them, how often, and at what cost. */
import type { Expr } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { blamedIn, type Cause } from "../cause.ts";
import type { CauseCode } from "../causes.ts";
import type { Boundary } from "./boundaries.ts";

/** The reason of boundaries in one line. Boundaries of the same operators may have different reasons. */
export interface CauseReason {
  readonly sentence: string;
  /** Places in the list of boundaries. */
  readonly boundaries: readonly number[];
}

/** Boundaries of one code with the same to blame. */
export interface CauseLine {
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

/** How many operators a line names, unless the same ones begin another line. */
const mostNamed = 4;

interface Gathered {
  readonly cause: Cause;
  readonly names: readonly string[];
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
    const key = `${[...names].sort().join()} ${cause.target} ${cause.code}`;
    let line = lines.get(key);
    if (!line) {
      line = { cause, names, boundaries: [], bytes: 0, blamed: new Set(), reasons: new Map() };
      lines.set(key, line);
    }
    line.boundaries.push(index);
    line.bytes += bytes;
    for (const node of blamedIn(cause)) if (node.kind === "Call") line.blamed.add(node);
    const reason = line.reasons.get(cause.sentence);
    if (reason) reason.boundaries.push(index);
    else line.reasons.set(cause.sentence, { sentence: cause.sentence, boundaries: [index] });
  });
  const all = [...lines.values()].map((line) => ({ ...line, subject: named(line.names, mostNamed) }));
  const alike = new Map<string, { targets: Set<string>; whole: Set<string> }>();
  for (const { names, subject, cause } of all) {
    const known = alike.get(subject) ?? { targets: new Set(), whole: new Set() };
    alike.set(subject, known);
    known.targets.add(cause.target);
    known.whole.add([...names].sort().join());
  }
  const titleOf = ({ names, subject, cause }: (typeof all)[number]) => {
    const { targets, whole } = alike.get(subject) ?? { targets: new Set(), whole: new Set() };
    const text = whole.size > 1 ? named(names, names.length) : subject;
    return targets.size > 1 ? `${text} for ${cause.target}` : text;
  };
  return all
    .map((line) => ({
      code: line.cause.code,
      subject: titleOf(line),
      target: line.cause.target,
      boundaries: line.boundaries,
      bytes: line.bytes,
      operators: line.blamed.size,
      sentence: line.cause.sentence,
      reasons: [...line.reasons.values()].sort((a, b) => b.boundaries.length - a.boundaries.length),
    }))
    .sort((a, b) => b.bytes - a.bytes || b.operators - a.operators || b.boundaries.length - a.boundaries.length);
}

/** Causes that a pass is, whatever operators are there. */
const ofPasses: readonly CauseCode[] = ["pruned", "no-merge-pass", "order", "pass-skipped", "pass-failed"];
function named(names: readonly string[], most: number): string {
  return names.length > most ? `${names.slice(0, most).join(", ")} and ${names.length - most} more` : names.join(", ");
}

/** The operators to blame, in their order, without the tuples and items between them; else the pattern or the pass. */
function subjectsOf(cause: Cause): readonly string[] {
  const { pass = "", pattern = pass, code } = cause;
  if (ofPasses.includes(code)) return [pass];
  const blamed = blamedIn(cause);
  const calls = blamed.filter(({ kind }) => kind === "Call");
  const names = [...new Set((calls.length > 0 ? calls : blamed).map(nameOf))];
  return names.length > 0 ? names : [pattern];
}
