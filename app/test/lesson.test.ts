/** A lesson on the page's store: the document that was there is safe, steps check themselves, and progress is kept. */
import { type Act, readLesson } from "@relayscope/lessons";
import { expect, test } from "vitest";
import { type Draft, draftText, readDraft } from "../src/learn/draft.ts";
import { startLesson } from "../src/learn/session.ts";
import { isOver } from "../src/learn/steps.ts";
import { lessonByAddress } from "../src/state/lessonAddress.ts";
import { makePage, memory, run, until } from "./makePage.ts";

const lesson = readLesson(`# A lesson

\`\`\`lesson
about: x
\`\`\`

\`\`\`relay
def @main(%x: Tensor[(1, 8), float32]) {
  %0 = nn.relu(%x);
  tanh(%0)
}
\`\`\`

\`\`\`target tinyai
operators: nn.relu
\`\`\`

## Take it

\`\`\`step
goal: regions of tinyai = 1
goal: tanh offloaded
hint: a line
\`\`\`

## Guess

\`\`\`pipeline
InferType
\`\`\`

\`\`\`step
predict: operators
runs: AnnotateTarget
\`\`\`
`);

const marks: readonly Act[] = [{ kind: "predict", guess: { kind: "operators", nodes: [{ name: "nn.relu", nth: 1 }] } }];
const own = "def @main(%y: Tensor[(1, 4), float32]) {\n  nn.relu(%y)\n}\n";
const taking = (...operators: readonly string[]) => ({ customTargets: [{ name: "tinyai", patterns: [], operators }] });

async function begin(backend = memory()) {
  const page = makePage(backend);
  await run(page, own);
  const session = startLesson(page, lesson.lesson, "one", () => "");
  const settled = (holds: (state: ReturnType<typeof session.store.getState>) => boolean) =>
    holds(session.store.getState())
      ? Promise.resolve()
      : new Promise<void>((resolve) => {
          const stop = session.store.subscribe((state) => {
            if (!holds(state)) return;
            stop();
            resolve();
          });
        });
  await until(page, (s) => s.run.status === "finished" && s.document.target === "tinyai");
  return { page, session, settled };
}

test("the lesson can be read", () => {
  expect(lesson.problems).toEqual([]);
});

test("a miss is answered with what the passes decided, and the goal is seen by itself", async () => {
  const { page, session, settled } = await begin();
  expect(session.store.getState().remarks).toEqual([]);
  page.actions.editSettings(taking("nn.relu", "sigmoid"));
  await settled((s) => s.remarks.length > 0);
  expect(session.store.getState().remarks.map((r) => r.text)).toEqual([
    "`tanh` stays on the host.",
    "`tinyai` has neither a rule nor a pattern for `tanh`.",
  ]);
  page.actions.editSettings(taking("nn.relu", "tanh"));
  await settled((s) => s.isDone);
  expect([...session.store.getState().done]).toEqual([0]);
});

test("a narrow window shows the picture as soon as a step is done, and the text before", async () => {
  const { page, settled } = await begin();
  page.actions.showPart("text");
  page.actions.editSettings(taking("nn.relu", "sigmoid"));
  await settled((s) => s.remarks.length > 0);
  expect(page.store.getState().part).toBe("text");
  page.actions.editSettings(taking("nn.relu", "tanh"));
  await settled((s) => s.isDone);
  expect(page.store.getState().part).toBe("picture");
});

test("a step with nothing to do is over once the learner is after it, another one once it is done", () => {
  const [doing] = lesson.lesson.steps;
  if (!doing) throw new Error("no step");
  const steps = [doing, { ...doing, goals: [] }];
  const overAt = (at: number) => steps.map((_, i) => isOver(steps, i, at, new Set()));
  expect([overAt(0), overAt(1), overAt(2)]).toEqual([
    [false, false],
    [false, false],
    [false, true],
  ]);
  expect(isOver(steps, 0, 1, new Set([0]))).toBe(true);
});

test("a change is taken back, and a step begins again", async () => {
  const { page, session, settled } = await begin();
  page.actions.editSettings(taking("nn.relu", "sigmoid"));
  await settled((s) => s.canUndo);
  session.undo();
  await until(page, (s) => s.document.customTargets[0]?.operators.length === 1);
  page.actions.editSettings(taking());
  await settled((s) => s.remarks.length > 0);
  session.reset();
  expect(page.store.getState().document.customTargets[0]?.operators).toEqual(["nn.relu"]);
  expect(session.store.getState().remarks).toEqual([]);
});

test("what was predicted is next to the result", async () => {
  const { page, session, settled } = await begin();
  session.goTo(1);
  await until(page, (s) => s.run.status === "finished" && s.document.pipeline.length === 1);
  session.predict({ kind: "operators", nodes: [{ name: "tanh", nth: 1 }] });
  await settled((s) => s.remarks.length > 0);
  expect(session.store.getState().remarks.map((r) => [r.isGood, r.text.split("`")[1]])).toEqual([
    [false, "nn.relu"],
    [false, "tanh"],
  ]);
  expect(page.store.getState().document.pipeline.map((p) => p.pass)).toEqual(["InferType", "AnnotateTarget"]);
});

