import { bytesText, type CauseLine } from "@relayscope/engine";

/** `17 MiB`, `more than 17 MiB` where tensors of unknown size cross as well, or `unknown size`. */
export function costText({ bytes, unsized }: Pick<CauseLine, "bytes" | "unsized">): string {
  if (unsized === 0) return bytesText(bytes);
  return bytes > 0 ? `more than ${bytesText(bytes)}` : "unknown size";
}
