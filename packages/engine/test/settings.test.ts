/**
 * Settings of targets: what they change, that a cure may be another value of some, and that its run does what was said.
 */
import { replayWhy, type WhyRecord } from "@relayscope/replay";
import { builtInSpecs } from "@relayscope/whatif";
import { expect, test } from "vitest";
import { createEngine, type TargetSpec } from "../src/index.ts";
import { collect, request } from "./modules.ts";

const named = builtInSpecs();

function under(target: string, settings: TargetSpec["settings"]): readonly TargetSpec[] {
  const spec = named(target);
  return spec ? [{ ...spec, settings }] : [];
}

const relus = (dtype: string, tail: string) => `def @main(%x: Tensor[(4, 8), ${dtype}], %y: Tensor[(1, 8), ${dtype}]) {
  %0 = nn.relu(%x);
  ${tail}
}
`;

async function cureOf(record: Omit<WhyRecord, "id" | "kind">) {
  const asked: WhyRecord = { id: "", kind: "why", optLevel: 3, bind: false, ...record };
  const { cures = [], cause, joined } = await replayWhy(asked);
  const cure = cures.find(({ edit }) => edit.startsWith("setting "));
  const again = cure && (await replayWhy({ ...asked, ...cure.run }));
  return { cause, joined, edit: cure?.edit, after: cure?.regionsAfter, isJoined: again?.joined, regions: again?.regions };
}

test.each([
  ["a version", relus("float32", "erf(%0)"), "tensorrt", "setting tensorrt_version=7,0,0"],
  ["the implicit batch", relus("float32", "mean(%0, axis=[0])"), "tensorrt", "setting use_implicit_batch=false"],
  ["float16", relus("float16", "tanh(%0)"), "tensorrt", "setting use_fp16=true"],
  ["two at once", relus("float16", "erf(%0)"), "tensorrt", "setting use_fp16=true + setting tensorrt_version=7,0,0"],
  [
    "operators that are disabled",
    "def @main(%x: Tensor[(1, 8, 8, 4), float32]) {\n  %0 = (%x, %x);\n  concatenate(%0, axis=3)\n}\n",
    "arm_compute_lib",
    "setting disabled_ops=",
  ],
])("%s: the cure is tried, and its run joins", async (_, text, target, edit) => {
  expect(await cureOf({ text, target, at: { line: 3 } })).toEqual({
    cause: "check-refused",
    joined: false,
    edit,
    after: 1,
    isJoined: true,
    regions: { [target]: 1 },
  });
});

test("a target called as the host gets another name, its composites and the steps that name it, too", async () => {
  const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = tanh(%x);\n  nn.relu(%0)\n}\n";
  const spec = { name: "default", patterns: [{ name: "default.relu", pattern: 'is_op("nn.relu")(wildcard())' }], operators: ["tanh"] };
  const passes = ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"];
  const pipeline = passes.map((pass) => ({ pass, options: pass === "AnnotateTarget" ? { targets: ["default"] } : {} }));
  const record: WhyRecord = { id: "", kind: "why", text, target: "default", customTargets: [spec], pipeline, at: { line: 3 } };
  const { cures = [] } = await replayWhy(record);
  const cure = cures.find(({ edit }) => edit === "rename-target default npu");
  expect(cure).toMatchObject({ regionsBefore: 0, regionsAfter: 1 });
  expect(await replayWhy({ ...record, ...cure?.run })).toMatchObject({ joined: true, regions: { npu: 1 } });
});

const ownFile = `import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

@register_pattern_table("mine")
def pattern_table():
    return [("mine.relu", is_op("nn.relu")(wildcard()))]

def partition_for_mine(mod, params=None, merge=False):
    steps = [relay.transform.MergeComposite(pattern_table()), relay.transform.AnnotateTarget("mine")]
    steps += [relay.transform.MergeCompilerRegions()] if merge else []
    with tvm.transform.PassContext(opt_level=3):
        return tvm.transform.Sequential(steps + [relay.transform.PartitionGraph()])(mod)
`;

test("an argument of the flow of a target's files is a cure, and its run joins", async () => {
  const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  nn.relu(%0)\n}\n";
  const files = [{ name: "mine.py", text: ownFile }];
  const flow = (await createEngine().targetFiles({ files })).flow;
  const spec = { name: "mine", patterns: [], operators: [], files };
  const record: WhyRecord = {
    id: "",
    kind: "why",
    text,
    target: "mine",
    customTargets: [spec],
    pipeline: flow?.pipeline ?? [],
    optLevel: 3,
    at: { fromLine: 2, toLine: 3 },
  };
  const { cures = [], regions } = await replayWhy(record);
  expect(regions).toEqual({ mine: 2 });
  const cure = cures.find(({ edit }) => edit === "setting merge=true");
  expect(cure).toMatchObject({ regionsBefore: 2, regionsAfter: 1 });
  expect(cure?.run).toMatchObject({ customTargets: [{ flowOptions: { merge: true } }] });
  expect(await replayWhy({ ...record, ...cure?.run })).toMatchObject({ joined: true, regions: { mine: 1 } });
});

