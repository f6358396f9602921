/**
 * Walks a lesson as a learner would, without a page. Checks that each step's goal is not met at the step's start and
 * after its wrong way, and is met after its solution.
 */
import type { Engine, RunEvent, StageResult } from "@relayscope/engine";
import { plainText } from "@relayscope/prose";
import { afterActs, afterSetup, type Start, type TextOf } from "../applyAct.ts";
import { checks } from "../diagnostics.ts";
import { filled } from "../fill.ts";
import { judge } from "../judge.ts";
import { modelNodeLabel } from "../judgeModel.ts";
import {
  type Act,
  type Guess,
  isActing,
  type Lesson,
  type LessonDocument,
  type LessonProblem,
  type Selectable,
  type Step,
} from "../lesson.ts";
import { nodeText } from "../readParts.ts";
import { graphOf, nodeOf, type Seen, stageOf } from "../seen.ts";
import { firstRegions, missingOf, placeOf } from "../things.ts";

/** The page that a step is done on, as far as goals look at it. */
interface Bench extends Start {
  readonly selection: Seen["selection"];
  readonly region: Seen["region"];
  readonly pair: Seen["pair"];
  readonly inside: number | undefined;
  readonly decision: Seen["decision"];
  readonly answer: number | undefined;
  readonly guess: Guess | undefined;
  readonly isShown: boolean;
}

const untouched = {
  selection: undefined,
  region: undefined,
  pair: undefined,
  inside: undefined,
  decision: undefined,
  answer: undefined,
  guess: undefined,
  isShown: false,
} as const;

/**
 * The problems of a parsed lesson's steps. `textOf` returns the text of a file next to it and throws if there is none.
 * A lesson on the learner's own module is checked on `own`. Steps that need what the run does not have are not walked.
 */
export async function checkLesson(lesson: Lesson, engine: Engine, textOf: TextOf, own?: LessonDocument): Promise<readonly LessonProblem[]> {
  const problems: LessonProblem[] = [];
  let epoch = 0;
  async function run(bench: Bench): Promise<Seen> {
    const { document, ...rest } = bench;
    const own = ++epoch;
    const stages: StageResult[] = [];
    const found: Extract<RunEvent, { kind: "stage" }>["problems"][number][] = [];
    await new Promise<void>((resolve) =>
      engine.run({ ...document, epoch: own, trace: true }, (event) => {
        if (event.kind !== "stage") return resolve();
        stages.push(event.result);
        found.push(...event.problems);
      }),
    );
    return { engine, epoch: own, document, stages, problems: found, ...rest };
  }
  /** Performs the acts in order; reports an act that is impossible. */
  async function act(start: Bench, acts: readonly Act[], step: Step): Promise<Bench> {
    let bench = start;
    for (const one of acts) {
      const idle = () => problems.push({ line: step.line, message: checks.inStep(step.title, checks.idle(one.kind)) });
      if ((one.kind === "stage" || one.kind === "inside") && stageOf(bench, one.pass) < 0) idle();
      const isDialogs = one.kind === "size" || one.kind === "import" || one.kind === "close";
      if (isDialogs && bench.dialog === undefined) idle();
      const before = bench.document.text;
      bench = { ...bench, ...afterActs(bench, [one], step.runs, textOf) };
      if (one.kind === "text" && bench.document.text === before) idle();
      if (one.kind === "inside") bench = { ...bench, inside: stageOf(bench, one.pass), decision: undefined };
      else if (one.kind === "stage") bench = { ...bench, inside: undefined, decision: undefined };
      else if (one.kind === "decision") bench = { ...bench, ...(await decisionOf(await run(bench), one)) };
      else if (one.kind === "first-regions") bench = { ...bench, stage: firstRegions(await run(bench)) };
      else if (one.kind === "select-thing") bench = { ...bench, ...(await selected(await run(bench), one.thing)) };
      else if (one.kind === "answer") bench = { ...bench, answer: one.number - 1 };
      else if (one.kind === "predict") bench = { ...bench, guess: one.guess };
      else if (one.kind === "select" || one.kind === "find") {
        const seen = await run(bench);
        const node =
          one.kind === "select" ? nodeOf(await graphOf(seen, bench.stage), one.node)?.id : await nodeFrom(seen, bench.stage, one.name);
        const name = one.kind === "select" ? nodeText(one.node) : one.name;
        if (node === undefined) problems.push({ line: step.line, message: checks.inStep(step.title, checks.notSelectable(name)) });
        else bench = { ...bench, selection: { stage: bench.stage, nodes: [node] } };
      }
    }
    return bench;
  }
  const base = lesson.setup.isOwn && own && { document: own, stage: own.pipeline.length, dialog: undefined };
  let at = afterSetup(base, lesson.setup, textOf);
  for (const step of lesson.steps) {
    const say = (message: string) => problems.push({ line: step.line, message: checks.inStep(step.title, message) });
    at = afterSetup(at, step.setup, textOf);
    if (stageOf(at, step.setup.show) < 0) say(checks.noPass(step.setup.show ?? ""));
    const start: Bench = { ...at, ...untouched };
    const seen = await run(start);
    const checkValues = async (text: string, on: Seen) => {
      if (!text.includes("{") || text.includes("?")) return;
      if ((await filled(text, on)).includes("?")) say(checks.noValue(text));
    };
    const otherwise = await missingOf(step, seen);
    if (otherwise !== undefined) {
      await checkValues(otherwise, seen);
      continue;
    }
    for (const { inner } of paragraphsOf(step)) await checkValues(plainText(inner), seen);
    const error = seen.problems.find((p) => p.severity === "error");
    if (error && !lesson.setup.isOwn) say(checks.moduleError(error.line ?? 1, error.message));
    const graph = await graphOf(seen, start.stage);
    for (const point of step.points) {
      if (point.kind === "node" && !nodeOf(graph, point.node)) say(checks.noPoint(nodeText(point.node)));
      if (point.kind === "region" && !graph.regions.some((r) => r.id === point.number)) say(checks.noPoint(`region ${point.number}`));
      if (point.kind === "chip" && stageOf(start, point.name) < 0) say(checks.noPoint(`chip ${point.name}`));
    }
    if (isActing(step)) {
      if (step.solve.length === 0) say(checks.noSolve);
      if (step.wrong.length === 0) say(checks.noWrong);
      if (step.hints.length === 0 && step.choices.length === 0) say(checks.noHint);
      const open = await judge(step, seen);
      if (open.isDone) say(checks.reachedAtStart);
      const wrong = await judge(step, await run(await act(start, step.wrong, step)));
      if (wrong.isDone) say(checks.wrongReaches);
      else if (wrong.remarks.length === 0) say(checks.wrongUnanswered);
      const end = await act(start, step.solve, step);
      const endSeen = await run(end);
      const right = await judge(step, endSeen);
      if (!right.isDone) say(checks.solveMisses(right.remarks.map((r) => r.text).join(" ")));
      const replies = step.choices.map((choice) => choice.reply);
      for (const text of [step.done, ...replies]) await checkValues(text, endSeen);
      at = { document: end.document, stage: end.stage, dialog: end.dialog };
    }
  }
  return problems;
}

