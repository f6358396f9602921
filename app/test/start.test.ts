/** What the page opens on: links of strangers, the gallery, and the user's own module, which is kept. */
import { deflateRawSync } from "node:zlib";
import { encodeFragment } from "@relayscope/share";
import { afterEach, describe, expect, test } from "vitest";
import { exampleGroups } from "../src/state/exampleGroups.ts";
import { loadExamples } from "../src/state/examples.ts";
import { graphRequest } from "../src/state/graphRequests.ts";
import { shownStage } from "../src/state/model.ts";
import type { Page } from "../src/state/page.ts";
import { snapshotOf } from "../src/state/snapshots.ts";
import { memory, until } from "./makePage.ts";
import { leave, visit } from "./visit.ts";

afterEach(leave);

const finished = (page: Page) => until(page, ({ run }) => run.status === "finished");

/** The regions after PartitionGraph, by target. */
function regionsOf(page: Page): Readonly<Record<string, number>> {
  const stage = page.store.getState().run.stages.find(({ pass }) => pass === "PartitionGraph");
  return Object.fromEntries((stage?.summary.regions ?? []).map(({ target, count }) => [target, count]));
}

/** A link around bytes that the page's own encoder did not make: a length, then raw deflate. */
function forged(content: Buffer, stated = content.length): string {
  const prefix: number[] = [];
  for (let rest = stated; ; rest = Math.floor(rest / 128)) {
    prefix.push((rest & 127) | (rest > 127 ? 128 : 0));
    if (rest <= 127) break;
  }
  return `#s=1r.${Buffer.concat([Buffer.from(prefix), deflateRawSync(content, { level: 9 })]).toString("base64url")}`;
}

const header = {
  pipeline: [{ pass: "InferType", options: {} }],
  target: "dnnl",
  customTargets: [],
  optLevel: 2,
  bindParameters: false,
};
const polluting = JSON.stringify(header).replace('"options":{', '"options":{"__proto__":{"polluted":1}');

describe("a hostile link gives a message and the first example", () => {
  test.each([
    ["cut off", "#s=1D.3c_BbtwwDAXQlSt"],
    ["no letters of ours", "#s=1r.@@@@%%%"],
    ["a version to come", "#s=9q.AAAA"],
    ["64 MiB of one letter", forged(Buffer.alloc(64 * 1024 * 1024, 120))],
    ["64 MiB that claims to be small", forged(Buffer.alloc(64 * 1024 * 1024, 120), 1000)],
    ["the wrong shape", forged(Buffer.from('{"pipeline":3}\nfn () { 1 }'))],
    ["a prototype", forged(Buffer.from(`${polluting}\nfn () { 1 }`))],
  ])("%s", async (_, hash) => {
    const page = await visit(hash);
    await finished(page);
    expect(page.store.getState().notices).toContainEqual(
      expect.objectContaining({ id: "link", tone: "error", text: expect.stringMatching(/link.* The first example is shown instead\.$/is) }),
    );
    expect(regionsOf(page)).toEqual({ "byoc-target": 3 });
    expect({}).not.toHaveProperty("polluted");
  });
});

test("a first visit is welcomed in a line, which goes with the next document; a later one is not", async () => {
  const backend = memory();
  const page = await visit("", backend);
  const shown = () => page.store.getState().notices.map(({ id }) => id);
  expect(shown()).toEqual(["welcome"]);
  const [, second] = page.store.getState().examples;
  if (second) await page.actions.openExample(second);
  expect(shown()).toEqual(["look"]);
  const stepping = await visit("", memory());
  stepping.actions.pictured();
  stepping.actions.step(-1);
  await expect.poll(() => stepping.store.getState().notices.map(({ id }) => id)).not.toContain("welcome");
  page.storage.saveDocument(snapshotOf(page.store.getState(), undefined));
  await page.storage.warm();
  await Promise.resolve();
  const again = await visit("", backend);
  expect(again.store.getState().notices.map(({ id }) => id)).not.toContain("welcome");
});