test("padding in two numbers is written as four where a check wants that", async () => {
  const text = 'def @main(%x: Tensor[(1, 16, 16, 8), int8]) {\n  nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2], layout="NHWC")\n}\n';
  const record: WhyRecord = { id: "", kind: "why", text, target: "ethos-u", at: { line: 2 } };
  const { cures = [] } = await replayWhy(record);
  const cure = cures.find(({ edit }) => edit === "rewrite-text padding as four numbers");
  expect(cure?.run.text).toContain("padding=[0, 0, 0, 0]");
  expect(await replayWhy({ ...record, ...cure?.run })).toMatchObject({ joined: true, regions: { "ethos-u": cure?.regionsAfter } });
});

test("a pass that gives regions back reads the target's setting, and a step's own option wins", async () => {
  const text = relus("float32", "nn.relu(add(%0, %y))").replace("nn.relu(add(%0, %y))", "add(%0, %y)");
  const record = { text, target: "tensorrt", at: { line: 3 } };
  const found = await cureOf(record);
  expect(found).toMatchObject({ cause: "pruned", edit: "setting use_implicit_batch=false", isJoined: true });
  const kept = await cureOf({ ...record, customTargets: under("tensorrt", { use_implicit_batch: false }) });
  expect(kept).toMatchObject({ joined: true });
  const passes = (await catalogOf("tensorrt")).map((step) =>
    step.pass === "PruneTensorrtSubgraphs" ? { ...step, options: { use_implicit_batch: true } } : step,
  );
  const own = await cureOf({ ...record, pipeline: passes, customTargets: under("tensorrt", { use_implicit_batch: false }) });
  expect(own).toMatchObject({ joined: false, cause: "pruned" });
});

async function catalogOf(target: string) {
  const { targets } = await createEngine().catalog();
  return targets.find(({ name }) => name === target)?.pipeline ?? [];
}

test("a set setting is not called assumed, and one of another target or type is reported", async () => {
  const text = relus("float32", "erf(%0)");
  const at = { line: 3 };
  const customTargets = under("tensorrt", { tensorrt_version: [5, 1, 5] });
  const { sentence } = await replayWhy({ id: "", kind: "why", text, target: "tensorrt", at, customTargets });
  expect(sentence).toContain("`tensorrt_version` is `5.1.5`");

  const misset = under("tensorrt", { use_fp16: [1], no_such: true });
  const asked = { text, target: "tensorrt", pipeline: await catalogOf("tensorrt"), optLevel: 3, customTargets: misset, trace: false };
  const events = await collect(createEngine(), request(1, asked));
  const problems = events.flatMap((event) => (event.kind === "stage" ? event.problems.map(({ message }) => message) : []));
  expect(problems).toContain("`tensorrt` has no setting `no_such`; it is ignored.");
  expect(problems).toContain("The setting `use_fp16` of `tensorrt` does not have the type `boolean`; the run uses its default.");
});

const switchedFile = `from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

HAS_POOL = True
USE_FLOAT = False

def check(call):
    if not USE_FLOAT and call.checked_type.dtype == "float32":
        return False
    return HAS_POOL

@register_pattern_table("mine")
def pattern_table():
    return [("mine.relu", is_op("nn.relu")(wildcard()), check)]
`;

test("a name of a target's file that is true or false is a setting, and its other value is a cure", async () => {
  const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  nn.relu(%x)\n}\n";
  const spec = { name: "mine", patterns: [], operators: [], files: [{ name: "mine.py", text: switchedFile }] };
  const record: WhyRecord = { id: "", kind: "why", text, target: "mine", customTargets: [spec], at: { line: 2 } };
  const { cures = [], sentence } = await replayWhy(record);
  expect(sentence).toContain("With the setting `USE_FLOAT=True` it would be accepted.");
  const cure = cures.find(({ edit }) => edit === "setting USE_FLOAT=True");
  expect(cure?.run).toMatchObject({ customTargets: [{ given: { USE_FLOAT: "True" } }] });
  expect(await replayWhy({ ...record, ...cure?.run })).toMatchObject({ joined: true, regions: { mine: 1 } });
});
