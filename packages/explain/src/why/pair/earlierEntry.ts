/**
 * `pattern-shadowed`: an entry of the pattern table would have held both, and an entry before it took a part first, so
 * that they are two matches where nothing merges regions.
 */
import type { Expr } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { type Cause, causeOf } from "../cause.ts";
import { sentences } from "../sentences.ts";
import { tableOrderOf } from "../tableOrder.ts";
import type { PairAsked } from "./pairAsked.ts";

export function earlierEntry({ ground, target }: PairAsked, from: Expr, to: Expr): Cause | undefined {
  const table = tableOrderOf(ground);
  const made = table && ground.callsOf(from).at(-1);
  const value = made && table.before(made);
  if (!table || !value) return undefined;
  const takers = ground
    .callsOf(to)
    .flatMap((call) => table.before(call) ?? [])
    .filter((call) => call.kind === "Call" && call.args.includes(value));
  for (const taker of takers) {
    const held = table.heldBack([value, taker], ground.functionOf(to)?.name ?? "", target);
    if (!held) continue;
    const atBase = (node: Expr) => table.atBase(node);
    const name = held.entry.name;
    return {
      ...causeOf("pattern-shadowed", ground.base, target),
      sentence: sentences.heldBack(name, [value, taker].map(nameOf), held.taker, held.taken.map(nameOf)),
      also: ["no-merge-pass"],
      blockers: held.taken.flatMap(atBase),
      // The entry is to blame: the calls are in regions.
      blamed: [],
      match: held.calls.flatMap(atBase),
      pattern: name,
    };
  }
  return undefined;
}
