import type { NodeDetails } from "@relayscope/engine";
import { useEffect, useState } from "react";
import { shownStage } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { useSelectedAt } from "../state/useGraph.ts";

export interface ShownDetails {
  readonly stage: number;
  readonly details: NodeDetails;
  /** True where the shown pass removed the node, so that it is the one before. */
  readonly isBefore: boolean;
}

/** The details of the first selected node at the shown stage, or at the stage before where the pass removed it. */
export function useDetails(): ShownDetails | undefined {
  const { engine } = usePage();
  const stage = usePageState(shownStage);
  const epoch = usePageState((s) => s.run.epoch);
  const after = useSelectedAt(stage)[0];
  const before = useSelectedAt(stage - 1)[0];
  const id = after ?? before;
  const at = after === undefined ? stage - 1 : stage;
  const [shown, setShown] = useState<ShownDetails>();
  useEffect(() => {
    if (id === undefined) {
      setShown(undefined);
      return;
    }
    let isWanted = true;
    engine.node(epoch, at, id).then(
      (details) => isWanted && setShown(details && { stage: at, details, isBefore: at < stage }),
      () => isWanted && setShown(undefined),
    );
    return () => {
      isWanted = false;
    };
  }, [engine, epoch, at, id, stage]);
  return shown;
}
