/** What is on screen of a run, in sentences. */
import { replies } from "./replies.ts";
import { type Seen, stageName } from "./seen.ts";

/** Which pass is on screen, and what it did. */
export async function passWords(seen: Seen): Promise<readonly string[]> {
  const { stage, stages, engine, epoch } = seen;
  const result = stages[stage];
  if (!result) return [];
  const name = stageName(seen, stage);
  if (stage === 0) return [replies.input(result.summary.operators)];
  const { passes } = await engine.catalog();
  const summary = passes.find((p) => p.name === name)?.summary ?? "";
  const { steps } = await engine.steps(epoch, stage);
  const decided = steps.find((s) => s.state === "merged") ?? steps.find((s) => s.state === "refused");
  return [replies.pass(name, summary), decided ? replies.decided(decided.sentence) : replies.status(name, result.status)];
}
