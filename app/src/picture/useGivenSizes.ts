import { useStoreApi } from "@xyflow/react";
import { useState } from "react";

/**
 * Sizes and ends of edges come with the nodes: React Flow around the component measures none. Else it would, after each frame that brings some, and then
 * ask all nodes and edges whether they look other than they do.
 */
export function useGivenSizes(): void {
  const store = useStoreApi();
  useState(() => store.setState({ updateNodeInternals: () => undefined }));
}
