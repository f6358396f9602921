/**
 * A module as a drawable graph: nodes, frames, edges, regions. Pure: expressions in, plain data out. Composite,
 * external and primitive functions are drawn in place of their call, with their parameters joined to the arguments, so
 * that the picture after a pass keeps the shape it had before.
 */
import type { Expr, Module } from "@relayscope/ir";
import { at, calledOp } from "@relayscope/ir";
import { boxOf, cardKindOf, collapsedBoxKind, inputsOf, isOperatorCall, isVariableLike } from "./boxes.ts";
import type { DrawableEdge, DrawableFrame, DrawableGraph, DrawableNode, DrawableRegion } from "./drawable.ts";
import { draftRegions, type FusionGroup, type LabelOfFused, type RegionDraft, regionLabel } from "./drawRegions.ts";
import { type FoldedScopes, foldScopes } from "./foldScopes.ts";
import { ownerOf } from "./frameIds.ts";
import { scalarText } from "./labels.ts";
import { findScopes, type Scopes } from "./scopes.ts";
import { tensorFacts } from "./tensorFacts.ts";
import { tintRegions } from "./tints.ts";

export interface BuildOptions {
  /** A stable number for an expression. A node that a pass keeps also keeps its number. */
  ids(expr: Expr): number;
  /** Whether this stage's pass made or changed it. */
  isNew?(expr: Expr): boolean;
  /** How far fusion may reach across an operator. */
  operatorKind?(name: string): string | undefined;
  /** Ids of frames that differ from their initial state: collapsed, or open although initially folded. */
  readonly collapsed?: Iterable<number>;
  /**
   * How many boxes and frames are drawn initially; the rest is folded. By default all are drawn, except what nests too
   * deep.
   */
  readonly most?: number;
  /** Whether annotated operators are only marked for their targets. */
  readonly isMarked?: boolean;
  readonly hideVariables?: boolean;
  readonly hideConstants?: boolean;
  /**
   * Draws `compiler_begin` and `compiler_end` as nodes. Otherwise values flow through them, and the regions show where
   * they are.
   */
  readonly showAnnotations?: boolean;
  /** Targets whose colors are given out first, so that a target keeps its color through all stages. */
  readonly targets?: readonly string[];
  /** Groups that the next pass fuses, drawn as regions in addition to those that the module marks. */
  readonly groups?: readonly FusionGroup[];
  /** The notes of the fusing pass on a primitive function. */
  readonly labelOfFused?: LabelOfFused;
}

/** Draws a module. Near-linear in its nodes. */
export function buildGraph(module: Module, options: BuildOptions): DrawableGraph {
  const { ids, most = Number.POSITIVE_INFINITY } = options;
  const found = findScopes(module, { ids, hideAnnotations: !options.showAnnotations });
  const scopes = foldScopes(found, { ids, most, turned: new Set(options.collapsed ?? []) });
  const regions = draftRegions(module, scopes, options.groups ?? [], options.labelOfFused ?? (() => undefined));
  const draft = draftNodes(scopes, regions, options);
  const flows = draftFlows(scopes, draft);
  return finish(scopes, regions, draft, flows, options);
}

interface NodeDrafts {
  readonly nodes: DrawableNode[];
  /** Undefined for a node that represents a collapsed frame. */
  readonly exprs: (Expr | undefined)[];
  /** The node drawn in its stead: itself, the one that represents its collapsed frame, or -1 for none. */
  readonly shownAs: number[];
  readonly nodeOf: Map<Expr, number>;
}

