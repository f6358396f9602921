/** The command `relayscope`. */

import { replayLines } from "./replayLines.ts";
import { runFile } from "./runFile.ts";

const usage = `relayscope replay [--time N] < cases.jsonl > results.jsonl
    answers recorded cases, one JSON object a line; --time adds the median of N runs in ms
relayscope run FILE [--target NAME] [--pipeline PASS,PASS,...] [--print after:PASS] [--opt-level N] [--bind-parameters] [--format text|json|url]
    puts a module through a target's flow or the passes named; the text goes to standard output, diagnostics to standard error`;

const [command, ...args] = process.argv.slice(2);

switch (command) {
  case "replay":
    process.exitCode = await replayLines(args, process.stdin, process.stdout);
    break;
  case "run":
    process.exitCode = await runFile(args);
    break;
  default:
    console.error(usage);
    process.exitCode = command === undefined || command === "help" || command === "--help" ? 0 : 2;
}
