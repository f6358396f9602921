/**
 * Where the nodes of a picture represent the map: control flow stays a frame there, every other frame goes into a card.
 */
import { at } from "@relayscope/ir";
import type { DrawableGraph, DrawableNode, FrameKind } from "../drawable.ts";

const controlKinds: ReadonlySet<FrameKind> = new Set(["function", "closure", "then", "else", "let", "clause"]);

export interface Surroundings {
  /** By frame: whether the map draws it as a frame. */
  readonly isControl: readonly boolean[];
  /** By frame: the nearest control frame around it, itself not counted; -1 for none. */
  readonly scopeOfFrame: readonly number[];
  /** By frame: how many control frames are around it. */
  readonly depth: readonly number[];
  /** By node: the innermost control frame that it is in; -1 for none. */
  readonly scope: readonly number[];
  /** By node: the outermost frame around it within its scope. This frame becomes a card; -1 for none. */
  readonly carded: readonly number[];
}

/** Reads a picture's frames. */
export function surroundingsOf(graph: DrawableGraph): Surroundings {
  const { frames, nodes } = graph;
  const isControl = frames.map((frame) => controlKinds.has(frame.kind) || frame.parent < 0);
  const scopeOfFrame: number[] = [];
  const depth: number[] = [];
  /** By frame: the outermost carded frame that holds it, possibly itself. */
  const cardedFrame: number[] = [];
  frames.forEach((frame, f) => {
    const { parent } = frame;
    const scope = parent < 0 ? -1 : at(isControl, parent) ? parent : at(scopeOfFrame, parent);
    scopeOfFrame.push(scope);
    depth.push(scope < 0 ? 0 : at(depth, scope) + 1);
    const outer = parent < 0 || at(isControl, parent) ? -1 : at(cardedFrame, parent);
    cardedFrame.push(at(isControl, f) ? -1 : outer >= 0 ? outer : f);
  });
  const scope = nodes.map(({ frame }) => (frame < 0 ? -1 : at(isControl, frame) ? frame : at(scopeOfFrame, frame)));
  const carded = nodes.map(({ frame }) => (frame < 0 ? -1 : at(cardedFrame, frame)));
  return { isControl, scopeOfFrame, depth, scope, carded };
}

/**
 * By node: whether it is a parameter of the network and not data. Parameters are constants, and variables that are used
 * only as a further argument next to data, such as a convolution's weights, or to compute such an argument. The map
 * shows them with the card that uses them.
 */
export function parametersOf(graph: DrawableGraph): readonly boolean[] {
  const { nodes } = graph;
  const isComputedBeside = besideData(graph);
  const feeds = feedsOf(graph);
  return nodes.map((node, i) => node.kind === "constant" || (node.kind === "variable" && (at(feeds, i) === 1 || isComputedBeside(i))));
}

/** By variable: 1 if all uses are further arguments next to data, 2 if any use is not; 0 for other nodes. */
function feedsOf({ nodes, edges }: DrawableGraph): Uint8Array {
  const feeds = new Uint8Array(nodes.length);
  const data = new Uint8Array(nodes.length);
  /** By node: its last argument. */
  const most = new Int32Array(nodes.length);
  /** By node: 1 if its first argument is a constant, such as the table of a lookup. */
  const hasTable = new Uint8Array(nodes.length);
  for (const edge of edges) {
    const source = at(nodes, edge.from);
    if (!isSource(source)) data[edge.to] = 1;
    most[edge.to] = Math.max(at(most, edge.to), edge.argument);
    if (edge.argument === 0 && source.kind === "constant") hasTable[edge.to] = 1;
  }
  for (const edge of edges) {
    if (at(nodes, edge.from).kind !== "variable") continue;
    const consumer = at(nodes, edge.to);
    // The sides of `add(%a, %b)` are interchangeable, those of a convolution are not.
    const isBeside = at(data, edge.to) === 1 || (!isElementwise(consumer) && at(hasTable, edge.to) === 0) || at(most, edge.to) > 1;
    if (consumer.operator === "" || edge.argument === 0 || !isBeside) feeds[edge.from] = 2;
    else if (at(feeds, edge.from) === 0) feeds[edge.from] = 1;
  }
  return feeds;
}

const heavyKinds: ReadonlySet<string> = new Set(["out_elemwise_fusable", "opaque"]);

/**
 * Whether everything computed from a node becomes a further argument next to data, as `sqrt(%variance + 1e-5f)` of a
 * decomposed norm does. Data is what is computed from the variables that the first arguments of convolutions and
 * similar operators depend on.
 */
function besideData({ nodes, edges }: DrawableGraph): (node: number) => boolean {
  const first = new Int32Array(nodes.length).fill(-1);
  const users: number[][] = nodes.map(() => []);
  edges.forEach((edge, e) => {
    if (edge.argument === 0) first[edge.to] = edge.from;
    at(users, edge.from).push(e);
  });
  const isSeen = new Uint8Array(nodes.length);
  const isData = new Uint8Array(nodes.length);
  const open: number[] = [];
  nodes.forEach((node, i) => {
    if (!heavyKinds.has(node.operatorKind)) return;
    let n = i;
    for (; n >= 0 && !isSeen[n]; n = at(first, n)) {
      isSeen[n] = 1;
      if (at(nodes, n).kind === "variable") open.push(n);
    }
  });
  for (const n of open) isData[n] = 1;
  for (let n = open.pop(); n !== undefined; n = open.pop()) {
    for (const e of at(users, n)) {
      const { to } = at(edges, e);
      if (isData[to]) continue;
      isData[to] = 1;
      open.push(to);
    }
  }
  const isBeside = new Uint8Array(nodes.length);
  for (let n = nodes.length - 1; n >= 0; n--) {
    const own = at(users, n);
    const meets = (e: number) => {
      const { to, argument } = at(edges, e);
      const consumer = at(nodes, to);
      if (consumer.operator === "" && (isData[to] || !["tuple", "tuple-item"].includes(consumer.kind))) return false;
      return isData[to] ? argument > 0 || isElementwise(consumer) : at(isBeside, to) === 1;
    };
    if (!isData[n] && own.length > 0 && own.every(meets)) isBeside[n] = 1;
  }
  return (node) => isBeside[node] === 1;
}

function isSource({ kind }: DrawableNode): boolean {
  return kind === "variable" || kind === "constant" || kind === "global";
}

function isElementwise({ operatorKind }: DrawableNode): boolean {
  return operatorKind === "elemwise" || operatorKind === "broadcast";
}