function draftNodes(scopes: FoldedScopes, regions: RegionDraft, options: BuildOptions): NodeDrafts {
  const { order, frames, alias } = scopes;
  const draft: NodeDrafts = { nodes: [], exprs: [], shownAs: [], nodeOf: new Map() };
  const standIns = new Map<number, number>();
  const factsOf = tensorFacts();
  const standIn = (index: number) => {
    const known = standIns.get(index);
    if (known !== undefined) return known;
    const frame = at(frames, index);
    const { owner } = frame;
    const isCall = owner?.kind === "Call";
    const here = draft.nodes.length;
    const facts = factsOf((isCall ? owner : (frame.func?.body ?? owner))?.checkedType);
    draft.nodes.push({
      id: owner && (isCall || owner.kind === "Function") ? options.ids(owner) : -frame.id,
      kind: collapsedBoxKind(frame.kind),
      card: "operator",
      label: frame.label,
      detail: frame.detail,
      ...facts,
      operator: "",
      operatorKind: "",
      frame: index,
      region: at(regions.ofFrame, index),
      isNew: (owner && options.isNew?.(owner)) ?? false,
    });
    draft.exprs.push(undefined);
    draft.shownAs.push(here);
    standIns.set(index, here);
    return here;
  };
  order.forEach((expr, place) => {
    if (alias.has(expr)) return;
    const box = boxOf(expr, scopes);
    if (!box) return;
    const frame = expr.kind === "Function" ? (scopes.frameOfFunction.get(expr) ?? -1) : at(scopes.frameOf, place);
    const hiddenBy = frame >= 0 ? at(scopes.hiddenBy, frame) : -1;
    const cover = hiddenBy >= 0 ? standIn(hiddenBy) : -1;
    const isHidden =
      (options.hideVariables === true && isVariableLike(expr, scopes)) || (options.hideConstants === true && expr.kind === "Constant");
    const here = draft.nodes.length;
    const facts = factsOf((expr.kind === "Function" ? expr.body : expr).checkedType);
    const operator = calledOp(expr) ?? "";
    const value = expr.kind === "Constant" ? scalarText(expr) : undefined;
    draft.nodes.push({
      id: options.ids(expr),
      kind: box.kind,
      card: cardKindOf(box.kind),
      label: box.label,
      detail: box.detail,
      ...facts,
      operator,
      operatorKind: (operator && options.operatorKind?.(operator)) ?? "",
      ...(value === undefined ? {} : { value }),
      frame,
      region: at(regions.ofPlace, place),
      isNew: options.isNew?.(expr) ?? false,
    });
    draft.exprs.push(expr);
    draft.shownAs.push(cover >= 0 ? cover : isHidden ? -1 : here);
    draft.nodeOf.set(expr, here);
  });
  return draft;
}

/** Dataflow between drafts: from, to, argument, three numbers each. */
function draftFlows(scopes: Scopes, draft: NodeDrafts): number[] {
  const flows: number[] = [];
  const producer = producerOf(scopes.alias);
  draft.exprs.forEach((expr, to) => {
    if (!expr) return;
    for (const [argument, input] of inputsOf(expr)) {
      const from = draft.nodeOf.get(producer(input) ?? input);
      if (from === undefined || from === to) continue;
      if (argument === -1 && isInside(scopes, at(draft.nodes, to).frame, draft.exprs[from])) continue;
      flows.push(from, to, argument);
    }
  });
  return flows;
}

/** Whether a frame is within a function's own: a recursive call is not drawn as dataflow. */
function isInside(scopes: Scopes, frame: number, callee: Expr | undefined): boolean {
  const outer = callee?.kind === "Function" ? scopes.frameOfFunction.get(callee) : undefined;
  return outer !== undefined && frame >= 0 && scopes.tree.isWithin(frame, outer);
}

/**
 * Follows other names of a value to what produces it, compressing the paths walked; undefined for a name that
 * represents itself.
 */
function producerOf(alias: Map<Expr, Expr>): (expr: Expr) => Expr | undefined {
  return (expr) => {
    const path: Expr[] = [];
    const seen = new Set<Expr>();
    let here = expr;
    for (let next = alias.get(here); next; next = alias.get(here)) {
      if (seen.has(here)) return undefined;
      seen.add(here);
      path.push(here);
      here = next;
    }
    for (const name of path) if (name !== here) alias.set(name, here);
    return here;
  };
}

interface RegionCount {
  readonly nodes: number[];
  operators: number;
  readonly inputs: Set<number>;
  readonly outputs: Set<number>;
}