test("after Show me, nothing is said of a prediction, since the learner made none", async () => {
  const shownLesson = { ...lesson.lesson, steps: lesson.lesson.steps.map((step) => ({ ...step, solve: marks })) };
  const page = makePage();
  const session = startLesson(page, shownLesson, "shown", () => "");
  session.goTo(1);
  await session.show();
  await expect.poll(() => session.store.getState().isDone).toBe(true);
  expect(session.store.getState().remarks.map((r) => r.text)).toEqual(["`nn.relu` is taken."]);
  session.reset();
  session.predict({ kind: "operators", nodes: [{ name: "nn.relu", nth: 1 }] });
  await expect.poll(() => session.store.getState().isDone).toBe(true);
  expect(session.store.getState().remarks.map((r) => r.text)).toEqual(["`nn.relu` is taken, as you predicted."]);
});

test("a lesson names the operators on a path, and those of the host among them", async () => {
  const text = `# A path

\`\`\`lesson
about: x
\`\`\`

\`\`\`relay
def @main(%x: Tensor[(1, 8), float32]) {
  nn.relu(sigmoid(tanh(nn.relu(%x))))
}
\`\`\`

\`\`\`target tinyai
operators: nn.relu
\`\`\`

## Take one more

\`\`\`step
goal: sigmoid offloaded
done: {path nn.relu to nn.relu 2}. Host: {host path nn.relu to nn.relu 2}.
solve: operators tinyai: nn.relu, sigmoid
\`\`\`
`;
  const session = startLesson(makePage(), readLesson(text).lesson, "path", () => "");
  await session.show();
  await expect.poll(() => session.store.getState().praise).toBe("`tanh` and `sigmoid`. Host: `tanh`.");
});

test("the user's own document comes back, and the lesson goes on where it was left", async () => {
  const backend = memory();
  const { page, session, settled } = await begin(backend);
  page.actions.editSettings(taking("nn.relu", "tanh"));
  await settled((s) => s.isDone);
  session.goTo(1);
  session.leave();
  expect(page.store.getState().document.text).toBe(own);
  expect(page.store.getState().document.target).toBe("byoc-target");
  const again = startLesson(makePage(backend), lesson.lesson, "one", () => "");
  expect(again.store.getState().at).toBe(1);
  expect([...again.store.getState().done]).toEqual([0]);
});

/** The draft as the browser keeps it over a reload. */
async function reloaded(backend: Storage, draft: Draft | undefined) {
  const { storage } = makePage(backend);
  const sharing = await storage.warm();
  storage.saveText("lesson-draft", draft ? draftText(sharing, "one", draft) : "");
  const page = makePage(backend);
  const session = startLesson(page, lesson.lesson, "one", () => "", readDraft(sharing, page.storage.loadText("lesson-draft"), "one"));
  await until(page, (s) => s.run.status === "finished" && s.run.epoch > 0);
  return { page, session };
}

test("a reload keeps what was changed in the step, and what was said of it", async () => {
  const backend = memory();
  const { page, session, settled } = await begin(backend);
  expect(session.draft()).toBeUndefined();
  page.actions.editSettings(taking("nn.relu", "sigmoid"));
  await settled((s) => s.remarks.length > 0);
  const later = await reloaded(backend, session.draft());
  expect(later.page.store.getState().document.customTargets[0]?.operators).toEqual(["nn.relu", "sigmoid"]);
  await expect.poll(() => later.session.store.getState().remarks[0]?.text).toBe("`tanh` stays on the host.");
  later.session.undo();
  expect(later.page.store.getState().document.customTargets[0]?.operators).toEqual(["nn.relu"]);
});

test("a reload keeps marks and predictions of the same step", async () => {
  const backend = memory();
  const { page, session, settled } = await begin(backend);
  session.goTo(1);
  session.mark([{ name: "tanh", nth: 1 }]);
  session.writeNumber("7");
  const marked = await reloaded(backend, session.draft());
  expect(marked.session.store.getState()).toMatchObject({ at: 1, marked: [{ name: "tanh", nth: 1 }], number: "7" });
  session.predict({ kind: "operators", nodes: [{ name: "tanh", nth: 1 }] });
  await settled((s) => s.remarks.length > 0);
  const predicted = await reloaded(backend, session.draft());
  expect(predicted.page.store.getState().document.pipeline).toHaveLength(2);
  await expect.poll(() => predicted.session.store.getState().remarks.length).toBe(2);
  session.goTo(0);
  expect((await reloaded(backend, session.draft())).session.store.getState().marked).toEqual([]);
  await until(page, (s) => s.run.status === "finished");
});

test("a damaged draft, and that of another lesson, are left alone", async () => {
  const { storage } = makePage();
  const sharing = await storage.warm();
  const { page, session } = await begin();
  page.actions.editSettings(taking("tanh"));
  const draft = session.draft();
  if (!draft) throw new Error("no draft");
  const text = draftText(sharing, "one", draft);
  expect(readDraft(sharing, text, "one")).toEqual({ ...draft, document: { ...draft.document, partitionsAgain: false } });
  expect(readDraft(sharing, text, "two")).toBeUndefined();
  for (let end = 0; end < text.trimEnd().length; end += 7) expect(readDraft(sharing, text.slice(0, end), "one")).toBeUndefined();
});

test("a lesson from a file can be checked by its author; that of a link is read", async () => {
  const page = makePage();
  const text = "# Mine\n\n## Step\n\n```step\ngoal: regions = 1\n```\n";
  await page.actions.openFile(new File([text], "mine.md"));
  expect(page.store.getState().learning).toEqual({ kind: "text", text, isFromFile: true });
  const { encodeLesson } = await page.storage.warm();
  expect(await lessonByAddress(page, `#${encodeLesson(text)}`)).toEqual({ kind: "text", text, isFromFile: false });
});
