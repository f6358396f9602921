/**
 * Finds the places where a sequence of cards can be cut with the least data crossing: there a reader would say that a
 * layer begins.
 */
import { at } from "@relayscope/ir";
import type { Places } from "./fold.ts";
import type { MapPlan } from "./plan.ts";

/**
 * For each place of a sequence: the number of earlier cards that feed a later one, and the places of heavy operators.
 */
export function placesOf({ full, quotient, before, firstLayer }: MapPlan, sequence: readonly number[]): Places {
  const places = new Map(sequence.map((card, i) => [card, i]));
  /** By place: the last one that its card feeds. */
  const last = new Int32Array(sequence.length);
  sequence.forEach((card, i) => {
    for (const feeder of card < firstLayer ? at(before, card) : []) {
      const place = places.get(feeder);
      if (place !== undefined && place < i) last[place] = i;
    }
  });
  const steps = new Int32Array(sequence.length + 2);
  last.forEach((end, i) => {
    if (end <= i) return;
    steps[i + 1] = at(steps, i + 1) + 1;
    steps[end + 1] = at(steps, end + 1) - 1;
  });
  const cuts: number[] = [];
  let open = 0;
  for (let i = 0; i <= sequence.length; i++) {
    open += at(steps, i);
    cuts.push(open);
  }
  const isHeavy = sequence.map((card) =>
    at(quotient.cards, card).nodes.some((n) => at(full.nodes, n).operatorKind === "out_elemwise_fusable"),
  );
  return { cuts, isHeavy };
}
