/** Files of targets on the page: what they raise, what settings replace in them, and their copies. */
import { expect, test, vi } from "vitest";
import { addCopy, copyOf } from "../../src/left/copyOf.ts";
import { draftName, FileDraft, keepDraft, keptDraft } from "../../src/left/FileDraft.ts";
import { removeTarget } from "../../src/left/removeTarget.ts";
import { replacedLines } from "../../src/left/replacedLines.ts";
import { LiveDraft } from "../../src/left/useLiveDraft.ts";
import { saveLabel } from "../../src/ui/saveFile.ts";
import { makePage, memory, pageOf, run, until } from "../makePage.ts";

const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  add(%0, %0)\n}\n";

const raising = `from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table


def type_of(call):
    return call.args[5].checked_type


def check(call):
    return type_of(call).dtype == "float32"


@register_pattern_table("mine")
def pattern_table():
    return [("mine.relu", is_op("nn.relu")(wildcard()), check)]
`;

test("an exception in a check leads to its line in the file, with the calls that it ended", async () => {
  const page = await pageOf(text);
  await page.actions.openTargetFiles([{ name: "mine.py", text: raising }]);
  await until(page, (s) => s.run.status === "finished" && s.run.problems.some(({ code }) => code === "check-raises"));
  const raised = page.store.getState().run.problems.find(({ code }) => code === "check-raises");
  expect(raised?.message).toMatch(/IndexError/);
  expect(raised?.calls).toEqual([
    { file: "mine.py", line: 10, name: "check" },
    { file: "mine.py", line: 6, name: "type_of" },
  ]);
});

