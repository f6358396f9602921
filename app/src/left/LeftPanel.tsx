import { Suspense } from "react";
import { isProblemListShown, type LeftTab } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { part } from "../ui/part.ts";
import { Split } from "../ui/Split.tsx";
import { TabBar } from "../ui/TabBar.tsx";
import { TabPanel, Tabs } from "../ui/Tabs.tsx";
import { RelayEditor } from "./RelayEditor.tsx";

const OutlineTab = part(() => import("./OutlineTab.tsx").then((m) => m.OutlineTab));
const PipelineTab = part(() => import("./PipelineTab.tsx").then((m) => m.PipelineTab));
const ProblemList = part(() => import("./ProblemList.tsx").then((m) => m.ProblemList));
const TargetTab = part(() => import("./TargetTab.tsx").then((m) => m.TargetTab));

const tabs: readonly { readonly value: LeftTab; readonly label: string }[] = [
  { value: "relay", label: "Relay" },
  { value: "pipeline", label: "Pipeline" },
  { value: "target", label: "Target" },
  { value: "outline", label: "Outline" },
];

/** The left side: the input (text, pipeline, target), an outline of the picture, and the problems below. */
export function LeftPanel() {
  const { actions } = usePage();
  const tab = usePageState((s) => s.leftTab);
  const hasProblems = usePageState((s) => s.run.problems.length + s.draftProblems.length > 0);
  // The outline tab exists while the outline is shown; the View menu opens it.
  const shown = tab === "outline" ? tabs : tabs.filter(({ value }) => value !== "outline");
  const isListShown = usePageState(isProblemListShown);
  const problems = (
    <Suspense fallback={<NoProblems isUnknown />}>
      <ProblemList />
    </Suspense>
  );
  return (
    <div className="flex h-full min-w-0 flex-col bg-panel">
      <div className="min-h-0 flex-1">
        <Split
          direction="down"
          end={isListShown ? { label: "Resize problems", content: problems, share: 0.24, least: 72, most: 0.7 } : undefined}
        >
          <Tabs value={tab} onChange={actions.showLeft} values={shown.map((t) => t.value)} className="flex h-full flex-col">
            <TabBar tabs={shown} label="Input" />
            <TabPanel value="relay" isKept className="min-h-0 flex-1 outline-none">
              <RelayEditor />
            </TabPanel>
            <TabPanel value="pipeline" className="min-h-0 flex-1 overflow-y-auto outline-none">
              <Suspense>
                <PipelineTab />
              </Suspense>
            </TabPanel>
            <TabPanel value="target" className="min-h-0 flex-1 overflow-y-auto outline-none">
              <Suspense>
                <TargetTab />
              </Suspense>
            </TabPanel>
            <TabPanel value="outline" className="min-h-0 flex-1 outline-none">
              <Suspense>
                <OutlineTab />
              </Suspense>
            </TabPanel>
          </Tabs>
        </Split>
      </div>
      {!isListShown && (hasProblems ? problems : <NoProblems />)}
    </div>
  );
}

/** The line at the foot of the left side if there is no problem, or none is known yet. */
function NoProblems({ isUnknown = false }: { readonly isUnknown?: boolean }) {
  const hasRun = usePageState((s) => s.run.epoch > 0);
  return (
    <section aria-label="Problems" className="flex h-8 shrink-0 items-center gap-2 border-t border-line px-3 font-medium text-ink-2">
      Problems {hasRun && !isUnknown && <span className="text-small font-normal text-ink-3">none</span>}
    </section>
  );
}
