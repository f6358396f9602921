import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { usePage, usePageState } from "../state/page.ts";
import { TabBar } from "../ui/TabBar.tsx";
import { TabPanel, Tabs } from "../ui/Tabs.tsx";
import { inspectorTabs } from "./tabs.ts";

/** The right side: the contents of the picture, and explanations. `children` are at the end of its tabs. */
export function Inspector({ children }: { readonly children?: ReactNode }) {
  const { actions } = usePage();
  const tab = usePageState((s) => s.inspectorTab);
  const documentNumber = usePageState((s) => s.documentNumber);
  const isStarted = usePageState((s) => s.isStarted);
  const isWanted = usePageState((s) => s.isInspectorWanted);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    ref.current?.querySelector<HTMLElement>("[role=tab][data-state=active]")?.focus();
    actions.inspectorReached();
  }, [actions, isWanted]);
  return (
    <div ref={ref} className="h-full min-w-0 bg-panel">
      <h2 className="sr-only">Inspector</h2>
      <Tabs value={tab} onChange={actions.setInspectorTab} values={inspectorTabs.map((t) => t.value)} className="flex h-full flex-col">
        <TabBar tabs={inspectorTabs} label="Inspector">
          {children}
        </TabBar>
        {inspectorTabs.map(({ value, Panel }) => (
          <TabPanel key={`${value} ${documentNumber}`} value={value} className="min-h-0 flex-1 overflow-y-auto outline-none">
            <Suspense>{isStarted && <Panel />}</Suspense>
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}
