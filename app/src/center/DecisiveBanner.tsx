import type { DecisiveChange } from "@relayscope/engine";
import { Check, X } from "lucide-react";
import { useCallback, useState } from "react";
import { useDelay } from "../hooks/useDelay.ts";
import { useSearch } from "../hooks/useSearch.ts";
import { unusedTarget } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Prose } from "../ui/Prose.tsx";
import { Banner } from "./Banner.tsx";
import { giveWay } from "./giveWay.ts";

/** Pictures and answers come first: the wait after a run, in milliseconds. */
const pause = 700;

/**
 * Names a change that the whole run needs, and offers to apply it. Before there is one, the banner says if nothing is
 * offloaded. The search runs in the background after each run; an answer for an earlier run is dropped.
 */
export function DecisiveBanner() {
  const { actions, store, viewports } = usePage();
  const epoch = usePageState((s) => s.run.epoch);
  const isFinished = usePageState((s) => s.run.status === "finished");
  const { parts, status, start } = useSearch<DecisiveChange>("decisive", (engine, own, onPart) => engine.decisive(own, onPart));
  const [putAway, setPutAway] = useState<number>();
  useDelay(isFinished && status === "idle" && epoch, pause, start);
  const unused = usePageState(unusedTarget);
  // A notice about an edit says it, too, with the reasons.
  const isSaid = usePageState((s) => s.notices.some(({ hasReasons = false }) => hasReasons));
  const comes = useCallback(
    (banner: HTMLDivElement | null) => {
      // One that comes with the picture has its room already.
      if (!banner || unusedTarget(store.getState()) !== "") return undefined;
      const isOver = banner.parentElement?.querySelector(".picture:hover") != null;
      return giveWay(viewports, banner.offsetHeight, isOver);
    },
    [store, viewports],
  );
  const [change] = parts;
  const isNothingOffloaded = unused !== "" && !isSaid;
  if ((!change && !isNothingOffloaded) || (change && !isFinished) || putAway === epoch) return null;
  return (
    <Banner ref={comes} tone="note">
      <span>
        <Prose text={change?.sentence ?? `No operator is offloaded to \`${unused}\`.`} />
      </span>
      <span className="flex shrink-0 items-center gap-2">
        {change ? (
          <Button look="solid" icon={Check} onClick={() => actions.applyChange(change)} data-testid="apply-decisive">
            {nameOf(change)}
          </Button>
        ) : (
          <Button look="outline" onClick={() => actions.showInspector("improve")}>
            Why
          </Button>
        )}
        <IconButton icon={X} label="Put away" onClick={() => setPutAway(epoch)} />
      </span>
    </Banner>
  );
}

function nameOf({ edits: [first, ...others] }: DecisiveChange): string {
  if (others.length > 0) return "Make the change";
  return first?.kind === "bind" ? "Bind parameters" : first?.kind === "opt-level" ? `Opt level ${first.level}` : "Make the change";
}
