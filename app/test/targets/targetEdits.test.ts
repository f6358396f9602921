import { type Cure, createEngine, type Edit } from "@relayscope/engine";
import { expect, test } from "vitest";
import { editSentences } from "../../src/inspector/whatIf/editSentence.ts";
import { namesIn, wordAt } from "../../src/left/operatorNames.ts";
import { placeOf, refusedOperators, stepFrom } from "../../src/left/refused.ts";
import { showsFile } from "../../src/state/model.ts";
import { makePage, pageOf, run, until } from "../makePage.ts";

const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  add(%0, %0)\n}\n";

test("names are found with their places, each once", () => {
  const { names, places } = namesIn("add\nnn.relu, add");
  expect(names).toEqual(["add", "nn.relu"]);
  expect(places.map((p) => p.range)).toEqual([
    { start: 0, end: 3 },
    { start: 4, end: 11 },
    { start: 13, end: 16 },
  ]);
  expect(wordAt("add\nnn.re", 9)).toEqual({ start: 4, end: 9 });
  expect(wordAt("add ", 4)).toEqual({ start: 4, end: 4 });
});

test("an edit that goes on is undone as one", async () => {
  const page = await pageOf(text);
  const spec = (operators: readonly string[]) => ({ name: "mine", patterns: [], operators });
  page.actions.editTarget("mine", spec([]));
  page.actions.editTarget("mine", spec(["add"]));
  page.actions.notify({ id: "target", tone: "info", text: "" });
  page.actions.editTarget("mine", spec(["add", "exp"]), true);
  // What is offered to be undone is the same step.
  expect(page.store.getState().notices.map(({ id }) => id)).toContain("target");
  expect(page.store.getState().document.customTargets[0]?.operators).toEqual(["add", "exp"]);
  page.actions.undo();
  expect(page.store.getState().document.customTargets[0]?.operators).toEqual([]);
});

test("a pasted text is a new document that undo takes back", async () => {
  const page = makePage();
  await page.storage.warm();
  await run(page, text);
  page.actions.describe({ title: "Mine", note: "" });
  page.actions.paste("def @main(%y: Tensor[(2), float32]) {\r\n  exp(%y)\r\n}\r\n");
  await until(page, (s) => s.run.status === "finished");
  expect(page.store.getState().document.text).toBe("def @main(%y: Tensor[(2), float32]) {\n  exp(%y)\n}\n");
  expect(page.store.getState().document.title).toBeUndefined();
  page.actions.paste("  \n ");
  page.actions.undo();
  expect(page.store.getState().document).toMatchObject({ text, title: "Mine" });
});

const ownFile = (level: number) => `import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

@register_pattern_table("mine")
def pattern_table():
    return [("mine.relu", is_op("nn.relu")(wildcard()))]

@relay.transform.function_pass(opt_level=0)
def relu_again(func, mod, ctx):
    return relay.Function(func.params, relay.nn.relu(func.body))

def partition_for_mine(mod, params=None, twice=True):
    if params:
        mod["main"] = relay.build_module.bind_params_by_name(mod["main"], params)
    steps = [relu_again] if twice else []
    steps += [relay.transform.MergeComposite(pattern_table()), relay.transform.AnnotateTarget("mine"), relay.transform.PartitionGraph()]
    with tvm.transform.PassContext(opt_level=${level}):
        return tvm.transform.Sequential(steps)(mod)
`;

test("a target's file brings its flow, whose options and edits the pipeline follows", async () => {
  const page = await pageOf(text);
  const passes = () => page.store.getState().document.pipeline.map(({ pass }) => pass);
  await page.actions.openTargetFiles([{ name: "mine.py", text: ownFile(3) }]);
  const whole = ["relu_again", "MergeComposite", "AnnotateTarget", "PartitionGraph"];
  expect(passes()).toEqual(whole);
  expect(page.store.getState().document).toMatchObject({ target: "mine", optLevel: 3, bindParameters: true });
  await until(page, (s) => s.run.status === "finished" && s.run.stages.length === 5);
  expect(page.store.getState().run.stages.map(({ status }) => status)).toEqual(["done", "done", "done", "done", "done"]);
  const spec = () => page.store.getState().document.customTargets[0] ?? { name: "", patterns: [], operators: [] };
  await page.actions.setFlowOptions(spec(), { twice: false });
  expect(passes()).toEqual(whole.slice(1));
  expect(spec().flowOptions).toEqual({ twice: false });
  page.actions.undo();
  expect(passes()).toEqual(whole);
  // An edit of the file changes the flow; one of the pipeline stays.
  page.actions.editTarget("mine", {
    ...spec(),
    files: [{ name: "mine.py", text: ownFile(3).replace('relay.transform.AnnotateTarget("mine"), ', "") }],
  });
  await until(page, () => passes().length === 3);
  page.actions.editPipeline((steps) => steps.pop());
  page.actions.chooseTarget("dnnl");
  page.actions.chooseTarget("mine");
  await until(page, () => passes().length === 3 && passes()[0] === "relu_again");
});

