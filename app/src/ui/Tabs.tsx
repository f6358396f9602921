/** Tabs after the ARIA pattern: arrow keys move along the row and open the tab they reach. */
import { createContext, type KeyboardEvent, type ReactNode, useContext, useId } from "react";

interface Choice {
  readonly id: string;
  readonly value: string;
  readonly choose: (value: string) => void;
}

const Chosen = createContext<Choice>({ id: "", value: "", choose: () => {} });

interface TabsProps<T extends string> {
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly values: readonly T[];
  readonly className?: string;
  readonly children: ReactNode;
}

/** A row of tabs with their content; `value` is the open one. */
export function Tabs<T extends string>({ value, onChange, values, className, children }: TabsProps<T>) {
  const id = useId();
  const choose = (wanted: string) => {
    const found = values.find((v) => v === wanted);
    if (found !== undefined) onChange(found);
  };
  return (
    <Chosen value={{ id, value, choose }}>
      <div className={className}>{children}</div>
    </Chosen>
  );
}

interface TabListProps {
  readonly label: string;
  readonly tabs: readonly { readonly value: string; readonly content: ReactNode }[];
  readonly className: string;
  readonly tabClassName: string;
}

/** The row itself. */
export function TabList({ label, tabs, className, tabClassName }: TabListProps) {
  const { id, value, choose } = useContext(Chosen);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    choose(next.value);
    event.currentTarget.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} aria-orientation="horizontal" className={className} onKeyDown={press}>
      {tabs.map((tab) => {
        const isOpen = tab.value === value;
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}tab-${tab.value}`}
            aria-selected={isOpen}
            aria-controls={`${id}panel-${tab.value}`}
            data-state={isOpen ? "active" : "inactive"}
            data-value={tab.value}
            tabIndex={isOpen ? 0 : -1}
            onClick={() => choose(tab.value)}
            className={tabClassName}
          >
            {tab.content}
          </button>
        );
      })}
    </div>
  );
}

interface TabPanelProps {
  readonly value: string;
  /** Whether its content stays in the page, hidden, while another tab is open. */
  readonly isKept?: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

/** The content of a tab. */
export function TabPanel({ value, isKept = false, className, children }: TabPanelProps) {
  const { id, value: open } = useContext(Chosen);
  const isOpen = open === value;
  return (
    <div
      role="tabpanel"
      id={`${id}panel-${value}`}
      aria-labelledby={`${id}tab-${value}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern of tabs asks for it, as a panel may begin with text
      tabIndex={0}
      hidden={!isOpen}
      className={className}
    >
      {(isOpen || isKept) && children}
    </div>
  );
}
