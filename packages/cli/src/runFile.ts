/** `relayscope run FILE`: puts a module through a target's flow or a list of passes, with the engine that the page uses. */
import { readFileSync } from "node:fs";
import {
  createEngine,
  type Engine,
  type PipelineStep,
  type Problem,
  type RunEvent,
  type RunRequest,
  type StageResult,
} from "@relayscope/engine";
import { encodeFragment } from "@relayscope/share";
import { codeFrame } from "@relayscope/text";

const formats = ["text", "json", "url"] as const;

/** Reads FILE (`-` for standard input), runs, prints. Answers the exit code: 0 where something could be read, 2 for a wrong command line. */
export async function runFile(args: readonly string[]): Promise<number> {
  const { file, named } = readArguments(args);
  const format = named.get("format") ?? "text";
  if (file === undefined || !formats.some((f) => f === format)) {
    console.error(
      file === undefined ? "relayscope run needs a FILE, or - for standard input." : `--format is one of ${formats.join(", ")}.`,
    );
    return 2;
  }
  let text: string;
  try {
    text = readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
  const engine = createEngine();
  const request = await requestOf(text, named, engine);
  if (typeof request === "string") {
    console.error(request);
    return 2;
  }
  const stages = await run(engine, request, text);
  const shown = stageToPrint(stages, named.get("print"));
  if (shown === undefined) {
    console.error(`The pipeline has no step \`${named.get("print")}\`; there are ${stages.map((s) => s.pass).join(", ")}.`);
    return 2;
  }
  const printed = await engine.text(request.epoch, shown);
  if (format === "json") console.log(JSON.stringify({ stages, text: printed.text }, null, 2));
  else if (format === "url") console.log(`#${linkTo(request, shown)}`);
  else process.stdout.write(printed.text.endsWith("\n") ? printed.text : `${printed.text}\n`);
  engine.dispose();
  return (stages[0]?.summary.functions ?? 0) > 0 ? 0 : 1;
}

async function requestOf(text: string, named: ReadonlyMap<string, string>, engine: Engine): Promise<RunRequest | string> {
  const { targets, passes } = await engine.catalog();
  const target = named.get("target") ?? "";
  const info = targets.find((t) => t.name === target);
  if (target !== "" && !info) return `There is no target \`${target}\`; there are ${targets.map((t) => t.name).join(", ")}.`;
  const listed = named
    .get("pipeline")
    ?.split(",")
    .filter((name) => name !== "");
  const unknown = listed?.find((name) => !passes.some((p) => p.name === name));
  if (unknown !== undefined) return `There is no pass \`${unknown}\`.`;
  const pipeline: readonly PipelineStep[] = listed?.map((pass) => ({ pass, options: {} })) ?? info?.pipeline ?? [];
  return {
    epoch: 1,
    text,
    pipeline,
    optLevel: Number(named.get("opt-level") ?? 3),
    target,
    customTargets: [],
    bindParameters: named.has("bind-parameters"),
    trace: false,
    timeLimit: Number.POSITIVE_INFINITY,
  };
}

/** Runs to the end; diagnostics go to standard error as they come. */
function run(engine: Engine, request: RunRequest, text: string): Promise<readonly StageResult[]> {
  const stages: StageResult[] = [];
  return new Promise((resolve) => {
    engine.run(request, (event: RunEvent) => {
      if (event.kind === "stage") {
        stages.push(event.result);
        for (const problem of event.problems) console.error(problemText(problem, text));
        if (event.result.reason !== "") console.error(`${event.result.pass}: ${event.result.status}: ${event.result.reason}`);
        return;
      }
      if (event.kind === "stopped") console.error(event.message);
      resolve(stages);
    });
  });
}

function problemText(problem: Problem, text: string): string {
  const sentence = `${problem.severity}: ${problem.message}${problem.pass === undefined ? "" : ` (${problem.pass})`}`;
  return [problem.range ? codeFrame(text, problem.range, sentence) : sentence, ...problem.hints.map((hint) => `  ${hint}`)].join("\n");
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

function readArguments(args: readonly string[]): { file: string | undefined; named: ReadonlyMap<string, string> } {
  const flags = new Set(["bind-parameters"]);
  const named = new Map<string, string>();
  let file: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    if (!word.startsWith("--")) file ??= word;
    else if (flags.has(word.slice(2))) named.set(word.slice(2), "");
    else named.set(word.slice(2), args[++i] ?? "");
  }
  return { file, named };
}
