import type { PaneMode } from "@relayscope/share";
import { Columns2, FileDiff, Rows2, Square } from "lucide-react";
import { withKey } from "../state/commands.ts";
import { usePage, usePageState } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";

const modes: readonly { readonly mode: PaneMode; readonly icon: typeof Square; readonly label: string }[] = [
  { mode: "across", icon: Columns2, label: withKey("Before and after, side by side", "panes") },
  { mode: "down", icon: Rows2, label: withKey("Before above after", "panes") },
  { mode: "after", icon: Square, label: withKey("One pane", "onePane") },
  { mode: "diff", icon: FileDiff, label: withKey("Text difference", "difference") },
];

/** Chooses how the center is divided. `shown` is the division in force, which a wide picture turns by itself. */
export function PaneSwitch({ shown }: { readonly shown: PaneMode }) {
  const { actions } = usePage();
  const stage = usePageState((s) => Math.min(s.view.stage, s.document.pipeline.length));
  return (
    <div role="toolbar" aria-label="Panes" className="flex shrink-0 items-center">
      {modes.map(({ mode, icon, label }) => (
        <IconButton
          key={mode}
          icon={icon}
          size={14}
          className="size-6"
          label={label}
          isPressed={shown === mode}
          disabled={stage === 0 && mode !== "after"}
          onClick={() => actions.setPanes(mode)}
        />
      ))}
    </div>
  );
}
