/** Where the nodes of a picture stand for the map: control flow stays a frame there, every other frame goes into a card. */
import { at } from "../at.ts";
import type { DrawableGraph, DrawableNode, FrameKind } from "../drawable.ts";

const controlKinds: ReadonlySet<FrameKind> = new Set(["function", "closure", "then", "else", "let", "clause"]);

export interface Surroundings {
  /** By frame: whether the map draws it as a frame. */
  readonly isControl: readonly boolean[];
  /** By frame: the nearest control frame around it, itself not counted; -1 for none. */
  readonly scopeOfFrame: readonly number[];
  /** By frame: how many control frames are around it. */
  readonly depth: readonly number[];
  /** By node: the innermost control frame that it stands in; -1 for none. */
  readonly scope: readonly number[];
  /** By node: the outermost frame within its scope, which makes a card; -1 for none. */
  readonly carded: readonly number[];
}

/** Reads a picture's frames. */
export function surroundingsOf(graph: DrawableGraph): Surroundings {
  const { frames, nodes } = graph;
  const isControl = frames.map((frame) => controlKinds.has(frame.kind) || frame.parent < 0);
  const scopeOfFrame: number[] = [];
  const depth: number[] = [];
  /** By frame: the outermost carded frame that holds it, itself counted. */
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
 * What of a picture is a parameter of the network, not its data: constants, and variables that are only ever a further argument beside data, as
 * the weights of a convolution are. The map leaves them to the card that uses them.
 */
export function parametersOf(graph: DrawableGraph): readonly boolean[] {
  const { nodes, edges } = graph;
  const feeds = new Uint8Array(nodes.length);
  const data = new Uint8Array(nodes.length);
  /** By node: its last argument. */
  const most = new Int32Array(nodes.length);
  for (const edge of edges) {
    if (!isSource(at(nodes, edge.from))) data[edge.to] = 1;
    most[edge.to] = Math.max(at(most, edge.to), edge.argument);
  }
  for (const edge of edges) {
    if (at(nodes, edge.from).kind !== "variable") continue;
    const consumer = at(nodes, edge.to);
    // The sides of `add(%a, %b)` are alike, those of a convolution are not.
    const isBeside = at(data, edge.to) === 1 || !isElementwise(consumer) || at(most, edge.to) > 1;
    if (consumer.operator === "" || edge.argument === 0 || !isBeside) feeds[edge.from] = 2;
    else if (at(feeds, edge.from) === 0) feeds[edge.from] = 1;
  }
  return nodes.map((node, i) => node.kind === "constant" || (node.kind === "variable" && at(feeds, i) === 1));
}

function isSource({ kind }: DrawableNode): boolean {
  return kind === "variable" || kind === "constant" || kind === "global";
}

function isElementwise({ operatorKind }: DrawableNode): boolean {
  return operatorKind === "elemwise" || operatorKind === "broadcast";
}
