import { X } from "lucide-react";
import { withKey } from "../state/commands.ts";
import { usePage } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { Inspector } from "./Inspector.tsx";

/** The inspector where the window has no column for it: over the picture's right. */
export function InspectorDrawer() {
  const { actions } = usePage();
  return (
    <div className="absolute inset-y-0 right-0 z-20 w-80 max-w-[90%] border-l border-line-strong shadow-float">
      <Inspector>
        <IconButton icon={X} label={withKey("Close the inspector", "letGo")} onClick={() => actions.setDrawer(false)} />
      </Inspector>
    </div>
  );
}
