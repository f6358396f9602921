/**
 * Reports how the table's entries for a target matched a node: the closest entry, and the codes that the others add.
 */
import { isSkippedByPasses } from "@relayscope/ir";
import { alsoOf, type Cause } from "../cause.ts";
import { firstCause } from "../finder.ts";
import { isSameWork } from "../ground.ts";
import { compareTries, isEquallyNear, type Lacks, type PatternTry } from "../patternTries.ts";
import { checkRefused } from "./checkRefused.ts";
import { outsideUser } from "./outsideUser.ts";
import { patternMissed } from "./patternMissed.ts";
import { patternShadowed } from "./patternShadowed.ts";
import { rankOf } from "./ranks.ts";
import type { RefusalFinder } from "./refusalAsked.ts";
import { callsIn, type TryFinder } from "./tryAsked.ts";

/** The possible results of an attempt; the remaining one is a miss. */
const tried: readonly TryFinder[] = [checkRefused, outsideUser, patternShadowed, patternMissed];

/** How many equally close entries are examined for what they lack. */
const mostTried = 4;

interface Tried {
  readonly one: PatternTry;
  readonly cause: Cause;
}

/** The number of changes that make an entry match; a large number if no changes are known to. */
function changesIn(lacks: Lacks | undefined): number {
  return lacks?.isTaken ? lacks.problems.length : Number.MAX_SAFE_INTEGER;
}

/** The number of problems of an entry, whether or not it would match without them. */
function problemsIn(lacks: Lacks | undefined): number {
  return lacks ? lacks.problems.length : Number.MAX_SAFE_INTEGER;
}

export const patternTried: RefusalFinder = {
  codes: tried.flatMap(({ codes }) => codes),
  find({ ground, unit, tables, view }) {
    const { compose, history, base } = ground;
    const table = tables.matched;
    if (!table || compose === undefined) return undefined;
    const before = history.follow(base, compose - 1, unit).find((e) => isSameWork(unit, e));
    const holder = history.stages[compose - 1]?.module.functions.get(ground.functionOf(unit)?.name ?? "");
    if (!before || !holder || isSkippedByPasses(holder)) return undefined;
    const asked = { ground, unit, before, target: view.name };
    const own = table.triesOf(before, holder, view.name);
    // An entry without a part for this node can be relevant, too: its match would have contained the node's inputs, and
    // it found this node instead of the expected one.
    const isNear = (one: PatternTry) => own.length > 0 && own.every((other) => other.kind === "missed" && other.score < one.score);
    const tries = [...table.missesAt(before, holder, view.name).filter(isNear), ...own];
    const found = tries.flatMap((one): readonly Tried[] => {
      const cause = firstCause(tried, { ...asked, one });
      return cause ? [{ one, cause }] : [];
    });
    const sorted = found.toSorted((a, b) => rankOf(a.cause.code) - rankOf(b.cause.code) || compareTries(a.one, b.one));
    const [nearest] = sorted;
    if (!nearest) return undefined;
    // A larger entry that matches after one change was meant, not the smaller one whose check refuses a part of it.
    const calls = nearest.one.kind === "check-refused" ? callsIn(nearest.one).length : Number.POSITIVE_INFINITY;
    const larger = sorted.filter(({ one }) => one.kind === "missed" && one.score > calls).slice(0, mostTried);
    const meant = larger.find(({ one }) => changesIn(table.lacksOf(one, holder)) === 1);
    // Of equally close entries, the one that matches with the fewest changes. All of them are examined.
    const equal = sorted.filter(({ one, cause }) => cause.code === nearest.cause.code && isEquallyNear(one, nearest.one));
    const [first = nearest] = (meant ? [meant] : equal)
      .slice(0, mostTried)
      .map(({ one, cause }) => ({ one, cause, lacks: table.lacksOf(one, holder) }))
      .toSorted((a, b) => changesIn(a.lacks) - changesIn(b.lacks) || problemsIn(a.lacks) - problemsIn(b.lacks));
    const others = sorted.filter(({ one }) => one !== first.one);
    const cause = firstCause(tried, { ...asked, ...first }) ?? first.cause;
    // If one entry matched, it does not matter that others missed.
    const said = others.map((o) => o.cause.code).filter((code) => code !== "pattern-missed");
    return { ...cause, also: alsoOf(cause.code, cause.also, said) };
  },
};
