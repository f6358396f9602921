import { Suspense } from "react";
import { type PageState, unusedTarget } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { part } from "../ui/part.ts";
import { awaitBanner } from "./awaitBanner.ts";

const StageBanner = part(() => import("./StageBanner.tsx").then((m) => m.StageBanner));

const DecisiveBanner = part(() => import("./DecisiveBanner.tsx").then((m) => m.DecisiveBanner));

/**
 * The banner with a change that affects the whole run. Loaded after the first picture of a run, or before it if nothing
 * is offloaded.
 */
export function DecisiveNotice() {
  const isWanted = usePageState((s) => s.isStarted && s.run.epoch > 0);
  const isAtOnce = usePageState((s) => unusedTarget(s) !== "");
  return <Suspense fallback={isAtOnce && <Awaited />}>{(isWanted || isAtOnce) && <DecisiveBanner />}</Suspense>;
}

/** The banner above a stage, loaded once a run has something to report. */
export function StageNotice() {
  const isWanted = usePageState(hasNews);
  return <Suspense fallback={<Awaited />}>{isWanted && <StageBanner />}</Suspense>;
}

/** Is there while the code of a banner loads. Pictures wait for the banner, as it takes their room. */
function Awaited() {
  const { store } = usePage();
  return <i hidden ref={() => awaitBanner(store)} />;
}

const quiet: readonly string[] = ["done", "unchanged", "off"];

function hasNews({ run }: PageState): boolean {
  return (
    run.stopped !== undefined ||
    run.stages.some(({ status }) => !quiet.includes(status)) ||
    run.problems.some(({ code }) => code === "already-partitioned")
  );
}
