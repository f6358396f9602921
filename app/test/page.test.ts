/** The page's store, without a browser: act, then look at the state. */
import { readFileSync } from "node:fs";
import { decodeFragment, encodeFragment } from "@relayscope/share";
import { expect, test, vi } from "vitest";
import { awaitBanner } from "../src/center/awaitBanner.ts";
import { askedBy } from "../src/inspector/whatIf/useSides.ts";
import { commands } from "../src/state/commands/commands.ts";
import { turnToMap } from "../src/state/firstPicture.ts";
import { graphRequest, isReady, shownMode } from "../src/state/graphRequests.ts";
import { isUnread, shownStage } from "../src/state/model.ts";
import type { Page } from "../src/state/page.ts";
import { isSettled, openedFrom, snapshotOf } from "../src/state/snapshots.ts";
import { flagNames } from "../src/state/viewFlags.ts";
import { makePage, memory, pageOf, run, until } from "./makePage.ts";

const chain = `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = nn.relu(%x);
  %1 = add(%0, %0);
  nn.softmax(%1)
}
`;

test("a text is run as soon as it is written, and the run of the text before is not heard", async () => {
  const page = await pageOf(chain);
  const { epoch, stages } = page.store.getState().run;
  expect(stages.map((s) => s.pass)).toEqual([
    "Input",
    "InferType",
    "MergeComposite",
    "AnnotateTarget",
    "MergeCompilerRegions",
    "PartitionGraph",
  ]);
  page.actions.setText("def @main() { 1f }");
  expect(page.store.getState().run.status).toBe("running");
  page.actions.setText("def @main() { 2f }");
  await until(page, (s) => s.run.status === "finished");
  expect(page.store.getState().run.epoch).toBeGreaterThan(epoch);
  expect(page.store.getState().run.stages[0]?.summary.operators).toBe(0);
});

test("a run that waits for a pause in typing can be stopped", () => {
  const page = makePage();
  page.actions.setText(chain);
  page.actions.cancelRun();
  expect(page.store.getState().run.status).toBe("stopped");
});

test("steps stop at the ends of the strip", async () => {
  const page = await pageOf(chain);
  const last = page.store.getState().document.pipeline.length;
  page.actions.step(1);
  expect(shownStage(page.store.getState())).toBe(last);
  for (let i = 0; i < last + 3; i++) page.actions.step(-1);
  expect(shownStage(page.store.getState())).toBe(0);
});

test("a change of the pipeline is undone and done again", async () => {
  const page = await pageOf(chain);
  page.actions.editPipeline((pipeline) => pipeline.pop());
  expect(page.store.getState().document.pipeline).toHaveLength(4);
  page.actions.undo();
  expect(page.store.getState().document.pipeline).toHaveLength(5);
  page.actions.redo();
  expect(page.store.getState().document.pipeline).toHaveLength(4);
  await until(page, (s) => s.run.status === "finished");
});

test("a target that is edited, and one that is chosen, change the regions; each is undone in one step", async () => {
  const page = await pageOf(chain);
  page.store.setState({ catalog: await page.engine.catalog() });
  const after = async (act: () => void) => {
    act();
    await until(page, (s) => s.run.status === "finished");
    const { document, run: ran } = page.store.getState();
    return [document.target, document.pipeline.length, ran.stages.find((s) => s.pass === "AnnotateTarget")?.summary.regions[0]?.count];
  };
  const first = await after(() => undefined);
  const edited = await after(() =>
    page.actions.editTarget("byoc-target", { name: "byoc-target", patterns: [], operators: ["nn.relu", "nn.softmax"] }),
  );
  expect(edited).toEqual(["byoc-target", 5, 2]);
  expect(first).not.toEqual(edited);
  const chosen = await after(() => page.actions.chooseTarget("dnnl"));
  expect(chosen[0]).toBe("dnnl");
  expect(chosen[1]).toBeGreaterThan(5);
  expect(await after(page.actions.undo)).toEqual(edited);
  expect(await after(page.actions.undo)).toEqual(first);
});

test("what a snapshot carries opens as it was", async () => {
  const page = await pageOf(chain);
  for (const name of flagNames) page.actions.setView({ [name]: !page.store.getState().view[name] });
  page.actions.select(2, [1, 2]);
  page.actions.showStage(3);
  const state = page.store.getState();
  const snapshot = snapshotOf(state, undefined);
  if (!isSettled(snapshot)) throw new Error("a snapshot of a page names its passes");
  const { document, view } = openedFrom(snapshot);
  expect(document).toEqual(state.document);
  expect(view).toEqual({ ...state.view, mode: "operators" });
});

