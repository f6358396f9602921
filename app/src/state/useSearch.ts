import type { Engine } from "@relayscope/engine";
import { useCallback, useEffect, useRef, useState } from "react";
import { usePage, usePageState } from "./page.ts";

export interface Search<T> {
  readonly status: "idle" | "running" | "done" | "stopped";
  readonly parts: readonly T[];
  readonly start: () => void;
  readonly stop: () => void;
}

/** How a search begins. It reports its parts one by one. */
export type Begin<T> = (engine: Engine, epoch: number, onPart: (part: T) => void) => Promise<void>;

/** A search of the engine about the current run. It begins on request. Another run, or another `key`, discards it. */
export function useSearch<T>(key: string, begin: Begin<T>): Search<T> {
  const { engine } = usePage();
  const epoch = usePageState((s) => s.run.epoch);
  const [state, setState] = useState<Pick<Search<T>, "status" | "parts">>({ status: "idle", parts: [] });
  const asked = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer holds for its run and its key alone
  useEffect(() => {
    asked.current++;
    setState({ status: "idle", parts: [] });
  }, [epoch, key]);
  const start = () => {
    const own = ++asked.current;
    setState({ status: "running", parts: [] });
    const end = (status: "done" | "stopped") => own === asked.current && setState((s) => ({ ...s, status }));
    begin(engine, epoch, (part) => own === asked.current && setState((s) => ({ ...s, parts: [...s.parts, part] }))).then(
      () => end("done"),
      () => end("stopped"),
    );
  };
  const stop = useCallback(() => {
    asked.current++;
    engine.stopSearch();
    setState((s) => ({ ...s, status: "stopped" }));
  }, [engine]);
  return { ...state, start, stop };
}
