import type { ColorBy } from "@relayscope/share";
import { Panel } from "@xyflow/react";
import { LocateFixed, Maximize } from "lucide-react";
import { memo, Suspense } from "react";
import { withKey } from "../state/commands/shortcuts.ts";
import { usePage, usePageState } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { part } from "../ui/part.ts";
import type { Coloring } from "./colors/colors.ts";

const ColorsMenu = part(() => import("./ColorsMenu.tsx").then((m) => m.ColorsMenu));

interface PictureToolsProps {
  readonly hasSelection: boolean;
  readonly coloring: Coloring;
  readonly colorBy: ColorBy;
}

/** The tools over the picture: what to bring into view, and what colors mean. */
export const PictureTools = memo(function PictureTools({ hasSelection, coloring, colorBy }: PictureToolsProps) {
  const { actions } = usePage();
  const isStarted = usePageState((s) => s.isStarted);
  return (
    <Panel position="bottom-right" className="react-flow__controls horizontal" aria-label="Picture">
      <IconButton icon={Maximize} label={withKey("Fit", "fit")} onClick={actions.fit} />
      {hasSelection && <IconButton icon={LocateFixed} label={withKey("Show the selection", "reveal")} onClick={actions.reveal} />}
      {isStarted && (
        <Suspense>
          <ColorsMenu coloring={coloring} colorBy={colorBy} />
        </Suspense>
      )}
    </Panel>
  );
});
