/** Draws neighboring pictures before they are asked for. */
import { graphRequest, isReady } from "../state/graphRequests.ts";
import { usePage, usePageState } from "../state/page.ts";
import { useDelay } from "./useDelay.ts";

/** How long the user must look at a picture before its neighbors are drawn, in milliseconds. */
const rest = 400;
/** Pictures of larger stages are drawn only on request. */
const mostNodes = 3_000;

/**
 * Once the picture of a stage is drawn (`isDrawn`) and the view rests, asks for the pictures of neighboring stages, so
 * that a step draws at once.
 */
export function useAhead(stage: number, isDrawn: boolean): void {
  const page = usePage();
  const isFinished = usePageState((s) => s.run.status === "finished");
  const view = usePageState((s) => s.view);
  useDelay(isDrawn && isFinished && view.stage >= 0 && view, rest, async () => {
    for (const next of [stage - 1, stage + 1]) {
      const state = page.store.getState();
      const stepped = { ...state, view: { ...state.view, stage: next } };
      const request = graphRequest(stepped, next, "after");
      const isSmall = (state.run.stages[next]?.summary.nodes ?? mostNodes) < mostNodes;
      if (isSmall && isReady(state, request)) await page.graphs.load(request).catch(() => undefined);
    }
  });
}
