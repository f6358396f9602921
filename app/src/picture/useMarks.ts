import { useMemo } from "react";
import { usePageState } from "../state/page.ts";
import type { Marks } from "./elementData.ts";
import { indicesOf, pathsOf, type Scene } from "./scene.ts";
import type { Filtered } from "./useFilter.ts";
import type { Hovered } from "./useHovered.ts";

export type Marked = ReadonlySet<number>;

type Graph = Scene["answer"]["graph"];

const none: Marked = new Set();

/**
 * What is highlighted in a picture: selected, hovered, on a path, connected with the hovered node. The rest fades while
 * a list stresses a part.
 */
export function useMarks(scene: Scene, stage: number, selected: Marked, hovered: Hovered, filtered: Filtered | undefined): Marks {
  const pointedIds = usePageState((s) => s.pointed);
  const stressed = usePageState((s) => s.stressed);
  const blockers = usePageState((s) => (s.play?.stage === stage + 1 ? s.play.blockers : undefined));
  const isTraced = usePageState((s) => s.isTraced);
  const isOnlyChanges = usePageState((s) => s.isOnlyChanges);
  const edge = usePageState((s) => s.selectedPair);
  return useMemo(() => {
    const { graph } = scene.answer;
    const lit = new Set<number>();
    const litEdges = new Set<number>();
    const selectedEdges = new Set<number>();
    if (edge?.stage === stage) {
      graph.edges.forEach((e, i) => {
        if (e.producer === edge.producer && e.consumer === edge.consumer) selectedEdges.add(i);
      });
    }
    // A selected tensor is highlighted alone.
    const around = hovered.node !== undefined ? [hovered.node] : selected.size === 1 && !edge ? [...selected] : [];
    for (const i of around) {
      for (const e of [...scene.incoming(i), ...scene.outgoing(i)]) {
        litEdges.add(e);
        const joined = graph.edges[e];
        if (joined) lit.add(joined.from === i ? joined.to : joined.from);
      }
    }
    const wholeEdges = new Set([...(hovered.edge === undefined ? [] : [hovered.edge]), ...selectedEdges]);
    for (const e of wholeEdges) {
      litEdges.add(e);
      const joined = graph.edges[e];
      if (joined) lit.add(joined.from).add(joined.to);
    }
    const labeledEdges = new Set(litEdges);
    const path = isTraced && selected.size > 0 ? pathsOf(scene, selected) : undefined;
    if (path) {
      graph.edges.forEach((e, i) => {
        if (path.has(e.from) && path.has(e.to)) litEdges.add(i);
      });
    }
    const region = stressed?.stage === stage ? stressed.region : undefined;
    const [first] = selected;
    return {
      selected,
      lit,
      litEdges,
      labeledEdges,
      wholeEdges,
      selectedEdges,
      blocking: blockers && blockers.size > 0 ? indicesOf(scene, [...blockers]) : none,
      pointed: pointedIds.length > 0 ? indicesOf(scene, pointedIds) : none,
      ...(path
        ? keptOf(graph, (i) => path.has(i))
        : isOnlyChanges
          ? changesOf(graph)
          : region === undefined
            ? filtered
            : ofRegion(graph, region)),
      current: first ?? 0,
    };
  }, [scene, stage, selected, hovered, pointedIds, stressed, isTraced, isOnlyChanges, edge, blockers, filtered]);
}

/** What is not faded, and the regions that hold some of it. */
function keptOf({ regions }: Graph, kept: (node: number) => boolean, isKept = (_: Graph["regions"][number]) => false): Filtered {
  const found = new Set(regions.flatMap((region, r) => (isKept(region) || region.nodes.some(kept) ? [r] : [])));
  return { kept, keptRegion: (r) => found.has(r) };
}

function changesOf(graph: Graph): Filtered {
  const isChanged = (i: number) => graph.nodes[i]?.change !== undefined || graph.nodes[i]?.isNew === true;
  return keptOf(graph, isChanged, ({ change }) => change !== undefined);
}

function ofRegion({ nodes }: Graph, region: number): Filtered {
  return { kept: (i) => nodes[i]?.region === region, keptRegion: (r) => r === region };
}
