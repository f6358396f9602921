/**
 * Stacks of the map on the page: what opens, which repetition is shown, what is selected, and what a link says of it.
 */
import { paletteOf } from "@relayscope/palette";
import { type ColorBy, decodeFragment, encodeFragment } from "@relayscope/share";
import { expect, test } from "vitest";
import { distinctCauses } from "../src/inspector/causes/distinctCauses.ts";
import { cardOf, placesText, stackOf, stackText } from "../src/inspector/selectedStack.ts";
import { coloringOf } from "../src/picture/colors/allColors.ts";
import { steppedStack } from "../src/picture/repetitions.ts";
import { idsOf } from "../src/state/drawn.ts";
import { graphRequest } from "../src/state/graphRequests.ts";
import { shownStage } from "../src/state/model.ts";
import type { Page } from "../src/state/page.ts";
import { openedFrom, settledBy, snapshotOf } from "../src/state/snapshots.ts";
import { makePage, run } from "./makePage.ts";

/** Forty layers of a region and what the host does. */
const text = `def @main(%x: Tensor[(1, 8), float32]) {
${Array.from({ length: 40 }, (_, i) => `  %${2 * i} = nn.relu(${i === 0 ? "%x" : `%${2 * i - 1}`});\n  %${2 * i + 1} = tan(%${2 * i});`).join("\n")}
  exp(%79)
}
`;

async function mapOf(page: Page) {
  const state = page.store.getState();
  const { graph } = await page.graphs.load(graphRequest(state, shownStage(state), "after"));
  return graph;
}

/** A page with a map of a stack, in a small pane. */
async function pageWithStack() {
  const page = makePage();
  page.actions.setPaneSize(120, 100);
  page.actions.chooseTarget("dnnl");
  await run(page, text);
  page.actions.setMode("map");
  const stack = (await mapOf(page)).nodes.find(({ kind }) => kind === "stack");
  if (!stack) throw new Error("no stack");
  return { page, stack };
}

test("a stack opens on its first repetition, and steps to the others, also by the cards of those that are not shown", async () => {
  const { page, stack } = await pageWithStack();
  page.actions.openNode(stack);
  const shown = async () => (await mapOf(page)).frames.find(({ id }) => id === -stack.id)?.repetition;
  const of = stack.summary?.repeat;
  expect(await shown()).toEqual({ at: 0, of });
  page.actions.showRepetition(-stack.id, 6);
  expect(await shown()).toEqual({ at: 6, of });
  const rests = (await mapOf(page)).nodes.filter(({ summary }) => summary?.rest);
  expect(rests).toHaveLength(2);
  for (const rest of rests.slice(0, 1)) page.actions.openNode(rest);
  expect(await shown()).toEqual({ at: 5, of });
  expect(steppedStack(await mapOf(page), [], page.store.getState().view.opened)).toEqual({ stack: -stack.id, at: 5, of });
  page.actions.toggleFrame(-stack.id);
  expect((await mapOf(page)).nodes.some(({ id }) => id === stack.id)).toBe(true);
});

test("a stack shows in proportion how what it holds differs, the legend counts it, and the next change goes to it", async () => {
  const { page } = await pageWithStack();
  const { stages } = page.store.getState().run;
  const seen = new Set<string>();
  for (let stage = 1; stage < stages.length; stage++) {
    page.actions.showStage(stage);
    const graph = await mapOf(page);
    const at = graph.nodes.findIndex(({ kind }) => kind === "stack");
    const { changes = [], change } = graph.nodes[at] ?? {};
    const { legend, barOf } = coloringOf(graph, "change", paletteOf("light"), undefined);
    const parts = barOf(at).filter(({ isHost }) => !isHost);
    expect(parts.map(({ length }) => length)).toEqual(changes.map(({ share }) => share));
    expect(barOf(at).reduce((sum, { length }) => sum + length, 0)).toBeCloseTo(change ? 1 : 0);
    for (const { change: kind, count } of changes) {
      seen.add(`${kind} ${count}`);
      const line = legend.find(({ label }) => label === kind);
      expect(line?.count).toBeGreaterThanOrEqual(count);
      expect(parts.some(({ tint }) => tint !== undefined && tint.place === line?.tint?.place)).toBe(true);
    }
    if (!change) continue;
    page.actions.select(stage, []);
    await page.actions.goToChange(1);
    expect(page.store.getState().difference?.words).toContain(changes.map((held) => `${held.count} ${held.change}`).join(", "));
  }
  // Each of the forty regions is new where operators are marked for the target.
  expect(seen).toContain("new 40");
});

test("a stack is what is selected where all that it holds is, closed and open", async () => {
  const { page, stack } = await pageWithStack();
  const ids = idsOf(stack);
  const closed = stackOf(await mapOf(page), ids);
  expect(closed?.runs).toHaveLength(stack.summary?.repeat ?? 0);
  expect(closed?.runs.flat()).toEqual(ids);
  expect(closed?.shown).toBeUndefined();
  page.actions.showRepetition(-stack.id, 2);
  expect(stackOf(await mapOf(page), ids)).toMatchObject({ frame: -stack.id, shown: 2, runs: closed?.runs });
  expect(stackOf(await mapOf(page), ids.slice(1))).toBeUndefined();
});