const looking = `import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_op, wildcard

def looking_pattern_table():
    return [("looking.relu", is_op("nn.relu")(wildcard()))]

def partition_for_looking(mod, params=None):
    names = []
    relay.analysis.post_order_visit(mod["main"], lambda e: names.append(e.op.name) if isinstance(e, relay.Call) else None)
    if "tanh" in names:
        mod = relay.transform.SimplifyExpr()(mod)
    mod = relay.transform.MergeComposite(looking_pattern_table())(mod)
    if "exp" in names:
        raise ValueError("exp is not supported")
    return mod
`;

test("the pipeline is what a file's flow does with the text, and follows it until it is edited by hand", async () => {
  const page = makePage();
  const passes = () => page.store.getState().document.pipeline.map(({ pass }) => pass);
  const model = (operator: string) => `def @main(%x: Tensor[(1, 8), float32]) {\n  ${operator}(nn.relu(%x))\n}\n`;
  await run(page, model("tanh"));
  await page.actions.openTargetFiles([{ name: "looking.py", text: looking }]);
  expect(passes()).toEqual(["SimplifyExpr", "MergeComposite"]);
  const settled = (...names: readonly string[]) =>
    until(page, (s) => s.run.status === "finished" && s.run.stages.length === names.length + 1 && passes().join() === names.join());
  await settled("SimplifyExpr", "MergeComposite");
  // Another text, another branch; what is undone is no step of it.
  const { past } = page.store.getState();
  page.actions.setText(model("sin"));
  await settled("MergeComposite");
  expect(page.store.getState().past).toBe(past);
  // A model that the function refuses: the stage says so.
  page.actions.setText(model("exp"));
  const refused = ["MergeComposite", "Rest of partition_for_looking"];
  await settled(...refused);
  expect(page.store.getState().run.stages.at(-1)).toMatchObject({ status: "failed" });
  expect(page.store.getState().run.stages.at(-1)?.reason).toContain("ValueError: exp is not supported");
  // A text that is being written changes nothing; its end does.
  page.actions.setText(model("tanh").replace("(nn.relu", "(nn.relu("));
  await until(page, (s) => s.run.status === "finished" && s.run.problems.some(({ severity }) => severity === "error"));
  expect(passes()).toEqual(refused);
  page.actions.setText(model("tanh"));
  await settled("SimplifyExpr", "MergeComposite");
  // What is edited by hand stays.
  page.actions.editPipeline((steps) => steps.push({ pass: "FoldConstant", options: {} }));
  page.actions.setText(model("sin"));
  await until(page, (s) => s.run.status === "finished" && s.run.stages.length === 4);
  const { flow } = await page.engine.targetFiles({ files: [{ name: "looking.py", text: looking }] }, page.store.getState().run.epoch);
  expect(flow?.pipeline.map(({ pass }) => pass)).toEqual(["MergeComposite"]);
  expect(passes()).toEqual(["SimplifyExpr", "MergeComposite", "FoldConstant"]);
});

test("a flow is recorded on a module of one operator where the text has none", async () => {
  const page = await pageOf("no module");
  await page.actions.openTargetFiles([{ name: "looking.py", text: looking }]);
  const files = [{ name: "looking.py", text: looking }];
  expect((await page.engine.targetFiles({ files }, page.store.getState().run.epoch)).flow).toMatchObject({ isOnModel: false });
  await run(page, text);
  expect((await page.engine.targetFiles({ files }, page.store.getState().run.epoch)).flow).toMatchObject({ isOnModel: true });
});

const withCheck = `import logging
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

def narrow(call):
    width = call.checked_type.shape[1]
    if width > 4:
        logging.getLogger("mine").debug("%d is wider than 4", width)
        return False
    return True

@register_pattern_table("mine")
def pattern_table():
    return [("mine.relu", is_op("nn.relu")(wildcard()), narrow), ("mine.add", is_op("add")(wildcard(), wildcard()))]
`;

