/** Changes that were tried and taken: said, listed, taken back, and carried by links. */
import type { Cure, Edit, Outcome } from "@relayscope/engine";
import { decodeFragment, encodeFragment } from "@relayscope/share";
import { expect, test } from "vitest";
import { appliedChanges } from "../src/state/changes.ts";
import { shownStage } from "../src/state/model.ts";
import type { Page } from "../src/state/page.ts";
import { snapshotOf } from "../src/state/snapshots.ts";
import { makePage, pageOf, until } from "./makePage.ts";

const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  erf(%0)\n}\n";
const outcome = (regions: number): Outcome => ({
  regions,
  regionsByTarget: [{ target: "byoc-target", count: regions }],
  offloaded: regions,
  operators: 2,
  tensors: 2,
  bytes: 64,
  failure: "",
});

/** Takes a change as if it had been tried, and waits for its run. */
async function apply(page: Page, edits: readonly Edit[], change: Partial<Cure["run"]>, regions: readonly [number, number]): Promise<void> {
  const { document } = page.store.getState();
  await page.actions.applyChange({
    edits,
    run: { ...document, ...change },
    before: outcome(regions[0]),
    after: outcome(regions[1]),
  } as Cure);
  await until(page, (s) => s.run.status === "finished");
}

const level: readonly Edit[] = [{ kind: "opt-level", level: 3 }];
const rewrite: readonly Edit[] = [
  { kind: "text", what: "`erf` becomes `nn.relu`", replacements: [{ start: 58, end: 61, text: "nn.relu" }] },
];

async function changed(): Promise<Page> {
  const page = await pageOf(text);
  await apply(page, level, { optLevel: 3 }, [54, 22]);
  await apply(page, rewrite, { text: text.replace("erf", "nn.relu") }, [22, 1]);
  return page;
}

const standing = (page: Page) => appliedChanges(page.store.getState());
const notices = (page: Page) => page.store.getState().notices.map(({ id, text: words }) => `${id}: ${words}`);

test("a change that is applied already is not applied again", async () => {
  const page = await pageOf(text);
  const target = { optLevel: 3 };
  await apply(page, level, target, [54, 22]);
  const { past } = page.store.getState();
  await apply(page, level, target, [54, 22]);
  expect(standing(page)).toHaveLength(1);
  expect(page.store.getState().past).toBe(past);
});

test("a change of a module that came partitioned is shown after the passes that it runs, and undo shows the text again", async () => {
  const page = await pageOf(
    "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = @tinyai_0(%x) /* ty=Tensor[(1, 8), float32] */;\n  erf(%0)\n}\n",
  );
  expect(shownStage(page.store.getState())).toBe(0);
  await apply(page, level, { optLevel: 3 }, [1, 1]);
  const { document, ...state } = page.store.getState();
  expect(shownStage({ document, ...state })).toBe(document.pipeline.length);
  page.actions.undo();
  await until(page, (s) => s.run.status === "finished");
  expect(shownStage(page.store.getState())).toBe(0);
  await expect.poll(() => notices(page).join()).toMatch(/^undone: Undone: .*the module is not partitioned again/);
});

test("a module reduced to one call is said to have the boundary still", async () => {
  const page = await pageOf("def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  %1 = erf(%0);\n  tanh(%1)\n}\n");
  const { run: current, document } = page.store.getState();
  const [start, last] = [document.text.indexOf("erf"), document.pipeline.length];
  await page.actions.reduce({ from: await page.engine.nodesAt(current.epoch, last, { start, end: start }), to: undefined });
  expect(notices(page)).toContainEqual(expect.stringMatching(/^reduce: Reduced to 1 call that still has the boundary/));
});

test("a change says what it comes to, until it is undone", async () => {
  const page = await pageOf(text);
  await apply(page, level, { optLevel: 3 }, [54, 22]);
  expect(notices(page)).toContain("applied: Opt level 3. 54 → 22 regions.");
  page.store
    .getState()
    .notices.find(({ id }) => id === "applied")
    ?.action?.run();
  expect(notices(page)).toEqual([]);
  expect(page.store.getState().document.optLevel).toBe(2);
  expect(standing(page)).toEqual([]);
});

/** The notices that offer to undo or redo something. */
function offered(page: Page): readonly string[] {
  const state = page.store.getState();
  return state.notices.flatMap(({ id, action }) => (action && (action.isOffered?.(state) ?? true) ? [`${id}: ${action.label}`] : []));
}

test("a notice undoes what it is about, and offers nothing once something newer would be undone", async () => {
  const page = await pageOf("def @main(%x: Tensor[(1, 8), float32]) {\n  %x\n}\n");
  page.actions.paste(text);
  await until(page, (s) => s.run.status === "finished");
  expect(offered(page)).toEqual(["pasted: Undo"]);
  page.actions.setText(text.replace("erf", "tanh"));
  expect(notices(page)).toEqual(["pasted: Pasted as a new document."]);
  expect(offered(page)).toEqual([]);
  await until(page, (s) => s.run.status === "finished");
  await apply(page, level, { optLevel: 3 }, [54, 22]);
  expect(offered(page)).toEqual(["applied: Undo"]);
  page.actions.notify({ id: "other", tone: "info", text: "An edit.", action: page.actions.offerUndo() });
  page.actions.editSettings({ bindParameters: true });
  expect(offered(page)).toEqual([]);
  page.actions.undo();
  await until(page, (s) => s.notices.some(({ id }) => id === "undone"));
  expect(offered(page)).toEqual(["other: Undo", "undone: Redo"]);
});

test("each is taken back with those made on it, and undo brings them again", async () => {
  const page = await changed();
  const [first, second] = standing(page);
  if (!first || !second) throw new Error("two changes stand");
  await page.actions.takeBack(second);
  await until(page, (s) => s.run.status === "finished");
  expect(standing(page)).toEqual([first]);
  expect(page.store.getState().document).toMatchObject({ text, optLevel: 3 });
  page.actions.undo();
  await until(page, (s) => s.run.status === "finished");
  expect(standing(page)).toEqual([first, second]);
  await page.actions.takeBack(first);
  expect(standing(page)).toEqual([]);
  expect(page.store.getState().document).toMatchObject({ text, optLevel: 2 });
});

test("a link brings them in their order, and each is taken back there", async () => {
  const page = await changed();
  const opened = decodeFragment(encodeFragment(snapshotOf(page.store.getState(), undefined)));
  if (opened.kind !== "ok") throw new Error("the link opens");
  const other = makePage();
  other.actions.open(opened.snapshot, true);
  await until(other, (s) => s.run.status === "finished");
  const facts = (list: ReturnType<typeof standing>) => list.map(({ edits, before, after }) => ({ edits, before, after }));
  expect(facts(standing(other))).toEqual(facts(standing(page)));
  const [first] = standing(other);
  if (!first) throw new Error("two changes stand");
  await other.actions.takeBack(first);
  expect(other.store.getState().document).toMatchObject({ text, optLevel: 2 });
});

test("a target whose flow sets the level or binds parameters says so", async () => {
  const page = await pageOf(text);
  page.store.setState({ catalog: await page.engine.catalog() });
  page.actions.chooseTarget("dnnl");
  expect(notices(page)).toEqual([
    expect.stringMatching(/^flow: `dnnl` brings its own flow: \d+ passes at opt level \d, parameters (not )?bound\.$/),
  ]);
});
