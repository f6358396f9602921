/**
 * A lesson's sentences with values of the run in place of `{...}`: what a lesson states about a module is read from it.
 */
import { pushTo } from "@relayscope/ir";
import { type Block, type Inline, readInline } from "@relayscope/prose";
import { type Count, counts, type NodeName } from "./lesson.ts";
import { readNode } from "./readParts.ts";
import { replies } from "./replies.ts";
import { countOf, graphOf, isInRegion, nameOfNode, nodeOf, type Seen, stageOf } from "./seen.ts";
import { placeOf } from "./things.ts";
import { passWords } from "./whereIs.ts";

type Slot =
  | { readonly kind: "count"; readonly count: Count; readonly target: string | undefined; readonly after: string | undefined }
  | { readonly kind: "bytes"; readonly after: string | undefined }
  | { readonly kind: "path"; readonly isOfHost: boolean; readonly from: NodeName; readonly to: NodeName }
  | { readonly kind: "functions" }
  | { readonly kind: "word"; readonly word: Word };

/** What is on the page: the targets, what the host keeps, what is selected, the shown pass, the first problem. */
const words = ["target", "host operators", "cause", "region", "boundary", "operator", "pass", "problem"] as const;
type Word = (typeof words)[number];

const slots = /\{([^{}]{1,120})\}/g;
const paths = /^(host )?path (.+)$/;
const counted = /^(\w+)(?: of (\S+))?(?: after (\w+))?$/;

function readSlot(text: string): Slot | undefined {
  if (text === "functions by name") return { kind: "functions" };
  const [, isOfHost, ends] = paths.exec(text) ?? [];
  if (ends !== undefined) {
    const [from, to] = ends.split(" to ").map(readNode);
    return from && to && { kind: "path", isOfHost: isOfHost !== undefined, from, to };
  }
  const own = words.find((w) => w === text);
  if (own) return { kind: "word", word: own };
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
      const regions = seen.stages[stageOf(seen, slot.after)]?.summary.regions ?? [];
      // The text lacks the functions of these regions.
      if (slot.count === "offloaded" && regions.some(({ unknown = 0 }) => unknown > 0)) return replies.unshown;
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
      return pathOf(slot, seen);
    case "word":
      return wordValue(slot.word, seen);
  }
}

/** How many names are listed before the rest is counted. */
const mostNames = 5;

async function wordValue(word: Word, seen: Seen): Promise<string | undefined> {
  const { engine, epoch, selection, region, pair } = seen;
  switch (word) {
    case "target": {
      const targets = seen.stages.at(-1)?.summary.regions.map((r) => r.target) ?? [];
      return replies.names(targets.length > 0 ? targets : [seen.document.target]);
    }
    case "host operators": {
      const left = seen.stages.at(-1)?.summary.byOperator.filter((o) => o.calls > o.offloaded) ?? [];
      return replies.someNames(
        left.map((o) => o.operator),
        mostNames,
      );
    }
    case "cause":
      return causeOfAll(seen);
    case "region": {
      const found = region && (await graphOf(seen, region.stage)).regions[region.region];
      if (!found) return undefined;
      const { nodes } = await graphOf(seen, region.stage);
      const held = found.nodes.flatMap((n) => nodes[n] ?? []).filter((n) => n.kind === "call" && n.operator !== "");
      const ends = await engine.boundariesAt(epoch, region.stage, { kind: "region", region: region.region });
      const names = replies.someNames([...new Set(held.map(nameOfNode))], mostNames);
      return replies.selectedRegion(`${found.target} ${found.id}`, held.length, names, ends.length);
    }
    case "boundary":
      return pair && (await engine.whyBetween(epoch, pair.stage, pair.producer, pair.consumer))?.cause?.sentence;
    case "operator": {
      const id = selection?.nodes[0];
      return selection && id !== undefined ? causeOfNode(seen, selection.stage, id) : undefined;
    }
    case "pass":
      return (await passWords(seen)).join(" ");
    case "problem": {
      const found = seen.problems.find((p) => p.severity === "error");
      return found ? replies.problem(found.message, found.line, found.pass) : replies.noOperators;
    }
  }
}

/** The costliest cause of the module's boundaries; without boundaries, why the first operator stays on the host. */
async function causeOfAll(seen: Seen): Promise<string | undefined> {
  const { engine, epoch, document } = seen;
  const last = document.pipeline.length;
  const { lines } = await engine.why(epoch, last);
  const place = lines.length > 0 ? undefined : await placeOf("host operator", seen);
  return lines[0]?.sentence ?? (place?.kind === "node" ? causeOfNode(seen, last, place.node) : undefined);
}

async function causeOfNode({ engine, epoch }: Seen, stage: number, node: number): Promise<string> {
  const between = await engine.whyBetween(epoch, stage, node);
  return between?.cause?.sentence ?? (await engine.node(epoch, stage, node))?.why[0]?.answer ?? replies.noTargets;
}

/** Text with the run's values in place of its slots. Code and links stay as they are. */
export async function filledBlocks(blocks: readonly Block[], seen: Seen): Promise<readonly Block[]> {
  const parts = async (inner: readonly Inline[]): Promise<readonly Inline[]> =>
    (
      await Promise.all(
        inner.map(async (part) => {
          if (part.kind === "strong" || part.kind === "emphasis") return [{ ...part, inner: await parts(part.inner) }];
          return part.kind === "text" && hasSlots(part.text) ? readInline(await filled(part.text, seen)) : [part];
        }),
      )
    ).flat();
  return Promise.all(
    blocks.map(async (block): Promise<Block> => {
      if (block.kind === "fence") return block;
      if (block.kind === "list") return { ...block, items: await Promise.all(block.items.map(parts)) };
      return { ...block, inner: await parts(block.inner) };
    }),
  );
}

const hasSlots = (text: string) => [...text.matchAll(slots)].some(([, inner = ""]) => readSlot(inner) !== undefined);

/** Whether some of the words have values of the run. */
export function hasValues(blocks: readonly Block[]): boolean {
  const inText = (inner: readonly Inline[]): boolean =>
    inner.some((part) => ("inner" in part ? inText(part.inner) : part.kind === "text" && hasSlots(part.text)));
  return blocks.some((block) => (block.kind === "fence" ? false : block.kind === "list" ? block.items.some(inText) : inText(block.inner)));
}

/** The operators on a shortest path between two calls of the last stage, in its order; all, or those of the host. */
async function pathOf({ from, to, isOfHost }: Extract<Slot, { kind: "path" }>, seen: Seen): Promise<string | undefined> {
  const graph = await graphOf(seen, seen.document.pipeline.length);
  const [start, end] = [from, to].map((name) => {
    const node = nodeOf(graph, name);
    return node ? graph.nodes.indexOf(node) : -1;
  });
  if (start === undefined || end === undefined || start < 0 || end < 0) return undefined;
  const next = new Map<number, number[]>();
  for (const edge of graph.edges) pushTo(next, edge.from, edge.to);
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
    if (node && node.operator !== "" && !(isOfHost && isInRegion(graph, node))) path.unshift(nameOfNode(node));
  }
  return before.has(end) ? replies.names(path) : undefined;
}
