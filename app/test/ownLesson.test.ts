/** The lesson on the user's own module: it asks for what the module has, and leaves the module the user's. */
import { type Act, readLesson } from "@relayscope/lessons";
import { afterAll, expect, test } from "vitest";
import { goToPlace, isLook } from "../src/learn/goToPlace.ts";
import { loadProgress } from "../src/learn/learner.ts";
import type { LessonSession } from "../src/learn/lessonState.ts";
import { startLesson } from "../src/learn/session.ts";
import { isInLesson, ownLesson } from "../src/state/lessonAddress.ts";
import type { PageDocument } from "../src/state/model.ts";
import type { Page } from "../src/state/page.ts";
import { makePage, until } from "./makePage.ts";
import { fetchFile, leave } from "./visit.ts";

afterAll(leave);

const { lesson } = readLesson(await (await fetchFile(`lessons/${ownLesson}.md`)).text());
const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  %1 = tanh(%0);\n  nn.relu(%1)\n}\n";

const finished = (page: Page) => until(page, ({ run }) => run.status === "finished" && run.epoch > 0);

async function begin(...operators: readonly string[]) {
  const page = makePage();
  page.actions.setText(text);
  page.actions.editSettings({ target: "mine", customTargets: [{ name: "mine", patterns: [], operators }] });
  await finished(page);
  const session = startLesson(page, lesson, ownLesson, () => "");
  return { page, session };
}

const words = ({ store }: LessonSession) => JSON.stringify(store.getState().words ?? store.getState().missing);

async function does(page: Page, acts: readonly Act[]): Promise<void> {
  for (const act of acts) if (isLook(act)) await goToPlace(page, act);
}

async function walk(page: Page, session: LessonSession): Promise<readonly string[]> {
  const said: string[] = [];
  for (const [i, step] of lesson.steps.entries()) {
    await expect.poll(() => words(session)).not.toBe('""');
    const { missing } = session.store.getState();
    if (missing !== "") said.push(missing);
    else if (step.goals.length > 0) {
      await does(page, step.wrong);
      const isTried = page.store.getState().view.selection !== undefined || step.wrong.some(({ kind }) => kind === "stage");
      if (isTried) await expect.poll(() => session.store.getState().remarks.length, { message: step.title }).toBeGreaterThan(0);
      expect(session.store.getState().isDone).toBe(false);
      await does(page, step.solve);
      await expect.poll(() => session.store.getState().isDone, { message: step.title }).toBe(true);
      said.push(session.store.getState().praise);
    }
    session.goTo(i + 1);
  }
  return said;
}

test("each step asks for something that the module has, and answers from the run", async () => {
  const { page, session } = await begin("nn.relu");
  await expect.poll(() => words(session)).toContain("Your module has three operators.");
  const said = await walk(page, session);
  expect(said).toEqual([
    "The region `mine 0` holds one operator: `nn.relu`. It has one boundary.",
    "`mine` has neither a rule nor a pattern for `tanh`. The tab *Improve* also says which changes help.",
    "`mine` has neither a rule nor a pattern for `tanh`.",
    expect.stringMatching(/^This is `AnnotateTarget`\./),
  ]);
});

test("a step says so where the module has no region or no boundary", async () => {
  const without = await begin("nn.conv2d");
  expect(await walk(without.page, without.session)).toEqual([
    "Your module has three operators, and `mine` takes none of them. There is no region: the host computes everything. `mine` has neither a rule nor a pattern for `nn.relu`.",
    expect.stringMatching(/^There is no region to select/),
    "Without a region there is no boundary.",
    "`mine` has neither a rule nor a pattern for `nn.relu`.",
    "No pass of this pipeline made a region.",
  ]);
  const whole = await begin("nn.relu", "tanh");
  const said = await walk(whole.page, whole.session);
  expect(said[1]).toMatch(/^No boundary separates/);
  expect(said[2]).toMatch(/^The targets take every operator/);
});

test("the page shows each step", async () => {
  const { session } = await begin("nn.relu");
  for (const at of [1, 2, 3, 4]) {
    session.goTo(at);
    await session.show();
    await expect.poll(() => session.store.getState().isDone, { message: lesson.steps[at]?.title ?? "" }).toBe(true);
  }
});

test("it begins again when it is opened again, since the module may be another one", async () => {
  const { page, session } = await begin("nn.relu");
  session.goTo(1);
  await session.show();
  await expect.poll(() => session.store.getState().isDone).toBe(true);
  session.goTo(lesson.steps.length);
  session.leave();
  expect(loadProgress(page.storage)[ownLesson]?.isFinished).toBe(true);
  const again = startLesson(page, lesson, ownLesson, () => "");
  expect(again.store.getState()).toMatchObject({ at: 0, done: new Set() });
});

test("the document stays the user's: changes are kept, and the words follow them", async () => {
  const { page, session } = await begin("nn.relu");
  page.actions.learn({ kind: "course", name: ownLesson });
  expect(isInLesson(page.store.getState())).toBe(false);
  page.actions.setText(text.replace("tanh(%0)", "nn.relu(%0)"));
  await finished(page);
  await expect.poll(() => words(session)).toContain("takes three operators, in one region");
  const edited: PageDocument = page.store.getState().document;
  session.leave();
  expect(page.store.getState().document).toBe(edited);
});

test("regions whose functions the text lacks hold operators that it does not show, not none", async () => {
  const page = makePage();
  page.actions.setText(
    "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = @tinyai_0(%x) /* ty=Tensor[(1, 8), float32] */;\n  nn.relu(%0)\n}\n",
  );
  await finished(page);
  const session = startLesson(page, lesson, ownLesson, () => "");
  await expect.poll(() => words(session)).toContain("takes operators that the text does not show, in one region");
});
