/** Recorded cases of the reference compiler: reading a file of them, and replaying one. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type CaseResult, replayCase } from "@relayscope/replay";
import { type Expectation, judge } from "./judge.ts";
import type { RecordedTexts } from "./roundTrip.ts";

type RecordedPasses = readonly { readonly name: string }[];
type RecordedStep = Expectation & { readonly passes: RecordedPasses; readonly needs_data?: boolean };

export interface RecordedCase extends RecordedTexts {
  readonly id: string;
  readonly kind: string;
  readonly source?: string;
  readonly error?: string;
  readonly passes?: RecordedPasses;
  readonly steps?: readonly RecordedStep[];
}

export interface Verdict {
  /** The case's id; of a step, with its number. */
  readonly id: string;
  /** The passes that were asked, or the kind of the case. */
  readonly group: string;
  /** Undefined where the answer is the reference's. */
  readonly reason: string | undefined;
}

/** The cases of a `.jsonl.gz` file, one at a time. */
export function* recordedCases(path: string): Generator<RecordedCase> {
  for (const line of gunzipSync(readFileSync(path)).toString("utf8").split("\n")) if (line !== "") yield JSON.parse(line) as RecordedCase;
}

/**
 * Replays a case and judges each step; with `pass`, only what runs that pass. Steps whose texts depend on the values of
 * weights are left out.
 */
export function verdicts(recorded: RecordedCase, pass?: string): readonly Verdict[] {
  const isWanted = (passes: RecordedPasses | undefined) => pass === undefined || (passes ?? []).some((p) => p.name === pass);
  const { steps } = recorded;
  if (!steps) {
    if (!isWanted(recorded.passes)) return [];
    const [result] = replayCase(recorded, { runs: 0 });
    return [verdict(recorded.id, groupOf(recorded.passes, recorded.kind), expectationOf(recorded), result)];
  }
  const isScored = (step: RecordedStep) => !step.needs_data && isWanted(step.passes);
  if (!steps.some(isScored)) return [];
  const results = replayCase(recorded, { runs: 0 });
  return steps.flatMap((step, i) =>
    isScored(step) ? [verdict(`${recorded.id} step ${i}`, groupOf(step.passes, "flow"), step, results[i])] : [],
  );
}

/** An import names the error that it raised `error`. */
function expectationOf(recorded: RecordedCase): Expectation {
  return recorded.error === undefined ? (recorded as Expectation) : { expect_error: recorded.error };
}

function groupOf(passes: RecordedPasses | undefined, kind: string): string {
  return passes && passes.length > 0 ? passes.map((p) => p.name).join(" ") : kind;
}

function verdict(id: string, group: string, expectation: Expectation, result: CaseResult | undefined): Verdict {
  return { id, group, reason: judge(expectation, result) };
}
