/**
 * `npm run fuzz:wide -- [--from N] [--count N] [--show N] [--shrink] [--save FILE] [--only PASS] [--deep]`: random
 * modules of all operators through the passes on regions, with patterns of every kind, or through passes on structure;
 * where our answer is not the reference's is listed (and saved as cases). The same numbers make the same cases. With
 * `--deep`, programs with closures, references, lists and lets, each through some passes in a row.
 */
import { calledOp, type Module, postOrderList } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule, printModule } from "@relayscope/text";
import type { Answer } from "../../src/judge.ts";
import { typedModule } from "../builder.ts";
import { Comparison, comparePlans, flags, hasReference, numbers, type Planned } from "../harness.ts";
import { type Random, randomFrom } from "../random.ts";
import { askReference, type CasePass, type PassCase, type PlanStep } from "../reference.ts";
import { deepProgram } from "./deepPrograms.ts";
import { wideModule } from "./wideModules.ts";
import { widePatterns } from "./widePatterns.ts";

/** Passes on structure, with the options that they may have. */
const structurePasses: readonly CasePass[] = [
  { name: "FuseOps" },
  { name: "FuseOps", options: { fuse_opt_level: 1 } },
  { name: "FuseOps", options: { fuse_opt_level: 0 } },
  { name: "DefuseOps" },
  { name: "EliminateCommonSubexpr" },
  { name: "ToANormalForm" },
  { name: "ToBasicBlockNormalForm" },
  { name: "ToGraphNormalForm" },
  { name: "DeadCodeElimination" },
  { name: "DeadCodeElimination", options: { inline_once: true } },
  { name: "DeadCodeElimination", options: { ignore_impurity: true } },
  { name: "FoldConstant" },
  { name: "FoldConstant", options: { fold_qnn: true } },
  { name: "CombineParallelConv2D", options: { min_num_branches: 2 } },
  { name: "CombineParallelDense", options: { min_num_branches: 2 } },
  { name: "CombineParallelDense", options: { min_num_branches: 2, to_batch: false } },
  { name: "CombineParallelBatchMatmul", options: { min_num_branches: 2 } },
  { name: "SimplifyExpr" },
  { name: "SimplifyInference" },
  { name: "CanonicalizeOps" },
  { name: "CanonicalizeCast" },
  { name: "ForwardFoldScaleAxis" },
  { name: "BackwardFoldScaleAxis" },
  { name: "FoldScaleAxis" },
  { name: "FoldExplicitPadding" },
  { name: "FastMath" },
  { name: "FlattenAtrousConv" },
  { name: "SplitArgs", options: { max_function_args: 3 } },
  { name: "SplitArgs", options: { max_function_args: 5 } },
  { name: "DynamicToStatic" },
  { name: "Inline" },
  { name: "RemoveUnusedFunctions" },
  { name: "InferType" },
  { name: "PartitionGraph" },
  { name: "Legalize" },
  { name: "Legalize", options: { legalize_map_attr_name: "FTVMQnnLegalize" } },
  { name: "Legalize", options: { legalize_map_attr_name: "FTVMQnnCanonicalize" } },
  { name: "ToMixedPrecision" },
  { name: "ToMixedPrecision", options: { mixed_precision_type: "bfloat16", missing_op_mode: 2 } },
];

/**
 * The one pass asked for; else the passes on regions with patterns and rules for this module, or a few passes on
 * structure.
 */
function planFor(r: Random, module: Module, only: string | undefined): readonly PlanStep[] {
  if (only !== undefined) return [{ passes: [r.pick(structurePasses.filter(({ name }) => name === only))] }];
  if (r.chance(0.5)) return r.many(r.int(1, 3), () => ({ passes: [r.pick(structurePasses)] }));
  const called = [...module.functions.values()].flatMap((f) => postOrderList(f.body)).map(calledOp);
  const names = [...new Set(called)].filter((name) => name !== undefined);
  const targets = r.pick([["alpha"], ["alpha"], ["beta", "alpha"]]);
  const patterns = targets.flatMap((target) => widePatterns(r, module, target));
  const share = r.pick([0.2, 0.5, 0.8]);
  const rules = Object.fromEntries(
    targets.map((target) => [target, Object.fromEntries(names.filter(() => r.chance(share)).map((name) => [name, true]))]),
  );
  const options = { targets, ...(r.chance(0.25) ? { include_non_call_ops: false } : {}) };
  const steps: PlanStep[] = patterns.length > 0 ? [{ passes: [{ name: "MergeComposite", patterns }] }] : [];
  steps.push({ passes: [{ name: "AnnotateTarget", options }], rules });
  if (r.chance(0.8)) steps.push({ passes: [{ name: "MergeCompilerRegions" }] });
  const mod_name = r.pick([undefined, undefined, "", "my.mod"]);
  steps.push({
    passes: [
      {
        name: "PartitionGraph",
        options: { ...(mod_name === undefined ? {} : { mod_name }), ...(r.chance(0.2) ? { bind_constants: false } : {}) },
      },
    ],
  });
  if (r.chance(0.3)) steps.push({ passes: [r.pick(structurePasses)] });
  return steps;
}

