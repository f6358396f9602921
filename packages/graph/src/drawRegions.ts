/**
 * Which region each frame and each node belongs to: the regions of the stage, composites that have no region yet, given
 * groups.
 */
import { at, counted, type Expr, type Func, type Module, present } from "@relayscope/ir";
import { countsOf, isHostRegion, type RegionCount, regionNumbers, type StageRegion, stageRegions } from "@relayscope/regions";
import type { DrawableRegion } from "./drawable.ts";
import type { Scopes } from "./scopes.ts";

export interface RegionCounts {
  readonly operators: number;
  /** Tensors. */
  readonly inputs: number;
  readonly outputs: number;
}

export interface RegionPlan {
  readonly target: string;
  readonly kind: NonNullable<DrawableRegion["kind"]>;
  /** The number to show, if it has one. */
  readonly id: number | undefined;
  /** Details after its count; may be empty. */
  readonly detail?: string;
  /** The numbers of a target's region; other regions are counted as drawn. */
  readonly counts?: RegionCounts;
  /** Whether its operators are unknown: a function that the text calls and does not have. */
  readonly hasUnknownOperators?: boolean;
}

export interface RegionDraft {
  readonly regions: readonly RegionPlan[];
  /** Region by frame; -1 for none. */
  readonly ofFrame: Int32Array;
  /** Region by place in the scopes' order; -1 for none. A node without a region of its own has its frame's. */
  readonly ofPlace: Int32Array;
}

/** The notes of a fusing pass on a group: its kind and further details. */
export interface FusionLabel {
  readonly kind: string;
  readonly detail: string;
}

/** Nodes that the next pass fuses. */
export interface FusionGroup extends FusionLabel {
  readonly nodes: readonly Expr[];
}

export type LabelOfFused = (fused: Func) => FusionLabel | undefined;

/**
 * Reads the regions of a drawn module. Annotated regions are numbered in order of first appearance, `default` ones
 * apart.
 */
export function draftRegions(module: Module, scopes: Scopes, groups: readonly FusionGroup[], labelOfFused: LabelOfFused): RegionDraft {
  const stage = stageRegions(module);
  const regions: RegionPlan[] = plansOf(stage.regions, countsOf(module).byRegion);
  const ofFrame = new Int32Array(scopes.frames.length).fill(-1);
  const ofPlace = Int32Array.from(scopes.order, (expr) => stage.regionOf(expr)?.index ?? -1);
  const place = new Map<Expr, number>();
  scopes.order.forEach((expr, here) => {
    place.set(expr, here);
  });
  for (const group of groups) {
    for (const expr of group.nodes) {
      const here = place.get(expr);
      if (here !== undefined && ofPlace[here] === -1) ofPlace[here] = regions.length;
    }
    regions.push({ target: group.kind, kind: "fused", id: undefined, detail: group.detail });
  }
  // Frames open parents first, producers last; regions of frames are numbered in reading order.
  const made: { readonly frame: number; readonly plan: RegionPlan }[] = [];
  scopes.frames.forEach((frame, index) => {
    const outer = frame.parent >= 0 ? at(ofFrame, frame.parent) : -1;
    const ownerPlace = frame.owner && place.get(frame.owner);
    const own = frame.owner?.kind === "Call" && ownerPlace !== undefined ? at(ofPlace, ownerPlace) : -1;
    const region = own >= 0 ? own : ((frame.func && stage.regionOf(frame.func)?.index) ?? outer);
    if (region !== -1) {
      ofFrame[index] = region;
      return;
    }
    const plan = planOf(frame, labelOfFused);
    if (!plan) return;
    ofFrame[index] = -2 - made.length;
    made.push({ frame: index, plan });
  });
  const numbered = made.map((_, i) => regions.length + made.length - 1 - i);
  for (let i = made.length - 1; i >= 0; i--) regions.push(present(made[i]).plan);
  for (let i = 0; i < ofFrame.length; i++) {
    const region = at(ofFrame, i);
    if (region <= -2) ofFrame[i] = at(numbered, -2 - region);
  }
  scopes.order.forEach((expr, here) => {
    if (ofPlace[here] !== -1) return;
    const frame = expr.kind === "Function" ? (scopes.frameOfFunction.get(expr) ?? -1) : at(scopes.frameOf, here);
    if (frame >= 0) ofPlace[here] = at(ofFrame, frame);
  });
  return { regions, ofFrame, ofPlace };
}

function plansOf(regions: readonly StageRegion[], counts: readonly RegionCount[]): RegionPlan[] {
  const numbers = regionNumbers(regions);
  return regions.map((region, i) => {
    const { target, kind, isDeclared } = region;
    const own = counts[i];
    const plan = { target, kind, id: numbers[i], ...(isDeclared ? { hasUnknownOperators: true } : {}) };
    return own && !isHostRegion(region)
      ? { ...plan, counts: { operators: own.operators, inputs: own.inputs.tensors, outputs: own.outputs.tensors } }
      : plan;
  });
}

function planOf(frame: Scopes["frames"][number], labelOfFused: LabelOfFused): RegionPlan | undefined {
  if (frame.kind === "composite") {
    const dot = frame.label.indexOf(".");
    return dot > 0 ? { target: frame.label.slice(0, dot), kind: "composite", id: undefined } : undefined;
  }
  if (frame.kind === "primitive") {
    const label = frame.func && labelOfFused(frame.func);
    return { target: label?.kind ?? "fused", kind: "fused", id: undefined, detail: label?.detail ?? "" };
  }
  return undefined;
}

/** `tinyai 2 · 5 ops`, `tinyai 2 · ops unknown`, `tinyai 2 · 1 op marked`. */
export function regionLabel(plan: RegionPlan, operators: number, isMarked: boolean): string {
  const name = plan.id === undefined ? plan.target : `${plan.target} ${plan.id}`;
  const count = plan.hasUnknownOperators ? "ops unknown" : counted(operators, "op");
  return `${name} · ${count}${isMarked ? " marked" : ""}${plan.detail ? ` · ${plan.detail}` : ""}`;
}
