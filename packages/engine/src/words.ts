/** Facts of answers in words, for the page's lists and for exports. */
import { bytesText, counted, grouped } from "@relayscope/ir";
import type { CauseLine, RegionLine } from "@relayscope/run/contract";

/** `17 MiB`, `more than 17 MiB` where tensors of unknown size cross as well, or `unknown size`. */
export function costText({ bytes, unsized }: Pick<CauseLine, "bytes" | "unsized">): string {
  if (unsized === 0) return bytesText(bytes);
  return bytes > 0 ? `more than ${bytesText(bytes)}` : "unknown size";
}

/** `1 boundary`, `12 boundaries`. */
export function boundariesText(count: number): string {
  return count === 1 ? "1 boundary" : `${grouped(count)} boundaries`;
}

/** `2 tensors, 46 KiB`: what enters a region or leaves it; without the bytes if these are unknown. */
export function crossingText(tensors: number, bytes: number | undefined): string {
  return [counted(tensors, "tensor"), ...(bytes === undefined ? [] : [bytesText(bytes)])].join(", ");
}

/** `conv2d ×3`, `relu`: all operators that a region holds. */
export function operatorNames({ operators }: Pick<RegionLine, "operators">): readonly string[] {
  return operators.map(({ name, count }) => (count > 1 ? `${name} ×${grouped(count)}` : name));
}