/**
 * The reference numbers new names from function to function, and above three functions goes by the hash of pointers.
 */
function isNumberedByHash({ passes, input }: PassCase): boolean {
  return passes.some(({ name }) => /^To(A|BasicBlock)NormalForm$/.test(name)) && (input.match(/^def /gm) ?? []).length > 3;
}

function planned(number: number, only: string | undefined): Planned | undefined {
  const r = randomFrom(number);
  const module = typedModule(wideModule(r, operators), operators);
  return module && { number, plan: planFor(r, module, only), text: printModule(module) };
}

/**
 * The cases that end the reference, or that it can't even read: it infers types while it reads, and fails on some
 * calls.
 */
function unreadable(cases: readonly PassCase[], answers: ReadonlyMap<string, Answer>): ReadonlySet<string> {
  const failed = cases.filter(({ id }) => answers.get(id)?.error);
  const read = askReference(failed.map(({ rules: _, ...asked }) => ({ ...asked, passes: [] })));
  const isLeft = ({ id }: PassCase) => !answers.get(id) || answers.get(id)?.error?.code === "Crash" || !read.get(id) || read.get(id)?.error;
  return new Set([...failed.filter(isLeft), ...cases.filter(({ id }) => !answers.get(id))].map(({ id }) => id));
}

/**
 * A program as its text, so that what scopes share is read as shared. A check's answers are for one order of functions,
 * and the reference's order goes by the hash of pointers: checks are left out.
 */
function deepCase(number: number, only: string | undefined): PassCase | undefined {
  const r = randomFrom(number);
  const input = deepProgram(r);
  const module = typedModule(parseModule(input, { operators }).module, operators);
  if (!module) return undefined;
  const plan = planFor(r, module, only);
  const steps = plan.slice(0, r.int(1, plan.length));
  const passes = steps.flatMap((step) => step.passes.map(withoutChecks));
  const rules = steps.find((step) => step.rules)?.rules;
  const asked: PassCase = {
    id: String(number),
    kind: "pass",
    opt_level: 3,
    input,
    passes,
    sequential: steps.length > 1,
    ...(rules ? { rules } : {}),
  };
  return isNumberedByHash(asked) ? undefined : asked;
}

function withoutChecks(given: CasePass): CasePass {
  if (!given.patterns) return given;
  return { ...given, patterns: given.patterns.map((entry) => (typeof entry === "object" ? { ...entry, check: undefined } : entry)) };
}

const values = flags({ from: 0, count: 200, show: 5, shrink: false, save: "", only: "", deep: false });
const only = values.only === "" ? undefined : values.only;
if (hasReference()) {
  const comparison = new Comparison();
  let unread = 0;
  const unreadOf = (cases: readonly PassCase[], answers: ReadonlyMap<string, Answer>): ReadonlySet<string> => {
    const left = unreadable(cases, answers);
    unread += left.size;
    return left;
  };
  const modules = values.deep ? [] : numbers(values).flatMap((number) => planned(number, only) ?? []);
  comparePlans(modules, comparison, unreadOf, (asked) => !isNumberedByHash(asked));
  const programs = values.deep ? numbers(values).flatMap((number) => deepCase(number, only) ?? []) : [];
  const answers = askReference(programs);
  const left = unreadOf(programs, answers);
  for (const asked of programs) if (!left.has(asked.id)) comparison.compare(asked, answers.get(asked.id));
  comparison.report(values, ` (${modules.length + programs.length} modules, ${unread} not read there)`);
}
