/** The command `relayscope`: reads the command line; a command's work is done in a worker, which is this file again. */
import { isMainThread, parentPort } from "node:worker_threads";
import { serveCommand } from "./commands.ts";
import { superviseProblems } from "./diagnostics.ts";
import { processTerminal } from "./processTerminal.ts";
import { readCommandLine } from "./readCommandLine.ts";
import { start } from "./start.ts";
import { supervise } from "./supervise.ts";
import { exitCodes } from "./terminal.ts";

const words = process.argv.slice(2);

/** The reader of the output may end first, like `head`; that is not a failure. */
function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCodes.ok);
    processTerminal.complain(superviseProblems.output(error));
    process.exit(exitCodes.failed);
  });
  process.stderr.on("error", () => {});
}

if (isMainThread) {
  watchOutput();
  const line = readCommandLine(words);
  const isHere = line.kind !== "command" || line.command.name === serveCommand.name;
  process.exitCode = await (isHere
    ? start(words, processTerminal)
    : supervise({ ...line, url: new URL(import.meta.url), words }, processTerminal.complain));
} else {
  parentPort?.postMessage(await start(words, processTerminal));
}
