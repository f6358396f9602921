/**
 * The law of panels: what is said of a stage is true of that stage, at every stage of a run, before and after what
 * prunes regions.
 */
import { readFileSync } from "node:fs";
import { emptyModule, isCallOf, moduleOrder } from "@relayscope/ir";
import type { Run } from "@relayscope/run";
import { expect, test } from "vitest";
import { explainStage, nodeDetails } from "../src/questions/details.ts";
import { nodeLineage } from "../src/questions/lineage.ts";
import { runFor } from "./modules.ts";

const folder = new URL("../../../public/examples/", import.meta.url);
const fragment = readFileSync(new URL("mobilenet-fragment.relay", folder), "utf8");

/** A light region after a heavy one: dnnl's pruning gives it back. */
const light = `def @main(%x: Tensor[(1, 8), float32], %w: Tensor[(8, 8), float32]) {
  %0 = nn.dense(%x, %w, units=None);
  %1 = sin(%0);
  %2 = exp(%1);
  %3 = add(%2, %1);
  %4 = tan(%3);
  nn.dense(%4, %w, units=None)
}
`;

function judged(run: Run, stage: number): void {
  const module = run.stages[stage]?.module;
  const summary = run.stages[stage]?.result.summary;
  if (!module || !summary) throw new Error(`There is no stage ${stage}.`);
  // Regions that the text came with have numbers of their own.
  const regions = summary.regions.find(({ target }) => target === run.request.target)?.count ?? 0;
  for (const { question, answer } of explainStage(run, stage)) {
    const [first = Number.NaN] = [...answer.matchAll(/\d+/g)].map(Number);
    if (question.includes("stop_fusion")) {
      expect(first).toBe(moduleOrder(module).filter((e) => isCallOf(e, "annotation.stop_fusion")).length);
    } else if (question.startsWith("Which operators are offloaded")) {
      const unknown = summary.regions.reduce((sum, { unknown: own = 0 }) => sum + own, 0);
      expect(answer).toContain(unknown > 0 && summary.offloaded === 0 ? `${unknown} regions are functions` : `${summary.offloaded} of`);
    } else if (/^Why (?:are the ids|is the id) /.test(question)) {
      expect((/ids? ([\d, ]+)/.exec(question)?.[1] ?? "").split(", ")).toHaveLength(regions);
    }
  }
}

test("region ids are counted a function at a time, each from 0", async () => {
  const calling = `def @f(%x: Tensor[(1, 8), float32]) -> Tensor[(1, 8), float32] {
  %0 = add(%x, %x);
  %1 = exp(%0);
  add(%1, %0)
}
def @main(%x: Tensor[(1, 8), float32]) -> Tensor[(1, 8), float32] {
  %0 = add(%x, %x);
  %1 = @f(%0);
  add(%1, %0)
}
`;
  const acc = { name: "acc", operators: ["add"], patterns: [] };
  const pipeline = ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"].map((pass) => ({ pass, options: {} }));
  const run = await runFor({ text: calling, target: "acc", customTargets: [acc], pipeline });
  const said = explainStage(run, 4).filter(({ question }) => question.includes(" id"));
  const counts = "PartitionGraph uses up an id for each `compiler_begin`, and a region keeps the first of its own: 4 inputs for 2 regions";
  expect(said.map(({ question, answer }) => [question, answer])).toEqual([
    ["Why are the ids in `@f` 0, 2?", `${counts}, so 2 numbers went to further inputs.`],
    ["Why are the ids in `@main` 0, 2?", `${counts}, so 2 numbers went to further inputs.`],
  ]);
});

test("a partitioned stage says why it has more regions than were merged: tuples were ended a field at a time", async () => {
  const branches = (outputs: string) => `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = add(%x, 1f);
  %1 = add(%x, 2f);
  ${outputs}
}
`;
  const acc = { name: "acc", operators: ["add"], patterns: [] };
  const pipeline = ["AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"].map((pass) => ({ pass, options: {} }));
  const asked = async (outputs: string) => {
    const run = await runFor({ text: branches(outputs), target: "acc", customTargets: [acc], pipeline });
    return explainStage(run, 3).filter(({ question }) => question.includes("become"));
  };
  expect((await asked("%2 = (%0, %1);\n  concatenate(%2, axis=1)")).map(({ question, answer }) => [question, answer])).toEqual([
    [
      "Why did 1 region become 2?",
      "1 tuple was the end of a region. `PartitionGraph` ends each field of such a tuple instead, so parts that only the tuple joined are regions of their own.",
    ],
  ]);
  expect(await asked("subtract(%0, %1)")).toEqual([]);
});

