/**
 * The blackboard goes decision by decision, shows what came of the pass, and goes on to the next; a link opens on the
 * same decision.
 */
import { expect, test } from "vitest";
import { boardPlace, lastStep, nextDecision, nextPlace } from "../src/state/board.ts";
import { isSettled, openedFrom, snapshotOf } from "../src/state/snapshots.ts";
import { makePage, run, until } from "./makePage.ts";

const text = `def @main(%x: Tensor[(1, 4), float32]) {
  %0 = nn.relu(%x);
  %1 = exp(%0);
  reshape(%1, newshape=[4])
}
`;

async function boardOn(passes: readonly string[]) {
  const page = makePage();
  page.actions.editSettings({ pipeline: passes.map((pass) => ({ pass, options: {} })) });
  await run(page, text);
  await until(page, (state) => state.run.status === "finished");
  page.actions.showStage(0);
  return page;
}

test("on: the decisions of a pass, what came of it, the next pass; back: the same way", async () => {
  const page = await boardOn(["InferType", "AnnotateTarget", "PartitionGraph"]);
  const { store, actions } = page;
  const walk = async (by: 1 | -1): Promise<readonly string[]> => {
    const seen: string[] = [];
    for (;;) {
      const { stage, step } = boardPlace(store.getState());
      const count = step === undefined ? 0 : (await page.engine.steps(store.getState().run.epoch, stage)).steps.length;
      if (step === lastStep) actions.goToStep(count - 1);
      seen.push(`${stage}${step === undefined ? "" : `.${Math.min(step, count - 1)}`}`);
      const next = nextPlace(store.getState(), count, by);
      if (!next) return seen;
      actions.goToPlace(next);
    }
  };
  const on = await walk(1);
  expect(on[0]).toBe("0");
  expect(on.slice(0, 3)).toEqual(["0", "1", "2.0"]);
  expect(on).toContain("2");
  expect(on.indexOf("2")).toBe(on.indexOf("3.0") - 1);
  expect(on.at(-1)).toBe("3");
  expect(await walk(-1)).toEqual([...on].reverse());
});

test("back from the last decision before its number is known, and from a pass without decisions", async () => {
  const { store, actions } = await boardOn(["AnnotateTarget", "PartitionGraph"]);
  actions.goToPlace({ stage: 2, step: lastStep });
  expect(nextPlace(store.getState(), 9, -1)).toEqual({ stage: 2, step: 7 });
  expect(nextPlace(store.getState(), 9, 1)).toEqual({ stage: 2, step: undefined });
  expect(nextPlace(store.getState(), 0, -1)).toEqual({ stage: 1, step: undefined });
});

test("from decision to decision, and not out of the pass or into the next", async () => {
  const { store, actions } = await boardOn(["AnnotateTarget", "PartitionGraph"]);
  const next = (by: 1 | -1) => nextDecision(store.getState(), 3, by);
  expect(next(1)).toBeUndefined();
  actions.goToPlace({ stage: 1, step: 0 });
  expect([next(-1), next(1)]).toEqual([undefined, { stage: 1, step: 1 }]);
  actions.goToPlace({ stage: 1, step: 2 });
  expect([next(-1), next(1)]).toEqual([{ stage: 1, step: 1 }, undefined]);
  actions.goToPlace({ stage: 1, step: undefined });
  expect(next(-1)).toBeUndefined();
});

test("a snapshot carries the decision and the blackboard, and opens on them", async () => {
  const page = await boardOn(["AnnotateTarget", "PartitionGraph"]);
  page.actions.goToPlace({ stage: 1, step: 2 });
  page.actions.showBoard(true);
  const snapshot = snapshotOf(page.store.getState(), undefined);
  expect(snapshot.view).toMatchObject({ stage: 1, step: 2, board: true });
  if (!isSettled(snapshot)) throw new Error("names its passes");
  const { play, isBoard } = openedFrom(snapshot);
  expect(play).toMatchObject({ stage: 1, at: 2 });
  expect(isBoard).toBe(true);
  page.actions.goToPlace({ stage: 2, step: undefined });
  page.actions.showBoard(false);
  expect(snapshotOf(page.store.getState(), undefined).view).not.toHaveProperty("step");
});
