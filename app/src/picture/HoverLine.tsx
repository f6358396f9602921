import { bytesText } from "@relayscope/engine";
import { Panel, useStoreApi } from "@xyflow/react";
import { useCallback, useState } from "react";
import { changeWords } from "./changes.ts";
import type { Scene } from "./scene.ts";
import type { Hovered } from "./useHovered.ts";
import type { Ends } from "./words/ends.ts";
import { footMargin, type LineForm, type LinePlace, lineMargin, linePlace } from "./words/linePlace.ts";
import { onRest } from "./words/onRest.ts";
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

/** The line with what was stepped to, if there is something, and the line with what the pointer is on. */
export function Lines({ change, ...hovered }: HoverLineProps & { readonly change: string }) {
  return (
    <>
      {change !== "" && <ChangeLine key={change} words={change} />}
      <HoverLine {...hovered} />
    </>
  );
}

/** A line at the picture's top that describes what the pointer is on. */
function HoverLine({ graph, hovered, ends, endings }: HoverLineProps) {
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

/** The room of the tools next to the legend, in pixels, as in picture.css. */
const besideTools = 132;
/** What the line should not cover. */
const drawn = ":is(.react-flow__node:has(> :is(.card, .box, .label)), .tensor-label, .react-flow__node-toolbar)";
const positions = { left: "top-left", right: "top-right", foot: "bottom-left" } as const;

/** A line with what was stepped to, where it covers nothing of the picture or the least. */
function ChangeLine({ words }: { readonly words: string }) {
  const store = useStoreApi();
  const [{ corner, widest }, setPlace] = useState<Partial<LinePlace>>({});
  const follow = useCallback(
    (line: HTMLDivElement) => {
      const look = () => setPlace(placeIn(line) ?? {});
      look();
      return onRest(store, look);
    },
    [store],
  );
  const isLow = corner === "foot";
  return (
    <Panel
      ref={follow}
      position={positions[corner ?? "left"]}
      className="hover-line change-line"
      style={{ maxWidth: widest, ...(isLow ? { marginBottom: footMargin } : {}) }}
      aria-hidden
    >
      <b>{words}</b>
    </Panel>
  );
}

function placeIn(line: HTMLElement): LinePlace | undefined {
  const picture = line.closest(".picture");
  if (!picture) return undefined;
  const { clientWidth: width, clientHeight: height } = picture;
  const pane = picture.getBoundingClientRect();
  // The blackboard enlarges the picture.
  const scale = pane.width / width;
  const { maxWidth } = line.style;
  const form = (widest: number, corners: LineForm["corners"]): LineForm => {
    line.style.maxWidth = `${widest}px`;
    return { widest, width: line.offsetWidth, height: line.offsetHeight, corners };
  };
  const forms = [
    form(width - 2 * lineMargin, ["left", "right"]),
    form(width - besideTools, ["foot"]),
    ...[0.6, 0.4].map((share) => form(share * width, ["left", "right"])),
  ];
  line.style.maxWidth = maxWidth;
  const around = Array.from(picture.querySelectorAll(drawn), (element) => {
    const box = element.getBoundingClientRect();
    return { x: (box.x - pane.x) / scale, y: (box.y - pane.y) / scale, width: box.width / scale, height: box.height / scale };
  });
  return linePlace(forms, { width, height }, around);
}
