import { lazy, Suspense } from "react";
import type { PageState } from "../state/model.ts";
import { usePageState } from "../state/page.ts";

const StageBanner = lazy(() => import("./StageBanner.tsx").then((m) => ({ default: m.StageBanner })));

/** The banner above a stage, loaded once a run has something for one to say. */
export function StageNotice() {
  const isWanted = usePageState(hasNews);
  return <Suspense fallback={null}>{isWanted && <StageBanner />}</Suspense>;
}

const quiet: readonly string[] = ["done", "unchanged", "off"];

function hasNews({ run }: PageState): boolean {
  return (
    run.stopped !== undefined ||
    run.stages.some(({ status }) => !quiet.includes(status)) ||
    run.problems.some(({ code }) => code === "already-partitioned")
  );
}
