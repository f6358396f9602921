/** Whether a step is done, and the answer to an attempt that does not do it, taken from what the passes decided. */
import type { WhyAnswer } from "@relayscope/engine";
import { filled } from "./fill.ts";
import { judgeModel } from "./judgeModel.ts";
import { judgePrediction } from "./judgePrediction.ts";
import type { Goal, Step } from "./lesson.ts";
import { anyCall, nodeText } from "./readParts.ts";
import { replies } from "./replies.ts";
import { countOf, done, graphOf, missed, nameOfNode, nodeOf, type Seen, stageName, stageOf, type Verdict } from "./seen.ts";
import { firstRegions, judgeSelectable } from "./things.ts";
import { passWords } from "./whereIs.ts";

/** Judges a step on a finished run. */
export async function judge(step: Step, seen: Seen): Promise<Verdict> {
  if (step.choices.length > 0) return judgeChoice(step, seen);
  if (step.prediction) return judgePrediction(step, step.prediction, seen);
  const error = seen.problems.find((p) => p.severity === "error");
  for (const goal of step.goals) {
    if (error && !isPlace(goal)) return missed(replies.problem(error.message, error.line, error.pass), ...error.hints);
    const verdict = await judgeGoal(goal, seen);
    if (!verdict.isDone) return verdict;
  }
  return done;
}

const places: ReadonlySet<Goal["kind"]> = new Set([
  "stage",
  "inside",
  "decision",
  "selected",
  "selected-thing",
  "first-regions",
  "model-open",
  "size",
  "imported",
  "compared",
  "selected-from",
]);
const isPlace = ({ kind }: Goal) => places.has(kind);

/** Whether some of a step's goals depend on the document. */
export function isAboutDocument({ goals }: Step): boolean {
  return !goals.every(isPlace);
}

/** Whether some of a step's goals depend on the place that is shown. */
export function isAboutPlace({ goals }: Step): boolean {
  return goals.some(isPlace);
}

async function judgeChoice({ choices }: Step, seen: Seen): Promise<Verdict> {
  const { answer } = seen;
  const choice = answer === undefined ? undefined : choices[answer];
  if (!choice) return missed();
  const text = choice.reply === "" ? replies.choice(choice.isRight) : await filled(choice.reply, seen);
  return { isDone: choice.isRight, remarks: [{ isGood: choice.isRight, text }] };
}

const holds = (found: number, { comparison, number }: Extract<Goal, { kind: "count" | "calls" }>) =>
  comparison === "=" ? found === number : comparison === "<=" ? found <= number : found >= number;

async function judgeGoal(goal: Goal, seen: Seen): Promise<Verdict> {
  switch (goal.kind) {
    case "count":
      return judgeCount(goal, seen);
    case "calls": {
      const stage = stageOf(seen, goal.after);
      const found = seen.stages[stage]?.summary.byOperator.find((o) => o.operator === goal.operator)?.calls ?? 0;
      if (stage >= 0 && holds(found, goal)) return done;
      return missed(stage < 0 ? replies.noPass(goal.after ?? "") : replies.calls(goal.operator, found, stageName(seen, stage)));
    }
    case "place":
      return judgePlace(goal, seen);
    case "composite":
      return judgeComposite(goal, seen);
    case "holds": {
      const graph = await graphOf(seen, stageOf(seen, "MergeComposite"));
      const frames = graph.frames.flatMap((f, i) => (f.kind === "composite" && f.label === goal.name ? [i] : []));
      const holds = (frame: number) => graph.nodes.some((n) => n.frame === frame && n.operator === goal.operator);
      if (frames.length > 0 && frames.every(holds)) return done;
      return missed(replies.holdsNot(goal.name, goal.operator), await patternReason(seen, goal.name));
    }
    case "parameters":
      return judgeParameters(goal, seen);
    case "pattern": {
      const table = tableOf(seen);
      return table.includes(goal.name) ? done : missed(replies.noPattern(goal.name, table));
    }
    case "cause":
      return judgeCause(goal, seen);
    case "together":
      return judgeTogether(goal, seen);
    case "shape": {
      const node = nodeOf(await graphOf(seen, 0), goal.node);
      const shape = node?.shape.replaceAll("×", "x") ?? "";
      if (shape === goal.shape) return done;
      return missed(node ? replies.shape(nodeText(goal.node), shape) : replies.noCall(nodeText(goal.node)));
    }
    case "function": {
      const graph = await graphOf(seen, seen.document.pipeline.length);
      const names = graph.frames.filter((f) => f.kind === "external-function").map((f) => f.label);
      return names.includes(`@${goal.name}`) ? done : missed(replies.functions(names), await failure(seen));
    }
    case "target":
      return seen.document.target === goal.name ? done : missed(replies.target(seen.document.target));
    case "stage":
      return stageName(seen, seen.stage) === goal.pass ? done : missed(...(await passWords(seen)));
    case "inside": {
      if (seen.inside !== undefined && stageName(seen, seen.inside) === goal.pass) return done;
      if (seen.inside === undefined) return missed(...(await passWords(seen)));
      const { steps, note } = await seen.engine.steps(seen.epoch, seen.inside);
      return missed(replies.inside(stageName(seen, seen.inside)), steps[0]?.sentence ?? note);
    }
    case "decision": {
      const before = seen.inside === undefined ? undefined : await graphOf(seen, seen.inside - 1);
      const node = before && nodeOf(before, goal.node);
      const isThere = seen.inside !== undefined && stageName(seen, seen.inside) === goal.pass;
      if (isThere && node && seen.decision?.state === goal.state && seen.decision.nodes.has(node.id)) return done;
      return isThere ? missed(replies.otherDecision(goal.state)) : missed(...(await passWords(seen)));
    }
    case "selected":
      return judgeSelected(goal, seen);
    case "selected-thing":
      return judgeSelectable(goal.thing, seen);
    case "first-regions":
      return seen.stage === firstRegions(seen) ? done : missed(...(await passWords(seen)));
    case "model-open":
    case "size":
    case "imported":
    case "compared":
    case "selected-from":
      return judgeModel(goal, seen);
  }
}