test("a constant's place is a function that the stage has, by its name there", async () => {
  const run = await runFor({
    text: "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = add(%x, 1f);\n  nn.relu(%0)\n}\n",
    target: "byoc-target",
    customTargets: [],
    pipeline: ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"].map((pass) => ({ pass, options: {} })),
  });
  const stage = run.stages.length - 1;
  const index = run.index(stage);
  const answers = moduleOrder(run.stages[stage]?.module ?? emptyModule).flatMap((expr) =>
    expr.kind === "Constant" ? (nodeDetails(run, stage, index.idOf(expr) ?? -1)?.why ?? []) : [],
  );
  const [said] = answers.filter(({ question }) => question.startsWith("Where did this constant go"));
  expect(said?.answer).toContain("`@tvmgen_default_byoc_target_main_0`");
});

test("numbers of a stage's panels are those of the stage", async () => {
  const runs = [
    await runFor({ text: fragment, target: "dnnl" }),
    await runFor({ text: fragment, target: "dnnl", offersAgain: true }),
    await runFor({ text: light, target: "dnnl" }),
  ];
  for (const run of runs) for (const stage of run.stages.keys()) judged(run, stage);
  expect(explainStage(runs[2] as Run, (runs[2] as Run).stages.length - 1).length).toBeGreaterThan(0);
});

const floats = `def @main(%x: Tensor[(1, 8, 8, 8), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, channels=8, kernel_size=[3, 3]);
  %1 = nn.relu(%0);
  %2 = nn.relu(%1);
  nn.max_pool2d(%2, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0])
}
`;

test("what a target does not know is said, however many of its patterns miss", async () => {
  const missed = ["exp", "sqrt", "tanh", "sigmoid", "erf"];
  const lines = [...missed, "less"].map((name, i) => (name === "less" ? "less(%4, 1f)" : `%${i} = ${name}(%${i === 0 ? "x" : i - 1});`));
  const text = `def @main(%x: Tensor[(1, 8), float32]) {\n  ${lines.join("\n  ")}\n}\n`;
  const patterns = missed.map((name) => ({ name: `acc.${name}`, pattern: `is_op("nn.relu")(is_op("${name}")(wildcard()))` }));
  const run = await runFor({ text, target: "acc", customTargets: [{ name: "acc", patterns, operators: [] }] });
  const [first] = explainStage(run, run.stages.length - 1);
  expect(first?.answer).toContain("`acc` has neither a rule nor a pattern for `less`.");
  expect(first?.answer).toMatch(/`\w+` stays on the host for a reason of its own: ask about it alone\.$/);
});

test("a run without a region says why, operator by operator", async () => {
  const run = await runFor({ text: floats, target: "cmsis-nn" });
  const last = run.stages.length - 1;
  const [first] = explainStage(run, last);
  expect(first?.question).toBe("Why is nothing offloaded?");
  expect(first?.answer).toContain("None of the 4 operators is in a region.");
  expect(first?.answer).toContain("`cmsis-nn` has neither a rule nor a pattern for `nn.conv2d` and `nn.relu`.");
  expect(first?.answer).toContain("`cmsis-nn.qnn_max_pool2d` matches `nn.max_pool2d`, but its check refuses the match");
  expect(first?.answer).toContain("The patterns name `qnn.conv2d`, the quantized form: this model is not quantized.");
  expect(explainStage(run, last - 1).map(({ question }) => question)).not.toContain(first?.question);
  const some = await runFor({ text: light, target: "dnnl" });
  expect(explainStage(some, some.stages.length - 1).map(({ question }) => question)).not.toContain(first?.question);
});

test("a pass that waits to be asked for did nothing to a node", async () => {
  const run = await runFor({ text: fragment, target: "dnnl", offersAgain: true });
  const call = moduleOrder(run.stages[0]?.module ?? emptyModule).find((e) => isCallOf(e, "annotation.stop_fusion"));
  const lines = call ? nodeLineage(run, 0, run.index(0).idOf(call)) : [];
  expect(lines.slice(1).map(({ text }) => text)).toEqual(
    run.stages.slice(1).map(() => "did not run: the module is already partitioned, so the pipeline runs only on request"),
  );
});
