/**
 * Random runs of every kind that has causes: modules of boundaries, networks, all operators, annotations by hand,
 * closures, lists and recursion. They use built-in and custom targets, and flows in likely and unlikely orders.
 */
import type { RunSpec } from "@relayscope/engine";
import { calledOp, type Module, postOrderList } from "@relayscope/ir";
import { type PatternData, patternFromData, printPattern } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import { readPlain, readType } from "@relayscope/replay";
import { catalog } from "@relayscope/run/catalog";
import { printExpression, printModule } from "@relayscope/text";
import { typedModule } from "../builder.ts";
import { boundaryRun } from "../cures/boundaryModule.ts";
import { regionPasses } from "../cures/ownFlow.ts";
import { randomNetwork } from "../flows/networks.ts";
import { annotatedModule, targets as annotatedTargets, randomStyle } from "../oracle/annotatedModules.ts";
import { layoutModule } from "../oracle/layoutModules.ts";
import { typedProgram } from "../oracle/typedPrograms.ts";
import { type Random, randomFrom } from "../random.ts";
import { wideModule } from "../wide/wideModules.ts";
import { widePatterns } from "../wide/widePatterns.ts";

type Step = RunSpec["pipeline"][number];
type TargetSpec = RunSpec["customTargets"][number];

/**
 * A run of a recorded case of passes on regions. Its patterns and rules become custom targets; checks and answers that
 * take turns are left out.
 */
export function recordedRun(record: RecordedFlow): RunSpec {
  const steps = record.steps.flatMap((step) => step.passes.map((pass) => ({ pass, rules: step.rules ?? {} })));
  const table = steps.flatMap(({ pass }) => pass.patterns ?? []);
  const rules = Object.assign({}, ...steps.map((step) => step.rules)) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const names = [...new Set([...Object.keys(rules), ...table.map(({ name }) => name.slice(0, name.indexOf(".")))])];
  const customTargets = names.map(
    (name): TargetSpec => ({
      name,
      patterns: table
        .filter((entry) => entry.name.startsWith(`${name}.`))
        .flatMap((entry) => {
          const pattern = textOf(entry.pattern);
          return pattern ? [{ name: entry.name, pattern }] : [];
        }),
      operators: Object.keys(rules[name] ?? {}),
    }),
  );
  const pipeline = steps.map(({ pass: { name, options = {} } }): Step => {
    const targets = Array.isArray(options.targets) ? options.targets : options.targets === undefined ? names : [options.targets];
    return { pass: name, options: name === "MergeComposite" || name === "AnnotateTarget" ? { ...options, targets } : options };
  });
  return { text: record.input, target: names[0] ?? "", customTargets, pipeline, optLevel: 3, bindParameters: false };
}

export interface RecordedFlow {
  readonly input: string;
  readonly steps: readonly {
    readonly passes: readonly {
      readonly name: string;
      readonly options?: Readonly<Record<string, unknown>>;
      readonly patterns?: readonly { readonly name: string; readonly pattern: PatternData }[];
    }[];
    readonly rules?: Readonly<Record<string, unknown>>;
  }[];
}

export const runKinds = ["boundaries", "networks", "layouts", "wide", "annotated", "programs"] as const;
export type RunKind = (typeof runKinds)[number];

/** A run by its number; undefined where what was drawn does not type. */
export function randomRun(kind: RunKind, number: number): RunSpec | undefined {
  const r = randomFrom(number);
  if (kind === "boundaries") return boundaryRun(r);
  const drawn = drawnModule(kind, r);
  if (!drawn) return undefined;
  const { module, text } = drawn;
  if (kind === "networks" || kind === "layouts") return { text, ...builtInRun(r) };
  return { text, ...ownRun(r, module, kind === "annotated" && r.chance(0.7) ? annotatedTargets : ["two", "one"]) };
}