test("what a check of a file refuses is listed, with its line and what it logs", async () => {
  const page = await pageOf(text);
  await page.actions.openTargetFiles([{ name: "mine.py", text: withCheck }]);
  await until(page, (s) => s.run.status === "finished" && s.run.stages.length > 4);
  const { entries } = await page.engine.targetFiles({ files: [{ name: "mine.py", text: withCheck }] });
  expect(entries).toEqual([
    { name: "mine.relu", hasCheck: true, place: { file: "mine.py", line: 5 } },
    { name: "mine.add", hasCheck: false },
  ]);
  const { run: ran } = page.store.getState();
  const last = ran.stages.length - 1;
  const outcome = await page.engine.targetOutcome(ran.epoch, last);
  expect(outcome.entries.map(({ name, taken, refused }) => [name, taken, refused])).toEqual([
    ["mine.relu", 0, 1],
    ["mine.add", 1, 0],
  ]);
  const [refused] = outcome.entries[0]?.refusedAt ?? [];
  expect(refused?.label).toBe("nn.relu");
  expect(refusedOperators(outcome.entries[0] ?? { refusedAt: [] })).toEqual([{ label: "nn.relu", ids: [refused?.id] }]);
  const answer = await page.engine.whyBetween(ran.epoch, last, refused?.id ?? 0);
  expect(JSON.stringify(answer)).toContain(
    '`shape[1]` of `nn.relu` is `8`, but the target needs at most `4` (line 7 of `mine.py`). It logs \\"8 is wider than 4\\"',
  );
  // The condition as a constant is a change of the file, tried and counted.
  const cures: Cure[] = [];
  await page.engine.cures(ran.epoch, { from: [refused?.id ?? 0], to: undefined }, (part) => part.kind === "cure" && cures.push(part.cure));
  const patch = cures.find(({ label }) => label === "edit-file mine.py:7 False");
  expect(patch?.after).toMatchObject({ offloaded: 2, operators: 2 });
  expect(editSentences(patch?.edits ?? [])).toEqual(["Line 7 of `mine.py`: `False` instead of `width > 4`"]);
  expect(patch?.run.customTargets[0]?.files?.[0]?.text).toBe(withCheck.replace("width > 4", "False"));
  page.actions.showCode({ file: "mine.py", line: 7 });
  expect(page.store.getState()).toMatchObject({ leftTab: "target", codeMark: { file: "mine.py", line: 7 } });
});

test("each place that a rule refuses can be gone to: the first on a press, then the next and the one before, around the ends", async () => {
  const calls = Array.from({ length: 40 }, (_, i) => `  %${i} = ${i % 4 === 3 ? "tan" : "nn.relu"}(${i === 0 ? "%x" : `%${i - 1}`});`);
  const page = await pageOf(`def @main(%x: Tensor[(1, 8), float32]) {\n${calls.join("\n")}\n  exp(%39)\n}\n`);
  const rules = ["nn.relu", "tan"].map(
    (name, at) =>
      `@tvm.ir.register_op_attr("${name}", "target.mine")\ndef rule${at}(expr):\n    return expr.args[0].checked_type.dtype == "int8"\n`,
  );
  await page.actions.openTargetFiles([{ name: "mine.py", text: `import tvm\n\n${rules.join("\n")}` }]);
  await until(page, (s) => s.run.status === "finished" && s.run.stages.length > 4);
  const { run: ran } = page.store.getState();
  const last = ran.stages.length - 1;
  const outcome = await page.engine.targetOutcome(ran.epoch, last);
  const [relu] = outcome.rules.flatMap(refusedOperators);
  expect(outcome.rules.flatMap(refusedOperators).map(({ label, ids }) => [label, ids.length])).toEqual([
    ["nn.relu", 30],
    ["tan", 10],
  ]);
  if (!relu) throw new Error("nothing is refused");
  const { ids } = relu;
  expect(placeOf(relu, [])).toBe(-1);
  expect([stepFrom(relu, -1, 0), stepFrom(relu, -1, 1), stepFrom(relu, -1, -1)]).toEqual([ids[0], ids[0], ids[29]]);
  expect([stepFrom(relu, 29, 1), stepFrom(relu, 0, -1), stepFrom(relu, 4, 0)]).toEqual([ids[0], ids[29], ids[4]]);
  page.actions.select(last, [ids[7] ?? 0], true);
  expect(placeOf(relu, page.store.getState().view.selection?.nodes ?? [])).toBe(7);
});

const withRule = `from tvm import ir
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

@ir.register_op_attr("nn.relu", "target.mine")
def relu(call):
    return True

@register_pattern_table("mine")
def pattern_table():
    return [("mine.exp_relu", is_op("nn.relu")(is_op("exp")(wildcard())))]
`;

