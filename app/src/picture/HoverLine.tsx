import { Panel } from "@xyflow/react";
import type { ShownGraph } from "../state/useGraph.ts";

interface HoverLineProps {
  readonly graph: ShownGraph["answer"]["graph"];
  readonly index: number | undefined;
  /** Why its region ends; empty where that is not known. */
  readonly end: string;
}

/** What the pointer is on, in a line at the picture's top. */
export function HoverLine({ graph, index, end }: HoverLineProps) {
  const node = index === undefined ? undefined : graph.nodes[index];
  if (!node) return null;
  const words = [node.summary ? node.summary.lines.join(" · ") : node.detail, node.type, graph.regions[node.region]?.label ?? "", end];
  return (
    <Panel position="top-left" className="hover-line" aria-hidden>
      <b>{node.label}</b>
      {words
        .filter((w) => w !== "" && w !== node.label)
        .map((w) => (
          <span key={w}>{w}</span>
        ))}
    </Panel>
  );
}
