import { Tabs } from "radix-ui";
import { lazy, Suspense, useEffect } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { Stage } from "./center/Stage.tsx";
import { GuideHost } from "./guide/GuideHost.tsx";
import { DialogHost } from "./header/DialogHost.tsx";
import { Header } from "./header/Header.tsx";
import { Inspector } from "./inspector/Inspector.tsx";
import { LeftPanel } from "./left/LeftPanel.tsx";
import { usePage, usePageState } from "./state/page.ts";
import { useShortcuts } from "./state/useShortcuts.ts";
import { useTheme } from "./state/useTheme.ts";
import { sideBySide, useHasInspectorColumn, useIsWide } from "./state/useWidth.ts";
import { DropTarget } from "./ui/DropTarget.tsx";
import { HintLayer } from "./ui/HintLayer.tsx";
import { Notices } from "./ui/Notices.tsx";
import { TabBar } from "./ui/TabBar.tsx";

const LearnPanel = lazy(() => import("./learn/LearnPanel.tsx").then((m) => ({ default: m.LearnPanel })));

const Blackboard = lazy(() => import("./board/Blackboard.tsx").then((m) => ({ default: m.Blackboard })));

/** The whole page. */
export function App() {
  const theme = useTheme();
  const isSideBySide = useIsWide(sideBySide);
  const isLearning = usePageState((s) => s.learning !== undefined);
  const isBoard = usePageState((s) => s.isBoard);
  const isGuideOpen = usePageState((s) => s.guide !== undefined);
  useShortcuts();
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <DropTarget>
      <div className="flex h-full flex-col" inert={isGuideOpen} data-part="explorer">
        {!isBoard && <Header />}
        {!isBoard && <Notices />}
        <div className={`flex min-h-0 flex-1 ${isSideBySide ? "" : "flex-col-reverse"}`}>
          <div className={isBoard ? "hidden" : "contents"}>
            <Suspense fallback={null}>{isLearning && <LearnPanel />}</Suspense>
          </div>
          <div className="min-h-0 min-w-0 flex-1">
            <Suspense fallback={null}>{isBoard ? <Blackboard /> : isSideBySide ? <SideBySide /> : <OneAtATime />}</Suspense>
          </div>
        </div>
      </div>
      <GuideHost />
      <DialogHost />
      <HintLayer />
    </DropTarget>
  );
}

function SideBySide() {
  const isLeftOpen = usePageState((s) => s.preferences.isLeftOpen);
  const isInspectorOpen = usePageState((s) => s.preferences.isInspectorOpen);
  const isWide = useHasInspectorColumn();
  return (
    <Group orientation="horizontal" id="page">
      {isLeftOpen && (
        <>
          <Panel id="left" defaultSize={isWide ? "20%" : "27%"} minSize={260} maxSize="45%">
            <LeftPanel />
          </Panel>
          <Separator className="divider" aria-label="Resize the editor" />
        </>
      )}
      <Panel id="center" minSize="30%">
        <Stage />
      </Panel>
      {isWide && isInspectorOpen && (
        <>
          <Separator className="divider" aria-label="Resize the inspector" />
          <Panel id="inspector" defaultSize={308} minSize={308} maxSize="35%">
            <Inspector />
          </Panel>
        </>
      )}
    </Group>
  );
}

const parts = [
  { value: "picture", label: "Picture" },
  { value: "text", label: "Text" },
  { value: "inspector", label: "Regions and why" },
] as const;

/** A narrow window: the parts of the page as tabs. What is shown as text, or in the inspector, comes to the front by itself. */
function OneAtATime() {
  const { actions } = usePage();
  const part = usePageState((s) => s.part);
  return (
    <Tabs.Root value={part} onValueChange={(value) => actions.showPart(value as typeof part)} className="flex h-full flex-col bg-panel">
      <TabBar tabs={parts} label="Parts of the page" />
      <Tabs.Content value="picture" className="min-h-0 flex-1 outline-none">
        <Stage />
      </Tabs.Content>
      <Tabs.Content value="text" forceMount hidden={part !== "text"} className="min-h-0 flex-1 outline-none">
        <LeftPanel />
      </Tabs.Content>
      <Tabs.Content value="inspector" className="min-h-0 flex-1 outline-none">
        <Inspector />
      </Tabs.Content>
    </Tabs.Root>
  );
}
