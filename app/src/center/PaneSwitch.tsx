import type { PaneMode } from "@relayscope/share";
import { BookOpenText, Columns2, FileDiff, FileText, Rows2, Square } from "lucide-react";
import { withKey } from "../state/commands.ts";
import { stageBeside } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";

const modes: readonly { readonly mode: PaneMode; readonly icon: typeof Square; readonly label: string }[] = [
  { mode: "across", icon: Columns2, label: withKey("Before and after, side by side", "panes") },
  { mode: "down", icon: Rows2, label: withKey("Before above after", "panes") },
  { mode: "after", icon: Square, label: withKey("One pane", "onePane") },
  { mode: "diff", icon: FileDiff, label: withKey("Text difference", "difference") },
  { mode: "beside", icon: BookOpenText, label: withKey("The text beside the picture", "textBeside") },
  { mode: "text", icon: FileText, label: withKey("The text instead of the picture", "textAlone") },
];

/** Chooses how the center is divided. `shown` is the division in force, which a wide picture turns by itself. */
export function PaneSwitch({ shown }: { readonly shown: PaneMode }) {
  const { actions } = usePage();
  const hasOther = usePageState((s) => stageBeside(s) >= 0);
  return (
    <div role="toolbar" aria-label="Panes" className="flex shrink-0 items-center">
      {modes.map(({ mode, icon, label }) => (
        <IconButton
          key={mode}
          icon={icon}
          size={14}
          className={mode === "across" || mode === "down" || mode === "beside" ? "size-6 @max-[440px]:hidden" : "size-6"}
          label={label}
          isPressed={shown === mode}
          disabled={!hasOther && (mode === "across" || mode === "down" || mode === "diff")}
          onClick={() => actions.setPanes(mode)}
        />
      ))}
    </div>
  );
}
