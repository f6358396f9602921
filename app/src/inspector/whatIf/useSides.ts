import type { BoundaryNodes, CauseAnswer } from "@relayscope/engine";
import type { PageState, PageView } from "../../state/model.ts";
import { usePageState } from "../../state/page.ts";
import { useAnswer } from "../../state/useAnswer.ts";

export interface Sides extends BoundaryNodes {
  /** Whether the two are in one region already; the node, in one. */
  readonly isJoined: boolean;
  readonly cause: CauseAnswer | undefined;
}

interface Asked {
  readonly stage: number;
  readonly first: number;
  /** Undefined where one node is asked about. */
  readonly second: number | undefined;
}

/**
 * What a selection asks: why two nodes that were chosen are apart, else why the first that is selected is in no region. Nothing of a region, which its
 * own list answers.
 */
export function askedBy(selection: PageView["selection"], pair: PageState["selectedPair"], hasRegion: boolean): Asked | undefined {
  if (hasRegion) return undefined;
  if (pair) return { stage: pair.stage, first: pair.producer, second: pair.consumer };
  const first = selection?.nodes[0];
  return selection && first !== undefined ? { stage: selection.stage, first, second: undefined } : undefined;
}

/** What the picture's selection asks about, at the last stage; and why it is apart. Undefined where it asks nothing. */
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
            return { from: from ?? [], to, isJoined: why?.isJoined ?? false, cause: why?.cause };
          },
        },
  );
  return asked && value;
}
