/** `relayscope import FILE`: a model, or the module that a script builds, as Relay text. */
import { createEngine } from "@relayscope/engine";
import type { GivenTo } from "./command/command.ts";
import type { importCommand } from "./commands.ts";
import { runProblems } from "./diagnostics.ts";
import { nameOf } from "./input/readBytes.ts";
import { readModelFile } from "./input/readInput.ts";
import { readScript } from "./input/readScript.ts";
import { CommandFailure, type ExitCode, exitCodes, printLine, type Terminal } from "./terminal.ts";

/** Prints the text of the model, or of the module before a script partitions it. Throws a `CommandFailure`. */
export async function importFile({ file, flags }: GivenTo<typeof importCommand>, terminal: Terminal): Promise<ExitCode> {
  const engine = createEngine();
  const readBuilt = async (given: string) => {
    const script = await readScript(file, given, engine, terminal);
    if (script && !script.built) throw new CommandFailure(exitCodes.failed, runProblems.noModuleBuilt(nameOf(file)));
    return script?.built;
  };
  const { text } = await readModelFile(file, flags, terminal, readBuilt);
  engine.dispose();
  await printLine(terminal, text);
  return exitCodes.ok;
}
