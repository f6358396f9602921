import { X } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { withKey } from "../state/commands/shortcuts.ts";
import { usePage } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { Inspector } from "./Inspector.tsx";
import type { SheetPlace } from "./sheet.ts";

/** The inspector where the window has no column for it: over a part of a pane, next to its tools. The focus goes back to the picture when it closes. */
export function InspectorSheet({ place }: { readonly place: SheetPlace }) {
  const { actions, store } = usePage();
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const pressed = `graph-${store.getState().drawerPane === "before" ? "after" : "before"}`;
      requestAnimationFrame(() => selectedIn(pressed)?.focus({ preventScroll: true }));
    };
  }, [store]);
  const { right, bottom, clear } = place;
  return (
    <aside
      ref={ref}
      aria-label="Inspector"
      data-testid="sheet"
      className={`absolute right-0 z-20 overflow-hidden border-line-strong shadow-float ${bottom > 0 ? "left-0 border-t" : "top-0 max-w-full rounded-bl-lg border-l"} ${clear > 0 ? "border-b" : ""}`}
      style={{ bottom: clear, ...(bottom > 0 ? { height: bottom - clear } : { width: right }) }}
    >
      <Inspector>
        <IconButton icon={X} label={withKey("Close the inspector", "letGo")} onClick={() => actions.setDrawer(false)} />
      </Inspector>
    </aside>
  );
}

function selectedIn(pane: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-testid=${pane}] .react-flow__node.selected`);
}
