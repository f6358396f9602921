/** `relayscope run FILE`: puts a module through passes. */
import { readFileSync } from "node:fs";
import { runText } from "@relayscope/engine";

/** Reads the file (`-` for standard input), runs the passes, prints. Answers the exit code: 0 where something could be read. */
export function runFile(args: readonly string[]): number {
  const { file, named } = readArguments(args);
  if (file === undefined) {
    console.error("relayscope run needs a FILE, or - for standard input.");
    return 2;
  }
  let text: string;
  try {
    text = readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
  const result = runText(text, {
    pipeline: (named.get("pipeline") ?? "").split(",").filter((name) => name !== ""),
    optLevel: Number(named.get("opt-level") ?? 3),
    printAfter: named.get("print")?.replace(/^after:/, ""),
  });
  for (const problem of result.problems) console.error(problem);
  if (named.get("format") === "json")
    console.log(JSON.stringify({ text: result.text, stages: result.stages, problems: result.problems }, null, 2));
  else if (result.text !== undefined) process.stdout.write(result.text.endsWith("\n") ? result.text : `${result.text}\n`);
  return result.text === undefined ? 1 : 0;
}

function readArguments(args: readonly string[]): { file: string | undefined; named: ReadonlyMap<string, string> } {
  const named = new Map<string, string>();
  let file: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    if (word.startsWith("--")) named.set(word.slice(2), args[++i] ?? "");
    else file ??= word;
  }
  return { file, named };
}
