import type { PaneMode } from "@relayscope/share";
import { Suspense } from "react";
import { isOtherLater, shownStage, stageBeside } from "../state/model.ts";
import { usePageState } from "../state/page.ts";
import { useChecks } from "../strip/useChecks.ts";
import { part } from "../ui/part.ts";
import { type SidePart, Split } from "../ui/Split.tsx";
import { GraphPane } from "./GraphPane.tsx";
import { useDivision } from "./useDivision.ts";

const StageTextPane = part(() => import("./StageTextPane.tsx").then((m) => m.StageTextPane));
const CheckProgress = part(() => import("../strip/CheckProgress.tsx").then((m) => m.CheckProgress));
const DiffPane = part(() => import("./DiffPane.tsx").then((m) => m.DiffPane));

/**
 * The middle of the page, or of an independent part of it (`isPart`): before and after in step, one pane, texts, or
 * their difference.
 */
export function Center({ isPart = false }: { readonly isPart?: boolean }) {
  const stage = usePageState(shownStage);
  const { ref, division } = useDivision(stage);
  const beside = usePageState(stageBeside);
  const isLater = usePageState(isOtherLater);
  const hasText = division === "text" || division === "beside";
  const shown: PaneMode = beside < 0 && !hasText ? "after" : division;
  const isPinned = usePageState(
    (s) => s.view.pinned !== undefined && Math.min(s.view.pinned, s.document.pipeline.length) === stageBeside(s),
  );
  const isSplit = shown === "across" || shown === "down";
  const other: SidePart = {
    label: "Resize before and after",
    content: <GraphPane stage={beside} side={isPinned ? "pinned" : "before"} shown={shown} />,
    share: 0.5,
    least: 120,
    most: 0.8,
  };
  const isChecking = useChecks((s) => s.all.length > 0);
  const Landmark = isPart ? "section" : "main";
  return (
    <Landmark aria-label="Graphs" className="relative flex h-full min-w-0 flex-col">
      <div ref={ref} className="min-h-0 flex-1" data-division={shown}>
        {shown === "diff" || shown === "text" ? (
          <Suspense>
            {shown === "diff" ? (
              <DiffPane stage={isLater ? beside : stage} from={isLater ? stage : beside} />
            ) : (
              <StageTextPane stage={stage} />
            )}
          </Suspense>
        ) : (
          <Split
            direction={shown === "down" ? "down" : "across"}
            start={isSplit && !isLater ? other : undefined}
            end={
              isSplit && isLater
                ? other
                : shown === "beside"
                  ? {
                      label: "Resize picture and text",
                      content: (
                        <Suspense>
                          <StageTextPane stage={stage} />
                        </Suspense>
                      ),
                      share: 0.5,
                      least: 120,
                      most: 0.8,
                    }
                  : undefined
            }
          >
            <GraphPane stage={stage} side={stage === 0 ? "input" : "after"} shown={shown} />
          </Split>
        )}
      </div>
      <Suspense fallback={null}>{isChecking && <CheckProgress />}</Suspense>
    </Landmark>
  );
}
