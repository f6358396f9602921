/** `relayscope reduce FILE`: the smallest module that still has a boundary of the same cause. */
import { type ReducedModule, reduceCase } from "@relayscope/engine";
import { askedRun, atOwnLevel, readArguments } from "./runRequest.ts";

/** Reads FILE (`-` for standard input), reduces, prints the module. Answers the exit code: 1 where there is no boundary to keep, 2 for a wrong command line. */
export async function reduceFile(args: readonly string[]): Promise<number> {
  const { file, named } = readArguments(args);
  const lines = ["line", "from", "to"].map((name) => named.get(name));
  const [line, from, to] = lines.map((given) => (given === undefined ? undefined : Number(given)));
  const isPlace = line === undefined ? from !== undefined && to !== undefined : from === undefined && to === undefined;
  if (file === undefined || !isPlace || [line, from, to].some((n) => n !== undefined && !(Number.isInteger(n) && n > 0))) {
    console.error("relayscope reduce needs a FILE, or - for standard input, and --line N, or --from N and --to M: lines of it, from 1.");
    return 2;
  }
  const asked = await askedRun(file, named);
  if (!asked) return 2;
  const request = await atOwnLevel(asked, named);
  asked.engine.dispose();
  const reduced = await reduceCase(request, line === undefined ? { fromLine: from ?? 0, toLine: to ?? 0 } : { line });
  if (!reduced) {
    console.error("There is no boundary there: the lines have no calls, they are in one region, or nothing smaller has the same cause.");
    return 1;
  }
  if (named.get("format") === "json") console.log(JSON.stringify(reduced, null, 2));
  else process.stdout.write(reduced.run.text.endsWith("\n") ? reduced.run.text : `${reduced.run.text}\n`);
  console.error(sentenceOf(reduced));
  return 0;
}

function sentenceOf({ calls, cause, at }: ReducedModule): string {
  const where = at.line === undefined ? `between lines ${at.fromLine} and ${at.toLine}` : `at line ${at.line}`;
  return `${calls} ${calls === 1 ? "call" : "calls"}; ${cause} ${where}.`;
}
