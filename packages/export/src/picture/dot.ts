/**
 * The picture of a stage as a graph in DOT, for Graphviz: frames and regions are clusters, tensors are labels of edges.
 */
import type { DrawableGraph } from "@relayscope/graph";
import { paletteOf, regionColor } from "@relayscope/palette";

/**
 * A string in double quotes. DOT knows one escape that ends it, and backslashes that begin others: both are doubled.
 */
function dotString(text: string): string {
  return `"${text
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, "")
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")}"`;
}

const shapes: Readonly<Record<string, string>> = {
  variable: "ellipse",
  output: "ellipse",
  constant: "note",
  if: "diamond",
  match: "diamond",
};

/** The graph; `title` is above it. */
export function dotGraph(graph: DrawableGraph, title: string): string {
  const palette = paletteOf("light");
  const lines = [
    `digraph ${dotString(title)} {`,
    `  label=${dotString(title)}; labelloc=t; rankdir=TB; compound=true;`,
    '  node [shape=box, style="rounded,filled", fillcolor=white, fontname="Helvetica", fontsize=11];',
    '  edge [fontname="Helvetica", fontsize=9, color="#98a1b0"];',
  ];
  const inner = graph.frames.map((): number[] => []);
  const top: number[] = [];
  for (const [i, frame] of graph.frames.entries()) (inner[frame.parent] ?? top).push(i);
  const nodesOf = graph.frames.map((): number[] => []);
  const loose: number[] = [];
  for (const [i, node] of graph.nodes.entries()) (nodesOf[node.frame] ?? loose).push(i);
  const writeNodes = (nodes: readonly number[], indent: string) => {
    for (const i of nodes) {
      const node = graph.nodes[i];
      if (!node) continue;
      const color = regionColor(palette, graph.regions[node.region]?.color ?? -1);
      const text = [node.label, ...(node.summary?.lines ?? [[node.shape, node.dtype].filter((t) => t !== "").join(" ")])];
      const region = graph.regions[node.region];
      const parts = [`label=${dotString(text.filter((t) => t !== "").join("\n"))}`];
      if (shapes[node.kind]) parts.push(`shape=${shapes[node.kind]}`);
      if (color) parts.push(`color=${dotString(color.line)}`, `fillcolor=${dotString(color.fill)}`);
      if (region && region.color >= 0) parts.push(`tooltip=${dotString(region.label)}`);
      lines.push(`${indent}n${i} [${parts.join(", ")}];`);
    }
  };
  // Frames nest as deep as the module: a stack of what is still to write, and of what closes it.
  const open: (number | string)[] = [...top].reverse();
  const depth = new Map<number, number>();
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string" || next === undefined) {
      lines.push(next ?? "");
      continue;
    }
    const frame = graph.frames[next];
    if (!frame) continue;
    const level = (depth.get(frame.parent) ?? 0) + 1;
    depth.set(next, level);
    const indent = "  ".repeat(Math.min(level, 20));
    lines.push(`${indent}subgraph cluster_${next} {`, `${indent}  label=${dotString(`${frame.label} ${frame.detail}`.trim())};`);
    const color = regionColor(palette, graph.regions[frame.region]?.color ?? -1);
    lines.push(`${indent}  style="rounded"; color=${dotString(color?.line ?? palette.frameLine)};`);
    writeNodes(nodesOf[next] ?? [], `${indent}  `);
    open.push(`${indent}}`, ...[...(inner[next] ?? [])].reverse());
  }
  writeNodes(loose, "  ");
  for (const edge of graph.edges) {
    const label = [edge.dtype, edge.shape].filter((t) => t !== "").join(" ");
    lines.push(`  n${edge.from} -> n${edge.to}${label === "" ? "" : ` [label=${dotString(label)}]`};`);
  }
  return `${lines.join("\n")}\n}\n`;
}
