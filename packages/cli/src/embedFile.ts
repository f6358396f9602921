/** `relayscope embed FILE --target NAME`: HTML that shows the module's picture in another page. */
import { limits } from "@relayscope/files";
import { encodeFragment, iframe } from "@relayscope/share";
import type { GivenTo } from "./command/command.ts";
import type { embedCommand } from "./commands.ts";
import { runProblems } from "./diagnostics.ts";
import { askedRun, runToEnd } from "./runRequest.ts";
import { snapshotAt, titleOf } from "./snapshotAt.ts";
import { CommandFailure, type ExitCode, exitCodes, printLine, type Terminal, usageFailure } from "./terminal.ts";

/** Prints the iframe. Throws a `CommandFailure`, also if the module is too long for an address. */
export async function embedFile({ file, flags }: GivenTo<typeof embedCommand>, terminal: Terminal): Promise<ExitCode> {
  const page = flags.page ?? terminal.page;
  if (page === undefined) throw usageFailure(runProblems.noPage);
  const asked = await askedRun({ file, flags }, terminal);
  const { engine, request } = asked;
  const stages = await runToEnd(asked, terminal);
  engine.dispose();
  const fragment = encodeFragment(snapshotAt({ request, stages, shown: request.pipeline.length }));
  if (fragment.length > limits.fileCharacters) throw new CommandFailure(exitCodes.failed, runProblems.tooLong);
  await printLine(terminal, iframe(page, fragment, flags.title ?? titleOf(file, request.target)));
  return exitCodes.ok;
}
