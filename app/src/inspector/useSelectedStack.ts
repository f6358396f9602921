import { useMemo } from "react";
import { useGraph, useSelectedAt } from "../hooks/useGraph.ts";
import { cardOf, type SelectedStack, stackOf } from "./selectedStack.ts";

/** The selected stack in the picture of a stage; undefined if something else is selected. */
export function useSelectedStack(stage: number): SelectedStack | undefined {
  const selected = useSelectedAt(stage);
  const graph = useGraph(stage)?.answer.graph;
  return useMemo(() => (graph && selected.length > 1 ? stackOf(graph, selected) : undefined), [graph, selected]);
}

/** The ids of all that the selected card holds, if it holds several; empty if something else is selected. */
export function useSelectedCard(stage: number): readonly number[] {
  const selected = useSelectedAt(stage);
  const graph = useGraph(stage)?.answer.graph;
  return useMemo(() => (graph && cardOf(graph, selected)) ?? [], [graph, selected]);
}
