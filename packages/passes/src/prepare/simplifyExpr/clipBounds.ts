/** The bounds of a `clip` compared with a dtype's range. */
import { attrOf, type Call, numberOf } from "@relayscope/ir";
import { rangeOf } from "./dtypeRange.ts";

function bound(clip: Call, name: string): number {
  return numberOf(attrOf(clip.attrs, name)) ?? Number.NaN;
}

/** Whether the clip lets every number of a dtype pass. */
export function passesAllOf(clip: Call, dtype: string): boolean {
  const { least, most } = rangeOf(dtype);
  return bound(clip, "a_max") >= most && bound(clip, "a_min") <= least;
}

/** Whether a dtype holds every number that the clip lets pass. */
export function fitsInto(clip: Call, dtype: string): boolean {
  const { least, most } = rangeOf(dtype);
  return bound(clip, "a_max") <= most && bound(clip, "a_min") >= least;
}
