import { Group, Panel, Separator } from "react-resizable-panels";
import { shownStage } from "../state/model.ts";
import { usePageState } from "../state/page.ts";
import { DiffPane } from "./DiffPane.tsx";
import { GraphPane } from "./GraphPane.tsx";
import { StageBanner } from "./StageBanner.tsx";

/** The middle of the page: before and after in step, one pane, or the difference of the texts. */
export function Center() {
  const stage = usePageState(shownStage);
  const panes = usePageState((s) => s.view.panes);
  const isSplit = panes === "split" && stage > 0;
  return (
    <main aria-label="Graphs" className="flex h-full min-w-0 flex-col">
      <StageBanner stage={stage} />
      <div className="min-h-0 flex-1">
        {panes === "diff" ? (
          <DiffPane stage={stage} />
        ) : (
          <Group orientation="horizontal" id="panes">
            {isSplit && (
              <>
                <Panel id="before" minSize="20%" defaultSize="50%">
                  <GraphPane stage={stage - 1} role="before" />
                </Panel>
                <Separator className="divider" aria-label="Resize before and after" />
              </>
            )}
            <Panel id="after" minSize="20%" defaultSize={isSplit ? "50%" : "100%"}>
              <GraphPane stage={stage} role={stage === 0 ? "input" : "after"} />
            </Panel>
          </Group>
        )}
      </div>
    </main>
  );
}
