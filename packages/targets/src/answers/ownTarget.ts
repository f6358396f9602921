/**
 * What the passes make of a module under a target's own file, step by step, with all that its functions answered: as
 * the oracle's own_target.py records it.
 */
import { type Call, Failure, type Func, type Module, postOrder } from "@relayscope/ir";
import { partitioningPasses } from "@relayscope/passes";
import { findPass } from "@relayscope/passes/all";
import { call, getAttribute, type Outcome } from "@relayscope/python";
import type { Files } from "../load/paths.ts";
import { loadProgram, onlyFlowOf, type Program, type TargetChoices } from "../load/program.ts";
import { ModuleObject, moduleOfValue } from "../objects/moduleObjects.ts";
import { partitionContext } from "../passes/contexts.ts";
import type { PassData } from "../passes/passData.ts";
import { runPass } from "../passes/runPass.ts";
import { compositePatterns } from "../passes/table.ts";
import { errorRecord, logging, type RecordedAnswer, type RecordedError } from "./logged.ts";

/** A region of the last module. */
export interface RecordedRegion {
  readonly name: string;
  readonly compiler: string;
  readonly composites: readonly string[];
  readonly operators: readonly string[];
}

export interface OwnTargetAnswer {
  readonly name: string;
  readonly entries: readonly { readonly name: string; readonly check: boolean }[];
  readonly operators: readonly string[];
  readonly after: Readonly<Record<string, Module | RecordedError>>;
  readonly checks: readonly (readonly [string, number, RecordedAnswer])[];
  readonly rules: readonly (readonly [string, RecordedAnswer])[];
  readonly regions: readonly RecordedRegion[];
  /** Present where it was asked for. */
  readonly flow?: Module | RecordedError;
}

/**
 * Loads the files and runs a module through them; an error where they can't be loaded. Never throws for what a file
 * does.
 */
export function answerOwnTarget(
  files: Files,
  path: string,
  choices: TargetChoices,
  module: Module,
  withFlow: boolean,
): OwnTargetAnswer | RecordedError {
  const loaded = loadProgram(files, path, choices);
  if (loaded.kind !== "value") return loadingErrorOf(loaded);
  const program = loaded.value;
  const checks: [string, number, RecordedAnswer][] = [];
  const rules: [string, RecordedAnswer][] = [];
  const operators = [...program.state.attributes.under(`target.${program.name}`).keys()];
  logRules(program, rules);
  const after: Record<string, Module | RecordedError> = {};
  let current = module;
  for (const step of partitioningPasses) {
    const result = attempted(program, () => runPass(program.machine, passOf(program, step, checks), new ModuleObject(current)).module);
    after[step] = result;
    if ("error" in result) break;
    current = result;
  }
  const isWhole = !("error" in (after.PartitionGraph ?? { error: null }));
  const answer = {
    name: program.name,
    entries: program.entries.map(({ name, check }) => ({ name, check: check !== undefined })),
    operators,
    after,
    checks: [...checks],
    rules: [...rules],
    regions: isWhole ? regionsOf(current) : [],
  };
  return withFlow ? { ...answer, flow: flowResult(program, module) } : answer;
}

function errorOf(outcome: Exclude<Outcome<unknown>, { kind: "value" }>): RecordedError {
  return outcome.kind === "raised" ? errorRecord(outcome.type, outcome.message) : errorRecord("Exhausted", outcome.message);
}

/** Why files can't be loaded. The oracle reads a text before it runs it as a file, and does not name the file. */
function loadingErrorOf(outcome: Exclude<Outcome<unknown>, { kind: "value" }>): RecordedError {
  const line = outcome.stack.at(-1)?.line;
  if (outcome.kind !== "raised" || outcome.isOwnLimit || line === undefined || !syntaxErrors.has(outcome.type)) return errorOf(outcome);
  return errorRecord(outcome.type, `${outcome.message} (<unknown>, line ${line})`);
}

const syntaxErrors = new Set(["SyntaxError", "IndentationError", "TabError"]);

/** What a run gives, or its error. */
function attempted(program: Program, body: () => Module): Module | RecordedError {
  const { machine, state } = program;
  state.contexts.push(partitionContext);
  try {
    const outcome = machine.run(body);
    return outcome.kind === "value" ? outcome.value : errorOf(outcome);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return errorRecord(error.code, error.diagnostic.message);
  } finally {
    state.contexts.length = 0;
    machine.frame = undefined;
  }
}

/** Each rule says what it answers. */
function logRules({ machine, state }: Program, rules: [string, RecordedAnswer][]): void {
  for (const key of state.attributes.keys()) {
    if (!key.startsWith("target.")) continue;
    for (const [operator, rule] of state.attributes.under(key)) {
      state.attributes.replace(
        operator,
        key,
        logging(machine, rule, (answer) => rules.push([operator, answer])),
      );
    }
  }
}

function passOf({ machine, name, entries }: Program, step: string, checks: [string, number, RecordedAnswer][]): PassData {
  const pass = findPass(step);
  if (!pass) throw new Error(`${step} is not built.`);
  if (step === "AnnotateTarget") return { kind: "built-in", pass, options: { targets: [name] } };
  if (step !== "MergeComposite") return { kind: "built-in", pass, options: {} };
  const logged = entries.map((entry, at) => {
    if (entry.check === undefined) return entry;
    return { ...entry, check: logging(machine, entry.check, (answer) => checks.push([entry.name, at, answer])) };
  });
  return { kind: "built-in", pass, options: {}, tables: { patterns: compositePatterns(machine, logged), rules: {} } };
}

function flowResult(program: Program, module: Module): Module | RecordedError {
  const { machine, state } = program;
  state.contexts.length = 0;
  const outcome = machine.run(() => {
    const made = call(machine, onlyFlowOf(program).callee, [new ModuleObject(module)]);
    // The oracle asks what it is given for its text.
    getAttribute(machine, made, "astext");
    return moduleOfValue(made).module;
  });
  return outcome.kind === "value" ? outcome.value : errorOf(outcome);
}

function regionsOf(module: Module): readonly RecordedRegion[] {
  const regions = [...module.functions].flatMap(([name, f]) => {
    const compiler = f.attrs.get("Compiler");
    return typeof compiler === "string" ? [regionOf(name, compiler, f)] : [];
  });
  return regions.sort((a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
}

function regionOf(name: string, compiler: string, f: Func): RecordedRegion {
  const composites: string[] = [];
  const operators: string[] = [];
  const note = (node: Call) => {
    const composite = node.op.kind === "Function" ? node.op.attrs.get("Composite") : undefined;
    if (typeof composite === "string") composites.push(composite);
    else if (node.op.kind === "Op") operators.push(node.op.name);
  };
  postOrder(f.body, (e) => {
    if (e.kind === "Call") note(e);
  });
  return { name, compiler, composites: composites.sort(), operators: operators.sort() };
}
