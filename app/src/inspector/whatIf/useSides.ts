import type { BoundaryNodes, CauseAnswer } from "@relayscope/engine";
import { usePageState } from "../../state/page.ts";
import { useAnswer } from "../../state/useAnswer.ts";

export interface Sides extends BoundaryNodes {
  /** Whether the two are in one region already; the node, in one. */
  readonly isJoined: boolean;
  readonly cause: CauseAnswer | undefined;
}

/**
 * What the picture's selection is at the last stage, as a boundary: the ends of a selected edge, the first and the last selected node, or one alone; and why
 * they are apart. Undefined where nothing is selected.
 */
export function useSides(): Sides | undefined {
  const last = usePageState((s) => s.document.pipeline.length);
  const selection = usePageState((s) => s.view.selection);
  const edge = usePageState((s) => s.selectedEdge);
  const asked = edge
    ? { stage: edge.stage, first: edge.producer, second: edge.consumer }
    : selection && {
        stage: selection.stage,
        first: selection.nodes[0],
        second: selection.nodes.length > 1 ? selection.nodes.at(-1) : undefined,
      };
  const { value } = useAnswer(
    asked?.first === undefined
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
              engine.whyBetween(epoch, stage, first ?? 0, second).catch(() => undefined),
            ]);
            return { from: from ?? [], to, isJoined: why?.isJoined ?? false, cause: why?.cause };
          },
        },
  );
  return asked?.first === undefined ? undefined : value;
}
