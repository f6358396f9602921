/** `relayscope import FILE`: an ONNX model as Relay text. */
import { readArguments, readText } from "./runRequest.ts";

/** Reads FILE (`-` for standard input), imports it, prints the text. Answers the exit code: 0 where there is a text, 2 where there is none. */
export function importModel(args: readonly string[]): number {
  const { file, named } = readArguments(args);
  if (file === undefined) {
    console.error("relayscope import needs a FILE, or - for standard input.");
    return 2;
  }
  const text = readText(file, named);
  if (text === undefined) return 2;
  process.stdout.write(text);
  return 0;
}
