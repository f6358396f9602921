/** `siblings`: no value flows from one node to the other. */
import { nameOf } from "../../names.ts";
import { causeOf } from "../cause.ts";
import { sentences } from "../sentences.ts";
import { inOrder, type PairFinder } from "./pairAsked.ts";

export const siblings: PairFinder = {
  codes: ["siblings"],
  find(asked) {
    const { ground, target } = asked;
    const [from, to] = inOrder(asked);
    return {
      ...causeOf("siblings", ground.base, target),
      also: ground.merge === undefined && !ground.isPartitioned ? ["no-merge-pass"] : [],
      sentence: sentences.siblings(nameOf(from), nameOf(to), target),
      notes: ground.isPartitioned ? [sentences.notInText] : [],
    };
  },
};
