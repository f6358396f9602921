import type { NodeDetails } from "@relayscope/engine";
import { useAnswer } from "../hooks/useAnswer.ts";
import { useSelectedAt } from "../hooks/useGraph.ts";
import { shownStage } from "../state/model.ts";
import { usePageState } from "../state/page.ts";

export interface ShownDetails {
  readonly stage: number;
  readonly details: NodeDetails;
  /** True if the shown pass removed the node, so that the details are from the stage before. */
  readonly isBefore: boolean;
}

/** The details of the first selected node at the shown stage, or at the stage before if the pass removed it. */
export function useDetails(): ShownDetails | undefined {
  const stage = usePageState(shownStage);
  const after = useSelectedAt(stage)[0];
  const before = useSelectedAt(stage - 1)[0];
  const id = after ?? before;
  const at = after === undefined ? stage - 1 : stage;
  const { value } = useAnswer(
    id === undefined
      ? undefined
      : {
          key: `node/${at}/${id}`,
          stage: at,
          ask: async (engine, epoch) => {
            const details = await engine.node(epoch, at, id);
            return details && { stage: at, details, isBefore: at < stage };
          },
        },
  );
  return value;
}
