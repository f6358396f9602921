import type { Engine } from "@relayscope/engine";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { usePage, usePageState } from "../state/page.ts";

export interface Search<T> {
  readonly status: "idle" | "running" | "done" | "stopped";
  readonly parts: readonly T[];
  readonly start: () => void;
  readonly stop: () => void;
}

interface Found<T> extends Pick<Search<T>, "status" | "parts"> {
  /** The run and the key that it belongs to. */
  readonly of: string;
}

/** How a search begins. It reports its parts one by one. */
export type Begin<T> = (engine: Engine, epoch: number, onPart: (part: T) => void) => Promise<void>;

/**
 * A search of the engine about the current run. It begins on request, or at once if it `isEager`. Another run, or
 * another `key`, begins again.
 */
export function useSearch<T>(key: string, begin: Begin<T>, isEager = false): Search<T> {
  const { engine } = usePage();
  const epoch = usePageState((s) => s.run.epoch);
  const own = `${epoch}/${key}`;
  const [found, setFound] = useState<Found<T>>({ of: own, status: "idle", parts: [] });
  if (found.of !== own) setFound({ of: own, status: "idle", parts: [] });
  const asked = useRef(0);
  const start = () => {
    const number = ++asked.current;
    setFound({ of: own, status: "running", parts: [] });
    const change = (to: (found: Found<T>) => Partial<Found<T>>) =>
      number === asked.current && setFound((now) => (now.of === own ? { ...now, ...to(now) } : now));
    begin(engine, epoch, (part) => change(({ parts }) => ({ parts: [...parts, part] }))).then(
      () => change(() => ({ status: "done" })),
      () => change(() => ({ status: "stopped" })),
    );
  };
  const { status, parts } = found;
  const startNow = useEffectEvent(start);
  useEffect(() => {
    if (isEager && status === "idle") startNow();
  }, [isEager, status]);
  const stop = useCallback(() => {
    asked.current++;
    engine.stopSearch();
    setFound((now) => ({ ...now, status: "stopped" }));
  }, [engine]);
  return { status, parts, start, stop };
}
