import { bytesText } from "@relayscope/engine";
import { Panel } from "@xyflow/react";
import { changeWords } from "./changes.ts";
import type { Scene } from "./scene.ts";
import type { Hovered } from "./useHovered.ts";
import type { Ends } from "./words/ends.ts";
import { cardWords } from "./words/spoken.ts";
import { tensorText } from "./words/tensorText.ts";

interface HoverLineProps {
  readonly graph: Graph;
  readonly hovered: Hovered;
  /** Why regions end, if that is known. */
  readonly ends: Ends | undefined;
  readonly endings: readonly string[];
}

type Graph = Scene["answer"]["graph"];

/** A line at the picture's top that describes what the pointer is on. */
export function HoverLine({ graph, hovered, ends, endings }: HoverLineProps) {
  const name = ends?.get(hovered.region ?? -1)?.name;
  const end = endings[hovered.node ?? -1] ?? (name === undefined ? "" : `ends: ${name}`);
  const [title = "", ...words] = wordsOf(graph, hovered, end);
  if (title === "") return null;
  return (
    <Panel position="top-left" className="hover-line" aria-hidden>
      <b>{title}</b>
      {words
        .filter((w) => w !== "" && w !== title)
        .map((w) => (
          <span key={w}>{w}</span>
        ))}
    </Panel>
  );
}

/** A title, and its details. */
function wordsOf(graph: Graph, hovered: Hovered, end: string): readonly string[] {
  const node = graph.nodes[hovered.node ?? -1];
  if (node) {
    return [
      node.label,
      ...(node.summary ? cardWords(node.summary) : [node.detail]),
      node.type,
      graph.regions[node.region]?.label ?? "",
      end,
    ];
  }
  const edge = graph.edges[hovered.edge ?? -1];
  if (edge) {
    const [from, to] = [graph.nodes[edge.from]?.label, graph.nodes[edge.to]?.label];
    return [`${from} → ${to}`, tensorText(edge) || edge.type, edge.bytes === undefined ? "" : bytesText(edge.bytes)];
  }
  const region = graph.regions[hovered.region ?? -1];
  if (region) return [region.label, changeWords(region), end];
  const frame = graph.frames[hovered.frame ?? -1];
  return frame ? [frame.label, frame.detail] : [];
}
