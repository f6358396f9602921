/** What a lesson needs of the picture: that the run has ended, and which nodes are ringed. */
import { graphOf, type NodeName, nodeOf, type Pointer } from "@relayscope/lessons";
import { shownStage } from "../state/model.ts";
import type { Page } from "../state/page.ts";

/** Resolves once the run on the page has ended. */
export function finished({ store }: Page): Promise<void> {
  const isOver = () => store.getState().run.status === "finished" && store.getState().run.epoch > 0;
  return new Promise((resolve) => {
    if (isOver()) return resolve();
    const stop = store.subscribe(() => {
      if (!isOver()) return;
      stop();
      resolve();
    });
  });
}

/** Ids, at the stage on screen, of the nodes that a step points at and of those that are marked. */
export async function ringedNodes(
  { store, engine }: Page,
  points: readonly Pointer[],
  marked: readonly NodeName[],
): Promise<readonly number[]> {
  const { run, view, document } = store.getState();
  if (run.epoch === 0 || (marked.length === 0 && !points.some((p) => p.kind === "node" || p.kind === "region"))) return [];
  const graph = await graphOf({ engine, epoch: run.epoch }, shownStage({ view, document }));
  const names = [...points.flatMap((p) => (p.kind === "node" ? [p.node] : [])), ...marked];
  const regions = points.flatMap((p) => (p.kind === "region" ? graph.regions.filter((r) => r.id === p.number && r.color >= 0) : []));
  const inRegions = regions.flatMap(({ nodes }) => nodes.flatMap((n) => graph.nodes[n]?.id ?? []));
  return [...names.flatMap((name) => nodeOf(graph, name)?.id ?? []), ...inRegions];
}
