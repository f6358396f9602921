/**
 * `no-merge-pass`: all between the two is the target's, and yet the regions are several. Where another order of the
 * pattern table would make one match of both, that is the cause.
 */
import type { Expr } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { type Cause, causeOf } from "../cause.ts";
import { idlePass } from "../pass/idlePass.ts";
import { sentences } from "../sentences.ts";
import { annotatedInput } from "./annotatedInput.ts";
import { cycleOf, wayText } from "./cycle.ts";
import { cycleIfMerged } from "./cyclePath.ts";
import { earlierEntry } from "./earlierEntry.ts";
import type { PairAsked } from "./pairAsked.ts";

export function noMergePass(asked: PairAsked, from: Expr, to: Expr, middle: readonly Expr[]): Cause {
  const { ground, target } = asked;
  const { history, merge, base, isPartitioned } = ground;
  const isByDesign = history.isUpstreamFlow && !isPartitioned && !history.stages.some((v) => v.pass === "MergeCompilerRegions");
  if (merge === undefined) {
    const shadowed = isPartitioned ? undefined : earlierEntry(asked, from, to);
    if (shadowed) return shadowed;
    const view = history.stages.find((v) => v.pass === "MergeCompilerRegions");
    const path = isPartitioned ? [] : cycleIfMerged(ground, { from, to }, target);
    return {
      ...causeOf("no-merge-pass", base, target),
      sentence: isPartitioned
        ? sentences.unmergedInText(target)
        : isByDesign
          ? sentences.neverMerged(target)
          : sentences.noMerge(idlePass(view), target),
      ...(isByDesign ? { isByDesign } : {}),
      notes: isPartitioned ? [sentences.notInText] : path.length > 0 ? [sentences.cycleIfMerged(wayText(path))] : [],
      pass: "MergeCompilerRegions",
    };
  }
  for (const node of [...middle, to]) {
    if (ground.regionOf(node) === ground.regionOf(from)) continue;
    const before = ground
      .inputsOf(node)
      .find((input) => ground.regionOf(input)?.target === target && ground.regionOf(input) !== ground.regionOf(node));
    if (!before || (before === from && node === to)) continue;
    const cause = cycleOf(asked, before, node);
    if (cause) return cause;
  }
  for (const node of middle) {
    const cause = annotatedInput.find({ ...asked, from, to: node });
    if (cause) return cause;
  }
  return { ...causeOf("unknown", base, target), sentence: sentences.noReasonKnownForTwo(nameOf(from), nameOf(to)) };
}