/** Why a pass failed or was skipped, else nothing. */
async function failure({ stages }: Seen): Promise<string> {
  const stopped = stages.find((s) => s.status === "failed" || s.status === "skipped");
  return stopped ? replies.stopped(stopped.pass, stopped.status, stopped.reason) : "";
}

async function judgeCount(goal: Extract<Goal, { kind: "count" }>, seen: Seen): Promise<Verdict> {
  const stage = stageOf(seen, goal.after);
  if (!seen.stages[stage]) return missed(goal.after === undefined ? "" : replies.noPass(goal.after), await failure(seen));
  const found = countOf(goal, seen);
  if (found === undefined) return missed();
  if (holds(found, goal)) return done;
  const counted = replies.count(goal.count, found, goal.target, stageName(seen, stage));
  return missed(counted, (await failure(seen)) || (await costliest(seen)));
}

/** The sentence of the costliest cause among the run's boundaries. */
async function costliest(seen: Seen): Promise<string> {
  const { lines } = await whyOf(seen);
  const line = lines.find((l) => l.code !== "unknown");
  return line ? line.sentence : "";
}

function whyOf({ engine, epoch, document }: Seen): Promise<WhyAnswer> {
  return engine.why(epoch, document.pipeline.length);
}

async function judgePlace(goal: Extract<Goal, { kind: "place" }>, seen: Seen): Promise<Verdict> {
  const last = seen.document.pipeline.length;
  const graph = await graphOf(seen, last);
  const calls = graph.nodes.filter((node) => node.operator === goal.operator);
  if (calls.length === 0) return missed(replies.noCall(goal.operator), await failure(seen));
  const isPlaced = (node: (typeof calls)[number]) => {
    const region = graph.regions[node.region];
    const isOffloaded = region !== undefined && region.color >= 0;
    return isOffloaded === goal.isOffloaded && (goal.target === undefined || region?.target === goal.target);
  };
  const other = calls.find((node) => !isPlaced(node));
  if (!other) return done;
  const region = graph.regions[other.region];
  if (region && region.color >= 0)
    return missed(replies.inRegion(goal.operator, region.target), (await reasonOf(seen, last, other.id)) ?? "");
  return missed(replies.onHost(goal.operator), (await reasonOf(seen, last, other.id)) ?? "", await failure(seen));
}

/** What the passes say of a node: why it is in no region, else the first thing that was decided about it. */
async function reasonOf({ engine, epoch }: Seen, stage: number, node: number): Promise<string | undefined> {
  const between = await engine.whyBetween(epoch, stage, node);
  if (between?.cause && between.cause.code !== "unknown") return between.cause.sentence;
  return (await engine.node(epoch, stage, node))?.why[0]?.answer;
}