test("a stack and a card answer for all that they hold: each cause once, with its boundaries", async () => {
  const { page, stack } = await pageWithStack();
  const { engine, store } = page;
  const { epoch } = store.getState().run;
  const stage = shownStage(store.getState());
  const { boundaries } = await engine.why(epoch, stage);
  const held = await engine.boundariesAt(epoch, stage, { kind: "held", nodes: idsOf(stack) });
  expect(held.length).toBeGreaterThanOrEqual(40);
  const causes = distinctCauses(held);
  expect(causes.flatMap((cause) => cause.boundaries)).toHaveLength(held.length);
  const known = new Set(boundaries.map(({ cause }) => cause.sentence));
  for (const { cause } of causes) expect(known).toContain(cause.sentence);
  expect(new Set(causes.map(({ cause }) => cause.sentence)).size).toBe(causes.length);
  const [first, ...others] = causes;
  expect(distinctCauses(held, [first?.cause.sentence ?? ""])).toEqual(others);
  expect(cardOf(await mapOf(page), idsOf(stack))?.members).toEqual(idsOf(stack));
  expect(cardOf(await mapOf(page), idsOf(stack).slice(1))).toBeUndefined();
});

test("the bar of a stack shows the host's share of its operators, by target, region and cause", async () => {
  const { page, stack } = await pageWithStack();
  const graph = await mapOf(page);
  const index = graph.nodes.findIndex(({ id }) => id === stack.id);
  const colors: readonly ColorBy[] = ["target", "region", "cause"];
  for (const by of colors) {
    const bar = coloringOf(graph, by, paletteOf("light"), undefined).barOf(index);
    const sharesOf = (isHost: boolean) => bar.reduce((sum, segment) => (segment.isHost === isHost ? sum + segment.length : sum), 0);
    expect(sharesOf(true), by).toBeCloseTo(0.5);
    expect(sharesOf(false), by).toBeCloseTo(0.5);
  }
});

test("a link says which repetition of a stack is shown, and one from before there were any opens", async () => {
  const { page, stack } = await pageWithStack();
  page.actions.showRepetition(-stack.id, 7);
  const snapshot = snapshotOf(page.store.getState(), page.viewports);
  const decoded = decodeFragment(encodeFragment(snapshot));
  expect(decoded).toEqual({ kind: "ok", snapshot });
  const catalog = await page.engine.catalog();
  expect(openedFrom(settledBy(catalog, snapshot)).view.repetitions).toEqual([{ stack: -stack.id, at: 7 }]);
  const { repetitions: _, ...view } = snapshot.view;
  expect(openedFrom(settledBy(catalog, { ...snapshot, view })).view.repetitions).toEqual([]);
});

test("repetitions are named in ranges", () => {
  expect(placesText([0, 2, 3, 4])).toBe("1, 3–5");
  expect(placesText([0])).toBe("1");
});

test("a stack whose repetitions differ says on its card what the inspector says of it", async () => {
  const page = makePage();
  page.actions.setPaneSize(250, 200);
  page.actions.chooseTarget("dnnl");
  const calls = [3, 4, 3, 4].flatMap((blocks) => [
    ...Array.from({ length: blocks }, () => ["nn.relu", "tan"]).flat(),
    "sigmoid",
    "atan",
    "exp",
  ]);
  const lines = calls.map((op, i) => `  %${i} = ${op}(${i === 0 ? "%x" : `%${i - 1}`});`);
  await run(page, `def @main(%x: Tensor[(1, 8), float32]) {\n${lines.join("\n")}\n  cosh(%${calls.length - 1})\n}\n`);
  page.actions.setMode("map");
  const graph = await mapOf(page);
  const state = page.store.getState();
  const shown = { hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] };
  const { graph: full } = await page.engine.graph({ ...shown, epoch: state.run.epoch, stage: shownStage(state) });
  const regions = full.regions.map((_, r) => full.nodes.flatMap(({ id, operator, region }) => (region === r && operator ? [id] : [])));
  const said: string[] = [];
  const counts: string[] = [];
  for (const members of [...graph.frames.map((frame) => frame.members), ...graph.nodes.map(({ summary }) => summary?.members)]) {
    const stack = members && stackOf(graph, members);
    if (!stack) continue;
    // One count, whose place is the card: the title, the badge and the inspector say it.
    const [, counted] = /^([\d–]+) (?:blocks|regions)/.exec(stack.what) ?? [];
    if (counted !== undefined) {
      expect(stack.times).toBe(counted);
      expect(stackText(stack)).toMatch(new RegExp(`^${counted} `));
      counts.push(counted);
    }
    expect(stack.isStepped && stack.times !== `${stack.runs.length}`).toBe(false);
    const whole = stack.runs.map((ids) => regions.filter((own) => own.length > 0 && own.every((id) => ids.includes(id))).length);
    said.push(`${stack.what}: ${Math.min(...whole)}–${Math.max(...whole)}`);
  }
  expect(counts.length).toBeGreaterThan(0);
  expect(said).toContain("3 blocks of 4–5 regions, 4–5 host parts: 4–5");
});

test("a stack that a run around it represents says how often it repeats in each, and how many that is in all", () => {
  const runs = [[1], [2], [3], [4]];
  expect(stackText({ what: "4 layers", times: "4", runs })).toBe("4 layers");
  expect(stackText({ what: "dnnl", times: "", runs })).toBe("dnnl, in each of 4 blocks");
  expect(stackText({ what: "1–2 blocks of 2 regions", times: "1–2", runs })).toBe("1–2 blocks of 2 regions, 4 in all");
});