function finish(scopes: FoldedScopes, regions: RegionDraft, draft: NodeDrafts, flows: number[], options: BuildOptions): DrawableGraph {
  const counts: RegionCount[] = regions.regions.map(() => ({ nodes: [], operators: 0, inputs: new Set(), outputs: new Set() }));
  draft.exprs.forEach((expr, here) => {
    const region = at(draft.nodes, here).region;
    if (expr && region >= 0 && isOperatorCall(expr)) at(counts, region).operators++;
  });
  const isShown = draft.shownAs.map((as, i) => as === i);
  const { frames, frameIndex } = orderFrames(scopes, regions, draft, isShown);
  const nodes: DrawableNode[] = [];
  const nodeIndex = draft.nodes.map((node, here) => {
    if (!isShown[here]) return -1;
    const frame = node.frame >= 0 ? at(frameIndex, node.frame) : -1;
    if (node.region >= 0) at(counts, node.region).nodes.push(nodes.length);
    nodes.push({ ...node, frame });
    return nodes.length - 1;
  });
  const edges: DrawableEdge[] = [];
  const joined = new Set<number>();
  const neighbors: number[] = [];
  for (let i = 0; i < flows.length; i += 3) {
    const from = at(flows, i);
    const to = at(flows, i + 1);
    const producer = at(draft.nodes, from);
    const inner = producer.region;
    const outer = at(draft.nodes, to).region;
    if (inner !== outer) {
      if (inner >= 0) at(counts, inner).outputs.add(from);
      if (outer >= 0) at(counts, outer).inputs.add(from);
      if (inner >= 0 && outer >= 0) neighbors.push(inner, outer);
    }
    const shownFrom = at(draft.shownAs, from);
    const shownTo = at(draft.shownAs, to);
    if (shownFrom < 0 || shownTo < 0 || shownFrom === shownTo) continue;
    if (shownFrom !== from || shownTo !== to) {
      const key = shownFrom * draft.nodes.length + shownTo;
      if (joined.has(key)) continue;
      joined.add(key);
    }
    edges.push({
      from: at(nodeIndex, shownFrom),
      to: at(nodeIndex, shownTo),
      argument: at(flows, i + 2),
      type: producer.type,
      dtype: producer.dtype,
      shape: producer.shape,
      bytes: producer.bytes,
      tensors: 1,
      producer: producer.id,
      consumer: at(draft.nodes, to).id,
    });
  }
  const tints = tintRegions(counts.length, neighbors);
  const colors = new Map<string, number>();
  for (const target of options.targets ?? []) if (!colors.has(target)) colors.set(target, colors.size);
  const drawn: DrawableRegion[] = regions.regions.map((plan, i) => {
    const count = at(counts, i);
    const drawnCounts = { operators: count.operators, inputs: count.inputs.size, outputs: count.outputs.size };
    const { operators, inputs, outputs } = plan.counts ?? drawnCounts;
    const isMarked = options.isMarked === true && plan.kind === "annotated";
    if (plan.target !== "default" && !colors.has(plan.target)) colors.set(plan.target, colors.size);
    return {
      id: plan.id ?? i,
      target: plan.target,
      kind: plan.kind,
      ...(isMarked ? { isMarked } : {}),
      label: regionLabel(plan, operators, isMarked),
      color: plan.target === "default" ? -1 : (colors.get(plan.target) ?? -1),
      nodes: count.nodes,
      operators,
      ...(plan.hasUnknownOperators ? { hasUnknownOperators: true } : {}),
      inputs,
      outputs,
      tint: at(tints, i),
    };
  });
  return { nodes, frames, edges, regions: drawn };
}

/** Frames that hold something, parents first and siblings in reading order. */
function orderFrames(scopes: FoldedScopes, regions: RegionDraft, draft: NodeDrafts, isShown: readonly boolean[]) {
  const drafts = scopes.frames;
  const first = new Float64Array(drafts.length).fill(Number.POSITIVE_INFINITY);
  draft.nodes.forEach((node, here) => {
    if (isShown[here] && node.frame >= 0) first[node.frame] = Math.min(at(first, node.frame), here);
  });
  const children: number[][] = drafts.map(() => []);
  const top: number[] = [];
  for (let i = drafts.length - 1; i >= 0; i--) {
    const { parent } = at(drafts, i);
    if (first[i] === Number.POSITIVE_INFINITY) continue;
    if (parent >= 0) {
      first[parent] = Math.min(at(first, parent), at(first, i));
      at(children, parent).push(i);
    } else top.push(i);
  }
  const byFirst = (a: number, b: number) => at(first, b) - at(first, a) || b - a;
  const frameIndex = new Int32Array(drafts.length).fill(-1);
  const frames: DrawableFrame[] = [];
  const stack = top.sort(byFirst);
  for (let here = stack.pop(); here !== undefined; here = stack.pop()) {
    const frame = at(drafts, here);
    frameIndex[here] = frames.length;
    frames.push({
      id: frame.id,
      kind: frame.kind,
      label: frame.label,
      detail: frame.detail,
      parent: frame.parent >= 0 ? at(frameIndex, frame.parent) : -1,
      isCollapsed: scopes.hiddenBy[here] === here,
      region: at(regions.ofFrame, here),
      ...(frame.owner ? { node: ownerOf(frame.id) } : {}),
    });
    for (const child of at(children, here).sort(byFirst)) stack.push(child);
  }
  return { frames, frameIndex };
}