function drawnModule(kind: RunKind, r: Random): { readonly module: Module; readonly text: string } | undefined {
  if (kind === "programs") return { module: { functions: new Map() } as unknown as Module, text: typedProgram(r) };
  const untyped =
    kind === "networks"
      ? randomNetwork(r, operators)
      : kind === "layouts"
        ? layoutModule(r, operators)
        : kind === "wide"
          ? wideModule(r, operators)
          : annotatedModule(r, randomStyle(r), operators);
  const module = untyped && typedModule(untyped, operators);
  return module && { module, text: printModule(module) };
}

/** A built-in target with its own flow; now and then at another level, with a pass less, or with parameters bound. */
function builtInRun(r: Random): Omit<RunSpec, "text"> {
  const { name, pipeline, optLevel } = r.pick(catalog().targets);
  const steps = pipeline.map((step): Step => (r.chance(0.05) ? { ...step, isOff: true } : step));
  const other = r.pick(catalog().targets).name;
  const options = { targets: r.chance(0.5) ? [name, other] : [other, name] };
  const both = pipeline.map(
    (step): Step =>
      step.pass === "MergeComposite" || step.pass === "AnnotateTarget" ? { ...step, options: { ...step.options, ...options } } : step,
  );
  return {
    target: name,
    customTargets: [],
    pipeline: r.chance(0.2) && other !== name ? both : r.chance(0.6) ? pipeline : steps,
    optLevel: r.chance(0.8) ? optLevel : r.int(0, 3),
    bindParameters: r.chance(0.5),
  };
}

const before = [
  "ToANormalForm",
  "ToBasicBlockNormalForm",
  "FuseOps",
  "SimplifyInference",
  "FoldConstant",
  "EliminateCommonSubexpr",
  "ToGraphNormalForm",
  "Inline",
  "DeadCodeElimination",
  "SimplifyExpr",
];

/** Targets of one's own with rules for some of the operators, and patterns read off the module. */
function ownRun(r: Random, module: Module, [other = "", own = ""]: readonly string[]): Omit<RunSpec, "text"> {
  const names = operatorsOf(module);
  const targets = r.pick([[own], [own], [other, own]]);
  const share = r.pick([0.2, 0.5, 0.8]);
  const customTargets = targets.map(
    (name): TargetSpec => ({ name, patterns: patternsOf(r, module, name), operators: names.filter(() => r.chance(share)) }),
  );
  const pipeline = regionPasses(targets, { isCallsOnly: r.chance(0.2), merge: r.chance(0.1) ? { isOff: true } : {} });
  if (r.chance(0.1)) pipeline.splice(r.int(0, 3), 1);
  if (r.chance(0.1)) [pipeline[0], pipeline[1]] = [pipeline[1] as Step, pipeline[0] as Step];
  if (r.chance(0.25)) pipeline.splice(r.int(0, pipeline.length), 0, { pass: r.pick(before), options: {} });
  return { target: own, customTargets, pipeline, optLevel: r.int(1, 3), bindParameters: r.chance(0.3) };
}

const usual = ["nn.relu", "exp", "add", "maximum", "concatenate", "nn.dense", "multiply", "tanh", "less", "zeros"];

function operatorsOf(module: Module): readonly string[] {
  const called = new Set([...module.functions.values()].flatMap((f) => postOrderList(f.body)).flatMap((e) => calledOp(e) ?? []));
  for (const name of called) if (name.startsWith("annotation.compiler")) called.delete(name);
  return called.size > 0 ? [...called] : usual;
}

function patternsOf(r: Random, module: Module, target: string): TargetSpec["patterns"] {
  return widePatterns(r, module, target).flatMap(({ name, pattern: data }) => {
    const pattern = textOf(data);
    return pattern && !pattern.includes("annotation.compiler") ? [{ name, pattern }] : [];
  });
}

/** A pattern's text; undefined for one that texts can't say. */
function textOf(data: PatternData): string | undefined {
  try {
    return printPattern(patternFromData(data, { parseExpr: readPlain, parseType: readType }), {
      printExpr: (expr) => printExpression(expr),
    });
  } catch {
    return undefined;
  }
}
