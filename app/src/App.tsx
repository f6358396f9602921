import { Suspense } from "react";
import { Stage } from "./center/Stage.tsx";
import { GuideHost } from "./guide/GuideHost.tsx";
import { DialogHost } from "./header/DialogHost.tsx";
import { Header } from "./header/Header.tsx";
import { sideBySide, useHasInspectorColumn, useIsLeftShown, useIsRightShown, useIsTall, useIsWide } from "./hooks/useWidth.ts";
import { Inspector } from "./inspector/Inspector.tsx";
import { LeftPanel } from "./left/LeftPanel.tsx";
import { showsFile } from "./state/model.ts";
import { usePage, usePageState } from "./state/page.ts";
import { Notices } from "./ui/Notices.tsx";
import { part } from "./ui/part.ts";
import { Split } from "./ui/Split.tsx";
import { TabBar } from "./ui/TabBar.tsx";
import { TabPanel, Tabs } from "./ui/Tabs.tsx";

const DockedInspector = part(() => import("./inspector/DockedInspector.tsx").then((m) => m.DockedInspector));
const LearnPanel = part(() => import("./learn/LearnPanel.tsx").then((m) => m.LearnPanel));
const Later = part(() => import("./Later.tsx").then((m) => m.Later));
const Blackboard = part(() => import("./board/Blackboard.tsx").then((m) => m.Blackboard));

/** The whole page. */
export function App() {
  const isSideBySide = useIsWide(sideBySide);
  const isLearning = usePageState((s) => s.learning !== undefined);
  const isBoard = usePageState((s) => s.isBoard);
  const isGuideOpen = usePageState((s) => s.guide !== undefined);
  return (
    <>
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
      <AfterPicture />
    </>
  );
}

/** The parts of the page that load after its first picture. */
function AfterPicture() {
  const isStarted = usePageState((s) => s.isStarted);
  return <Suspense fallback={null}>{isStarted && <Later />}</Suspense>;
}

/**
 * The editor's share of a window that has no column for the inspector. The inspector takes the editor's place, and the
 * picture keeps its width.
 */
const narrowShare = 0.27;

/** The editor's part of the window while it shows a file of a target: 80 columns, or 60 in a small window. */
const fileRoom = { least: 560, most: 0.5 } as const;

/** The inspector is loaded when it first opens. */
const docked = (
  <Suspense>
    <DockedInspector />
  </Suspense>
);

function SideBySide() {
  const isLeftOpen = usePageState((s) => s.preferences.isLeftOpen);
  const isLeftShown = useIsLeftShown();
  const isRightShown = useIsRightShown();
  const isWide = useHasInspectorColumn();
  const isFile = usePageState(showsFile);
  return (
    <Split
      direction="across"
      start={
        isLeftOpen
          ? {
              label: "Resize the editor",
              landmark: "Input",
              content: <LeftPanel />,
              ...(isFile ? { share: isWide ? 0.35 : 0.44, ...fileRoom } : { share: isWide ? 0.2 : narrowShare, least: 260, most: 0.45 }),
              isHidden: !isLeftShown,
            }
          : undefined
      }
      end={
        isRightShown
          ? {
              label: "Resize the inspector",
              landmark: "Inspector",
              content: isWide ? <Inspector /> : docked,
              ...(isWide ? { share: 0.15, least: 308, most: 0.35 } : { share: narrowShare, least: 260, most: 0.45 }),
            }
          : undefined
      }
    >
      <Stage />
    </Split>
  );
}

const parts = [
  { value: "picture", label: "Picture" },
  { value: "text", label: "Text" },
  { value: "inspector", label: "Regions and why" },
] as const;

/** From this height a narrow window has room for the picture above the text that a lesson asks to change. */
const tall = 900;

/**
 * A narrow window: the parts of the page as tabs. A part comes to the front when something is shown in it; the
 * inspector is below the picture.
 */
function OneAtATime() {
  const { actions } = usePage();
  const part = usePageState((s) => s.part);
  const isDrawerOpen = usePageState((s) => s.isDrawerOpen);
  const isLearning = usePageState((s) => s.learning !== undefined);
  const isPictured = useIsTall(tall) && isLearning && part === "text";
  return (
    <Tabs value={part} onChange={actions.showPart} values={parts.map((p) => p.value)} className="flex h-full flex-col bg-panel">
      <TabBar tabs={parts} label="Parts of the page" />
      <TabPanel value="picture" className="min-h-0 flex-1 outline-none">
        <Split
          direction="down"
          end={
            isDrawerOpen
              ? { label: "Resize the inspector", landmark: "Inspector", content: docked, share: 0.38, least: 160, most: 0.7 }
              : undefined
          }
        >
          <Stage />
        </Split>
      </TabPanel>
      <TabPanel value="text" isKept className="min-h-0 flex-1 outline-none">
        <Split
          direction="down"
          start={isPictured ? { label: "Resize the picture", content: <Stage />, share: 0.5, least: 200, most: 0.7 } : undefined}
        >
          <aside aria-label="Input" className="h-full">
            <LeftPanel />
          </aside>
        </Split>
      </TabPanel>
      <TabPanel value="inspector" className="min-h-0 flex-1 outline-none">
        <aside aria-label="Inspector" className="h-full">
          <Inspector />
        </aside>
      </TabPanel>
    </Tabs>
  );
}
