/** `relayscope reduce FILE`: the smallest module that still has a boundary of the same cause. */
import type { ReducedModule } from "@relayscope/engine";
import { reduceCase, whyNotReduced } from "@relayscope/whatif";
import type { GivenTo } from "./command/command.ts";
import type { reduceCommand } from "./commands.ts";
import { runProblems } from "./diagnostics.ts";
import { askedRun, isWhole, placeIn, runToEnd } from "./runRequest.ts";
import { CommandFailure, type ExitCode, exitCodes, printLine, type Terminal, usageFailure } from "./terminal.ts";

/** Reduces and prints the module. Throws a `CommandFailure`, also if there is no boundary to keep. */
export async function reduceFile({ file, flags }: GivenTo<typeof reduceCommand>, terminal: Terminal): Promise<ExitCode> {
  const asked = await askedRun({ file, flags }, terminal);
  const { engine, request } = asked;
  const place = placeIn(asked, file, flags);
  if (request.target === "" && request.pipeline.length === 0) throw usageFailure(runProblems.noFlow);
  const read = await runToEnd({ engine, request: { ...request, pipeline: [] } }, terminal, "brief");
  engine.dispose();
  if (!isWhole(read)) return exitCodes.failed;
  if (!place) return exitCodes.failed;
  const reduced = await reduceCase(request, place);
  if (!reduced) throw new CommandFailure(exitCodes.failed, runProblems.notReduced(place, await whyNotReduced(request, place)));
  await printLine(terminal, flags.format === "json" ? JSON.stringify(reduced, null, 2) : reduced.run.text);
  terminal.complain(sentenceOf(reduced));
  return exitCodes.ok;
}

function sentenceOf({ calls, cause, at }: ReducedModule): string {
  const where = at.line === undefined ? `between lines ${at.fromLine} and ${at.toLine}` : `at line ${at.line}`;
  return `${calls} ${calls === 1 ? "call" : "calls"}; ${cause} ${where}.`;
}
