import type { ReactNode } from "react";
import { TabList } from "./Tabs.tsx";

interface TabBarProps<T extends string> {
  readonly tabs: readonly { readonly value: T; readonly label: string; readonly mark?: ReactNode }[];
  readonly label: string;
  readonly children?: ReactNode;
}

/** A row of tabs; `children` are at its end. */
export function TabBar<T extends string>({ tabs, label, children }: TabBarProps<T>) {
  return (
    <div className="flex h-9 shrink-0 items-stretch border-b border-line pr-1">
      <TabList
        label={label}
        tabs={tabs.map((tab) => ({
          value: tab.value,
          content: (
            <>
              {tab.label}
              {tab.mark}
            </>
          ),
        }))}
        className="flex min-w-0 flex-1 overflow-x-auto px-1"
        tabClassName="relative flex shrink-0 items-center gap-1.5 px-1.5 font-medium text-ink-3 outline-offset-[-3px] hover:text-ink data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-1.5 data-[state=active]:after:-bottom-px data-[state=active]:after:h-0.5 data-[state=active]:after:rounded-full data-[state=active]:after:bg-accent"
      />
      <div className="flex items-center">{children}</div>
    </div>
  );
}
