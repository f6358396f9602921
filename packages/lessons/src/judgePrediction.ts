/** Compares a prediction with the result. Each difference comes with the decisions of the passes. */
import { pushTo } from "@relayscope/ir";
import type { Guess, NodeName, Prediction, Step } from "./lesson.ts";
import { nodeText } from "./readParts.ts";
import { replies } from "./replies.ts";
import { callsOf, countOf, graphOf, isInRegion, nodeOf, type Remark, type Seen, stageName, type Verdict } from "./seen.ts";

/** The verdict on a guess; before there is one nothing is said. */
export async function judgePrediction(step: Step, prediction: Prediction, seen: Seen): Promise<Verdict> {
  const { guess } = seen;
  if (!guess) return { isDone: false, remarks: [] };
  const remarks = await remarksOn(step, prediction, guess, seen);
  return { isDone: remarks.every((r) => r.isGood), remarks };
}

function remarksOn(step: Step, prediction: Prediction, guess: Guess, seen: Seen): Promise<readonly Remark[]> {
  switch (guess.kind) {
    case "operators":
      return operators(step, guess.nodes, seen);
    case "pair":
      return pair(step, guess.from, guess.to, seen);
    case "number":
      return number(prediction, guess.number, seen);
  }
}

/** The stage before the passes that ran, and the one after them. */
function stagesOf({ runs }: Step, { document }: Seen) {
  const after = document.pipeline.length;
  return { before: after - runs.length, after };
}

async function operators(step: Step, marked: readonly NodeName[], seen: Seen): Promise<readonly Remark[]> {
  const { engine, epoch } = seen;
  const { before, after } = stagesOf(step, seen);
  const [old, now] = [await graphOf(seen, before), await graphOf(seen, after)];
  const names = new Set(marked.map(nodeText));
  const remarks: Remark[] = [];
  for (const { node, name } of callsOf(old)) {
    const text = nodeText(name);
    const became = new Set(await engine.follow(epoch, before, after, [node.id]));
    const isInside = now.nodes.some((n) => became.has(n.id) && isInRegion(now, n));
    if (names.has(text) && isInside) remarks.push({ isGood: true, text: replies.predictedInside(text, seen.isShown), nodes: [name] });
    else if (names.has(text))
      remarks.push({ isGood: false, text: replies.predictedOutside(text, await decided(seen, after, became)), nodes: [name] });
    else if (isInside) remarks.push({ isGood: false, text: replies.missedInside(text, await decided(seen, after, became)), nodes: [name] });
  }
  return remarks.length > 0 ? remarks : [{ isGood: true, text: replies.nothingInside(seen.isShown) }];
}

/** What a pass decided about nodes, else why they are in no region. */
async function decided({ engine, epoch }: Seen, stage: number, nodes: ReadonlySet<number>): Promise<string> {
  const ids = [...nodes];
  const before = new Set(await engine.follow(epoch, stage, stage - 1, ids));
  const { steps } = await engine.steps(epoch, stage);
  const own = steps.filter((s) => s.nodes.some((id) => before.has(id)) && s.state !== "tried");
  const taken = own.find((s) => s.state === "merged") ?? own.at(-1);
  if (taken) return taken.sentence;
  for (const id of ids) {
    const cause = (await engine.whyBetween(epoch, stage, id))?.cause;
    if (cause && cause.code !== "unknown") return cause.sentence;
  }
  return "";
}

async function pair(step: Step, from: NodeName, to: NodeName, seen: Seen): Promise<readonly Remark[]> {
  const { engine, epoch } = seen;
  const { before, after } = stagesOf(step, seen);
  const old = await graphOf(seen, before);
  const [a, b] = [nodeOf(old, from), nodeOf(old, to)];
  if (!a || !b) return [{ isGood: false, text: replies.noCall(nodeText(a ? to : from)) }];
  const names = [nodeText(from), nodeText(to)] as const;
  if (isInRegion(old, a) && a.region === b.region) return [{ isGood: false, text: replies.joinedBefore(...names), nodes: [from, to] }];
  const now = await graphOf(seen, after);
  const [x, y] = await Promise.all([a, b].map(async (n) => new Set(await engine.follow(epoch, before, after, [n.id]))));
  const regionsOf = (ids: ReadonlySet<number> | undefined) =>
    new Set(now.nodes.flatMap((n) => (ids?.has(n.id) && isInRegion(now, n) ? [n.region] : [])));
  const other = regionsOf(y);
  if ([...regionsOf(x)].some((region) => other.has(region))) return [{ isGood: true, text: replies.merged(...names), nodes: [from, to] }];
  const between = await engine.whyBetween(epoch, before, a.id, b.id);
  return [{ isGood: false, text: `${replies.apart(...names)} ${between?.cause?.sentence ?? ""}`.trim(), nodes: [from, to] }];
}

async function number(prediction: Prediction, guessed: number, seen: Seen): Promise<readonly Remark[]> {
  const { document, stages, engine, epoch } = seen;
  const after = document.pipeline.length;
  const summary = stages[after]?.summary;
  if (!summary) return [];
  let found: number | undefined;
  let what = "";
  if (prediction.kind === "id") {
    const graph = await graphOf(seen, after);
    const node = nodeOf(graph, prediction.node);
    found = node && graph.regions[node.region]?.id;
    what = replies.idOf(nodeText(prediction.node));
  } else if (prediction.kind === "number") {
    const { count } = prediction;
    found = countOf({ count, target: undefined, after: undefined }, seen);
    what = replies.counted(count);
  }
  if (found === undefined) return [{ isGood: false, text: replies.status(stageName(seen, after), stages[after]?.status ?? "done") }];
  if (found === guessed) return [{ isGood: true, text: replies.predictedNumber(what, found, seen.isShown) }];
  const regions = prediction.kind === "number" && prediction.count === "regions" ? await membersOf(seen, after) : undefined;
  const { steps } = await engine.steps(epoch, after);
  const wanted = steps.filter((s) => (regions ? s.state === "refused" : s.state !== "tried" || prediction.kind === "id"));
  // The same sentence may be said of several nodes; once is enough.
  const sentences = [...new Set(wanted.map((s) => s.sentence))].slice(0, regions ? 4 : 8);
  return [
    { isGood: false, text: replies.otherNumber(what, found, guessed) },
    ...[...(regions ?? []).map((names) => replies.region(names)), ...sentences].map((text) => ({ isGood: true, text })),
  ];
}

/** The calls of each region of a stage, by name. */
async function membersOf(seen: Seen, stage: number): Promise<readonly (readonly string[])[]> {
  const graph = await graphOf(seen, stage);
  const members = new Map<number, string[]>();
  for (const { node, name } of callsOf(graph)) {
    if (isInRegion(graph, node)) pushTo(members, node.region, nodeText(name));
  }
  return [...members.values()].slice(0, 8);
}
