import type { StageResult } from "@relayscope/engine";
import { lazy, Suspense, useEffect, useRef } from "react";
import { shownStage } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { useTheme } from "../state/useTheme.ts";
import { StageChip } from "./StageChip.tsx";
import { StepInsideButton } from "./StepInsideButton.tsx";

const CheckButton = lazy(() => import("./CheckButton.tsx").then((m) => ({ default: m.CheckButton })));

const checkPlace = <span className="w-6 shrink-0" />;

/** The strip across the top: the input, then a chip per pass. Arrow keys step along it. */
export function PassStrip() {
  const { actions } = usePage();
  const pipeline = usePageState((s) => s.document.pipeline);
  const stages = usePageState((s) => s.run.stages);
  const isRunning = usePageState((s) => s.run.status === "running");
  const isStarted = usePageState((s) => s.isStarted);
  const stage = usePageState(shownStage);
  const theme = useTheme();
  const listRef = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: chips grow as results come
  useEffect(() => {
    const chip = listRef.current?.querySelector<HTMLElement>(`[data-stage="${stage}"]`);
    chip?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [stage, stages.length]);

  return (
    <div
      ref={listRef}
      role="radiogroup"
      aria-label="Passes"
      className="flex shrink-0 items-stretch gap-0 scroll-px-6 overflow-x-auto border-b border-line bg-panel px-2 py-1.5"
    >
      {["Input", ...pipeline.map((p) => p.pass)].map((name, i) => {
        const result: StageResult | undefined = stages[i];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chip is its place in the pipeline
          <div key={i} className="group flex shrink-0 items-stretch" role="presentation">
            <StageChip
              stage={i}
              name={name}
              isOff={i > 0 && pipeline[i - 1]?.isOff === true}
              result={result}
              isPending={isRunning && result === undefined}
              isCurrent={stage === i}
              isBefore={stage === i + 1}
              theme={theme}
              onSelect={() => actions.showStage(i)}
              onStep={(by) => {
                actions.step(by);
                listRef.current?.querySelector<HTMLElement>(`[data-stage="${i + by}"]`)?.focus();
              }}
            />
            {stage === i && (result?.status === "done" || result?.status === "unchanged") && <StepInsideButton stage={i} name={name} />}
            {i > 0 && (result?.status === "done" || result?.status === "unchanged") && (
              <Suspense fallback={checkPlace}>
                {isStarted ? <CheckButton stage={i} name={name} isProminent={stage === i} /> : checkPlace}
              </Suspense>
            )}
          </div>
        );
      })}
    </div>
  );
}
