/** The graph of a stage, and its selection, for components. */
import type { GraphAnswer } from "@relayscope/engine";
import type { ViewMode } from "@relayscope/share";
import { useEffect, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { graphRequest, isReady, shownMode } from "../state/graphRequests.ts";
import type { Pane } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { useAnswer } from "./useAnswer.ts";

export interface ShownGraph {
  readonly stage: number;
  readonly epoch: number;
  readonly answer: GraphAnswer;
  /** The document that it belongs to, as counted by `PageState.documentNumber`. */
  readonly document: number;
  readonly view: ViewMode | undefined;
  /** False while the requested picture is awaited and this is the previous one. */
  readonly isCurrent: boolean;
}

/**
 * The graph of `stage` once the run has it, until then the graph shown before. Undefined if there is none yet, and for
 * a negative stage. `pane`: the graph before the result shows what the next pass groups.
 */
export function useGraph(stage: number, pane: Pane = "after"): ShownGraph | undefined {
  const page = usePage();
  const request = usePageState(useShallow((state) => graphRequest(state, stage, pane, shownMode(state))));
  const ready = usePageState((state) => isReady(state, request));
  const [latest, setLatest] = useState<ShownGraph>();
  const [, redraw] = useState(0);
  const { epoch } = request;
  const known = ready ? page.graphs.peek(request) : undefined;
  const isCurrent = known !== undefined;
  if (known && latest?.answer !== known) {
    setLatest({ stage, epoch, answer: known, document: page.store.getState().documentNumber, view: request.view, isCurrent });
  } else if (latest && latest.isCurrent !== isCurrent) setLatest({ ...latest, isCurrent });
  useEffect(() => {
    // An effect of the same commit may have changed the state since.
    if (!ready || !isReady(page.store.getState(), request) || known || page.graphs.failure(request) !== undefined) return;
    let isWanted = true;
    const redrawn = () => isWanted && redraw((n) => n + 1);
    page.graphs.load(request).then(redrawn, redrawn);
    return () => {
      isWanted = false;
      page.graphs.release(request);
    };
  }, [page, request, ready, known]);
  return stage < 0 ? undefined : latest;
}

/** Why the picture that `useGraph` asks for in the same component was stopped; undefined if it was not. */
export function useUndrawn(stage: number, pane: Pane = "after"): string | undefined {
  const { graphs } = usePage();
  return usePageState((state) => graphs.failure(graphRequest(state, stage, pane)));
}

const none: readonly number[] = [];

/** Ids at `stage` of the nodes that the selected ones became or came from. */
export function useSelectedAt(stage: number): readonly number[] {
  const selection = usePageState((s) => s.view.selection);
  const isHere = selection?.stage === stage;
  const { value } = useAnswer(
    !selection || stage < 0 || isHere
      ? undefined
      : {
          key: `follow/${selection.stage}/${stage}/${selection.nodes.join(",")}`,
          stage: Math.max(stage, selection.stage),
          ask: (engine, epoch) => engine.follow(epoch, selection.stage, stage, selection.nodes),
        },
  );
  return isHere ? selection.nodes : (value ?? none);
}
