import type { Engine } from "@relayscope/engine";
import { useEffect, useState } from "react";
import { usePage, usePageState } from "./page.ts";

export interface Question<T> {
  /** Identifies the question within its component. */
  readonly key: string;
  /** It is asked as soon as the run has this stage. */
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
  const [answer, setAnswer] = useState<{ readonly key: string; readonly value: T | undefined }>();
  const key = question && `${epoch}/${question.key}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked
  useEffect(() => {
    if (!question || key === undefined || !isReady) return;
    let isWanted = true;
    question.ask(engine, epoch).then(
      (value) => isWanted && setAnswer({ key, value }),
      () => isWanted && setAnswer({ key, value: undefined }),
    );
    return () => {
      isWanted = false;
    };
  }, [key, isReady]);
  return key === undefined ? nothing : { value: answer?.value, isCurrent: answer?.key === key };
}
