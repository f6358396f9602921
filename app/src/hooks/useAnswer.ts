import type { Engine } from "@relayscope/engine";
import { usePage, usePageState } from "../state/page.ts";
import { useLoaded } from "./useLoaded.ts";

export interface Question<T> {
  /** Identifies the question within its component. */
  readonly key: string;
  /** The question is asked as soon as the run has this stage. */
  readonly stage: number;
  readonly ask: (engine: Engine, epoch: number) => Promise<T>;
}

export interface Answer<T> {
  /** Undefined before the first answer, if the engine has none, and if there is no question. */
  readonly value: T | undefined;
  /** False while the answer is awaited. The value then belongs to the previous question. */
  readonly isCurrent: boolean;
}

const nothing: Answer<never> = { value: undefined, isCurrent: true };

/** The engine's answer about the current run. A late answer is dropped. A question of `undefined` asks nothing. */
export function useAnswer<T>(question: Question<T> | undefined): Answer<T> {
  const { engine } = usePage();
  const epoch = usePageState((s) => s.run.epoch);
  const isReady = usePageState((s) => question !== undefined && s.run.epoch > 0 && s.run.stages.length > question.stage);
  const key = question && `${epoch}/${question.key}`;
  const answer = useLoaded(isReady && key, async () => question?.ask(engine, epoch));
  return key === undefined ? nothing : { value: answer?.value, isCurrent: answer?.key === key };
}
