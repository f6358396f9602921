/** The graph of a stage, and what of it is selected, for components. */
import type { GraphAnswer } from "@relayscope/engine";
import { useEffect, useRef, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { usePage, usePageState } from "./page.ts";

export interface ShownGraph {
  readonly stage: number;
  readonly epoch: number;
  readonly answer: GraphAnswer;
}

/**
 * The graph of `stage` as soon as the run has it; until then the one shown before. Undefined before the first, and for a negative stage.
 * `isBefore`: it stands beside the result of the next pass, and shows what that one fuses.
 */
export function useGraph(stage: number, isBefore = false): ShownGraph | undefined {
  const page = usePage();
  const { epoch, showGroups, isReady, hideVariables, hideConstants, showAnnotations, collapsed } = usePageState(
    useShallow(({ run, view }) => ({
      epoch: run.epoch,
      showGroups: isBefore && run.stages[stage + 1]?.pass === "FuseOps",
      isReady: run.stages.length > stage,
      hideVariables: view.hideVariables,
      hideConstants: view.hideConstants,
      showAnnotations: view.showAnnotations,
      collapsed: view.collapsed,
    })),
  );
  const latest = useRef<ShownGraph | undefined>(undefined);
  const [, redraw] = useState(0);
  const request = { epoch, stage, hideVariables, hideConstants, showAnnotations, collapsed, showGroups };
  const known = epoch > 0 && stage >= 0 && isReady ? page.graphs.peek(request) : undefined;
  if (known && latest.current?.answer !== known) latest.current = { stage, epoch, answer: known };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the request's fields are listed one by one
  useEffect(() => {
    if (epoch === 0 || stage < 0 || !isReady || known) return;
    let isWanted = true;
    page.graphs.load(request).then(
      () => isWanted && redraw((n) => n + 1),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [epoch, stage, isReady, hideVariables, hideConstants, showAnnotations, collapsed, showGroups, known]);
  return stage < 0 ? undefined : latest.current;
}

const none: readonly number[] = [];

/** Ids at `stage` of what the selected nodes became or came from there. */
export function useSelectedAt(stage: number): readonly number[] {
  const { engine } = usePage();
  const selection = usePageState((s) => s.view.selection);
  const epoch = usePageState((s) => s.run.epoch);
  const isReady = usePageState((s) => s.run.stages.length > stage && s.run.stages.length > (s.view.selection?.stage ?? 0));
  const [followed, setFollowed] = useState<readonly number[]>(none);
  useEffect(() => {
    if (!selection || stage < 0 || !isReady) {
      setFollowed(none);
      return;
    }
    if (selection.stage === stage) {
      setFollowed(selection.nodes);
      return;
    }
    let isWanted = true;
    engine.follow(epoch, selection.stage, stage, selection.nodes).then(
      (ids) => isWanted && setFollowed(ids),
      () => isWanted && setFollowed(none),
    );
    return () => {
      isWanted = false;
    };
  }, [engine, selection, epoch, stage, isReady]);
  return followed;
}
