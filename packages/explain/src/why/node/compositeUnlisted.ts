/** `composite-unlisted`: a composite's name names no target, or one that is not annotated for. */
import { causeOf } from "../cause.ts";
import { compositeName } from "../ground.ts";
import { sentences } from "../sentences.ts";
import { type NodeFinder, targetsAsked } from "./nodeAsked.ts";

export const compositeUnlisted: NodeFinder = {
  codes: ["composite-unlisted"],
  find({ ground, unit }) {
    const name = compositeName(unit);
    if (name === undefined) return undefined;
    const dot = name.indexOf(".");
    const target = dot < 0 ? "" : name.slice(0, dot);
    if (targetsAsked(ground, target).some((view) => view.name === target)) return undefined;
    return {
      ...causeOf("composite-unlisted", ground.base, target),
      sentence: dot < 0 ? sentences.compositeNoDot(name) : sentences.compositeUnlisted(name, target),
      blockers: ground.callsOf(unit),
      pattern: name,
    };
  },
};
