import type { CheckAnswer } from "@relayscope/engine";
import { useCallback, useEffect, useRef, useState } from "react";
import { usePage, usePageState } from "../state/page.ts";

export interface Check {
  readonly status: "idle" | "running" | "done";
  readonly answer: CheckAnswer | undefined;
  readonly start: () => void;
  readonly cancel: () => void;
}

/** The check of one stage of the run in hand; a new run forgets it. */
export function useCheck(stage: number): Check {
  const { engine } = usePage();
  const epoch = usePageState((s) => s.run.epoch);
  const [state, setState] = useState<Pick<Check, "status" | "answer">>(idle);
  const asked = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer holds for its run and stage alone
  useEffect(() => {
    asked.current++;
    setState(idle);
  }, [epoch, stage]);
  const start = useCallback(() => {
    const own = ++asked.current;
    setState({ status: "running", answer: undefined });
    engine.check(epoch, stage).then(
      (answer) => own === asked.current && setState({ status: "done", answer }),
      (error: unknown) => {
        if (own !== asked.current) return;
        const sentence = error instanceof Error ? error.message : String(error);
        setState({ status: "done", answer: { kind: "unknown", sentence, notes: [], node: undefined } });
      },
    );
  }, [engine, epoch, stage]);
  const cancel = useCallback(() => engine.cancelCheck(), [engine]);
  return { ...state, start, cancel };
}

const idle = { status: "idle", answer: undefined } as const;