test("a link brings colors, columns, the inspector's tab and the selected edge and region to another page", async () => {
  const page = await pageOf(chain);
  page.actions.setPreferences({ colorBy: "cause", isWrapped: false });
  page.actions.showInspector("improve");
  page.store.setState({ selectedPair: { stage: 3, producer: 1, consumer: 2 }, selectedRegion: { stage: 3, region: 0 } });
  const opened = decodeFragment(encodeFragment(snapshotOf(page.store.getState(), undefined)));
  if (opened.kind !== "ok") throw new Error("the link opens");
  const other = makePage();
  other.actions.open(opened.snapshot, true);
  await until(other, (s) => s.run.status === "finished");
  const { preferences, inspectorTab, selectedPair, selectedRegion } = other.store.getState();
  expect(preferences).toMatchObject({ colorBy: "cause", isWrapped: false });
  expect(inspectorTab).toBe("improve");
  expect(selectedPair).toEqual({ stage: 3, producer: 1, consumer: 2 });
  expect(selectedRegion).toEqual({ stage: 3, region: 0 });
});

test("a region is answered by its list, two that were chosen by what is between them", async () => {
  const page = makePage();
  const state = () => page.store.getState();
  const asked = () => askedBy(state().view.selection, state().selectedPair, state().selectedRegion !== undefined);
  page.actions.chooseTarget("tensorrt");
  await run(page, "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  %1 = erf(%0);\n  nn.relu(%1)\n}\n");
  const stage = state().run.stages.length - 1;
  await page.actions.selectRegion(stage, 0);
  expect(state().selectedRegion).toEqual({ stage, region: 0 });
  expect(asked()).toBeUndefined();
  const [boundary] = await page.engine.boundariesAt(state().run.epoch, stage, { kind: "region", region: 0 });
  if (!boundary) throw new Error("the region has a boundary");
  const pair = { stage, producer: boundary.from.id, consumer: boundary.to.id };
  page.actions.selectPair(pair, { region: 0 });
  expect(asked()).toBeUndefined();
  page.actions.selectPair(pair);
  expect(asked()).toEqual({ stage, first: pair.producer, second: pair.consumer });
  page.actions.select(stage, [pair.producer, pair.consumer]);
  expect(asked()).toEqual({ stage, first: pair.producer, second: undefined });
  await page.actions.selectRegion(stage, 0);
  await page.actions.selectRegion(stage, 1, false, true);
  expect(state().selectedRegion).toBeUndefined();
  expect(asked()?.second).toBeDefined();
});

/** What TVM printed after each pass. */
const recorded = readFileSync(new URL("../../packages/engine/test/recordings/printAfterAll.log", import.meta.url), "utf8");

test("a link says which cards, stacks and branches are open or folded", async () => {
  const blocks = Array.from(
    { length: 30 },
    (_, i) => `  %${2 * i} = nn.relu(${i === 0 ? "%x" : `%${2 * i - 1}`});\n  %${2 * i + 1} = exp(%${2 * i});\n`,
  );
  const page = await pageOf(`def @main(%x: Tensor[(1, 8), float32]) {\n${blocks.join("")}  if (True) { tanh(%59) } else { %59 }\n}\n`);
  page.actions.setMode("map");
  const state = page.store.getState();
  const { graph } = await page.graphs.load(graphRequest(state, shownStage(state), "after"));
  const cards = graph.nodes.filter((node) => node.summary).map(({ id }) => -id);
  expect(cards.length).toBeGreaterThan(0);
  for (const id of cards) page.actions.openCard(id);
  for (const { id } of graph.frames) page.actions.toggleFrame(id);
  const snapshot = snapshotOf(page.store.getState(), page.viewports);
  expect(decodeFragment(encodeFragment(snapshot))).toEqual({ kind: "ok", snapshot });
});

test("a log of TVM's passes is offered pass by pass; the text it took the place of is kept", async () => {
  const backend = memory();
  const page = makePage(backend);
  await run(page, recorded);
  await until(page, (s) => s.notices.some((n) => n.id === "recording" && n.action !== undefined));
  page.store
    .getState()
    .notices.find((n) => n.id === "recording")
    ?.action?.run();
  await until(page, (s) => s.document.pipeline.some((step) => step.recorded !== undefined));
  await until(page, (s) => s.run.status === "running");
  await until(page, (s) => s.run.status === "finished");
  const { document, run: ran } = page.store.getState();
  expect(document.text.startsWith("def @main")).toBe(true);
  expect(ran.stages.slice(1).every((s) => s.recorded !== undefined)).toBe(true);
  await page.storage.warm();
  expect((await page.storage.loadPrevious())?.text).toBe(recorded);
});

