/** `pattern-shadowed`: an earlier match took a node that the entry needed. */
import { nameOf } from "../../names.ts";
import { sentences } from "../sentences.ts";
import { atBase, type TryFinder, tryCause } from "./tryAsked.ts";

export const patternShadowed: TryFinder = {
  codes: ["pattern-shadowed"],
  find(asked) {
    const { one } = asked;
    if (one.kind !== "shadowed") return undefined;
    const { entry, blockers, taker = entry.name } = one;
    return tryCause(asked, "pattern-shadowed", sentences.shadowed(entry.name, taker, blockers.map(nameOf)), {
      match: one.members.flatMap((e) => atBase(asked, e)),
      details: blockers.map((node) => ({ node: atBase(asked, node)[0] ?? node, operator: nameOf(node) })),
    });
  },
};
