import type { PaneMode } from "@relayscope/share";
import { lazy, Suspense } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { InspectorSheet } from "../inspector/InspectorSheet.tsx";
import { shownStage, stageBeside } from "../state/model.ts";
import { usePageState } from "../state/page.ts";
import { GraphPane } from "./GraphPane.tsx";
import { useDivision } from "./useDivision.ts";
import { useSheet } from "./useSheet.ts";

const StageTextPane = lazy(() => import("./StageTextPane.tsx").then((m) => ({ default: m.StageTextPane })));
const DiffPane = lazy(() => import("./DiffPane.tsx").then((m) => ({ default: m.DiffPane })));

/** The middle of the page, or of a part of it that stands by itself (`isPart`): before and after in step, one pane, texts, or their difference. */
export function Center({ isPart = false }: { readonly isPart?: boolean }) {
  const stage = usePageState(shownStage);
  const { ref, division } = useDivision(stage);
  const beside = usePageState(stageBeside);
  const hasText = division === "text" || division === "beside";
  const shown: PaneMode = beside < 0 && !hasText ? "after" : division;
  const sheet = useSheet("after", false);
  const isPinned = usePageState(
    (s) => s.view.pinned !== undefined && Math.min(s.view.pinned, s.document.pipeline.length) === stageBeside(s),
  );
  const isSplit = shown === "across" || shown === "down";
  const Landmark = isPart ? "section" : "main";
  return (
    <Landmark aria-label="Graphs" className="flex h-full min-w-0 flex-col">
      <div ref={ref} className="min-h-0 flex-1" data-division={shown}>
        {shown === "diff" || shown === "text" ? (
          <div className="relative h-full">
            <Suspense>
              {shown === "diff" ? <DiffPane stage={stage} from={beside} /> : <StageTextPane stage={stage} shown={shown} />}
            </Suspense>
            <div className="pointer-events-none absolute inset-x-0 top-8 bottom-0 *:pointer-events-auto">
              {sheet && <InspectorSheet place={sheet} />}
            </div>
          </div>
        ) : (
          <Group orientation={shown === "down" ? "vertical" : "horizontal"} id="panes">
            {isSplit && (
              <>
                <Panel id="before" minSize="20%" defaultSize="50%">
                  <GraphPane stage={beside} side={isPinned ? "pinned" : "before"} shown={shown} />
                </Panel>
                <Separator className="divider" aria-label="Resize before and after" />
              </>
            )}
            <Panel id="after" minSize="20%" defaultSize={isSplit || shown === "beside" ? "50%" : "100%"}>
              <GraphPane stage={stage} side={stage === 0 ? "input" : "after"} shown={shown} />
            </Panel>
            {shown === "beside" && (
              <>
                <Separator className="divider" aria-label="Resize picture and text" />
                <Panel id="text" minSize="20%" defaultSize="50%">
                  <Suspense>
                    <StageTextPane stage={stage} />
                  </Suspense>
                </Panel>
              </>
            )}
          </Group>
        )}
      </div>
    </Landmark>
  );
}