test("what is stored comes back, and damaged storage is as none", async () => {
  const backend = memory();
  const page = makePage(backend);
  await run(page, chain);
  await page.storage.warm();
  page.storage.saveDocument(snapshotOf(page.store.getState(), undefined));
  expect((await makePage(backend).storage.loadDocument())?.text).toBe(chain);
  for (let i = 0; i < backend.length; i++) backend.setItem(backend.key(i) ?? "", "{");
  expect(await makePage(backend).storage.loadDocument()).toBeUndefined();
});

test("a picture is asked for once, and stepping back has it at hand", async () => {
  const page = await pageOf(chain);
  const { run: state, view } = page.store.getState();
  const { hideVariables, hideConstants, showAnnotations, collapsed } = view;
  const request = { epoch: state.epoch, stage: 5, collapsed, hideVariables, hideConstants, showAnnotations };
  const [first, second] = await Promise.all([page.graphs.load(request), page.graphs.load(request)]);
  expect(second).toBe(first);
  expect(page.graphs.peek(request)).toBe(first);
  expect(page.graphs.peek({ ...request, hideVariables: true })).toBeUndefined();
});

test("a picture waits for all banners whose code is on its way, but not for long", async () => {
  const page = await pageOf("def @main(%x: Tensor[(1, 8), float32]) {\n  nn.relu(%x)\n}\n");
  const isAsked = () => isReady(page.store.getState(), graphRequest(page.store.getState(), 0, "after"));
  const [first, second] = [awaitBanner(page.store), awaitBanner(page.store)];
  first();
  first();
  expect(isAsked()).toBe(false);
  second();
  expect(isAsked()).toBe(true);
  vi.useFakeTimers();
  const third = awaitBanner(page.store);
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  expect(isAsked()).toBe(true);
  third();
  expect(page.store.getState().awaitedBanners).toBe(0);
});

test("no key runs two commands, and each flag has one", () => {
  const keys = commands.flatMap((c) => c.keys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(commands.map((c) => c.id)).size).toBe(commands.length);
  const page = makePage();
  for (const name of flagNames) {
    const before = page.store.getState().view[name];
    commands.find((c) => c.id === name)?.run(page);
    expect(page.store.getState().view[name]).toBe(!before);
  }
});

test("the panes' key shows both stages at the first press, also from one pane and from the texts", () => {
  const page = makePage();
  const press = (key: string) => {
    commands.find(({ keys }) => keys.includes(key))?.run(page);
    return page.store.getState().view.panes;
  };
  expect([press("1"), press("1"), press("1")]).toEqual(["across", "down", "across"]);
  expect(["2", "1", "3", "1", "4", "1", "5", "1"].map(press).filter((_, i) => i % 2 === 1)).toEqual(Array(4).fill("across"));
});

test("leaving a pass comes back to the map and the panes from which it was entered", async () => {
  const page = await pageOf(chain);
  const seen = () => {
    const { view, play } = page.store.getState();
    return [view.mode, view.panes, play?.stage, page.viewports.isPlaced];
  };
  page.actions.setMode("map");
  page.actions.setPanes("after");
  page.viewports.place({ x: 40, y: 30, zoom: 0.5 });
  page.actions.enterPass(3);
  expect(seen()).toEqual(["operators", "split", 3, false]);
  const { steps } = await page.engine.steps(page.store.getState().run.epoch, 3);
  page.actions.showStep(3, steps, 0);
  page.actions.enterPass(4);
  page.actions.leavePass();
  expect(seen()).toEqual(["map", "after", undefined, true]);
  expect(page.viewports.snapshot()).toEqual({ x: 40, y: 30, zoom: 0.5 });
  // What is chosen inside stays, and a step to another pass leaves, too.
  page.actions.enterPass(3);
  page.actions.setPanes("down");
  page.actions.step(1);
  expect(seen().slice(0, 3)).toEqual(["map", "down", undefined]);
});

const partitioned = `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = @tinyai_0(%x) /* ty=Tensor[(1, 8), float32] */;
  %1 = nn.relu(%0);
  @tinyai_1(%1) /* ty=Tensor[(1, 8), float32] */
}
`;

test("a module that is partitioned already opens on its regions, and the pipeline is run when it is asked for", async () => {
  const page = await pageOf(partitioned);
  const { run: held } = page.store.getState();
  expect(shownStage(page.store.getState())).toBe(0);
  expect(held.stages.slice(1).map((s) => s.status)).toEqual(held.stages.slice(1).map(() => "offered"));
  expect(held.stages[0]?.summary.regions).toMatchObject([{ target: "tinyai", count: 2, unknown: 2 }]);
  page.actions.partitionAgain();
  await until(page, (s) => s.run.status === "finished");
  const asked = page.store.getState();
  expect(asked.run.stages.some((s) => s.status === "offered")).toBe(false);
  expect(shownStage(asked)).toBe(asked.document.pipeline.length);
  expect(snapshotOf(asked, undefined).partitionsAgain).toBe(true);
  page.actions.undo();
  await until(page, (s) => s.run.status === "finished");
  expect(page.store.getState().run.stages[1]?.status).toBe("offered");
  // What changes the flow asks for it; another text does not.
  page.actions.editPipeline((pipeline) => pipeline.pop());
  await until(page, (s) => s.run.status === "finished");
  expect(page.store.getState().run.stages[1]?.status).not.toBe("offered");
  await run(page, chain);
  expect(page.store.getState().document.partitionsAgain).toBe(false);
  expect(shownStage(page.store.getState())).toBe(4);
});

