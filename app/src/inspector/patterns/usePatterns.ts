import type { PatternAnswer, PatternTrace } from "@relayscope/engine";
import { type Question, useAnswer } from "../../hooks/useAnswer.ts";
import { usePageState } from "../../state/page.ts";

/** The node of a stage that the question is about. */
export interface Asked {
  readonly stage: number;
  readonly node: number;
}

/** How the patterns met a node; undefined until the engine has answered, "gone" if it can't. */
export function usePatterns({ stage, node }: Asked): PatternAnswer | "gone" | undefined {
  return useAfterRun({ key: `patterns/${stage}/${node}`, stage, ask: (engine, epoch) => engine.patterns(epoch, stage, node) });
}

/** The attempt of one entry in full; undefined until the engine has answered, "gone" if it can't. */
export function usePatternTrace({ stage, node }: Asked, index: number): PatternTrace | "gone" | undefined {
  const key = `trace/${stage}/${node}/${index}`;
  return useAfterRun({ key, stage, ask: (engine, epoch) => engine.patternTrace(epoch, stage, node, index) });
}

/** Asks when the run has ended, as what the last pass refused is shown for earlier stages, too. */
function useAfterRun<T>(question: Question<T | undefined>): T | "gone" | undefined {
  const isRunning = usePageState((s) => s.run.status === "running");
  const { value, isCurrent } = useAnswer(isRunning ? undefined : question);
  return isRunning || !isCurrent ? undefined : (value ?? "gone");
}
