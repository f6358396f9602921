import { useEffect } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { Center } from "./center/Center.tsx";
import { StageBanner } from "./center/StageBanner.tsx";
import { DialogHost } from "./header/DialogHost.tsx";
import { Header } from "./header/Header.tsx";
import { Inspector } from "./inspector/Inspector.tsx";
import { InspectorDrawer } from "./inspector/InspectorDrawer.tsx";
import { LeftPanel } from "./left/LeftPanel.tsx";
import { usePageState } from "./state/page.ts";
import { useShortcuts } from "./state/useShortcuts.ts";
import { useTheme } from "./state/useTheme.ts";
import { useIsWide } from "./state/useWidth.ts";
import { PassStrip } from "./strip/PassStrip.tsx";
import { DropTarget } from "./ui/DropTarget.tsx";
import { HintLayer } from "./ui/HintLayer.tsx";
import { Notices } from "./ui/Notices.tsx";

/** From here on the inspector has a column of its own. */
const inspectorColumn = 1440;

/** The whole page. */
export function App() {
  const theme = useTheme();
  const isLeftOpen = usePageState((s) => s.preferences.isLeftOpen);
  const isInspectorOpen = usePageState((s) => s.preferences.isInspectorOpen);
  const isDrawerOpen = usePageState((s) => s.isDrawerOpen);
  const isWide = useIsWide(inspectorColumn);
  useShortcuts();
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <DropTarget>
      <div className="flex h-full flex-col">
        <Header />
        <Notices />
        <div className="min-h-0 flex-1">
          <Group orientation="horizontal" id="page">
            {isLeftOpen && (
              <>
                <Panel id="left" defaultSize={isWide ? "23%" : "27%"} minSize={260} maxSize="45%">
                  <LeftPanel />
                </Panel>
                <Separator className="divider" aria-label="Resize the editor" />
              </>
            )}
            <Panel id="center" minSize="30%">
              <div className="flex h-full min-w-0 flex-col">
                <PassStrip />
                <StageBanner />
                <div className="relative min-h-0 flex-1">
                  <Center />
                  {!isWide && isDrawerOpen && <InspectorDrawer />}
                </div>
              </div>
            </Panel>
            {isWide && isInspectorOpen && (
              <>
                <Separator className="divider" aria-label="Resize the inspector" />
                <Panel id="inspector" defaultSize="17%" minSize={260} maxSize="35%">
                  <Inspector />
                </Panel>
              </>
            )}
          </Group>
        </div>
      </div>
      <DialogHost />
      <HintLayer />
    </DropTarget>
  );
}
