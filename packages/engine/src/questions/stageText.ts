/** A stage as text. */
import { printedText, type Run } from "@relayscope/run";
import type { StageText } from "@relayscope/run/contract";

/** The text of a stage, with the places of numbered nodes. */
export function stageText(run: Run, stage: number): StageText {
  const { text, places } = printedText(run, stage);
  const index = run.index(stage);
  const flat = new Uint32Array(places.length * 3);
  places.forEach((place, i) => {
    flat.set([index.idOf(place.node), place.start, place.end], i * 3);
  });
  return { text, places: flat };
}
