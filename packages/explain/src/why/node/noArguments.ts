/** `no-arguments`: a call that is given nothing gets no annotations. */
import { nameOf } from "../../names.ts";
import { causeOf } from "../cause.ts";
import { sentences } from "../sentences.ts";
import { takesNothing } from "./asWritten.ts";
import type { RefusalFinder } from "./refusalAsked.ts";

export const noArguments: RefusalFinder = {
  codes: ["no-arguments"],
  find({ ground, unit, view }) {
    if (!takesNothing(unit)) return undefined;
    const operator = nameOf(unit);
    return {
      ...causeOf("no-arguments", ground.base, view.name),
      sentence: sentences.noArguments(operator),
      blockers: [unit],
      details: [{ node: unit, operator }],
    };
  },
};