test("an exception in a check that several patterns have names the pattern whose match was asked about", async () => {
  const page = await pageOf(text);
  const both = `[("mine.pair", is_op("exp")(is_op("nn.relu")(wildcard())), check), ("mine.relu", is_op("nn.relu")(wildcard()), check)]`;
  await page.actions.openTargetFiles([{ name: "mine.py", text: raising.replace(/\[\("mine.*\]/, both) }]);
  await until(page, (s) => s.run.status === "finished" && s.run.problems.some(({ code }) => code === "check-raises"));
  expect(page.store.getState().run.problems.find(({ calls }) => calls)?.asked).toBe("mine.relu");
});

test("a check that uses an import of a file that is not open says which file to open", async () => {
  const page = await pageOf(text);
  const withCheck = (use: string) => (use === "ok" ? raising.replace("check)]", "ok)]") : raising.replace("type_of(call).dtype", use));
  for (const [first, use] of [
    ["from checks import ok", "ok(call)"],
    ["from checks import ok", "ok"],
    ["import checks", "checks.ok(call)"],
    ["import tvm", "tvm.no_such(call)"],
  ]) {
    await page.actions.openTargetFiles([{ name: "mine.py", text: `${first}\n${withCheck(use ?? "")}` }]);
    await until(
      page,
      (s) => s.run.status === "finished" && s.run.problems.some(({ code }) => /^check-/.test(code) || code === "not-built"),
    );
    const hints = page.store.getState().run.problems.flatMap((problem) => problem.hints);
    const open = "If `checks` is a file of yours, open `checks.py` together with this one.";
    expect(hints.includes(open)).toBe(first !== "import tvm");
  }
});

test("each of several files that defines a target of its own becomes one; the first is chosen", async () => {
  const page = await pageOf(text);
  const other = raising.replaceAll("mine", "other");
  await page.actions.openTargetFiles([
    { name: "mine.py", text: raising },
    { name: "other.py", text: other },
  ]);
  const { document, notices } = page.store.getState();
  expect(document.target).toBe("mine");
  expect(document.customTargets.map(({ name, files }) => [name, files?.map((f) => f.name)])).toEqual([
    ["other", ["other.py"]],
    ["mine", ["mine.py"]],
  ]);
  expect(notices.find(({ id }) => id === "target")?.text).toContain("`other` can be chosen, too");
});

test.each([
  ["check-raises", raising],
  ["type-of-operator", raising.replace('is_op("nn.relu")(wildcard())', 'is_op("nn.relu").has_dtype("float32")(wildcard())')],
])("what raises without asking for a value stops the pass, though constants have no values: %s", async (raised, file) => {
  const page = await pageOf(text.replace("add(%0, %0)", "add(%0, meta[relay.Constant][0] /* ty=Tensor[(1, 8), float32] */)"));
  await page.actions.openTargetFiles([{ name: "mine.py", text: file }]);
  await until(page, (s) => s.run.status === "finished" && s.run.problems.some(({ code }) => code === raised));
  const statusOf = () => page.store.getState().run.stages.find((s) => s.pass === "MergeComposite")?.status;
  expect(statusOf()).toBe("failed");
});

test("files that define no target lead to the line that ends them", async () => {
  const page = await pageOf(text);
  const broken = { name: "mine", patterns: [], operators: [], files: [{ name: "mine.py", text: "def f():\n    return missing\n\nf()\n" }] };
  page.actions.editTarget("mine", broken);
  page.actions.editSettings({ target: "mine" });
  await until(page, (s) => s.run.status === "finished" && s.run.problems.some(({ code }) => code === "broken-target"));
  const problem = page.store.getState().run.problems.find(({ code }) => code === "broken-target");
  expect(problem?.calls?.at(-1)).toEqual({ file: "mine.py", line: 2, name: "f" });
});

test("a built-in target whose text is written back is no longer an edited one", async () => {
  const page = await pageOf(text);
  const catalog = await page.engine.catalog();
  page.store.setState({ catalog });
  const spec = catalog.targets.find(({ name }) => name === "dnnl")?.spec;
  const [file] = spec?.files ?? [];
  if (!spec || !file) throw new Error("dnnl has a file");
  page.actions.chooseTarget("dnnl");
  const written = (body: string) => page.actions.editTarget("dnnl", { ...spec, files: [{ ...file, text: body }] });
  written(`${file.text}# edited\n`);
  expect(page.store.getState().document.customTargets).toHaveLength(1);
  written(file.text);
  expect(page.store.getState().document).toMatchObject({ customTargets: [], target: "dnnl" });
});

test("a setting that replaces a value of the file names its line", () => {
  const files = [
    { name: "mine.py", text: 'NAME = "mine"\nversion = (6, 0, 1)  # assumed\nuse_fp16 = False\nif version == (6, 0, 1):\n    pass\n' },
  ];
  const spec = (settings: NonNullable<Parameters<typeof replacedLines>[0]["settings"]>) => ({
    name: "mine",
    patterns: [],
    operators: [],
    files,
    settings,
  });
  expect(replacedLines(spec({ version: [8, 0, 1], use_fp16: false, other: true }))).toEqual([
    { name: "version", value: "(8, 0, 1)", written: "(6, 0, 1)", file: "mine.py", line: 2 },
  ]);
});

const twoLayers = `def @main(%x: Tensor[(1, 8), float32], %w: Tensor[(8, 8), float32]) {
  %0 = exp(%x);
  %1 = tanh(%0);
  %2 = nn.dense(%1, %w, units=8);
  %3 = sin(%2);
  tanh(%3)
}
`;

test("a copy of a target has its original's flow, also when it is chosen again", async () => {
  const page = makePage();
  page.store.setState({ catalog: await page.engine.catalog() });
  await run(page, twoLayers);
  const ended = () => until(page, (s) => s.run.status === "finished" && s.run.stages.length === s.document.pipeline.length + 1);
  const regions = () =>
    page.store
      .getState()
      .run.stages.at(-1)
      ?.summary.regions.map(({ target, count }) => [target, count]);
  page.actions.chooseTarget("dnnl");
  await ended();
  expect(regions()).toEqual([["dnnl", 1]]);
  const spec = page.store.getState().catalog?.targets.find(({ name }) => name === "dnnl")?.spec;
  if (!spec) throw new Error("dnnl is built in");
  addCopy(page, spec);
  await ended();
  expect(regions()).toEqual([["dnnl_copy", 1]]);
  page.actions.chooseTarget("byoc-target");
  page.actions.chooseTarget("dnnl_copy");
  await ended();
  expect(regions()).toEqual([["dnnl_copy", 1]]);
  page.actions.removeTarget("dnnl_copy");
  await ended();
  expect(regions()).toEqual([["dnnl", 1]]);
  expect(page.store.getState().document.pipeline.find(({ pass }) => pass === "PruneDnnlSubgraphs")?.options).toEqual({});
});

test("a copy has its settings in its file, for checks and for the pass that prunes", async () => {
  const page = makePage();
  page.store.setState({ catalog: await page.engine.catalog() });
  // Two batch sizes: an implicit batch would send the region back.
  await run(page, "def @main(%x: Tensor[(1, 3, 8, 8), float32], %y: Tensor[(2, 3, 8, 8), float32]) {\n  add(%x, %y)\n}\n");
  const spec = page.store.getState().catalog?.targets.find(({ name }) => name === "tensorrt")?.spec;
  if (!spec) throw new Error("TensorRT is built in");
  page.actions.chooseTarget("tensorrt");
  const set = { ...spec, settings: { use_implicit_batch: false, tensorrt_version: [8, 0, 1], remove_no_mac_subgraphs: false } };
  const copy = copyOf(set);
  expect(copy.settings).toBeUndefined();
  const text = copy.files?.[0]?.text ?? "";
  for (const line of [
    'NAME = "tensorrt_copy"',
    "use_implicit_batch = False",
    "tensorrt_version = (8, 0, 1)",
    "remove_no_mac_subgraphs = False",
  ])
    expect(text.split("\n")).toContain(line);
  addCopy(page, set);
  await until(page, (s) => s.run.status === "finished" && s.run.stages.length === s.document.pipeline.length + 1);
  const { stages, problems } = page.store.getState().run;
  expect(stages.at(-1)?.summary.regions).toMatchObject([{ target: "tensorrt_copy", count: 1 }]);
  expect(problems.filter(({ code }) => code === "other-regions")).toEqual([]);
});

test("a pass that TVM has for a target's own regions says so of a copy's", async () => {
  const page = makePage();
  page.store.setState({ catalog: await page.engine.catalog() });
  await run(page, twoLayers);
  page.actions.chooseTarget("dnnl");
  const spec = page.store.getState().catalog?.targets.find(({ name }) => name === "dnnl")?.spec;
  if (!spec) throw new Error("dnnl is built in");
  addCopy(page, spec);
  page.actions.editPipeline((steps) => steps.push({ pass: "ConvertEquivalents", options: {} }));
  await until(page, (s) => s.run.status === "finished" && s.run.problems.some(({ code }) => code === "other-regions"));
  const said = page.store.getState().run.problems.find(({ code }) => code === "other-regions");
  expect(said?.message).toBe("`ConvertEquivalents` changes only regions of `ethos-n`, as in TVM: those of `dnnl_copy` stay.");
});

test("a script that defines no target changes nothing, and the page says what a target has", async () => {
  const page = await pageOf(text);
  const { document } = page.store.getState();
  await page.actions.openTargetFiles([{ name: "build.py", text: 'from tvm import relay\nx = relay.var("x", shape=(1, 3))\n' }]);
  expect(page.store.getState().document).toBe(document);
  expect(page.store.getState().notices.find(({ id }) => id === "target")?.text).toMatch(/^`build.py` defines no target/);
});

const working = `import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table


@register_pattern_table("mine")
def pattern_table():
    return [("mine.relu", is_op("nn.relu")(wildcard()))]


def partition_for_mine(mod, params=None):
    steps = [relay.transform.MergeComposite(pattern_table()), relay.transform.AnnotateTarget("mine"), relay.transform.PartitionGraph()]
    return tvm.transform.Sequential(steps)(mod)
`;

test("a file whose error is fixed gives its target the name that it says, and its flow runs", async () => {
  const page = makePage();
  page.store.setState({ catalog: await page.engine.catalog() });
  await run(page, text);
  await page.actions.openTargetFiles([{ name: "mine.py", text: working }]);
  const state = () => page.store.getState();
  await page.actions.openTargetFiles([{ name: "broken.py", text: working.replace("wildcard()))", "wildcard())") }]);
  expect(state().document.target).toBe("broken");
  const problem = state().notices.find(({ id }) => id === "target");
  expect(problem?.text).toBe(
    "The file defines no target. Line 9 of `broken.py`: SyntaxError: closing parenthesis ']' does not match opening parenthesis '('.",
  );
  expect(problem?.place).toEqual({ file: "broken.py", line: 9 });
  expect(state().codeMark).toEqual({ file: "broken.py", line: 9 });
  const spec = state().document.customTargets.find(({ name }) => name === "broken");
  if (!spec) throw new Error("the broken file is a target");
  const draft = new FileDraft(page.engine);
  const files = [{ name: "broken.py", text: working }];
  expect(await draft.check(spec, files)).toBeUndefined();
  expect(draft.apply(page, spec, files, false)).toBe("mine");
  expect(state().document.target).toBe("mine");
  expect(state().document.customTargets).toEqual([{ name: "mine", patterns: [], operators: [], files }]);
  expect(state().notices.find(({ id }) => id === "target")?.text).toBe("The file defines `mine`. It replaces `mine.py`.");
  await until(page, (s) => s.run.status === "finished" && s.document.pipeline.length === 3 && s.run.stages.length === 4);
  expect(state().run.stages.at(-1)?.summary.regions).toMatchObject([{ target: "mine", count: 1 }]);
  state()
    .notices.find(({ id }) => id === "target")
    ?.action?.run();
  expect(state().document.customTargets.map(({ name }) => name)).toEqual(["mine", "broken"]);
});

test("a second file that defines the same target says what it replaces, and undo restores the edited text", async () => {
  const page = await pageOf(text);
  const state = () => page.store.getState();
  const notice = () => state().notices.find(({ id }) => id === "target");
  await page.actions.openTargetFiles([{ name: "mine.py", text: working }]);
  expect(notice()?.text).not.toMatch(/replaces/);
  const edited = { name: "mine", patterns: [], operators: [], files: [{ name: "mine.py", text: `${working}# edited\n` }] };
  page.actions.editTarget("mine", edited);
  await page.actions.openTargetFiles([{ name: "other.py", text: working }]);
  expect(notice()?.text).toMatch(/ It replaces `mine.py`\./);
  notice()?.action?.run();
  expect(state().document.customTargets).toEqual([edited]);
});

test("a corrected file replaces the one that defined no target", async () => {
  const page = await pageOf(text);
  const targets = () => page.store.getState().document.customTargets.map(({ name }) => name);
  const notice = () => page.store.getState().notices.find(({ id }) => id === "target");
  await page.actions.openTargetFiles([{ name: "pasted.py", text: working.replace("wildcard()))", "wildcard())") }]);
  expect(targets()).toEqual(["pasted"]);
  await page.actions.openTargetFiles([{ name: "pasted.py", text: working }]);
  expect(targets()).toEqual(["mine"]);
  expect(notice()?.text).toMatch(/ It replaces `pasted.py`\./);
  notice()?.action?.run();
  expect(targets()).toEqual(["pasted"]);
});

test("a removed target comes back by its notice", async () => {
  const page = makePage();
  page.store.setState({ catalog: await page.engine.catalog() });
  await run(page, text);
  await page.actions.openTargetFiles([{ name: "mine.py", text: working }]);
  const { customTargets, pipeline } = page.store.getState().document;
  removeTarget(page, "mine");
  const [first] = page.store.getState().catalog?.targets ?? [];
  expect(page.store.getState().document).toMatchObject({ customTargets: [], target: first?.name, pipeline: first?.pipeline });
  const notice = page.store.getState().notices.find(({ id }) => id === "target");
  expect(notice?.text).toBe(`\`mine\` is removed. The target is \`${first?.name}\` now.`);
  notice?.action?.run();
  expect(page.store.getState().document).toMatchObject({ target: "mine", customTargets, pipeline });
});

test("the target before a removed one is the target again, with its flow", async () => {
  const page = makePage();
  const catalog = await page.engine.catalog();
  page.store.setState({ catalog });
  await run(page, text);
  const other = catalog.targets.at(-1)?.name ?? "";
  page.actions.chooseTarget(other);
  page.actions.editPipeline((pipeline) => void pipeline.pop());
  const { pipeline } = page.store.getState().document;
  await page.actions.openTargetFiles([{ name: "mine.py", text: working }]);
  removeTarget(page, "mine");
  expect(page.store.getState().document).toMatchObject({ target: other, pipeline, customTargets: [] });
  expect(page.store.getState().notices.find(({ id }) => id === "target")?.text).toBe(
    `\`mine\` is removed. The target is \`${other}\` now.`,
  );
});

test("one of several files is saved under its name, which the button says", () => {
  expect(saveLabel({ name: "mine/checks.py" }, 2)).toBe("Save checks.py");
  expect(saveLabel({ name: "mine/checks.py" }, 1)).toBe("Save");
});

test("the files of built-in targets say their targets' names, which an edit of them keeps", async () => {
  const page = makePage();
  const { targets } = await page.engine.catalog();
  for (const { spec } of targets) {
    if (!spec.files) continue;
    const draft = new FileDraft(page.engine);
    expect(await draft.check(spec, spec.files)).toBeUndefined();
    expect(draft.apply(page, spec, spec.files, false)).toBe(spec.name);
  }
});

test("what does not work yet is there again after another tab, another target or a reload", async () => {
  const backend = memory();
  const problem = { code: "python", severity: "error", message: "", hints: [], range: undefined, line: 1, column: undefined } as const;
  const fieldOn = (page: ReturnType<typeof makePage>, file: string, value: string) => {
    const name = draftName("mine", file);
    const options = {
      value,
      check: async (written: string) => (written.includes("import ;") ? [problem] : []),
      valueOf: (written: string) => written,
      kept: {
        load: (base: string) => keptDraft(page.storage, name, base),
        save: (base: string, written: string | undefined) => keepDraft(page.storage, name, base, written),
      },
      onCommit: () => {},
    };
    const field = new LiveDraft(page.store, options);
    field.place(options);
    return field;
  };
  const broken = `${working}import ;`;
  const first = fieldOn(makePage(backend), "mine.py", working);
  first.write(broken);
  await first.settle();
  first.close();
  const page = makePage(backend);
  const again = fieldOn(page, "mine.py", working);
  await vi.waitFor(() => expect(again.state.getState()).toEqual({ draft: broken, found: { text: broken, problems: [problem] } }));
  // Another file, another target and another applied text have no such draft.
  expect(fieldOn(page, "other.py", working).state.getState().draft).toBeUndefined();
  expect(fieldOn(page, "mine.py", `${working}\n`).state.getState().draft).toBeUndefined();
  again.drop();
  expect(fieldOn(page, "mine.py", working).state.getState().draft).toBeUndefined();
});

test("few drafts are kept, and what is damaged is none", () => {
  const backend = memory();
  const { storage } = makePage(backend);
  for (let i = 0; i < 12; i++) keepDraft(storage, `file ${i}`, "", "import ;");
  expect(Array.from({ length: 12 }, (_, i) => keptDraft(storage, `file ${i}`, "") !== undefined).filter(Boolean)).toHaveLength(8);
  keepDraft(storage, "long", "", "x".repeat(1_000_000));
  expect(keptDraft(storage, "long", "")).toBeUndefined();
  for (const damaged of ["[", "{}", "[1, null, {}]", '[{"of": 1}]']) {
    storage.saveText("code-drafts", damaged);
    expect(keptDraft(storage, "file 11", "")).toBeUndefined();
  }
});
