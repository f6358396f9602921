/** The flow that a target's files define, as a pipeline, and its own steps as passes. */
import type { Lineage, Module } from "@relayscope/ir";
import { type Pass, type PassContext, weightsOf } from "@relayscope/passes";
import { findPass } from "@relayscope/passes/all";
import type { FileTarget, FlowModel, FlowStep, RecordedFlow } from "@relayscope/targets";
import type { FileFlow } from "./contract/index.ts";
import { raisedText, userCalls } from "./fileChecks.ts";
import { failures, flowSentences } from "./laterDiagnostics.ts";
import { lineageByStructure } from "./lineageByStructure.ts";
import type { FlowStart } from "./resolvedTarget.ts";

type Outcome = ReturnType<NonNullable<FlowStep["run"]>>;
type Ended = Exclude<Outcome, { kind: "value" }>;

/** The model that a flow is recorded on; undefined if a text has no function. */
export function flowModel(start: FlowStart | undefined): FlowModel | undefined {
  if (!start || start.module.functions.size === 0) return undefined;
  const { module, hasHoles, parameters } = start;
  const main = module.functions.get("main");
  return { module, hasHoles, weights: main ? weightsOf(main, parameters) : new Map() };
}

/** The flow of a target's files for the page and the command line; undefined if they have none. */
export function fileFlow(
  { name: target, flowOptions: options }: FileTarget,
  outcome: ReturnType<FileTarget["flow"]>,
): FileFlow | undefined {
  if (!outcome) return undefined;
  if (outcome.kind !== "value") {
    const problem = flowSentences.problem(target, placedReason(outcome));
    return { name: "", pipeline: [], optLevel: 3, bindsParameters: false, isOnModel: false, options, left: [], problem };
  }
  const { name, steps, optLevel, bindsParameters, config, caught, unkept, isOnModel, stopped } = outcome.value;
  const pipeline = steps.map(({ pass, options: given, isOff }) => ({ pass, options: given, ...(isOff ? { isOff } : {}) }));
  const unbuilt = steps.filter(({ pass, run }) => run === undefined && !findPass(pass));
  const left = [
    ...(stopped ? [flowSentences.stopped(name, stopped.pass, placedReason(stopped.why), isOnModel)] : []),
    ...caught.map((pass) => flowSentences.caught(name, pass)),
    ...(unkept?.length === 0 ? [] : [flowSentences.unkept(name, unkept)]),
    ...[...config].map(([option, pass]) => flowSentences.config(name, option, pass)),
    ...unbuilt.map(({ pass }) => flowSentences.notBuilt(name, pass)),
  ];
  return { name, pipeline, optLevel, bindsParameters, isOnModel, options, left };
}

/** The flow's own steps as passes, by name. The flow is recorded when the first is asked for. */
export function flowPasses({ path }: FileTarget, flow: () => ReturnType<FileTarget["flow"]>): (name: string) => Pass | undefined {
  let passes: ReadonlyMap<string, Pass> | undefined;
  return (name) => {
    if (findPass(name)) return undefined;
    const outcome = passes ? undefined : flow();
    passes ??= outcome?.kind === "value" ? ownPasses(outcome.value, path) : new Map();
    return passes.get(name);
  };
}

function ownPasses({ name, steps }: RecordedFlow, path: string): ReadonlyMap<string, Pass> {
  return new Map(steps.flatMap(({ pass, run }) => (run ? [[pass, ownPass(pass, run, `A step of ${name} in ${path}.`)] as const] : [])));
}

/** The hooks of the files on the functions of regions, as passes by target. */
export function regionHooks({ regionHooks: hooks, path }: FileTarget): ReadonlyMap<string, Pass> {
  return new Map(
    [...hooks].map(([target, hook]) => {
      const name = `relay.ext.${target}.optimize`;
      const run = (module: Module, { optLevel, requiredPasses, disabledPasses }: PassContext) => {
        return hook(module, { optLevel, requiredPasses, disabledPasses, config: new Map(), instruments: [] });
      };
      return [target, ownPass(name, run, `What ${path} does to the function of each region of ${target}.`)] as const;
    }),
  );
}

const keep: Lineage = { originsOf: (expr) => [expr] };

/** A step of a file as a pass. The origins of its nodes are found by similarity. */
function ownPass(name: string, run: (module: Module, context: PassContext) => Outcome, summary: string): Pass {
  return {
    name,
    summary,
    upstream: [],
    optLevel: 0,
    options: {},
    run({ module, context }) {
      const outcome = run(module, context);
      if (outcome.kind !== "value") throw failures.passRaises(name, reasonOf(outcome), userCalls(outcome.stack));
      const after = outcome.value;
      const isSame =
        after.functions.size === module.functions.size && [...after.functions].every(([key, f]) => module.functions.get(key) === f);
      if (isSame) return { module, lineage: keep, decisions: [], diagnostics: [] };
      return { module: after, lineage: lineageByStructure(module, after), decisions: [], diagnostics: [] };
    },
  };
}

/** The reason, followed by the line of the target's files that caused it. */
function placedReason(outcome: Ended): string {
  const at = userCalls(outcome.stack).at(-1);
  return at ? `${reasonOf(outcome)}, at line ${at.line} of \`${at.file}\`` : reasonOf(outcome);
}

function reasonOf(outcome: Ended): string {
  const what = outcome.kind === "raised" ? raisedText(outcome) : outcome.message;
  return (what.trim().split("\n").at(-1) ?? "").replace(/\.$/, "");
}
