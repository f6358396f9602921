/** `outside-user`: a node inside the match is used outside of it. */
import { calledAll, nameOf } from "../../names.ts";
import { sentences } from "../sentences.ts";
import { atBase, callsIn, type TryFinder, tryCause } from "./tryAsked.ts";

export const outsideUser: TryFinder = {
  codes: ["outside-user"],
  find(asked) {
    const { one, unit } = asked;
    if (one.kind !== "outside-user") return undefined;
    const users = one.blockers;
    const sentence = sentences.outsideUser(one.entry.name, callsIn(one).map(nameOf), calledAll(users), users.length > 1);
    return tryCause(asked, "outside-user", sentence, {
      blockers: users.flatMap((e) => atBase(asked, e)),
      blamed: [unit],
      details: users.map((node) => ({ node, operator: nameOf(node) })),
    });
  },
};
