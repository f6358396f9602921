/**
 * Names of nodes that another run of an edited document has as well. A node of the text is named by its kind and its
 * number among nodes of that kind; a node that a pass made, by the pass and the node that it was made from.
 */
import { compositeName } from "@relayscope/explain";
import { frameOf, ownerOf } from "@relayscope/graph";
import { calledOp, type Expr, keptIn } from "@relayscope/ir";
import type { Run } from "@relayscope/run";
import type { NamedFrames, NamedNodes, NodesAgain } from "@relayscope/run/contract";
import type { Asked } from "./question.ts";

interface Name {
  readonly text: string;
  /** The name of the node that it was made from. */
  readonly origin: Name | undefined;
}

interface Names {
  readonly byId: Map<number, Name>;
  stages: number;
}

const known = new WeakMap<Run, Names>();

/** The names of nodes of a stage. */
export function nodeNames(run: Run, stage: number, ids: readonly number[]): NamedNodes {
  const names = namesOf(run, stage);
  const pass = passOf(run, stage);
  const nth = Array.from({ length: stage }, (_, at) => passOf(run, at)).filter((other) => other === pass).length;
  return { stage, pass, nth, names: ids.map((id) => chainOf(names.byId.get(id))) };
}

/**
 * Ids of named nodes in another run, at the stage of the same pass: for each, the node of its name, else of the node
 * that it was made from.
 */
export async function nodesNamed({ runOf, working }: Asked, epoch: number, named: NamedNodes): Promise<NodesAgain> {
  const run = runOf(epoch);
  const stage = stageOf(run, named);
  await run.stage(stage);
  working();
  const { byId } = namesOf(run, stage);
  const index = run.index(stage);
  const ids = new Map<string, number>();
  for (const expr of index.order) {
    const id = index.idOf(expr);
    const text = byId.get(id)?.text;
    if (text !== undefined && !ids.has(text)) ids.set(text, id);
  }
  const nodes = named.names.map((chain) => {
    const text = chain.find((one) => ids.has(one));
    return text === undefined ? undefined : ids.get(text);
  });
  return { stage, nodes };
}

/** The names of the nodes that frames of a finished run represent, whichever of its stages has them. */
export function frameNames(run: Run, stage: number, frames: readonly number[]): NamedFrames {
  const { byId } = namesOf(run, stage);
  return frames.map((frame) => chainOf(byId.get(ownerOf(frame))));
}

/**
 * Ids of frames in another run: for each, the frame of the node with its name or, if there is none, of the node that
 * this one was made from.
 */
export function framesNamed(run: Run, stage: number, frames: readonly number[], named: NamedFrames): readonly (number | undefined)[] {
  const ids = new Map<string, number>();
  for (const [id, { text }] of namesOf(run, stage).byId) if (!ids.has(text)) ids.set(text, id);
  return frames.map((frame, at) => {
    const text = named[at]?.find((one) => ids.has(one));
    const owner = text === undefined ? undefined : ids.get(text);
    return owner === undefined ? undefined : frameOf(frame, owner);
  });
}

function passOf({ request }: Run, stage: number): string {
  return request.pipeline[stage - 1]?.pass ?? "";
}

/** The stage of the pass at which the names were taken; if the pass is gone, the stage of the same number. */
function stageOf(run: Run, { stage, pass, nth }: NamedNodes): number {
  const last = run.request.pipeline.length;
  const same = Array.from({ length: last + 1 }, (_, at) => at).filter((at) => passOf(run, at) === pass);
  return same[nth] ?? same.at(-1) ?? Math.min(stage, last);
}

/** The texts of a name and of the names that it was made from, the nearest first. */
function chainOf(name: Name | undefined): readonly string[] {
  const chain: string[] = [];
  for (let at = name; at; at = at.origin) chain.push(at.text);
  return chain;
}

/** The names of all nodes up to a stage, kept with the run. */
function namesOf(run: Run, stage: number): Names {
  const names = keptIn(known, run, () => ({ byId: new Map(), stages: 0 }));
  for (; names.stages <= stage; names.stages++) addNames(run, names.stages, names.byId);
  return names;
}

/**
 * Names the nodes that a stage's pass made. A node that was only rebuilt keeps its number and so has a name already.
 */
function addNames(run: Run, stage: number, byId: Map<number, Name>): void {
  const index = run.index(stage);
  const counts = new Map<string, number>();
  for (const expr of index.order) {
    const id = index.idOf(expr);
    if (byId.has(id)) continue;
    const origin = stage === 0 ? undefined : originOf(run, stage, expr, byId);
    const base = `${sortOf(expr)} by ${passOf(run, stage)} of ${origin?.text ?? ""}`;
    const count = counts.get(base) ?? 0;
    counts.set(base, count + 1);
    byId.set(id, { text: `${base} ${count}`, origin });
  }
}

/** The name of the node that a node was made from: of several, the first of its kind. */
function originOf(run: Run, stage: number, expr: Expr, byId: ReadonlyMap<number, Name>): Name | undefined {
  const before = run.index(stage - 1);
  const origins = run.follower.follow(stage, stage - 1, expr);
  const origin = origins.find((one) => sortOf(one) === sortOf(expr)) ?? origins[0];
  return origin && byId.get(before.idOf(origin));
}

function sortOf(expr: Expr): string {
  if (expr.kind === "Var" || expr.kind === "GlobalVar" || expr.kind === "Op") return `${expr.kind} ${expr.name}`;
  return calledOp(expr) ?? compositeName(expr) ?? expr.kind;
}
