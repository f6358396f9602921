/** From boundary to boundary by keys, in the order of the list of the inspector. */
import { nodesOfBoundary, sidesOf } from "../../inspector/causes/boundaryNames.ts";
import { grouped } from "../../ui/format.ts";
import { shownStage } from "../model.ts";
import type { Page } from "../page.ts";

/** Selects the next or the previous boundary of the stage, the costliest first, and announces it. */
export async function goToBoundary({ actions, engine, store }: Page, by: 1 | -1): Promise<void> {
  const { run, selectedPair } = store.getState();
  if (run.status !== "finished") return;
  const stage = shownStage(store.getState());
  const { lines, boundaries } = await engine.why(run.epoch, stage);
  if (store.getState().run.epoch !== run.epoch || shownStage(store.getState()) !== stage) return;
  const listed = [...new Set(lines.flatMap((line) => line.boundaries))].flatMap((i) => boundaries[i] ?? []);
  if (listed.length === 0) {
    actions.notify({ id: "boundaries", tone: "info", text: "This stage has no boundary." });
    return;
  }
  const at = listed.findIndex(
    ({ from, to }) => selectedPair?.stage === stage && from.id === selectedPair.producer && to.id === selectedPair.consumer,
  );
  const next = at < 0 ? (by > 0 ? 0 : listed.length - 1) : (at + by + listed.length) % listed.length;
  const boundary = listed[next];
  if (!boundary) return;
  actions.selectPair({ stage, producer: boundary.from.id, consumer: boundary.to.id }, { nodes: nodesOfBoundary(boundary), reveal: true });
  // Also where the inspector has a column of its own and is on another tab.
  actions.setInspectorTab("selection");
  const words = `Boundary ${grouped(next + 1)} of ${grouped(listed.length)}: ${sidesOf(boundary)}. ${boundary.cause.sentence}`;
  store.setState({ difference: { stage, at: -1, words: words.replaceAll("`", "") } });
}
