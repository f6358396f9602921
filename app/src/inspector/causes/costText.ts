import { bytesText, type CauseLineAnswer } from "@relayscope/engine";

/** `17 MiB`, `more than 17 MiB` where tensors of unknown size cross as well, or `unknown size`. */
export function costText({ bytes, unsized }: Pick<CauseLineAnswer, "bytes" | "unsized">): string {
  if (unsized === 0) return bytesText(bytes);
  return bytes > 0 ? `more than ${bytesText(bytes)}` : "unknown size";
}
