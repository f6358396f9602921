/** The cause between two lines of an example. */
import type { CauseAnswer, Engine, Range } from "@relayscope/engine";

/** Two nodes of a stage and why they are not in one region, or one node and why it is in no region. */
export interface CauseBetween {
  readonly from: number;
  /** Undefined for a node alone. */
  readonly to: number | undefined;
  readonly cause: CauseAnswer;
}

/** A line of a text, one-based, from its first letter to its last. */
function lineRange(text: string, line: number): Range {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return { start: text.length, end: text.length };
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  return { start, end: end < 0 ? text.length : end };
}

/**
 * The boundary between two lines of a run's text with the cause `code`, else any boundary between them; undefined if
 * there is none.
 */
export async function causeBetween(
  engine: Engine,
  run: { readonly epoch: number; readonly stage: number; readonly text: string },
  [from, to]: readonly [number, number],
  code: string,
): Promise<CauseBetween | undefined> {
  const { epoch, stage, text } = run;
  const [ones, others] = await Promise.all([from, to].map((line) => engine.nodesAt(epoch, stage, lineRange(text, line))));
  let first: CauseBetween | undefined;
  for (const one of ones ?? []) {
    for (const other of from === to ? [undefined] : (others ?? [])) {
      const answer = await engine.whyBetween(epoch, stage, one, ...(other === undefined ? [] : [other]));
      if (!answer?.cause) continue;
      const found = { from: one, to: other, cause: answer.cause };
      if (answer.cause.code === code) return found;
      first ??= found;
    }
  }
  return first;
}
