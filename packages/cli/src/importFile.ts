/** `relayscope import FILE`: a model as Relay text. */
import type { GivenTo } from "./command/command.ts";
import type { importCommand } from "./commands.ts";
import { readModelFile } from "./input/readInput.ts";
import { type ExitCode, exitCodes, printLine, type Terminal } from "./terminal.ts";

/** Prints the text of the model. Throws a `CommandFailure`. */
export async function importFile({ file, flags }: GivenTo<typeof importCommand>, terminal: Terminal): Promise<ExitCode> {
  const { text } = await readModelFile(file, flags, terminal);
  await printLine(terminal, text);
  return exitCodes.ok;
}
