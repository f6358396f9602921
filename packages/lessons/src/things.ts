/**
 * What a step can ask for or need in any module: a region, a boundary, an operator of the host. Lessons on the
 * learner's own module name these instead of nodes.
 */
import type { Selectable, Step, Thing } from "./lesson.ts";
import { replies } from "./replies.ts";
import { callsOf, done, graphOf, isInRegion, missed, nameOfNode, type Seen, stageName, type Verdict } from "./seen.ts";

/** A place of the last stage that a learner can select. */
export type Place =
  | { readonly kind: "region"; readonly region: number; readonly nodes: readonly number[] }
  | { readonly kind: "pair"; readonly from: number; readonly to: number }
  | { readonly kind: "node"; readonly node: number };

/** The first stage with regions; -1 if there is none. */
export function firstRegions({ stages }: Pick<Seen, "stages">): number {
  return stages.findIndex(({ summary }) => summary.regions.length > 0);
}

/** Whether the run has a thing. */
async function hasThing(thing: Thing, seen: Seen): Promise<boolean> {
  const last = seen.stages.at(-1);
  if (!last || last.summary.operators === 0) return false;
  switch (thing) {
    case "operator":
      return true;
    case "region":
      return last.summary.regions.length > 0;
    case "boundary":
      return (await seen.engine.why(seen.epoch, last.stage)).boundaries.length > 0;
    case "host operator":
      return last.summary.byOperator.some(({ calls, offloaded }) => calls > offloaded);
    case "first regions": {
      const first = firstRegions(seen);
      return first > 0 && first < last.stage;
    }
  }
}

/** What is said instead of a step whose needs the run does not meet; undefined if it meets them. */
export async function missingOf({ needs }: Pick<Step, "needs">, seen: Seen): Promise<string | undefined> {
  for (const { thing, otherwise } of needs) if (!(await hasThing(thing, seen))) return otherwise;
  return undefined;
}

/** Where the run has the thing first, at its last stage; undefined if it has none. */
export async function placeOf(thing: Selectable, seen: Pick<Seen, "engine" | "epoch" | "document">): Promise<Place | undefined> {
  const last = seen.document.pipeline.length;
  if (thing === "boundary") {
    const [boundary] = (await seen.engine.why(seen.epoch, last)).boundaries;
    return boundary && { kind: "pair", from: boundary.from.id, to: boundary.to.id };
  }
  const graph = await graphOf(seen, last);
  if (thing === "region") {
    const region = graph.regions.findIndex(({ color }) => color >= 0);
    const nodes = (graph.regions[region]?.nodes ?? []).flatMap((n) => graph.nodes[n]?.id ?? []);
    return region < 0 ? undefined : { kind: "region", region, nodes };
  }
  const call = callsOf(graph).find(({ node }) => !isInRegion(graph, node));
  return call && { kind: "node", node: call.node.id };
}

/** Judges whether a thing is selected. */
export async function judgeSelectable(thing: Selectable, seen: Seen): Promise<Verdict> {
  const { selection, region, pair, engine, epoch } = seen;
  if (thing === "region" && region) {
    const graph = await graphOf(seen, region.stage);
    if ((graph.regions[region.region]?.color ?? -1) >= 0) return done;
  }
  if (thing === "boundary" && pair) {
    const { stage, producer: from, consumer: to } = pair;
    const [found] = await engine.boundariesAt(epoch, stage, { kind: "nodes", from, to });
    return found?.fromRegion || found?.toRegion ? done : missed(replies.noBoundaryHere);
  }
  const id = selection?.nodes[0];
  if (!selection || id === undefined) return missed(replies.nothingSelected);
  const graph = await graphOf(seen, selection.stage);
  const node = graph.nodes.find((n) => n.id === id);
  const name = node ? nameOfNode(node) : "";
  if (thing !== "host operator") return missed(replies.otherThing(name, thing));
  const isCall = node?.kind === "call" && node.operator !== "";
  if (!isCall) return missed(replies.otherThing(name, thing));
  if (isInRegion(graph, node)) return missed(replies.inRegion(name, graph.regions[node.region]?.target ?? ""));
  return selection.stage === seen.document.pipeline.length ? done : missed(replies.earlierStage(stageName(seen, selection.stage)));
}
