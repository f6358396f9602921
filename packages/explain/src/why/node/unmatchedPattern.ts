/** `pass-skipped`: no pass matches patterns, and an entry of the target's own table would match here. */
import { causeOf } from "../cause.ts";
import { idlePass } from "../pass/idlePass.ts";
import { sentences } from "../sentences.ts";
import type { RefusalFinder } from "./refusalAsked.ts";

export const unmatchedPattern: RefusalFinder = {
  codes: ["pass-skipped"],
  find({ ground, unit, view, tables }) {
    const holder = ground.functionOf(unit);
    const name = holder && tables.unmatched(view)?.matchAround(unit, holder.func);
    if (name === undefined) return undefined;
    const idle = ground.history.stages.find(({ pass }) => pass === "MergeComposite");
    return {
      ...causeOf("pass-skipped", ground.base, view.name),
      sentence: sentences.unmatched(name, idlePass(idle)),
      blockers: [unit],
      pattern: name,
      pass: "MergeComposite",
    };
  },
};
