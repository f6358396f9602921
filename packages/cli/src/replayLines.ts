/** `relayscope replay`: corpus records in, results out, line by line and in order. */
import { createInterface } from "node:readline";
import { type CaseResult, isWhyRecord, replayCase, replayWhy, type WhyResult } from "@relayscope/replay";
import type { GivenTo } from "./command/command.ts";
import type { replayCommand } from "./commands.ts";
import { inputProblems } from "./diagnostics.ts";
import { nameOf } from "./input/readBytes.ts";
import { CommandFailure, type ExitCode, exitCodes, printLine, type Terminal } from "./terminal.ts";

/**
 * Answers each line of standard input. A failing case does not affect the next one. Throws a `CommandFailure` if there
 * is no input.
 */
export async function replayLines({ flags }: GivenTo<typeof replayCommand>, terminal: Terminal): Promise<ExitCode> {
  let hasRecords = false;
  for await (const line of createInterface({ input: terminal.input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === "") continue;
    hasRecords = true;
    for (const result of await resultsOf(line, flags.time ?? 0)) await printLine(terminal, JSON.stringify(result));
  }
  if (!hasRecords) throw new CommandFailure(exitCodes.failed, inputProblems.empty(nameOf("-")));
  return exitCodes.ok;
}

async function resultsOf(line: string, runs: number): Promise<readonly (CaseResult | WhyResult)[]> {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return [{ id: "", error: { code: "not-json", message: inputProblems.notJson } }];
  }
  return isWhyRecord(record) ? [await replayWhy(record)] : replayCase(record, { runs });
}
