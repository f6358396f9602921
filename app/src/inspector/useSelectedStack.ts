import { useMemo } from "react";
import { useGraph, useSelectedAt } from "../hooks/useGraph.ts";
import { cardOf, type SelectedCard, type SelectedStack, stackOf } from "./selectedStack.ts";

/** The selected stack in the picture of a stage; undefined if something else is selected. */
export function useSelectedStack(stage: number): SelectedStack | undefined {
  const selected = useSelectedAt(stage);
  const graph = useGraph(stage)?.answer.graph;
  return useMemo(() => (graph && selected.length > 1 ? stackOf(graph, selected) : undefined), [graph, selected]);
}

/** The selected card, if it holds several calls; undefined if something else is selected. */
export function useSelectedCard(stage: number): SelectedCard | undefined {
  const selected = useSelectedAt(stage);
  const graph = useGraph(stage)?.answer.graph;
  return useMemo(() => graph && cardOf(graph, selected), [graph, selected]);
}