/** The words of a step that can have values of the run. */
function paragraphsOf({ blocks }: Step) {
  return blocks.flatMap((block) =>
    block.kind === "fence" ? [] : block.kind === "list" ? block.items.map((inner) => ({ inner })) : [block],
  );
}

/** What is selected of a kind of thing. */
async function selected(seen: Seen, thing: Selectable): Promise<Pick<Bench, "selection" | "region" | "pair">> {
  const stage = seen.document.pipeline.length;
  const place = await placeOf(thing, seen);
  const of = (...nodes: readonly number[]) => ({ stage, nodes });
  if (place?.kind === "region") return { selection: of(...place.nodes), region: { stage, region: place.region }, pair: undefined };
  if (place?.kind !== "pair") return { selection: place && of(place.node), region: undefined, pair: undefined };
  return { selection: of(place.to), region: undefined, pair: { stage, producer: place.from, consumer: place.to } };
}

/** The first decision of a pass that an act asks for. */
async function decisionOf(
  seen: Seen,
  { pass, state, node }: Extract<Act, { kind: "decision" }>,
): Promise<Pick<Bench, "inside" | "decision">> {
  const inside = stageOf(seen, pass);
  const id = nodeOf(await graphOf(seen, inside - 1), node)?.id ?? -1;
  const { steps } = await seen.engine.steps(seen.epoch, inside);
  const found = steps.find((s) => s.state === state && s.nodes.includes(id));
  return { inside, decision: found && { state: found.state, nodes: new Set(found.nodes) } };
}

/** The last node of a stage that comes from a node of the model: where the search leads to. */
async function nodeFrom({ engine, epoch }: Seen, stage: number, name: string): Promise<number | undefined> {
  const { nodes } = await graphOf({ engine, epoch }, stage);
  for (const { id, kind } of [...nodes].sort((a, b) => b.id - a.id)) {
    if (kind !== "call") continue;
    const facts = (await engine.node(epoch, stage, id))?.facts ?? [];
    if (facts.some((f) => modelNodeLabel.test(f.label) && f.value === name)) return id;
  }
  return undefined;
}
