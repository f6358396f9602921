/** Whether a pass kept the module's meaning: the modules before and after it are run on random inputs. */
import { checkMeaning, type MeaningAnswer, withRandomConstants } from "@relayscope/evaluate";
import { inferTypes, relatedType } from "@relayscope/infer";
import { composeLineage } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import type { HeldStage, Run } from "@relayscope/run";
import type { CheckAnswer } from "@relayscope/run/contract";
import { checkSentences } from "../laterDiagnostics.ts";

const runs = 3;
const seed = 20_190;
/** Multiplications that one run of one module may take: a few seconds' worth. */
const budget = 1_000_000_000;

/** Passes whose results have a special meaning for a target's library. */
const forLibraries: ReadonlySet<string> = new Set(["ConvertEquivalents", "GenerateCMSISNNConstants"]);

function checkAnswer(kind: CheckAnswer["kind"], sentence: string, notes: readonly string[] = []): CheckAnswer {
  return { kind, sentence, notes };
}

/**
 * Checks a stage of a run; yields regularly, with the finished share. If constants have no values, random ones replace
 * them, and the pass runs again on that module, as its behavior may depend on them.
 */
export function* checkSteps(run: Run, stage: number): Generator<number, CheckAnswer> {
  const [before, after] = [run.stages[stage - 1], run.stages[stage]];
  if (!before || !after) return checkAnswer("unknown", checkSentences.noPass);
  const { status } = after.result;
  if (status !== "done" && status !== "unchanged") return checkAnswer("unknown", checkSentences.notRun(after.pass));
  if (after.module === before.module) return checkAnswer("same", checkSentences.sameModule(after.pass));
  const filled = withRandomConstants(before.module, seed);
  if (!filled) return checkAnswer("unknown", checkSentences.openConstant);
  const notes: string[] = [];
  let pair: Pick<HeldStage, "module" | "lineage"> = after;
  if (filled.count > 0) {
    const again = run.runAgain(stage, filled.module);
    if (!again || again.status === "failed") return checkAnswer("unknown", checkSentences.failsOnValues(after.pass));
    pair = again;
    notes.push(checkSentences.randomConstants(filled.count));
  }
  if (after.pass.startsWith("Quantize")) notes.push(checkSentences.changesValues(after.pass));
  if (forLibraries.has(after.pass)) notes.push(checkSentences.otherMeaning(after.pass));
  // Some passes leave types to the inference that follows them.
  const typed = inferTypes(pair.module, operators, { trust: "nothing" });
  const lineage = composeLineage(pair.lineage, typed.lineage);
  const answer = yield* checkMeaning(filled.module, typed.module, lineage, { runs, seed, budget, typeOf: relatedType(operators) });
  return answerOf(answer, notes);
}

function answerOf(answer: MeaningAnswer, notes: readonly string[]): CheckAnswer {
  switch (answer.kind) {
    case "same":
      return checkAnswer("same", checkSentences.same(answer.runs, answer.largest), notes);
    case "different":
      return checkAnswer("different", checkSentences.different(answer.difference), notes);
    case "unknown":
      return checkAnswer("unknown", checkSentences.unknown(answer.reason), notes);
  }
}
