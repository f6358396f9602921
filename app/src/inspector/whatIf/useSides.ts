import type { BoundaryNodes, CauseAnswer } from "@relayscope/engine";
import { useAnswer } from "../../hooks/useAnswer.ts";
import type { PageState, PageView } from "../../state/model.ts";
import { usePageState } from "../../state/page.ts";

export interface Sides extends BoundaryNodes {
  /** Whether the two are in one region already, or the single node is in one. */
  readonly isJoined: boolean;
  readonly cause: CauseAnswer | undefined;
  readonly isCurable: boolean;
}

interface Asked {
  readonly stage: number;
  readonly first: number;
  /** Undefined if the question is about one node. */
  readonly second: number | undefined;
}

/**
 * The question that a selection poses: why two chosen nodes are apart, else why the first selected node is in no
 * region. A region poses none, as the list of its boundaries answers it.
 */
export function askedBy(selection: PageView["selection"], pair: PageState["selectedPair"], hasRegion: boolean): Asked | undefined {
  if (hasRegion) return undefined;
  if (pair) return { stage: pair.stage, first: pair.producer, second: pair.consumer };
  const first = selection?.nodes[0];
  return selection && first !== undefined ? { stage: selection.stage, first, second: undefined } : undefined;
}

/** The question of the picture's selection at the last stage, and its answer. Undefined if the selection poses none. */
export function useSides(): Sides | undefined {
  const last = usePageState((s) => s.document.pipeline.length);
  const selection = usePageState((s) => s.view.selection);
  const pair = usePageState((s) => s.selectedPair);
  const hasRegion = usePageState((s) => s.selectedRegion !== undefined);
  const asked = askedBy(selection, pair, hasRegion);
  const { value } = useAnswer(
    asked === undefined
      ? undefined
      : {
          key: `sides/${asked.stage}/${asked.first}/${asked.second ?? ""}`,
          stage: last,
          ask: async (engine, epoch): Promise<Sides> => {
            const { stage, first, second } = asked;
            const at = (id: number | undefined) => (id === undefined ? undefined : engine.follow(epoch, stage, last, [id]));
            const [from, to, why] = await Promise.all([
              at(first),
              at(second),
              engine.whyBetween(epoch, stage, first, second).catch(() => undefined),
            ]);
            return { from: from ?? [], to, isJoined: why?.isJoined ?? false, cause: why?.cause, isCurable: why?.isCurable ?? true };
          },
        },
  );
  return asked && value;
}
