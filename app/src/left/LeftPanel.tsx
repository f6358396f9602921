import { Tabs } from "radix-ui";
import { lazy, Suspense } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import type { LeftTab } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { TabBar } from "../ui/TabBar.tsx";
import { ProblemList } from "./ProblemList.tsx";
import { RelayEditor } from "./RelayEditor.tsx";

const OutlineTab = lazy(() => import("./OutlineTab.tsx").then((m) => ({ default: m.OutlineTab })));
const PipelineTab = lazy(() => import("./PipelineTab.tsx").then((m) => ({ default: m.PipelineTab })));
const TargetTab = lazy(() => import("./TargetTab.tsx").then((m) => ({ default: m.TargetTab })));

const tabs: readonly { readonly value: LeftTab; readonly label: string }[] = [
  { value: "relay", label: "Relay" },
  { value: "pipeline", label: "Pipeline" },
  { value: "target", label: "Target" },
  { value: "outline", label: "Outline" },
];

/** The left side: what goes in (text, pipeline, target), an outline of the picture, and the problems below. */
export function LeftPanel() {
  const { actions } = usePage();
  const tab = usePageState((s) => s.leftTab);
  const isProblemsOpen = usePageState((s) => s.preferences.isProblemsOpen);
  const hasProblems = usePageState((s) => s.run.problems.length > 0);
  const isListShown = isProblemsOpen && hasProblems;
  return (
    <aside aria-label="Input" className="flex h-full min-w-0 flex-col bg-panel">
      <Group orientation="vertical" id="left">
        <Panel id="tabs" minSize="25%">
          <Tabs.Root value={tab} onValueChange={(value) => actions.showLeft(value as LeftTab)} className="flex h-full flex-col">
            <TabBar tabs={tabs} label="Input" />
            <Tabs.Content value="relay" forceMount hidden={tab !== "relay"} className="min-h-0 flex-1 outline-none">
              <RelayEditor />
            </Tabs.Content>
            <Tabs.Content value="pipeline" className="min-h-0 flex-1 overflow-y-auto outline-none">
              <Suspense>
                <PipelineTab />
              </Suspense>
            </Tabs.Content>
            <Tabs.Content value="target" className="min-h-0 flex-1 overflow-y-auto outline-none">
              <Suspense>
                <TargetTab />
              </Suspense>
            </Tabs.Content>
            <Tabs.Content value="outline" className="min-h-0 flex-1 outline-none">
              <Suspense>
                <OutlineTab />
              </Suspense>
            </Tabs.Content>
          </Tabs.Root>
        </Panel>
        {isListShown && (
          <>
            <Separator className="divider" aria-label="Resize problems" />
            <Panel id="problems" defaultSize="24%" minSize={72} maxSize="70%">
              <ProblemList />
            </Panel>
          </>
        )}
      </Group>
      {!isListShown && <ProblemList />}
    </aside>
  );
}
