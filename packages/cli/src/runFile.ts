/** `relayscope run FILE`: puts a module through a target's flow or a list of passes, with the engine that the page uses. */
import { createEngine, type RunRequest, type StageResult } from "@relayscope/engine";
import { encodeFragment } from "@relayscope/share";
import { readArguments, readText, requestOf, runToEnd } from "./runRequest.ts";

const exported = ["svg", "dot", "markdown", "python"] as const;
const formats = ["text", "json", "url", "md", ...exported] as const;

/** Reads FILE (`-` for standard input), runs, prints. Answers the exit code: 0 where something could be read, 2 for a wrong command line. */
export async function runFile(args: readonly string[]): Promise<number> {
  const { file, named } = readArguments(args);
  const format = named.get("format") ?? "text";
  const taken = exported.find((f) => f === (format === "md" ? "markdown" : format));
  if (file === undefined || !formats.some((f) => f === format)) {
    console.error(
      file === undefined ? "relayscope run needs a FILE, or - for standard input." : `--format is one of ${formats.join(", ")}.`,
    );
    return 2;
  }
  const text = readText(file, named);
  if (text === undefined) return 2;
  const engine = createEngine();
  const request = await requestOf(text, named, engine);
  if (typeof request === "string") {
    console.error(request);
    return 2;
  }
  const stages = await runToEnd(engine, request, text);
  const shown = stageToPrint(stages, named.get("print"));
  if (shown === undefined) {
    console.error(`The pipeline has no step \`${named.get("print")}\`; there are ${stages.map((s) => s.pass).join(", ")}.`);
    return 2;
  }
  const printed = await engine.text(request.epoch, shown);
  if (format === "json") console.log(JSON.stringify({ stages, text: printed.text }, null, 2));
  else if (format === "url") console.log(`#${linkTo(request, shown)}`);
  else if (taken) {
    const page = process.env.RELAYSCOPE_PAGE;
    const link = page === undefined ? {} : { link: `${page}#${linkTo(request, shown)}` };
    const title = `${file} for ${request.target}: ${stages[shown]?.pass ?? ""}`;
    const answer = await engine.exportStage(request.epoch, shown, { format: taken, title, ...link });
    if (answer.kind === "refused") console.error(answer.reason);
    else process.stdout.write(answer.text);
  } else process.stdout.write(printed.text.endsWith("\n") ? printed.text : `${printed.text}\n`);
  engine.dispose();
  return (stages[0]?.summary.functions ?? 0) > 0 ? 0 : 1;
}

/** The stage that `--print after:PASS` names, the last where it is not given; undefined where there is none. */
function stageToPrint(stages: readonly StageResult[], print: string | undefined): number | undefined {
  if (print === undefined) return stages.length - 1;
  const pass = print.replace(/^after:/, "");
  if (pass === "Input") return 0;
  return stages.findLast((s) => s.pass === pass)?.stage;
}

function linkTo(request: RunRequest, stage: number): string {
  const { text, pipeline, target, customTargets, optLevel, bindParameters } = request;
  return encodeFragment({
    text,
    pipeline,
    target,
    customTargets,
    optLevel,
    bindParameters,
    view: {
      stage,
      selection: undefined,
      panes: "split",
      collapsed: [],
      hideVariables: false,
      hideConstants: false,
      showAnnotations: false,
      camera: undefined,
    },
  });
}