test("a rule says yes to calls inside composites, and takes the others", async () => {
  const page = await pageOf("def @main(%x: Tensor[(1, 8), float32]) {\n  nn.relu(nn.relu(exp(%x)))\n}\n");
  await page.actions.openTargetFiles([{ name: "mine.py", text: withRule }]);
  await until(page, (s) => s.run.status === "finished" && s.run.stages.length > 4);
  const { run: ran } = page.store.getState();
  const { rules, entries } = await page.engine.targetOutcome(ran.epoch, ran.stages.length - 1);
  expect(rules).toMatchObject([{ name: "nn.relu", taken: 1, accepted: 2, refused: 0 }]);
  expect(entries).toMatchObject([{ name: "mine.exp_relu", taken: 1, accepted: 1, refused: 0 }]);
});

test("a target's setting is an edit like others: run, undone, and said by its cure", async () => {
  const page = makePage();
  const erf = "def @main(%x: Tensor[(1, 8), float32]) {\n  erf(%x)\n}\n";
  page.store.setState({ catalog: await createEngine().catalog() });
  await run(page, erf);
  page.actions.chooseTarget("tensorrt");
  const counts = () => page.store.getState().run.stages.at(-1)?.summary.regions.length;
  await until(page, (s) => s.run.status === "finished" && s.run.stages.length > 10);
  expect(counts()).toBe(0);
  const info = page.store.getState().catalog?.targets.find(({ name }) => name === "tensorrt");
  expect(info?.settingOptions.map(({ name }) => name)).toContain("tensorrt_version");
  if (info) page.actions.editTarget("tensorrt", { ...info.spec, settings: { tensorrt_version: [7, 0, 0] } });
  await until(page, (s) => s.run.status === "finished" && s.run.stages.length > 10 && s.run.stages.at(-1)?.summary.regions.length === 1);
  expect(counts()).toBe(1);
  page.actions.undo();
  expect(page.store.getState().document.customTargets).toEqual([]);
  expect(editSentences([{ kind: "set-setting", target: "tensorrt", setting: "use_fp16", value: true }])).toEqual([
    "`use_fp16` of `tensorrt` is set to `True`",
  ]);
});

test("the steps that edits name are those of the pipeline that comes of all of them", () => {
  const added = (pass: string, at: number): Edit => ({ kind: "add-pass", pass, at, options: {} });
  const edits = [added("SimplifyInference", 1), added("FoldConstant", 2), added("ConvertLayout", 1)];
  const said = ["`SimplifyInference` is added as step 3", "`FoldConstant` is added as step 4", "`ConvertLayout` is added as step 2"];
  // In the order of the steps, with what is no step after them.
  const raised: Edit = { kind: "opt-level", level: 3 };
  expect(editSentences([...edits.slice(0, 2), raised, ...edits.slice(2)])).toEqual([said[2], said[0], said[1], "Opt level 3"]);
  // In a list of changes, a later change counts, too.
  expect(editSentences(edits.slice(0, 2), edits.slice(2))).toEqual(said.slice(0, 2));
  const moved: Edit = { kind: "move-pass", pass: "FoldConstant", at: 3, to: 0 };
  const removed: Edit = { kind: "remove-pass", pass: "ConvertLayout", at: 2 };
  expect(editSentences([...edits, moved, removed])).toEqual([
    "`FoldConstant` is added as step 1",
    "`SimplifyInference` is added as step 3",
    "`ConvertLayout` is added",
    "`FoldConstant` moves to step 1",
    "`ConvertLayout` is removed",
  ]);
});

test("removing the chosen copy of a built-in target goes back to the built-in one", async () => {
  const page = makePage();
  page.store.setState({ catalog: await createEngine().catalog() });
  page.actions.editTarget("cudnn_copy", { name: "cudnn_copy", patterns: [], operators: ["add"] });
  page.actions.editSettings({ target: "cudnn_copy" });
  page.actions.removeTarget("cudnn_copy");
  expect(page.store.getState().document).toMatchObject({ target: "cudnn", customTargets: [] });
  page.actions.undo();
  expect(page.store.getState().document.target).toBe("cudnn_copy");
});

test("the editor has the room of a file's lines while it shows a file", async () => {
  const page = await pageOf(text);
  await page.actions.openTargetFiles([{ name: "mine.py", text: ownFile(3) }]);
  page.actions.showLeft("relay");
  expect(showsFile(page.store.getState())).toBe(false);
  page.actions.showCode({ file: "mine.py", line: 3 });
  expect(showsFile(page.store.getState())).toBe(true);
  page.actions.chooseTarget("tinyai");
  expect(showsFile(page.store.getState())).toBe(false);
});
