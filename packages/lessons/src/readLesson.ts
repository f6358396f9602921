/** A lesson's file -> the lesson, and what is wrong with it, line by line. */
import type { CauseCode, PipelineStep } from "@relayscope/engine";
import { limits } from "@relayscope/files";
import { type Block, plainText, readBlocks, refusedLinks } from "@relayscope/prose";
import { sentences } from "./diagnostics.ts";
import { unknownSlots } from "./fill.ts";
import type { Act, Choice, Goal, Lesson, LessonProblem, Need, Pointer, Prediction, Step } from "./lesson.ts";
import { readAct, readGoal, readNeed, readPass, readPointer, readPrediction } from "./readParts.ts";
import { type Draft, keyLines, type Line, type Say, setupKeys, takeSetupBlock, takeSetupLine } from "./readSetup.ts";

type Fence = Extract<Block, { kind: "fence" }>;

/** Blocks of code that are shown as they are. */
const shownCode = ["text", "python", ""] as const;
const blockKinds = ["lesson", "step", "relay", "target", "pipeline", "text", "python"] as const;

/** The causes by code: a mapped type, so that each is here. */
const causes: Readonly<Record<CauseCode, true>> = {
  "no-rule": true,
  "rule-refused": true,
  "pattern-missed": true,
  "pattern-shadowed": true,
  "check-refused": true,
  "outside-user": true,
  "composite-unlisted": true,
  "parameter-not-constant": true,
  "type-unknown": true,
  "pass-skipped": true,
  order: true,
  pruned: true,
  "external-already": true,
  "skip-optimization": true,
  "annotated-input": true,
  "left-to-host": true,
  "stop-fusion": true,
  "no-arguments": true,
  "not-a-call": true,
  scope: true,
  "other-target": true,
  cycle: true,
  "no-merge-pass": true,
  "pass-failed": true,
  siblings: true,
  unknown: true,
};
const isCause = (word: string): word is CauseCode => Object.hasOwn(causes, word);

export interface ReadLesson {
  readonly lesson: Lesson;
  /** In the order of the file; a lesson with some is not opened. */
  readonly problems: readonly LessonProblem[];
}

/** Reads a lesson. Never throws, whatever the text is. */
export function readLesson(markdown: string): ReadLesson {
  const problems: LessonProblem[] = [];
  const say: Say = (problem) => problems.push(problem);
  const isTooLarge = markdown.length > limits.lessonBytes;
  if (isTooLarge) say({ line: 1, message: sentences.tooLarge(limits.lessonBytes / 1024) });
  const blocks = isTooLarge ? [] : readBlocks(markdown);
  const [first] = blocks;
  const title = first?.kind === "heading" && first.level === 1 ? plainText(first.inner) : "";
  if (title === "") say({ line: 1, message: sentences.noTitle });
  const starts = blocks.flatMap((block, i) => (block.kind === "heading" && block.level === 2 ? [i] : []));
  const head = readHead(blocks.slice(title === "" ? 0 : 1, starts[0] ?? blocks.length), say);
  if (starts.length === 0) say({ line: 1, message: sentences.noSteps });
  if (starts.length > limits.lessonSteps) say({ line: 1, message: sentences.tooManySteps(limits.lessonSteps) });
  const steps = starts.slice(0, limits.lessonSteps).map((start, k) => readStep(blocks.slice(start, starts[k + 1] ?? blocks.length), say));
  problems.sort((a, b) => a.line - b.line);
  return { lesson: { title, ...head, steps }, problems };
}

/** The block `lesson` and what is before the first step. */
function readHead(blocks: readonly Block[], say: Say): Pick<Lesson, "about" | "minutes" | "setup"> {
  const setup: Draft = { targets: [] };
  let about = "";
  let minutes = 10;
  let isThere = false;
  for (const fence of blocks) {
    if (fence.kind !== "fence") continue;
    checkFence(fence, say);
    if (fence.info !== "lesson") {
      takeSetupBlock(setup, fence, say);
      continue;
    }
    isThere = true;
    for (const line of keyLines(fence, say)) {
      if (line.key === "about") about = line.value;
      else if (line.key === "minutes") {
        minutes = Number(line.value);
        if (!/^\d{1,3}$/.test(line.value)) say({ line: line.line, message: sentences.notANumber(line.key, line.value) });
      } else if (!takeSetupLine(setup, line, say)) {
        say({ line: line.line, message: sentences.unknownKey(line.key, ["about", "minutes", ...setupKeys]) });
      }
    }
  }
  if (!isThere) say({ line: 1, message: sentences.noLessonBlock });
  return { about, minutes, setup };
}

