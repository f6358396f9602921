/**
 * The parts of a run without the page's view: reading a text, and one step of a pipeline. Runs and variants share them.
 */
import { inferTypes } from "@relayscope/infer";
import { composeLineage, type Diagnostic, emptyModule, type Lineage, type Module } from "@relayscope/ir";
import { findFirstPass, notLoaded, type PassContext, passContext, runPipeline, runStep } from "@relayscope/passes";
import { AnnotatedRegionSet, countsOf } from "@relayscope/regions";
import type { parseBare } from "@relayscope/text";
import type { PipelineStep, RunRequest, StageStatus } from "./contract/index.ts";
import { declareUndefined } from "./declare.ts";
import { messages, reasons } from "./diagnostics.ts";
import { assumedTypes, type Holes, holesOf, noHoles, summarizeUnknowns } from "./holes.ts";
import type { Kit } from "./kit.ts";
import { operators } from "./operators.ts";
import type { InputFacts, StageContents } from "./stageContents.ts";
import type { ResolvedStep } from "./targets.ts";

/** Stage 0. */
export interface InputContents extends StageContents, InputFacts {
  /** Whether the text's module has regions before any pass ran. */
  readonly isPartitioned: boolean;
}

const keep: Lineage = { originsOf: (expr) => [expr] };

/** The context in which a request's passes run on an input. */
export function contextOf(
  { optLevel, trace, values }: Pick<RunRequest, "optLevel" | "trace" | "values">,
  { hasHoles, lacksOnlyValues }: Holes = noHoles,
): PassContext {
  return passContext(operators, { optLevel, trace, hasHoles, lacksOnlyValues, ...(values ? { parameters: values.parameters } : {}) });
}

/** Stage 0: the text parsed by `parse`, typed, and its parameters bound if requested. Never throws. */
export function readInput(
  request: Pick<RunRequest, "text" | "values" | "bindParameters" | "optLevel" | "trace">,
  parse: typeof parseBare,
): InputContents {
  const begin = performance.now();
  const diagnostics: Diagnostic[] = [];
  let module = emptyModule;
  let unbound = emptyModule;
  let read = emptyModule;
  let lineage = keep;
  let holes = noHoles;
  let isPartitioned = false;
  try {
    const parsed = parse(request.text, { operators, constants: request.values?.constants });
    diagnostics.push(...parsed.diagnostics);
    if (parsed.skipped) diagnostics.push(messages.skippedText(parsed.skipped));
    read = parsed.module;
    const typed = inferTypes(read, operators, { trust: "nothing", ...(parsed.claims ? { claims: parsed.claims } : {}) });
    diagnostics.push(...summarizeUnknowns(parsed, typed.diagnostics));
    const assumed = assumedTypes(typed.module);
    if (assumed > 0) diagnostics.push(messages.assumedTypes(assumed));
    module = typed.module;
    lineage = typed.lineage;
    const declared = declareUndefined(module);
    if (declared !== module) {
      const again = inferTypes(declared, operators, { trust: "nothing" });
      module = again.module;
      lineage = composeLineage(lineage, again.lineage);
    }
    unbound = module;
    holes = holesOf(parsed, typed);
    if (holes.hasHoles && hasUnpairedAnnotations(module)) diagnostics.push(messages.unpairedAnnotations());
    const partitioned = countsOf(module).targets;
    isPartitioned = partitioned.length > 0;
    if (isPartitioned) diagnostics.push(messages.partitionedAlready(partitioned));
    const bind = request.bindParameters ? findFirstPass("BindParameters") : undefined;
    if (bind) {
      const bound = runStep(module, { pass: bind, options: {} }, contextOf(request, holes), true);
      diagnostics.push(...bound.diagnostics);
      module = bound.module;
      lineage = composeLineage(lineage, bound.lineage);
    }
  } catch (error) {
    diagnostics.push(messages.internal(error instanceof Error ? error.message : String(error)));
  }
  const errors = diagnostics.filter((d) => d.severity === "error").length;
  const isFailed = errors > 0 && module.functions.size === 0;
  const ms = performance.now() - begin;
  const start = { module: unbound, ...holes, parameters: request.values?.parameters };
  const status = isFailed ? "failed" : "done";
  return { status, reason: "", ms, module, lineage, decisions: [], diagnostics, read, errors, isPartitioned, start };
}

/** Whether a `compiler_begin` or `compiler_end` of the module lacks its counterpart. */
function hasUnpairedAnnotations(module: Module): boolean {
  let isUnpaired = false;
  for (const [name, f] of module.functions) {
    new AnnotatedRegionSet(f, name, () => {
      isUnpaired = true;
    });
  }
  return isUnpaired;
}

/** A step that runs only on request: it returns the unchanged module. */
export function offeredStep(module: Module): StageContents {
  return { status: "offered", reason: reasons.partitioned, ms: 0, module, lineage: keep, decisions: [], diagnostics: [] };
}

/** The input of a step. */
interface StepGiven {
  readonly module: Module;
  /** An earlier pass that failed, so that no further step runs. */
  readonly failed: string | undefined;
  readonly context: PassContext;
  readonly kit: Kit;
  readonly resolved: ResolvedStep | undefined;
}

/** One step on a module: TVM's recorded result, else the pass's result here. Never throws. */
export function runOne(step: PipelineStep, given: StepGiven): StageContents {
  const ours = runOwn(step, given);
  if (step.recorded === undefined || step.isOff || ours.diagnostics.some((d) => d.code === notLoaded)) return ours;
  return given.kit.recordedStage(step.pass, step.recorded, given.module, ours);
}

function runOwn(step: PipelineStep, { module, failed, context, kit, resolved }: StepGiven): StageContents {
  const still = (status: StageStatus, reason: string, diagnostics: readonly Diagnostic[] = []): StageContents => {
    return { status, reason, ms: 0, module, lineage: keep, decisions: [], diagnostics };
  };
  const pass = kit.findPass(step.pass) ?? resolved?.pass;
  if (step.isOff) return still("off", "");
  if (failed !== undefined) return still("skipped", failed);
  if (!pass) return still("not-built", reasons.notBuilt(step.pass));
  const { options, tables, diagnostics } = resolved ?? { options: step.options, tables: undefined, diagnostics: [] };
  const stamped: Diagnostic[] = diagnostics.map((d) => ({ ...d, pass: step.pass }));
  const blocking = stamped.find((d) => d.severity === "error");
  if (blocking) return still("failed", blocking.message, stamped);
  stamped.push(...kit.otherRegions(pass, options, module));
  for (const result of runPipeline(module, [{ pass, options, tables }], context)) {
    const raised = resolved?.raised?.().map((d) => ({ ...d, pass: step.pass })) ?? [];
    const assumed = resolved?.targets?.flatMap((target) => target.assumed?.() ?? []) ?? [];
    return { ...result, diagnostics: [...stamped, ...assumed, ...raised, ...result.diagnostics] };
  }
  return still("unchanged", "", stamped);
}
