/** `cycle`: one region of both would form a cycle. */
import { calledOp, type Expr, grouped } from "@relayscope/ir";
import { listed, nameOf } from "../../names.ts";
import { type Cause, causeOf, distinct } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { sentences } from "../sentences.ts";
import { blockedBy, settingsOf } from "./blockedBy.ts";
import { type CyclePath, cyclePath } from "./cyclePath.ts";
import { inOrder, type PairAsked, type PairFinder } from "./pairAsked.ts";

/** Where MergeCompilerRegions refused to merge the two for that reason. */
export const cycle: PairFinder = {
  codes: ["cycle"],
  find: (asked) => cycleOf(asked, ...inOrder(asked)),
};

/** The same cause, for two nodes in a known order. */
export function cycleOf(asked: PairAsked, from: Expr, to: Expr): Cause | undefined {
  const { ground, target } = asked;
  const merges = asked.merges();
  const refusal = merges?.refusalBetween(from, to);
  if (!merges || refusal === undefined) return undefined;
  const pathAt = (time: number) => cyclePath(ground, { replay: merges, time }, { from, to }, target);
  const found = pathAt(refusal) ?? pathAt(merges.end);
  return found && cycleCause(asked, found, from);
}

/** Where the ends joined their regions only after the refusal: the regions as they are at the end. */
export function laterCycle(asked: PairAsked, from: Expr, to: Expr): Cause | undefined {
  const { ground, target } = asked;
  const merges = asked.merges();
  const found = merges && cyclePath(ground, { replay: merges, time: merges.end }, { from, to }, target);
  return found && cycleCause(asked, found, from);
}

/** The cause of a cycle: its path, and what the target lacks for the nodes on the path outside of the region. */
function cycleCause(asked: PairAsked, { path, blockers, jumps }: CyclePath, from: Expr): Cause {
  const { ground, target } = asked;
  const blocked = blockedBy(asked, blockers, from, false);
  const stops = blockers.some((node) => calledOp(node) === "annotation.stop_fusion");
  const strangers = [...new Set(blockers.map((node) => whose(ground, node)))];
  return {
    ...causeOf("cycle", ground.base, target),
    sentence: [sentences.cycle(wayText(path, jumps), listed(strangers, 6)), ...(blocked ? [blocked.sentence] : [])].join(" "),
    evidence: blocked?.evidence ?? [],
    settings: settingsOf(blocked?.causes ?? []),
    also: stops ? ["stop-fusion"] : [],
    path,
    blockers: blockers.flatMap(ground.callsOf),
    notes: distinct([...(ground.isPartitioned ? [sentences.notInText] : []), ...(blocked?.causes ?? []).flatMap(({ notes }) => notes)]),
  };
}

function whose({ regionOf }: Ground, node: Expr): string {
  const target = regionOf(node)?.target;
  return target === undefined ? nameOf(node) : `${nameOf(node)} (${target})`;
}

/** How much of a long path a sentence shows, at its beginning and its end. */
const [mostFirst, mostLast] = [9, 4];

/**
 * `a` → `b` → `c`; `a` ⇢ `b` if the two are in one region and no value goes from one to the other. Both ends of a long
 * path.
 */
export function wayText(path: readonly Expr[], jumps: ReadonlySet<Expr> = new Set()): string {
  const parts = path.map((node, i) => `${i === 0 ? "" : jumps.has(node) ? " ⇢ " : " → "}\`${nameOf(node)}\``);
  if (parts.length <= mostFirst + mostLast + 1) return parts.join("");
  const left = parts.length - mostFirst - mostLast;
  return [...parts.slice(0, mostFirst), ` → ${grouped(left)} more`, ...parts.slice(-mostLast)].join("");
}
