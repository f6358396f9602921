/** Whether a change of a whole run gains much, and its numbers in words. */
import { bytesText, grouped, percent } from "@relayscope/ir";
import type { Outcome } from "@relayscope/run/contract";
import { lacks } from "./diagnostics.ts";

/** The numbers that decide whether a change is a gain. */
export type Numbers = Pick<Outcome, "operators" | "offloaded" | "regions" | "bytes">;

/**
 * A large gain: this much more of the operators offloaded, or this many of the regions fewer. With the larger share,
 * more regions don't count: some flows make each call a region of its own.
 */
const [leastShare, largeShare, fewerRegions] = [0.1, 0.25, 0.25];
function shareOf({ offloaded, operators }: Numbers): number {
  return operators === 0 ? 0 : offloaded / operators;
}

/**
 * Whether a change gains much and makes nothing worse. If more is offloaded, more regions count only relative to their
 * content, and more bytes crossing are mentioned.
 */
export function isGain(before: Numbers, after: Numbers): boolean {
  if (shareOf(after) < shareOf(before) || after.regions === 0) return false;
  const perOperator = ({ regions, offloaded }: Numbers) => regions / Math.max(1, offloaded);
  if (shareOf(after) >= shareOf(before) + largeShare) return true;
  const isMore = shareOf(after) >= shareOf(before) + leastShare;
  if (isMore) return before.regions === 0 || after.regions <= before.regions || perOperator(after) <= perOperator(before);
  return after.regions <= before.regions * (1 - fewerRegions) && after.bytes <= before.bytes;
}

/** Whether a change does clearly more than another, which was tried before it and is not larger. */
export function isBetter(after: Numbers, than: Numbers): boolean {
  if (shareOf(after) < shareOf(than)) return false;
  return shareOf(after) >= shareOf(than) + leastShare / 2 || after.regions <= than.regions * (1 - fewerRegions);
}

/** The numbers before and after, those that became more included. */
export function gainOf(before: Numbers, after: Numbers): string {
  const ofAll = (all: Numbers, noun = "") =>
    `${grouped(all.offloaded)} of ${grouped(all.operators)}${noun} (${percent(all.offloaded, all.operators)})`;
  return lacks.gain([
    ...(shareOf(after) > shareOf(before) ? [lacks.offloaded(ofAll(after, " operators"), ofAll(before))] : []),
    ...(before.regions > 0 && after.regions !== before.regions ? [lacks.regions(after.regions, before.regions)] : []),
    ...(before.regions > 0 && after.bytes > before.bytes ? [lacks.bytes(bytesText(after.bytes), bytesText(before.bytes))] : []),
  ]);
}
