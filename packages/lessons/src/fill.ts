/**
 * A lesson's sentences with values of the run in place of `{...}`: what a lesson states about a module is read from it.
 */
import { type Count, counts, type NodeName } from "./lesson.ts";
import { readNode } from "./readParts.ts";
import { replies } from "./replies.ts";
import { countOf, graphOf, nameOfNode, nodeOf, type Seen, stageOf } from "./seen.ts";

type Slot =
  | { readonly kind: "count"; readonly count: Count; readonly target: string | undefined; readonly after: string | undefined }
  | { readonly kind: "bytes"; readonly after: string | undefined }
  | { readonly kind: "path"; readonly from: NodeName; readonly to: NodeName }
  | { readonly kind: "functions" };

const slots = /\{([^{}]{1,120})\}/g;
const counted = /^(\w+)(?: of (\S+))?(?: after (\w+))?$/;

function readSlot(text: string): Slot | undefined {
  if (text === "functions by name") return { kind: "functions" };
  if (text.startsWith("path ")) {
    const [from, to] = text.slice("path ".length).split(" to ").map(readNode);
    return from && to && { kind: "path", from, to };
  }
  const [, word = "", target, after] = counted.exec(text) ?? [];
  if (word === "bytes" && target === undefined) return { kind: "bytes", after };
  const count = counts.find((c) => c === word);
  return count && { kind: "count", count, target, after };
}

/** The `{...}` in a sentence that name no value. */
export function unknownSlots(text: string): readonly string[] {
  return [...text.matchAll(slots)].flatMap(([whole, inner = ""]) => (readSlot(inner) ? [] : [whole]));
}

/** The sentence with the run's values; a value that the run does not have is shown as `?`. */
export async function filled(text: string, seen: Seen): Promise<string> {
  const parts: string[] = [];
  let from = 0;
  for (const found of text.matchAll(slots)) {
    const slot = readSlot(found[1] ?? "");
    const value = slot ? ((await valueOf(slot, seen)) ?? "?") : found[0];
    const isFirst = /(^|[.?!] )$/.test(text.slice(Math.max(0, found.index - 2), found.index));
    parts.push(text.slice(from, found.index), isFirst ? value.charAt(0).toUpperCase() + value.slice(1) : value);
    from = found.index + found[0].length;
  }
  return parts.join("") + text.slice(from);
}

async function valueOf(slot: Slot, seen: Seen): Promise<string | undefined> {
  switch (slot.kind) {
    case "count": {
      const n = countOf(slot, seen);
      return n === undefined ? undefined : replies.number(slot.count, n);
    }
    case "bytes": {
      const crossing = seen.stages[stageOf(seen, slot.after)]?.summary.crossing;
      return crossing && replies.bytes(crossing.bytes);
    }
    case "functions": {
      const { frames } = await graphOf(seen, seen.document.pipeline.length);
      return replies.names(frames.flatMap((f) => (f.kind === "external-function" ? [f.label] : [])));
    }
    case "path":
      return pathOf(slot.from, slot.to, seen);
  }
}

/** The operators on a shortest path between two calls of the last stage, in its order. */
async function pathOf(from: NodeName, to: NodeName, seen: Seen): Promise<string | undefined> {
  const graph = await graphOf(seen, seen.document.pipeline.length);
  const [start, end] = [from, to].map((name) => {
    const node = nodeOf(graph, name);
    return node ? graph.nodes.indexOf(node) : -1;
  });
  if (start === undefined || end === undefined || start < 0 || end < 0) return undefined;
  const next = new Map<number, number[]>();
  for (const edge of graph.edges) next.set(edge.from, [...(next.get(edge.from) ?? []), edge.to]);
  const before = new Map([[start, start]]);
  const queue = [start];
  for (const at of queue) {
    for (const to of next.get(at) ?? []) {
      if (before.has(to)) continue;
      before.set(to, at);
      queue.push(to);
    }
  }
  const path: string[] = [];
  for (let at = before.get(end); at !== undefined && at !== start; at = before.get(at)) {
    const node = graph.nodes[at];
    if (node && node.operator !== "") path.unshift(nameOfNode(node));
  }
  return before.has(end) ? replies.names(path) : undefined;
}
