/** Nodes in words, for screen readers and hints, regardless of the room in their boxes. */
import { bytesText, type GraphAnswer } from "@relayscope/engine";
import type { Scene } from "../scene.ts";

type DrawableNode = GraphAnswer["graph"]["nodes"][number];
type Card = NonNullable<DrawableNode["summary"]>;

const mostNamed = 4;
const mostParts = 6;

/** Everything that a card holds, and its inputs and outputs: `conv2d ×2, add`, `588 KiB → 3.1 MiB`. */
export function cardWords({ operators, refused, parts, bytesIn, bytesOut }: Card): readonly string[] {
  const held = new Set(parts.map((part) => [part.title, listed(part.operators)].filter((t) => t !== "").join(": ")));
  const shown = [...held].slice(0, mostParts);
  const rest = held.size - shown.length;
  const flow = bytesIn === undefined && bytesOut === undefined ? "" : `${bytesText(bytesIn)} → ${bytesText(bytesOut)}`;
  const left = refused.length > 0 ? `left to the host: ${listed(refused)}` : "";
  return [...(held.size > 0 ? shown : [listed(operators)]), rest > 0 ? `and ${rest} more` : "", left, flow].filter((t) => t !== "");
}

function listed(operators: Card["operators"]): string {
  return operators.map(({ name, count }) => (count > 1 ? `${name} ×${count}` : name)).join(", ");
}

/** What a screen reader says of a node: its kind, its result, its region and why that ends, and its neighbors. */
export function spoken(scene: Scene, i: number, end: string): string {
  const { graph } = scene.answer;
  const node = graph.nodes[i];
  if (!node) return "";
  const names = (edges: readonly number[], end: "from" | "to") => {
    const found = edges.flatMap((e) => graph.nodes[graph.edges[e]?.[end] ?? -1]?.label ?? []);
    return found.length > mostNamed ? `${found.slice(0, mostNamed).join(", ")} and ${found.length - mostNamed} more` : found.join(", ");
  };
  const from = names(scene.incoming(i), "from");
  const to = names(scene.outgoing(i), "to");
  const isNamed = node.card === "operator" || node.label.startsWith(node.card);
  const repeat = repeatOf(scene, node);
  return [
    isNamed ? node.label : `${node.card} ${node.label}`,
    ...(node.summary ? cardWords(node.summary) : [[node.dtype, node.shape].filter((t) => t !== "").join(" ")]),
    node.card === "region" ? "" : (graph.regions[node.region]?.label ?? ""),
    end,
    repeat > 1 ? `in a run that represents ${repeat}` : "",
    node.change ?? (node.isNew ? "new" : ""),
    from === "" ? "" : `from ${from}`,
    to === "" ? "" : `to ${to}`,
  ]
    .filter((t) => t !== "")
    .join("; ");
}

/** How many identical runs the run around a node represents; 1 for other nodes. */
function repeatOf({ answer }: Scene, { frame }: DrawableNode): number {
  const { frames } = answer.graph;
  for (let at = frames[frame]; at; at = frames[at.parent]) if (at.repeat !== undefined) return at.repeat;
  return 1;
}
