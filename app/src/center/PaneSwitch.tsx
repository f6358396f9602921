import type { PaneMode } from "@relayscope/share";
import { Columns2, FileDiff, Rows2, Square } from "lucide-react";
import { usePage, usePageState } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";

const modes: readonly { readonly mode: PaneMode; readonly icon: typeof Square; readonly label: string }[] = [
  { mode: "across", icon: Columns2, label: "Before and after, side by side (1)" },
  { mode: "down", icon: Rows2, label: "Before above after (1 again)" },
  { mode: "after", icon: Square, label: "One pane (2)" },
  { mode: "diff", icon: FileDiff, label: "Text difference (3)" },
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
