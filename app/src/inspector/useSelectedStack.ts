import { useMemo } from "react";
import { useGraph, useSelectedAt } from "../state/useGraph.ts";
import { type SelectedStack, stackOf } from "./selectedStack.ts";

/** The stack that is selected in the picture of a stage; undefined where something else is. */
export function useSelectedStack(stage: number): SelectedStack | undefined {
  const selected = useSelectedAt(stage);
  const graph = useGraph(stage)?.answer.graph;
  return useMemo(() => (graph && selected.length > 1 ? stackOf(graph, selected) : undefined), [graph, selected]);
}
