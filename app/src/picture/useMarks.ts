import { useMemo } from "react";
import { usePageState } from "../state/page.ts";
import type { Marks } from "./elements.ts";
import { indicesOf, pathsOf, type Scene } from "./scene.ts";
import type { Filtered } from "./useFilter.ts";

export type Marked = ReadonlySet<number>;

const none: Marked = new Set();

/** What stands out in a picture: selected, pointed at, on a path, joined with what the pointer is on; the rest fades where a list stresses a part. */
export function useMarks(
  scene: Scene,
  stage: number,
  selected: Marked,
  hovered: number | undefined,
  filtered: Filtered | undefined,
): Marks {
  const pointedIds = usePageState((s) => s.pointed);
  const stressed = usePageState((s) => s.stressed);
  const blockers = usePageState((s) => (s.play?.stage === stage + 1 ? s.play.blockers : undefined));
  const isTraced = usePageState((s) => s.isTraced);
  const isOnlyChanges = usePageState((s) => s.isOnlyChanges);
  const edge = usePageState((s) => s.selectedEdge);
  return useMemo(() => {
    const { graph } = scene.answer;
    const lit = new Set<number>();
    const litEdges = new Set<number>();
    const around = hovered === undefined ? (selected.size === 1 ? [...selected] : []) : [hovered];
    for (const i of around) {
      for (const e of [...(scene.incoming[i] ?? []), ...(scene.outgoing[i] ?? [])]) {
        litEdges.add(e);
        const joined = graph.edges[e];
        if (joined) lit.add(joined.from === i ? joined.to : joined.from);
      }
    }
    const path = isTraced && selected.size > 0 ? pathsOf(scene, selected) : undefined;
    if (path) {
      graph.edges.forEach((e, i) => {
        if (path.has(e.from) && path.has(e.to)) litEdges.add(i);
      });
    }
    const selectedEdges = new Set<number>();
    if (edge?.stage === stage) {
      graph.edges.forEach((e, i) => {
        if (e.producer === edge.producer && e.consumer === edge.consumer) selectedEdges.add(i);
      });
    }
    const region = stressed?.stage === stage ? stressed.region : undefined;
    const [first] = selected;
    return {
      selected,
      lit,
      litEdges,
      selectedEdges,
      blocking: blockers && blockers.size > 0 ? indicesOf(scene, [...blockers]) : none,
      pointed: pointedIds.length > 0 ? indicesOf(scene, pointedIds) : none,
      kept: path
        ? (i) => path.has(i)
        : isOnlyChanges
          ? (i) => graph.nodes[i]?.change !== undefined || graph.nodes[i]?.isNew === true
          : region === undefined
            ? filtered?.kept
            : (i) => graph.nodes[i]?.region === region,
      keptRegion: region === undefined ? (path || isOnlyChanges ? undefined : filtered?.keptRegion) : (r) => r === region,
      current: first ?? 0,
    };
  }, [scene, stage, selected, hovered, pointedIds, stressed, isTraced, isOnlyChanges, edge, blockers, filtered]);
}
