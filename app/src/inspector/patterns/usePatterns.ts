import type { PatternAnswer, PatternTrace } from "@relayscope/engine";
import { useEffect, useState } from "react";
import { usePage, usePageState } from "../../state/page.ts";

/** The node of a stage that is asked about. */
export interface Asked {
  readonly stage: number;
  readonly node: number;
}

/** How the patterns met a node; undefined until the engine has answered, "gone" where it can't. */
export function usePatterns({ stage, node }: Asked): PatternAnswer | "gone" | undefined {
  const { engine } = usePage();
  return useAnswer((epoch) => engine.patterns(epoch, stage, node), `${stage}/${node}`);
}

/** The try of one entry in full; undefined until the engine has answered, "gone" where it can't. */
export function usePatternTrace({ stage, node }: Asked, index: number): PatternTrace | "gone" | undefined {
  const { engine } = usePage();
  return useAnswer((epoch) => engine.patternTrace(epoch, stage, node, index), `${stage}/${node}/${index}`);
}

function useAnswer<T>(ask: (epoch: number) => Promise<T | undefined>, key: string): T | "gone" | undefined {
  const epoch = usePageState((s) => s.run.epoch);
  const isRunning = usePageState((s) => s.run.status === "running");
  const [answer, setAnswer] = useState<{ readonly key: string; readonly value: T | "gone" }>();
  const own = `${epoch}/${key}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked
  useEffect(() => {
    if (isRunning) return;
    let isWanted = true;
    ask(epoch).then(
      (value) => isWanted && setAnswer({ key: own, value: value ?? "gone" }),
      () => isWanted && setAnswer({ key: own, value: "gone" }),
    );
    return () => {
      isWanted = false;
    };
  }, [own, isRunning]);
  return answer?.key === own ? answer.value : undefined;
}
