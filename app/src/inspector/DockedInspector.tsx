import { X } from "lucide-react";
import { withKey } from "../state/commands/shortcuts.ts";
import { usePage } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { Inspector } from "./Inspector.tsx";

/** An inspector that opens on a press and closes again. When it closes, the focus returns to the picture. */
export function DockedInspector() {
  const { actions } = usePage();
  return (
    <div ref={returnFocus} className="h-full" data-testid="inspector">
      <Inspector>
        <IconButton icon={X} label={withKey("Close the inspector", "letGo")} onClick={() => actions.setDrawer(false)} />
      </Inspector>
    </div>
  );
}

/** A ref callback. If the element is removed while the focus is in it, the focus moves to the selected node. */
function returnFocus(element: HTMLElement | null): () => void {
  return () => {
    if (!element?.contains(document.activeElement)) return;
    requestAnimationFrame(() => (selectedIn("after") ?? selectedIn("before"))?.focus({ preventScroll: true }));
  };
}

function selectedIn(pane: "before" | "after"): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-testid=graph-${pane}] .react-flow__node.selected`);
}
