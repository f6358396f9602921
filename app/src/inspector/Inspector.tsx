import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import type { InspectorTab } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { TabBar } from "../ui/TabBar.tsx";
import { NodeTab } from "./NodeTab.tsx";
import { NumbersTab } from "./NumbersTab.tsx";
import { RegionsTab } from "./RegionsTab.tsx";
import { WhyTab } from "./WhyTab.tsx";

const tabs: readonly { readonly value: InspectorTab; readonly label: string }[] = [
  { value: "regions", label: "Regions" },
  { value: "node", label: "Node" },
  { value: "why", label: "Why" },
  { value: "numbers", label: "Numbers" },
];

/** The right side: what the picture is made of, and why. `children` stand at the end of its tabs. */
export function Inspector({ children }: { readonly children?: ReactNode }) {
  const { actions } = usePage();
  const tab = usePageState((s) => s.inspectorTab);
  return (
    <aside aria-label="Inspector" className="h-full min-w-0 bg-panel">
      <Tabs.Root value={tab} onValueChange={(value) => actions.setInspectorTab(value as InspectorTab)} className="flex h-full flex-col">
        <TabBar tabs={tabs} label="Inspector">
          {children}
        </TabBar>
        <Tabs.Content value="regions" className="min-h-0 flex-1 overflow-y-auto outline-none">
          <RegionsTab />
        </Tabs.Content>
        <Tabs.Content value="node" className="min-h-0 flex-1 overflow-y-auto outline-none">
          <NodeTab />
        </Tabs.Content>
        <Tabs.Content value="why" className="min-h-0 flex-1 overflow-y-auto outline-none">
          <WhyTab />
        </Tabs.Content>
        <Tabs.Content value="numbers" className="min-h-0 flex-1 overflow-y-auto outline-none">
          <NumbersTab />
        </Tabs.Content>
      </Tabs.Root>
    </aside>
  );
}
