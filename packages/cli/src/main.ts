/** The command `relayscope`. */

import { ownVersion } from "./builtPage.ts";
import { embedFile } from "./embedFile.ts";
import { importModel } from "./importModel.ts";
import { reduceFile } from "./reduceFile.ts";
import { replayLines } from "./replayLines.ts";
import { runFile } from "./runFile.ts";
import { servePage } from "./servePage.ts";
import { whyFile } from "./whyFile.ts";

const usage = `relayscope import FILE.onnx [--shape NAME=1,3,224,224] [--keep-params]
    imports a model as TVM's ONNX frontend does and prints its Relay text; --keep-params leaves weights as parameters; --shape may stand several times
relayscope replay [--time N] < cases.jsonl > results.jsonl
    answers recorded cases, one JSON object a line; --time adds the median of N runs in ms
relayscope run FILE [--target NAME] [--pipeline PASS,PASS,...] [--print after:PASS] [--opt-level N] [--bind-parameters] [--format text|json|url|svg|dot|html|md|python]
    puts a module (a text, or an ONNX model, with the options of import) through a target's flow or the passes named; the text goes to standard output, diagnostics to standard error
relayscope why FILE --target NAME [--line N | --from N --to M] [--pipeline PASS,PASS,...] [--opt-level N] [--bind-parameters] [--format text|json]
    says why there are boundaries, the costliest cause first; why a line's call is in no region, or why two lines' calls are not in one
relayscope reduce FILE --target NAME (--line N | --from N --to M) [--pipeline PASS,PASS,...] [--opt-level N] [--bind-parameters] [--format text|json]
    the smallest module in which the line is still in no region, or the two lines are still not in one, for the same cause
relayscope embed FILE --target NAME --page ADDRESS [--title TEXT] [--pipeline PASS,PASS,...] [--opt-level N] [--bind-parameters]
    prints an iframe for docs and slides: strip, picture and Why, without the editor; the page stands at ADDRESS (or RELAYSCOPE_PAGE)
relayscope serve [--port N] [--host NAME] [--base /PATH/]
    serves the page; its address goes to standard output
relayscope --version`;

const [command, ...args] = process.argv.slice(2);
const isAsked = command !== undefined && args.includes("--help");
const own = usage
  .split("\n")
  .filter((line, i, lines) => `${line.startsWith(" ") ? lines[i - 1] : line} `.startsWith(`relayscope ${command} `));

switch (isAsked && own.length > 0 ? "--help" : command) {
  case "--help":
    console.log(isAsked ? own.join("\n") : usage);
    break;
  case "import":
    process.exitCode = importModel(args);
    break;
  case "replay":
    process.exitCode = await replayLines(args, process.stdin, process.stdout);
    break;
  case "run":
    process.exitCode = await runFile(args);
    break;
  case "why":
    process.exitCode = await whyFile(args);
    break;
  case "reduce":
    process.exitCode = await reduceFile(args);
    break;
  case "embed":
    process.exitCode = await embedFile(args);
    break;
  case "serve":
    process.exitCode = await servePage(args);
    break;
  case "--version":
    console.log(ownVersion());
    break;
  default:
    console.error(usage);
    process.exitCode = command === undefined || command === "help" ? 0 : 2;
}