function checkFence({ info, line, isClosed }: Fence, say: Say): void {
  const [kind = ""] = info.split(/\s+/);
  if (!isClosed) say({ line: line - 1, message: sentences.openFence });
  if (kind !== "" && !blockKinds.some((k) => k === kind)) {
    say({ line: line - 1, message: sentences.unknownBlock(kind, blockKinds) });
  }
}

function readStep(blocks: readonly Block[], say: Say): Step {
  const [heading] = blocks;
  const stepLine = heading?.kind === "heading" ? heading.line : 1;
  const setup: Draft = { targets: [] };
  const shown: Block[] = [];
  const lines: Line[] = [];
  let hasBlock = false;
  for (const block of blocks.slice(1)) {
    if (block.kind !== "fence") {
      shown.push(block);
      const texts = block.kind === "list" ? block.items : [block.inner];
      for (const text of texts.map(plainText)) {
        for (const refused of refusedLinks(text)) say({ line: stepLine, message: sentences.link(refused) });
      }
      continue;
    }
    checkFence(block, say);
    if (block.info === "step") {
      if (hasBlock) say({ line: block.line - 1, message: sentences.secondBlock("step") });
      hasBlock = true;
      lines.push(...keyLines(block, say));
    } else if (shownCode.some((kind) => kind === block.info)) shown.push(block);
    else takeSetupBlock(setup, block, say);
  }
  const title = heading?.kind === "heading" ? plainText(heading.inner) : "";
  return { title, blocks: shown, setup, line: stepLine, ...readKeys(lines, setup, stepLine, say) };
}

const stepKeys = ["needs", "point", "goal", "ask", "right", "wrong-answer", "predict", "runs", "hint", "done", "solve", "wrong"] as const;

type Keys = Omit<Step, "title" | "blocks" | "setup" | "line">;

function readKeys(lines: readonly Line[], setup: Draft, stepLine: number, say: Say): Keys {
  const needs: Need[] = [];
  const points: Pointer[] = [];
  const goals: Goal[] = [];
  const choices: Choice[] = [];
  const runs: PipelineStep[] = [];
  const hints: string[] = [];
  const solve: Act[] = [];
  const wrong: Act[] = [];
  let question = "";
  let done = "";
  let prediction: Prediction | undefined;
  for (const line of lines) {
    const { key, value } = line;
    const take = <T>(found: T | undefined, into: T[], message: (text: string) => string) => {
      if (found === undefined) say({ line: line.line, message: message(value) });
      else into.push(found);
    };
    switch (key) {
      case "needs":
        checkSlots(line, say);
        take(readNeed(value), needs, sentences.need);
        break;
      case "point":
        take(readPointer(value), points, sentences.pointer);
        break;
      case "goal":
        take(readGoal(value, causeOf(line, say)), goals, sentences.goal);
        break;
      case "ask":
        question = value;
        break;
      case "right":
      case "wrong-answer": {
        const [text = "", reply = ""] = value.split(" => ");
        checkSlots(line, say);
        choices.push({ text, reply, isRight: key === "right" });
        break;
      }
      case "predict":
        prediction = readPrediction(value);
        if (!prediction) say({ line: line.line, message: sentences.prediction(value) });
        break;
      case "runs":
        take(readPass(value), runs, sentences.options);
        break;
      case "hint":
        hints.push(value);
        break;
      case "done":
        checkSlots(line, say);
        done = value;
        break;
      case "solve":
        take(readAct(value), solve, sentences.act);
        break;
      case "wrong":
        take(readAct(value), wrong, sentences.act);
        break;
      default:
        if (!takeSetupLine(setup, line, say)) {
          say({ line: line.line, message: sentences.unknownKey(key, [...stepKeys, ...setupKeys]) });
        }
    }
  }
  const rights = choices.filter((c) => c.isRight).length;
  if (question !== "" || choices.length > 0) {
    if (rights !== 1 || choices.length < 2 || choices.length > 6) say({ line: stepLine, message: sentences.choices });
  }
  if (prediction && runs.length === 0) say({ line: stepLine, message: sentences.noRuns });
  if ([goals.length > 0, choices.length > 0, prediction !== undefined].filter((is) => is).length > 1) {
    say({ line: stepLine, message: sentences.twoKinds });
  }
  return { needs, points, goals, question, choices, prediction, runs, hints, done, solve, wrong };
}

/** Reports `{...}` that name no value of a run. */
function checkSlots({ value, line }: Line, say: Say): void {
  for (const slot of unknownSlots(value)) say({ line, message: sentences.slot(slot) });
}

/** The cause's code in a goal. An unknown name is reported with the nearest one. */
function causeOf({ line }: Line, say: Say): (word: string) => CauseCode | undefined {
  return (word) => {
    if (isCause(word)) return word;
    say({ line, message: sentences.causeCode(word, Object.keys(causes)) });
    return undefined;
  };
}