describe("the gallery", async () => {
  const examples = await visit("").then(loadExamples).finally(leave);

  test("has something in each group", () => {
    expect(new Set(examples.map(({ group }) => group))).toEqual(new Set(Object.keys(exampleGroups)));
  });

  test.each(examples.filter(({ file }) => file.endsWith(".relay")).map((example) => [example.title, example] as const))(
    "%s opens with what to look at, runs to its end and has a picture",
    async (_, example) => {
      const page = await visit("");
      await page.actions.openExample(example);
      await finished(page);
      const state = page.store.getState();
      expect(state.notices).toContainEqual(expect.objectContaining({ id: "look", text: example.look }));
      expect(state.run.stages.find(({ pass }) => pass === "PartitionGraph")?.status).toMatch(/done|failed|offered/);
      const { graph } = await page.graphs.load(graphRequest(state, shownStage(state), "after"));
      expect(graph.nodes.length).toBeGreaterThan(0);
    },
  );

  test("says no longer what to look at once another target is chosen", async () => {
    const page = await visit("");
    const example = examples.find(({ file }) => file.endsWith(".relay"));
    if (!example) throw new Error("the gallery is empty");
    await page.actions.openExample(example);
    page.actions.chooseTarget("dnnl");
    expect(page.store.getState().notices.map(({ id }) => id)).not.toContain("look");
  });

  test("is undone in one step, with the target that was in force", async () => {
    const page = await visit("");
    const [example] = examples;
    if (!example) throw new Error("the gallery is empty");
    page.actions.editSettings({ target: "mine", customTargets: [{ name: "mine", patterns: [], operators: ["nn.relu"] }] });
    const { document } = page.store.getState();
    await page.actions.openExample(example);
    page.store
      .getState()
      .notices.find(({ id }) => id === "look")
      ?.action?.run();
    expect(page.store.getState().document).toEqual(document);
  });

  test("is undone to the view that the document before had", async () => {
    const page = await visit("");
    const [, example] = examples.filter(({ file }) => file.endsWith(".relay"));
    if (!example) throw new Error("the gallery has two texts");
    await finished(page);
    page.actions.setMode("map");
    page.actions.showStage(1);
    const { view } = page.store.getState();
    await page.actions.openExample(example);
    expect(page.store.getState().view).not.toEqual(view);
    page.actions.undo();
    expect(page.store.getState().view).toEqual(view);
    page.actions.redo();
    expect(page.store.getState().view).toMatchObject({ mode: undefined, stage: example.stage });
  });

  test("says where a file of it is missing", async () => {
    const page = await visit("");
    const [example] = examples;
    if (!example) throw new Error("the gallery is empty");
    await page.actions.openExample({ ...example, file: "gone.relay" });
    expect(page.store.getState().notices).toContainEqual(expect.objectContaining({ id: "example", tone: "error" }));
  });
});

test("the user's own module is kept when a link is opened, and comes back", async () => {
  const backend = memory();
  const page = await visit("", backend);
  await finished(page);
  const link = `#${encodeFragment(snapshotOf(page.store.getState(), undefined))}`;
  const chain = page.store.getState().examples.find(({ file }) => file === "stop-fusion.relay");
  if (!chain) throw new Error("the gallery has no chain");
  page.actions.pictured();
  await page.actions.openExample(chain);
  await finished(page);
  expect(regionsOf(page)).toEqual({ chain: 2 });
  await expect.poll(async () => (await page.storage.loadDocument())?.target).toBe("chain");

  const opened = await visit(link, backend);
  await finished(opened);
  expect(regionsOf(opened)).toEqual({ "byoc-target": 3 });
  opened.store
    .getState()
    .notices.find(({ id }) => id === "previous")
    ?.action?.run();
  await finished(opened);
  expect(regionsOf(opened)).toEqual({ chain: 2 });
});

test("undo on a first visit does not empty the page; a second example is undone to the first", async () => {
  const page = await visit("", memory());
  await finished(page);
  const { text } = page.store.getState().document;
  expect(text).not.toBe("");
  page.actions.undo();
  await finished(page);
  expect(page.store.getState().document.text).toBe(text);
  const [, second] = page.store.getState().examples;
  if (second) await page.actions.openExample(second);
  expect(page.store.getState().document.text).not.toBe(text);
  page.actions.undo();
  expect(page.store.getState().document.text).toBe(text);
});