async function judgeComposite(goal: Extract<Goal, { kind: "composite" }>, seen: Seen): Promise<Verdict> {
  const stage = stageOf(seen, "MergeComposite");
  if (stage < 0) return missed(replies.noPass("MergeComposite"));
  const graph = await graphOf(seen, stage);
  const names = graph.frames.filter((f) => f.kind === "composite").map((f) => f.label);
  const found = names.filter((name) => name === goal.name).length;
  if (goal.number === undefined ? found > 0 : found === goal.number) return done;
  const table = tableOf(seen);
  if (!table.includes(goal.name)) return missed(replies.noPattern(goal.name, table));
  return missed(replies.composites(goal.name, found, names), await patternReason(seen, goal.name));
}

/** The names in the chosen target's pattern table. */
function tableOf({ document }: Seen): readonly string[] {
  return document.customTargets.find((t) => t.name === document.target)?.patterns.map((p) => p.name) ?? [];
}

async function judgeParameters({ name, number }: Extract<Goal, { kind: "parameters" }>, seen: Seen): Promise<Verdict> {
  const graph = await graphOf(seen, stageOf(seen, "MergeComposite"));
  const frame = graph.frames.findIndex((f) => f.kind === "composite" && f.label === name);
  if (frame < 0) return missed(replies.composites(name, 0, []), await patternReason(seen, name));
  const inside = (node: number) => graph.nodes[node]?.frame === frame;
  const found = graph.edges.filter(({ from, to }) => inside(to) && !inside(from)).length;
  return found === number ? done : missed(replies.parameters(name, found));
}

/** Why a pattern matched nothing, from its nearest miss: the first node that it nearly matched. */
async function patternReason(seen: Seen, pattern: string): Promise<string> {
  const graph = await graphOf(seen, 0);
  let spent = "";
  for (const node of graph.nodes.filter((n) => n.kind === "call")) {
    const tries = (await seen.engine.patterns(seen.epoch, 0, node.id))?.tries ?? [];
    const own = tries.find((t) => t.name === pattern);
    if (!own || own.state === "unrelated" || own.state === "taken") continue;
    if (own.state === "failed" || own.state === "refused" || own.state === "raises") return own.message;
    spent ||= own.message;
  }
  return spent;
}

async function judgeCause(goal: Extract<Goal, { kind: "cause" }>, seen: Seen): Promise<Verdict> {
  const { lines, boundaries } = await whyOf(seen);
  const isMeant = (line: (typeof lines)[number]) => {
    if (line.code !== goal.code) return false;
    if (goal.at === undefined || line.subject.split(/[\s,]+/).includes(goal.at)) return true;
    return line.boundaries.some((b) => boundaries[b]?.cause.blockers.some(({ label }) => label === goal.at));
  };
  const found = lines.find(isMeant);
  if ((found !== undefined) === goal.isThere) return done;
  if (found) return missed(replies.causeRemains(goal.code), found.sentence);
  return missed(replies.noCause(goal.code), await failure(seen), lines[0]?.sentence ?? replies.noBoundary);
}

async function judgeTogether(goal: Extract<Goal, { kind: "together" }>, seen: Seen): Promise<Verdict> {
  const last = seen.document.pipeline.length;
  const graph = await graphOf(seen, last);
  const [from, to] = [nodeOf(graph, goal.from), nodeOf(graph, goal.to)];
  if (!from || !to) return missed(replies.noCall(nodeText(from ? goal.to : goal.from)), await failure(seen));
  const between = await seen.engine.whyBetween(seen.epoch, last, from.id, to.id);
  if (between?.isJoined) return done;
  return missed(replies.apart(nodeText(goal.from), nodeText(goal.to)), between?.cause?.sentence ?? "", await failure(seen));
}

async function judgeSelected({ node: name }: Extract<Goal, { kind: "selected" }>, seen: Seen): Promise<Verdict> {
  const { selection, engine, epoch } = seen;
  const [id] = selection?.nodes ?? [];
  if (!selection || id === undefined) return missed(replies.nothingSelected);
  const graph = await graphOf(seen, selection.stage);
  const wanted = nodeOf(graph, name);
  if (wanted && selection.nodes.includes(wanted.id)) return done;
  const chosen = graph.nodes.find((n) => n.id === id);
  if (name.nth === anyCall && chosen && nameOfNode(chosen) === name.name) return done;
  const details = await engine.node(epoch, selection.stage, id);
  const isAlike = chosen !== undefined && nameOfNode(chosen) === name.name;
  return missed(
    replies.selected(chosen ? nameOfNode(chosen) : (details?.title ?? ""), details?.description ?? "", isAlike),
    stageOf(seen, "AnnotateTarget") < 0 ? "" : (details?.why[0]?.answer ?? ""),
  );
}
