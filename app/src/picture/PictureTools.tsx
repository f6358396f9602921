import { Controls } from "@xyflow/react";
import { Map as MapIcon, Maximize, Scan } from "lucide-react";
import { lazy, memo, Suspense } from "react";
import { useShallow } from "zustand/react/shallow";
import { withKey } from "../state/commands.ts";
import { usePage, usePageState } from "../state/page.ts";
import { flagNames, flagsFrom, viewFlags } from "../state/viewFlags.ts";
import { IconButton } from "../ui/Button.tsx";
import { Toggle } from "../ui/Toggle.tsx";
import type { Coloring } from "./colors.ts";

const ViewMenu = lazy(() => import("./ViewMenu.tsx").then((m) => ({ default: m.ViewMenu })));

/** In a pane below this width there is no room for the switches beside the other tools and React Flow's name: the menu has them. In CSS pixels. */
const roomy = 460;

interface PictureToolsProps {
  readonly hasSelection: boolean;
  readonly coloring: Coloring;
}

/** The tools over the picture: React Flow's controls, with what to hide, and where to look. */
export const PictureTools = memo(function PictureTools({ hasSelection, coloring }: PictureToolsProps) {
  const { actions } = usePage();
  const flags = usePageState(useShallow((s) => flagsFrom((name) => s.view[name])));
  const isStarted = usePageState((s) => s.isStarted);
  const isNarrow = usePageState((s) => s.paneSize !== undefined && s.paneSize.width < roomy);
  const isMinimapShown = usePageState((s) => s.preferences.isMinimapShown);
  return (
    <Controls orientation="horizontal" position="bottom-right" showFitView={false} showInteractive={false} aria-label="Picture">
      <IconButton icon={Scan} label={withKey("Show the selection", "reveal")} disabled={!hasSelection} onClick={actions.reveal} />
      <IconButton icon={Maximize} label={withKey("Fit", "fit")} onClick={actions.fit} />
      <IconButton
        icon={MapIcon}
        label={withKey("Minimap", "minimap")}
        isPressed={isMinimapShown}
        onClick={() => actions.setPreferences({ isMinimapShown: !isMinimapShown })}
      />
      {isStarted && (
        <Suspense>
          <ViewMenu coloring={coloring} hasFlags={isNarrow} />
        </Suspense>
      )}
      {!isNarrow && <span className="mx-1 h-4 w-px self-center bg-line" />}
      {!isNarrow &&
        flagNames.map((name) => {
          const { label, what, shown } = viewFlags[name];
          return (
            <Toggle
              key={name}
              isOn={flags[name] === shown}
              label={label}
              hint={withKey(`Show ${what}`, name)}
              onChange={(on) => actions.setView({ [name]: on === shown })}
            />
          );
        })}
    </Controls>
  );
});
