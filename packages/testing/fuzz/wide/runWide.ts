/**
 * `npm run fuzz:wide -- [--from N] [--count N] [--show N] [--shrink] [--save FILE] [--only PASS]`: random modules of all operators through the passes on regions, with patterns of
 * every kind, or through passes on structure; where our answer is not the reference's is listed (and saved as cases). The same numbers make the same cases.
 */
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { replayCase } from "@relayscope/engine";
import { inferTypes } from "@relayscope/infer";
import { calledOp, type Module, postOrderList } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { printModule } from "@relayscope/text";
import { judge } from "../../src/judge.ts";
import { type Random, randomFrom } from "../operators/random.ts";
import type { PlanStep } from "../oracle/plans.ts";
import { askReference, type CasePass, type PassCase, referencePlace } from "../oracle/reference.ts";
import { shrunk } from "../oracle/shrink.ts";
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

interface Running {
  readonly number: number;
  readonly plan: readonly PlanStep[];
  text: string;
}

/** The one pass asked for; else the passes on regions with patterns and rules for this module, or a few passes on structure. */
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

/** The reference numbers new names from function to function, and above three functions goes by the hash of pointers. */
function isNumberedByHash({ passes }: PlanStep, text: string): boolean {
  return passes.some(({ name }) => /^To(A|BasicBlock)NormalForm$/.test(name)) && (text.match(/^def /gm) ?? []).length > 3;
}

function started(number: number, only: string | undefined): Running | undefined {
  const r = randomFrom(number);
  const { module, diagnostics } = inferTypes(wideModule(r, operators), operators, { trust: "nothing" });
  if (diagnostics.some((d) => d.severity === "error")) return undefined;
  return { number, plan: planFor(r, module, only), text: printModule(module) };
}

/** The cases that the reference can't even read: it infers types while it reads, and fails on some calls. */
function unreadable(cases: readonly PassCase[]): ReadonlySet<string> {
  const answers = askReference(cases.map(({ rules: _, ...asked }) => ({ ...asked, passes: [] })));
  return new Set(cases.filter(({ id }) => !answers.get(id) || answers.get(id)?.error).map((c) => c.id));
}

function main(): void {
  const { values } = parseArgs({
    options: {
      from: { type: "string", default: "0" },
      count: { type: "string", default: "200" },
      show: { type: "string", default: "5" },
      shrink: { type: "boolean", default: false },
      save: { type: "string" },
      only: { type: "string" },
    },
  });
  if (!referencePlace()) {
    console.log("Nothing to ask: RELAYSCOPE_REFERENCE names no Python with the reference, or RELAYSCOPE_ORACLE no folder of its scripts.");
    return;
  }
  const [from, count] = [Number(values.from), Number(values.count)];
  let running = Array.from({ length: count }, (_, i) => started(from + i, values.only)).filter((c) => c !== undefined);
  const modules = running.length;
  const perPass = new Map<string, { asked: number; agreed: number }>();
  const differing: { readonly asked: PassCase; readonly reason: string }[] = [];
  let unread = 0;
  for (let round = 0; running.length > 0; round++) {
    running = running.filter((c) => !isNumberedByHash(c.plan[round] as PlanStep, c.text));
    const cases = running.map(
      (c): PassCase => ({ id: `${c.number}.${round}`, kind: "pass", opt_level: 3, input: c.text, ...(c.plan[round] as PlanStep) }),
    );
    const answers = askReference(cases);
    const notRead = unreadable(cases.filter((c) => answers.get(c.id)?.error));
    running = running.filter((c, i) => {
      const asked = cases[i] as PassCase;
      const theirs = answers.get(asked.id);
      if (!theirs || theirs.error?.code === "Crash" || notRead.has(asked.id)) {
        unread++;
        return false;
      }
      const tally = perPass.get(asked.passes[0]?.name ?? "") ?? { asked: 0, agreed: 0 };
      perPass.set(asked.passes[0]?.name ?? "", tally);
      tally.asked++;
      const expectation = theirs.error ? { expect_error: theirs.error.message } : { expect: theirs.text ?? "" };
      const reason = judge(expectation, replayCase(asked, { runs: 0 })[0]);
      if (reason === undefined) tally.agreed++;
      else differing.push({ asked, reason });
      if (theirs.text === undefined || round + 1 >= c.plan.length) return false;
      c.text = theirs.text;
      return true;
    });
  }
  for (const { asked, reason } of differing.slice(0, Number(values.show))) {
    const { name } = asked.passes[0] ?? {};
    console.log(`- ${asked.id} ${name} ${JSON.stringify(asked.passes[0]?.options ?? {})}\n    ${reason.replaceAll("\n", "\n    ")}`);
    if (values.shrink) console.log(shrunk(asked).input);
    if (values.save) appendFileSync(values.save, `${JSON.stringify(asked)}\n`);
  }
  for (const [pass, { agreed, asked }] of [...perPass].sort()) console.log(`  ${pass}: ${agreed} of ${asked}`);
  const asked = [...perPass.values()].reduce((n, t) => n + t.asked, 0);
  console.log(`${modules} modules; ${asked - differing.length} of ${asked} answers agree, ${unread} not read there.`);
  if (differing.length > 0) process.exitCode = 1;
}

main();
