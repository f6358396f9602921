/** How the table's entries for a target met a node: the one that came nearest, and what the others say besides. */
import { isSkippedByPasses } from "@relayscope/ir";
import type { PatternEntry } from "../../history.ts";
import { alsoOf, type Cause } from "../cause.ts";
import { firstCause } from "../finder.ts";
import { isSameWork } from "../ground.ts";
import { compareTries } from "../patternTries.ts";
import { checkRefused } from "./checkRefused.ts";
import { outsideUser } from "./outsideUser.ts";
import { patternMissed } from "./patternMissed.ts";
import { patternShadowed } from "./patternShadowed.ts";
import { rankOf } from "./ranks.ts";
import type { RefusalFinder } from "./refusalAsked.ts";
import type { TryFinder } from "./tryAsked.ts";

/** What a try can be; a miss is what is left. */
const tried: readonly TryFinder[] = [checkRefused, outsideUser, patternShadowed, patternMissed];

export const patternTried: RefusalFinder = {
  codes: tried.flatMap(({ codes }) => codes),
  find({ ground, unit, tables, view }) {
    const { compose, history, base } = ground;
    const table = tables.matched;
    if (!table || compose === undefined) return undefined;
    const before = history.follow(base, compose - 1, unit).find((e) => isSameWork(unit, e));
    const holder = history.stages[compose - 1]?.module.functions.get(ground.functionOf(unit)?.name ?? "");
    if (!before || !holder || isSkippedByPasses(holder)) return undefined;
    const isAsked = ({ name }: PatternEntry) => name.startsWith(`${view.name}.`);
    const found = table.triesOf(before, holder, isAsked).flatMap((one): readonly { one: typeof one; cause: Cause }[] => {
      const cause = firstCause(tried, { ground, unit, before, target: view.name, one });
      return cause ? [{ one, cause }] : [];
    });
    const [first, ...others] = found.toSorted((a, b) => rankOf(a.cause.code) - rankOf(b.cause.code) || compareTries(a.one, b.one));
    if (!first) return undefined;
    const { cause } = first;
    // Where one entry matched, that others miss says nothing.
    const said = others.map((o) => o.cause.code).filter((code) => code !== "pattern-missed");
    return { ...cause, also: alsoOf(cause.code, cause.also, said) };
  },
};