/**
 * The ways by which another document comes on screen, besides those that wait for a dialog or for what the page was
 * started on.
 */
const arrivals: Readonly<Record<string, (page: Page) => unknown>> = {
  "a paste beside every field": ({ actions }) => actions.paste(partitioned),
  "a paste into the editor": ({ actions }) => actions.setText(partitioned),
  "a link": ({ actions, store }) => actions.open({ ...snapshotOf(store.getState(), undefined), text: partitioned, title: "", note: "" }),
  "a model": ({ actions }) => actions.openImported("m.onnx", partitioned),
  "a file": ({ actions }) => actions.openFile(new File([partitioned], "m.relay")),
  "a recording": ({ actions }) => actions.openFile(new File([recorded], "passes.log")),
  "undo of a paste": ({ actions }) => actions.undo(),
};

for (const [way, arrive] of Object.entries(arrivals)) {
  test(`nothing that was said of the document before is left by ${way}`, async () => {
    const page = await pageOf(chain);
    page.actions.paste("def @main() { 1f }");
    await until(page, (s) => s.run.status === "finished");
    const ofDocument = ["look", "note", "model", "recording", "reduce", "pasted", "previous", "changes", "language"];
    for (const id of ofDocument) page.actions.notify({ id, tone: "info", text: "of the document before" });
    for (const id of ["version", "link"]) page.actions.notify({ id, tone: "info", text: "of the page" });
    await arrive(page);
    const { notices } = page.store.getState();
    expect(notices.some((n) => n.text === "of the document before")).toBe(false);
    expect(notices.flatMap((n) => (n.text === "of the page" ? n.id : []))).toEqual(["version", "link"]);
  });
}

test("an imported model has no title and no note of the document before", async () => {
  const page = await pageOf(chain);
  page.actions.describe({ title: "a chain", note: "look at add" });
  page.actions.openImported("m.onnx", partitioned);
  const { document } = page.store.getState();
  expect([document.title, document.note, document.text]).toEqual([undefined, undefined, partitioned]);
});

test("another text has no title, no note and no notice of the one before", async () => {
  const page = await pageOf(chain);
  page.actions.describe({ title: "a chain", note: "look at add" });
  page.actions.notify({ id: "language", tone: "warning", text: "The text was not laid out." });
  page.actions.notify({ id: "note", tone: "info", text: "a chain" });
  page.actions.showStage(1);
  await run(page, partitioned);
  const { document, notices } = page.store.getState();
  expect([document.title, document.note, notices]).toEqual([undefined, undefined, []]);
  expect(shownStage(page.store.getState())).toBe(0);
});

test("a module whose operators no pane could show in letters that one can read opens on its map, unless operators were chosen", async () => {
  const branches = Array.from({ length: 60 }, (_, i) => `  %${i} = ${i % 2 === 0 ? "nn.relu" : "sigmoid"}(%x);\n`).join("");
  const wide = `def @main(%x: Tensor[(1, 8), float32]) {\n${branches}  (${Array.from({ length: 60 }, (_, i) => `%${i}`).join(", ")})\n}\n`;
  const draw = async (width: number) => {
    const page = makePage();
    page.graphs.onAnswer((answer, request) => turnToMap(page, answer, request));
    await run(page, wide);
    page.actions.setPaneSize(width, 600);
    const state = page.store.getState();
    await page.graphs.load(graphRequest(state, shownStage(state), "after"));
    return page;
  };
  const narrow = await draw(240);
  expect(shownMode(narrow.store.getState())).toBe("map");
  narrow.actions.setMode("operators");
  const chosen = narrow.store.getState();
  await narrow.graphs.load(graphRequest(chosen, shownStage(chosen), "after"));
  expect(shownMode(narrow.store.getState())).toBe("operators");
  expect(shownMode((await draw(12_000)).store.getState())).toBe("operators");
});

test("no pass runs on a text that could not be read", async () => {
  const page = await pageOf("class Net(nn.Module): pass");
  const { run: finished } = page.store.getState();
  expect(finished.stages.map(({ status }) => status)).toEqual(["failed", ...finished.stages.slice(1).map(() => "skipped")]);
  expect(isUnread(page.store.getState())).toBe(true);
});
