import type { Engine } from "@relayscope/engine";
import { useEffect, useState } from "react";
import { usePage, usePageState } from "./page.ts";

export interface Question<T> {
  /** Tells questions of one component apart: what is asked about. */
  readonly key: string;
  /** Asked as soon as the run has this stage. */
  readonly stage: number;
  readonly ask: (engine: Engine, epoch: number) => Promise<T>;
}

export interface Answer<T> {
  /** Undefined before the first answer, where the engine has none, and where nothing is asked. */
  readonly value: T | undefined;
  /** False while the answer is awaited; the value is the one to the question before then. */
  readonly isCurrent: boolean;
}

const nothing: Answer<never> = { value: undefined, isCurrent: true };

/** What the engine answers about the run in hand. An answer that comes late is dropped; a question of `undefined` asks nothing. */
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
