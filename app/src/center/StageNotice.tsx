import { Suspense } from "react";
import type { PageState } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { part } from "../ui/part.ts";

const StageBanner = part(() => import("./StageBanner.tsx").then((m) => m.StageBanner));

const DecisiveBanner = part(() => import("./DecisiveBanner.tsx").then((m) => m.DecisiveBanner));

/** The banner with a change that affects the whole run. Loaded after the first picture of a run. */
export function DecisiveNotice() {
  const isWanted = usePageState((s) => s.isStarted && s.run.epoch > 0);
  return <Suspense fallback={null}>{isWanted && <DecisiveBanner />}</Suspense>;
}

/** How long a picture waits for the banner, in milliseconds: its code may not come, or come over a slow network. */
const patience = 1_000;

/** The banner above a stage, loaded once a run has something to report. Pictures wait for it: it takes their room. */
export function StageNotice() {
  const { store } = usePage();
  const isWanted = usePageState(hasNews);
  const awaited = () => {
    const set = (isBannerAwaited: boolean) => store.setState({ isBannerAwaited });
    set(true);
    const late = setTimeout(set, patience, false);
    return () => {
      clearTimeout(late);
      set(false);
    };
  };
  return <Suspense fallback={<i hidden ref={awaited} />}>{isWanted && <StageBanner />}</Suspense>;
}

const quiet: readonly string[] = ["done", "unchanged", "off"];

function hasNews({ run }: PageState): boolean {
  return (
    run.stopped !== undefined ||
    run.stages.some(({ status }) => !quiet.includes(status)) ||
    run.problems.some(({ code }) => code === "already-partitioned")
  );
}
