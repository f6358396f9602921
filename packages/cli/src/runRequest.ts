/** What the commands share: their arguments, the run that these ask for, and running it to its end. */
import {
  createEngine,
  type Engine,
  type PipelineStep,
  type Problem,
  type RunEvent,
  type RunRequest,
  type StageResult,
} from "@relayscope/engine";
import { codeFrame } from "@relayscope/text";
import { readInput } from "./readInput.ts";

/** A run that the arguments ask for, and the engine to run it on, which is to be disposed of. */
export interface Asked {
  readonly engine: Engine;
  readonly request: RunRequest;
}

/** The run of FILE that the arguments ask for; undefined, once said on standard error, where FILE can't be read or they ask for what is not there. */
export async function askedRun(file: string, named: ReadonlyMap<string, string>): Promise<Asked | undefined> {
  const text = readText(file, named);
  if (text === undefined) return undefined;
  const engine = createEngine();
  const request = await requestOf(text, named, engine);
  if (typeof request !== "string") return { engine, request };
  engine.dispose();
  console.error(request);
  return undefined;
}

/** The run that `--target`, `--pipeline`, `--opt-level` and `--bind-parameters` ask for; a sentence where they ask for what is not there. */
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

/** The run with decisions, at the target's own level and binding parameters as its flow does, where nothing else is said. */
export async function atOwnLevel({ engine, request }: Asked, named: ReadonlyMap<string, string>): Promise<RunRequest> {
  const info = (await engine.catalog()).targets.find((t) => t.name === request.target);
  return {
    ...request,
    optLevel: named.has("opt-level") || !info ? request.optLevel : info.optLevel,
    bindParameters: request.bindParameters || (info?.bindsParameters ?? false),
    trace: true,
  };
}

/** Runs to the end; diagnostics go to standard error as they come. */
export function runToEnd({ engine, request }: Asked): Promise<readonly StageResult[]> {
  const stages: StageResult[] = [];
  return new Promise((resolve) => {
    engine.run(request, (event: RunEvent) => {
      if (event.kind === "stage") {
        stages.push(event.result);
        for (const problem of event.problems) console.error(problemText(problem, request.text));
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

/** The text of FILE, `-` for standard input, an ONNX model imported; undefined, once said on standard error, where it can't be read. */
export function readText(file: string, named: ReadonlyMap<string, string>): string | undefined {
  const input = readInput(file, { shape: named.get("shape"), keepsParameters: named.has("keep-params") });
  if ("text" in input) return input.text;
  console.error(input.error);
  return undefined;
}

const flags: ReadonlySet<string> = new Set(["bind-parameters", "keep-params"]);

/** FILE, and what follows each `--name`; what follows a name that stands several times is joined by blanks. */
export function readArguments(args: readonly string[]): { file: string | undefined; named: ReadonlyMap<string, string> } {
  const named = new Map<string, string>();
  let file: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const word = args[i] as string;
    const name = word.slice(2);
    if (!word.startsWith("--")) file ??= word;
    else if (flags.has(name)) named.set(name, "");
    else named.set(name, [named.get(name), args[++i] ?? ""].filter((value) => value !== undefined).join(" "));
  }
  return { file, named };
}
