/** `relayscope replay`: corpus records in, results out, line by line and in order. */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type CaseResult, isWhyRecord, replayCase, replayWhy, type WhyResult } from "@relayscope/engine";

/** Answers each line of `input`; whatever one case does, the next is answered. Answers the exit code. */
export async function replayLines(args: readonly string[], input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<number> {
  const at = args.indexOf("--time");
  const runs = at < 0 ? 0 : Math.max(1, Number(args[at + 1]) || 1);
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === "") continue;
    for (const result of await resultsOf(line, runs)) {
      if (!output.write(`${JSON.stringify(result)}\n`)) await once(output, "drain");
    }
  }
  return 0;
}

async function resultsOf(line: string, runs: number): Promise<readonly (CaseResult | WhyResult)[]> {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch (error) {
    return [{ id: "", error: { code: "not-json", message: error instanceof Error ? error.message : String(error) } }];
  }
  return isWhyRecord(record) ? [await replayWhy(record)] : replayCase(record, { runs });
}
