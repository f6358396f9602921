/** Limits on the files of a target, checked where files and names enter the page. */
import { limits } from "@relayscope/files";

/** Why files are too many or too large to be one target; undefined if they are not. */
export function overLimit(files: readonly { readonly size: number }[]): string | undefined {
  const isOver = files.length > limits.targetFiles || files.some(({ size }) => size > limits.targetFileCharacters);
  return isOver ? `A target has at most ${limits.targetFiles} files of 1 MiB each.` : undefined;
}

/** Why the name of a target is too long for a link; undefined if it is not. */
export function overLength(name: string): string | undefined {
  return name.length > limits.nameCharacters ? `The name of the target has more than ${limits.nameCharacters} characters.` : undefined;
}
