/** Scripts of runs whose target is one of Python files. */
import { afterAll, expect, test } from "vitest";
import { createEngine, type PipelineStep } from "../src/index.ts";
import { collect, request } from "./modules.ts";

const file = {
  name: "own.py",
  text: `from vendor_sdk import limits, version
from tvm import relay
from tvm.relay import transform
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

@register_pattern_table("own")
def pattern_table():
    return [("own.tanh", is_op("tanh")(wildcard()))]

@transform.function_pass(opt_level=0, name="Tidy")
def tidy(f, mod, ctx):
    return f

def partition_for_own(mod, params=None, fast=False, size=None):
    for p in (transform.InferType(), tidy, transform.MergeComposite(pattern_table()), transform.AnnotateTarget("own"), transform.PartitionGraph()):
        mod = p(mod)
    return mod
`,
};

const engine = createEngine();
afterAll(() => engine.dispose());
let epoch = 0;

/** The script of a run with the file's own flow, or with what `edit` makes of its pipeline. */
async function scriptOf(edit: (pipeline: readonly PipelineStep[]) => readonly PipelineStep[], given?: Readonly<Record<string, string>>) {
  const flowOptions = { fast: true };
  const { flow } = await engine.targetFiles({ files: [file], flowOptions });
  if (!flow) throw new Error("The file has no flow.");
  const text = "fn (%x: Tensor[(2, 3), float32]) { exp(tanh(%x)) }";
  const customTargets = [{ name: "own", patterns: [], operators: [], files: [file], flowOptions, given }];
  const asked = { text, pipeline: edit(flow.pipeline), optLevel: flow.optLevel, target: "own", customTargets, trace: false };
  await collect(engine, request(++epoch, asked));
  const answer = await engine.exportStage(epoch, 0, { format: "python", title: "own", link: "" });
  return answer?.kind === "text" ? answer.text : (answer?.reason ?? "");
}

test("the file's own flow is called, with its options", async () => {
  const text = await scriptOf((pipeline) => pipeline);
  expect(text).toContain('"def partition_for_own(mod, params=None, fast=False, size=None):\\n"');
  expect(text).toMatch(/target_0\.partition_for_own\(mod, params=.*, fast=True, size=None\)/);
});

test("names of the file are given the same values as in the run", async () => {
  expect(await scriptOf((pipeline) => pipeline, { relay: "lambda: 'a\\n'" })).toContain(
    `setattr(target_0, "relay", eval("lambda: 'a\\\\n'", vars(target_0)))`,
  );
});

test("what TVM lacks is in the script as it is in the run", async () => {
  expect(await scriptOf((pipeline) => pipeline)).toContain(
    'loaded("own", FILES_0, "own.py", ["vendor_sdk", "vendor_sdk.limits", "vendor_sdk.version"])',
  );
  const given = await scriptOf((pipeline) => pipeline, { "vendor_sdk.version": "(1, 2)" });
  expect(given).toContain('provide("vendor_sdk.version", "(1, 2)")');
  expect(given).toContain('loaded("own", FILES_0, "own.py", ["vendor_sdk.limits"])');
});

test("a pipeline that has steps of the file and is not its flow is refused", async () => {
  expect(await scriptOf((pipeline) => pipeline.slice(0, -1))).toContain("`Tidy` is a step of the target's file.");
});

test("another pipeline without such steps takes the table of the file", async () => {
  const text = await scriptOf((pipeline) => pipeline.filter(({ pass }) => pass !== "Tidy"));
  expect(text).toContain('return table_of(target_0, "own") + added_0()');
  expect(text).toContain("relay.transform.MergeComposite(table_0())");
});
