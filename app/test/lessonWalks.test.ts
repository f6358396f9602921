/**
 * Every lesson of the course on the page's store, walked to its end by doing what it asks; each step is missed once
 * before.
 */
import { sizesIn, sizeTexts } from "@relayscope/engine/models";
import { importFile, readModel, shapesWith } from "@relayscope/engine/models/importFile";
import { type Act, afterAct, importOf, isActing, readLesson, type Step, textsOf } from "@relayscope/lessons";
import { afterAll, expect, test } from "vitest";
import { goToPlace, isLook } from "../src/learn/goToPlace.ts";
import { loadProgress } from "../src/learn/learner.ts";
import type { LessonSession } from "../src/learn/lessonState.ts";
import { startLesson } from "../src/learn/session.ts";
import { asksForSelection } from "../src/learn/steps.ts";
import { modelNodesIn } from "../src/state/modelNodes.ts";
import type { Page } from "../src/state/page.ts";
import { until } from "./makePage.ts";
import { fetchFile, leave, visit } from "./visit.ts";

const names: readonly string[] = await (await fetchFile("lessons/index.json")).json();

/** What the dialog of a model does with its file, without the dialog. */
async function modelIn(file: Blob, written: ReadonlyMap<string, string>) {
  const model = readModel(new Uint8Array(await file.arrayBuffer()));
  const description = model.describe();
  const sizes = sizeTexts(description, written);
  return { sizes, text: () => importFile(model, { shapes: shapesWith(description, new Map(sizesIn(sizes))) }).text };
}

/** The text of a file beside the lesson, or of a model that is imported. */
async function textOf(name: string): Promise<string> {
  const wanted = importOf(name);
  const file = await fetchFile(`examples/${wanted?.file ?? name}`);
  return wanted ? (await modelIn(await file.blob(), wanted.sizes)).text() : file.text();
}

/** The dialog fills in what the file leaves open. */
async function guessSizes({ store, actions }: Page): Promise<void> {
  const { modelFile } = store.getState();
  if (modelFile) actions.setModelSizes((await modelIn(modelFile.file, modelFile.sizes)).sizes);
}

async function importOpenModel({ store, actions }: Page, dialog: "compare" | undefined): Promise<void> {
  const { modelFile } = store.getState();
  if (!modelFile) throw new Error("no model file is open");
  actions.openImported(modelFile.file.name, (await modelIn(modelFile.file, modelFile.sizes)).text());
  actions.showDialog(dialog);
}

/** Does at the page what an act says. */
async function perform(page: Page, session: LessonSession, act: Act): Promise<void> {
  const { actions, store } = page;
  const state = store.getState();
  if (isLook(act)) return goToPlace(page, act);
  switch (act.kind) {
    case "find": {
      const place = modelNodesIn(state.document.text).get(act.name);
      return place && actions.selectText(place);
    }
    case "answer":
      return session.answer(act.number - 1);
    case "predict":
      return session.predict(act.guess);
    case "model":
      await actions.openGalleryModel(act.file, new Map());
      return guessSizes(page);
    case "size":
      return actions.setModelSizes(new Map(state.modelFile?.sizes).set(act.name, act.size));
    case "import":
      return importOpenModel(page, undefined);
    case "compare":
      return importOpenModel(page, "compare");
    case "close":
      return actions.showDialog(undefined);
    case "target":
      actions.chooseTarget(act.name);
      return actions.showDialog(undefined);
    case "text":
      return actions.setText(afterAct(state.document, act, []).text);
    default: {
      const { pipeline, customTargets, optLevel, bindParameters } = afterAct(state.document, act, []);
      actions.editSettings({ pipeline, customTargets, optLevel, bindParameters });
    }
  }
}

afterAll(leave);

const finished = (page: Page) => until(page, ({ run }) => run.status === "finished");

/** Waits until all stands that a step begins with. */
async function begun(page: Page, { setup }: Step): Promise<void> {
  await finished(page);
  if (setup.model === undefined) return;
  await until(page, ({ dialog }) => dialog === "model");
  await guessSizes(page);
}

test.each(names)("%s", async (name) => {
  const page = await visit("");
  await finished(page);
  page.actions.pictured();
  await until(page, ({ catalog }) => catalog !== undefined);
  const own = page.store.getState().document;

  const { lesson } = readLesson(await (await fetchFile(`lessons/${name}.md`)).text());
  const texts = new Map(await Promise.all(textsOf(lesson).map(async (file) => [file, await textOf(file)] as const)));
  const session = startLesson(page, lesson, name, (file) => texts.get(file) ?? "");
  const outcome = () => {
    const { isDone, remarks } = session.store.getState();
    return isDone ? "done" : remarks.length > 0 ? "missed" : "open";
  };
  const act = async (acts: readonly Act[]) => {
    for (const one of acts) {
      await finished(page);
      await perform(page, session, one);
    }
  };
  for (const [i, step] of lesson.steps.entries()) {
    expect(session.store.getState().at).toBe(i);
    await begun(page, step);
    if (step.setup.open === "selection") {
      await until(page, ({ view }) => view.selection !== undefined);
      expect(page.store.getState()).toMatchObject({ isDrawerOpen: true, inspectorTab: "selection" });
    }
    if (isActing(step)) {
      expect(outcome(), step.title).toBe("open");
      await act(step.wrong);
      await expect.poll(outcome, { message: step.title, timeout: 20_000 }).toBe("missed");
      session.reset();
      await begun(page, step);
      expect(outcome()).toBe("open");
      await act(step.solve);
      await expect.poll(outcome, { message: step.title, timeout: 20_000 }).toBe("done");
      // Words of a step that ends with a selection may speak of what the inspector says about it.
      if (asksForSelection(lesson, i)) expect(page.store.getState()).toMatchObject({ isDrawerOpen: true, inspectorTab: "selection" });
    }
    session.goTo(i + 1);
  }
  expect(session.store.getState().at).toBe(lesson.steps.length);
  expect(loadProgress(page.storage)[name]?.isFinished).toBe(true);
  session.leave();
  expect(page.store.getState().document).toEqual(own);
});
