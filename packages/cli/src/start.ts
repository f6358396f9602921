/** One command, from its command line to its exit code. The code of a command is loaded on demand. */
import type { Command, Given } from "./command/command.ts";
import type { FlagTable } from "./command/flags.ts";
import { parseCommand } from "./command/parse.ts";
import { commands, embedCommand, importCommand, reduceCommand, replayCommand, runCommand, serveCommand, whyCommand } from "./commands.ts";
import { withoutControls } from "./diagnostics.ts";
import { readCommandLine } from "./readCommandLine.ts";
import { CommandFailure, type ExitCode, exitCodes, printLine, type Terminal, usageFailure } from "./terminal.ts";

interface Action {
  readonly command: Command;
  run(args: readonly string[], terminal: Terminal): Promise<ExitCode>;
}

function action<F extends FlagTable>(
  command: Command<F>,
  load: () => Promise<(given: Given<F>, terminal: Terminal) => Promise<ExitCode>>,
): Action {
  return {
    command,
    run: async (args, terminal) => {
      const parsed = parseCommand(command, args, commands);
      if (parsed.kind !== "given") throw usageFailure(parsed.kind === "wrong" ? parsed.sentence : command.about);
      return (await load())(parsed.given, terminal);
    },
  };
}

const actions: readonly Action[] = [
  action(runCommand, async () => (await import("./runFile.ts")).runFile),
  action(whyCommand, async () => (await import("./whyFile.ts")).whyFile),
  action(reduceCommand, async () => (await import("./reduceFile.ts")).reduceFile),
  action(importCommand, async () => (await import("./importFile.ts")).importFile),
  action(embedCommand, async () => (await import("./embedFile.ts")).embedFile),
  action(serveCommand, async () => (await import("./servePage.ts")).servePage),
  action(replayCommand, async () => (await import("./replayLines.ts")).replayLines),
];

/** Runs the words after `relayscope`. Rejects if Relayscope itself fails. */
export async function start(words: readonly string[], given: Terminal): Promise<ExitCode> {
  const terminal: Terminal = { ...given, complain: (line) => given.complain(withoutControls(line)) };
  const line = readCommandLine(words);
  if (line.kind === "text") {
    await printLine(terminal, line.text);
    return exitCodes.ok;
  }
  try {
    if (line.kind === "wrong") throw usageFailure(line.sentence);
    const asked = actions.find(({ command }) => command.name === line.command.name);
    return asked ? await asked.run(line.args, terminal) : exitCodes.usage;
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    terminal.complain(error.message);
    return error.code;
  }
}
