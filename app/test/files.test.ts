/**
 * Files that are dropped on the page: packed ones open as others do, and a damaged one changes nothing and is answered
 * with a sentence.
 */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { zipArchive } from "@relayscope/cases/zipArchive";
import { limits } from "@relayscope/files";
import { encodeFile } from "@relayscope/share";
import { expect, test } from "vitest";
import { exportName } from "../src/header/ExportForms.tsx";
import { snapshotOf } from "../src/state/snapshots.ts";
import { pageOf, until } from "./makePage.ts";

const mine = "def @main(%x: Tensor[(1, 8), float32]) { nn.relu(%x) }\n";
const other = "def @main(%x: Tensor[(1, 8), float32]) { tanh(%x) }\n";
const lesson = readFileSync(new URL("../../public/lessons/merging.md", import.meta.url), "utf8");
const notebook = readFileSync(new URL("../../public/examples/notebook.relay", import.meta.url), "utf8");
const model = readFileSync(new URL("../../public/examples/small-classifier.onnx", import.meta.url));

const packed = (content: string | Buffer, name: string) => new File([new Uint8Array(gzipSync(content))], name);

/** A page on which the user has a document of their own, and that document as a file. */
async function mineOpen() {
  const page = await pageOf(mine);
  return { page, file: encodeFile({ ...snapshotOf(page.store.getState(), undefined), text: other }) };
}

test("a packed text, lesson, snapshot or model opens as it does unpacked", async () => {
  const { page, file } = await mineOpen();
  const { actions, store } = page;
  await actions.openFile(packed(other, "a.relay.gz"));
  expect(store.getState().document.text).toBe(other);
  await actions.openFile(packed(file, "a.json.gz"));
  expect(store.getState().document.text).toBe(other);
  await actions.openFile(packed(model, "m.onnx.gz"));
  expect(store.getState().modelFile?.file.name).toBe("m.onnx");
  expect(store.getState().modelFile?.file.size).toBe(model.length);
  await actions.openFile(packed(lesson, "merging.md.gz"));
  expect(store.getState().learning).toEqual({ kind: "text", text: lesson, isFromFile: true });
});

test("an archive opens its first model and offers the others; one without a model says so", async () => {
  const { page } = await mineOpen();
  const { actions, store } = page;
  const second = Buffer.from("another");
  const files = [
    { name: "labels.txt", content: Buffer.from("cat") },
    { name: "a/m.onnx", content: model },
    { name: "a/n.tflite", content: second, isStored: true },
  ];
  await actions.openFile(new File([new Uint8Array(zipArchive(files))], "both.task"));
  const { modelFile } = store.getState();
  expect(modelFile?.file.name).toBe("a/m.onnx");
  expect(Buffer.from((await modelFile?.file.arrayBuffer()) ?? new ArrayBuffer(0)).equals(model)).toBe(true);
  expect(modelFile?.archive?.models.map(({ name }) => name)).toEqual(["a/m.onnx", "a/n.tflite"]);
  for (const entry of modelFile?.archive?.models.slice(1) ?? []) await actions.chooseModel(entry);
  expect(store.getState().modelFile?.file.name).toBe("a/n.tflite");
  expect(store.getState().modelFile?.archive?.models).toHaveLength(2);
  await actions.openFile(new File([new Uint8Array(zipArchive(files.slice(0, 1)))], "none.zip"));
  expect(store.getState().notices.find(({ id }) => id === "file")?.text).toMatch(/^`none.zip` was not opened: the archive has no file/);
});

test("what was edited meanwhile keeps its text, and an archive or model that came too late is named", async () => {
  const { page } = await mineOpen();
  const { actions, store } = page;
  const archive = zipArchive([{ name: "m.onnx", content: model }]);
  for (const file of [
    new File([new Uint8Array(archive)], "late.zip"),
    new File([new Uint8Array(model)], "late.onnx"),
    packed(model, "late.onnx.gz"),
  ]) {
    const opening = actions.openFile(file);
    actions.setText(`${store.getState().document.text}\n`);
    await opening;
    expect(store.getState().modelFile).toBeUndefined();
    expect(store.getState().notices.find(({ id }) => id === "file")?.text).toMatch(
      /^`late\.\w+` was not opened: the text was edited meanwhile/,
    );
  }
});

test("a text of more than a link holds opens", async () => {
  const { page } = await mineOpen();
  const large = `${other}${"// a remark\n".repeat(800_000)}`;
  expect(large.length).toBeGreaterThan(limits.linkBytes);
  await page.actions.openFile(new File([large], "large.relay"));
  expect(page.store.getState().document.text).toBe(large);
});

test("what can't be read leaves the document as it was, and says why", async () => {
  const { page, file } = await mineOpen();
  const { actions, store } = page;
  const whole = new Uint8Array(gzipSync(other));
  const damagedArchive = new Uint8Array(zipArchive([{ name: "m.onnx", content: Buffer.from("a model"), isStored: true }]));
  damagedArchive[damagedArchive.indexOf(97)] = 65;
  const damaged: readonly (readonly [File, RegExp])[] = [
    [new File([damagedArchive], "a.zip"), /^`m.onnx` of `a.zip` was not opened: its checksum is not that of its content/],
    [new File([whole.slice(0, -9)], "a.gz"), /a gzip file, and damaged or cut off/],
    [new File([new Uint8Array(gzipSync(whole))], "a.gz.gz"), /more than once/],
    [packed(Buffer.alloc(4_000_000), "zeros.gz"), /500 times larger/],
    [new File([file.slice(0, -20)], "a.json"), /not a Relayscope snapshot/],
    [new File([file.replace("tanh", "sinh")], "a.json"), /Remove the line `checksum`/],
    [new File([new Uint8Array(limits.textBytes + 1).fill(32)], "spaces.txt"), /larger than 32 MiB, the limit for a text/],
  ];
  for (const [given, sentence] of damaged) {
    const before = store.getState().document;
    await actions.openFile(given);
    expect(store.getState().document).toBe(before);
    expect(store.getState().notices.find((n) => n.id === "file")?.text).toMatch(sentence);
  }
});

test("a text as Windows writes it opens, and undo goes back to the text before", async () => {
  const { page } = await mineOpen();
  const { actions, store } = page;
  const wide = Buffer.from(`\uFEFF${other}`, "utf16le");
  await actions.openFile(new File([new Uint8Array(wide)], "mod.txt"));
  expect(store.getState().document.text).toBe(other);
  const notice = store.getState().notices.find(({ id }) => id === "pasted");
  expect(notice?.text).toBe("`mod.txt` is open as a new document.");
  notice?.action?.run();
  expect(store.getState().document.text).toBe(mine);
});

test("a model of another format, and bytes of none, change nothing and say what to do", async () => {
  const { page } = await mineOpen();
  const { actions, store } = page;
  const said = () => store.getState().notices.find(({ id }) => id === "file")?.text;
  await actions.openFile(new File([new Uint8Array(zipArchive([{ name: "m/data.pkl", content: Buffer.from("0") }]))], "model.PT"));
  expect(said()).toBe("`model.PT` was not opened: it is a PyTorch file. Export the model with `torch.onnx.export`, and open that file.");
  const late = new Uint8Array([...Buffer.from("%PDF-1.7 ".repeat(10)), 0xff, 0xfe, 1, 2]);
  await actions.openFile(new File([late], "paper.pdf"));
  expect(said()).toBe("`paper.pdf` was not opened: it is neither text nor an ONNX or TensorFlow Lite model.");
  expect(store.getState().document.text).toBe(mine);
  expect(store.getState().modelFile).toBeUndefined();
});

test("an archive of Python files opens as one target", async () => {
  const { page } = await mineOpen();
  const main = [
    "from .patterns import relu",
    "from tvm.relay.op.contrib.register import register_pattern_table",
    "",
    '@register_pattern_table("zipped")',
    "def table():",
    '    return [("zipped.relu", relu())]',
    "",
  ];
  const patterns = [
    "from tvm.relay.dataflow_pattern import is_op, wildcard",
    "",
    "def relu():",
    '    return is_op("nn.relu")(wildcard())',
    "",
  ];
  const files = [
    { name: "npu/table.py", content: Buffer.from(main.join("\n")) },
    { name: "npu/patterns.py", content: Buffer.from(patterns.join("\n")) },
  ];
  await page.actions.openFile(new File([new Uint8Array(zipArchive(files))], "npu.zip"));
  expect(page.store.getState().document.target).toBe("zipped");
});

test("an archive of more Python files than a target may have is refused, as the files themselves are", async () => {
  const { page } = await mineOpen();
  const names = Array.from({ length: limits.targetFiles + 1 }, (_, i) => `part${i}.py`);
  const said = () => page.store.getState().notices.find(({ id }) => id === "file")?.text;
  await page.actions.openPython(names.map((name) => new File(["x = 1\n"], name)));
  const refusal = said();
  expect(refusal).toMatch(/^A target has at most/);
  page.actions.dismiss("file");
  const files = names.map((name) => ({ name, content: Buffer.from("x = 1\n") }));
  await page.actions.openFile(new File([new Uint8Array(zipArchive(files))], "many.zip"));
  expect(said()).toBe(refusal);
});

test("a change of the settings takes back what offered to undo the document", async () => {
  const { page } = await mineOpen();
  await page.actions.openFile(new File([other], "other.relay"));
  expect(page.store.getState().notices.map(({ id }) => id)).toContain("pasted");
  page.actions.chooseTarget("dnnl");
  expect(page.store.getState().notices.map(({ id }) => id)).not.toContain("pasted");
});

const log = ["AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"]
  .map((pass, i) => {
    const calls = ["nn.relu", "tanh", "exp"].slice(0, i + 1).map((name, n) => `  %${n} = ${name}(%${n === 0 ? "x" : n - 1});`);
    return `[10:02:1${i}] transform.cc:133: PrintIR(after ${pass}):\ndef @main(%x: Tensor[(1, 8), float32]) {\n${calls.join("\n")}\n  abs(%${i})\n}\n`;
  })
  .join("\n");

test("each module of a log can be opened, which undo takes back in one step, and a link holds it", async () => {
  const page = await pageOf(log);
  const state = () => page.store.getState();
  const skipped = () => state().run.problems.find(({ code }) => code === "skipped-text")?.message ?? "";
  expect(skipped()).toContain("2 other modules (lines 8 and 15)");
  const modules = await page.engine.otherModules(state().run.epoch, 0);
  expect(modules.map(({ line }) => line)).toEqual([8, 15]);
  for (const [at, { text }] of modules.entries()) {
    page.actions.openPart(text, "The module is the document now.");
    await until(page, (s) => s.run.status === "finished" && s.document.text === text);
    expect(state().run.stages[0]?.summary.operators).toBe(at + 3);
    expect(skipped()).not.toContain("other module");
    expect(await page.engine.otherModules(state().run.epoch, 0)).toEqual([]);
    expect(snapshotOf(state(), undefined).text).toBe(text);
    page.actions.undo();
    await until(page, (s) => s.run.status === "finished" && s.document.text === log);
  }
});

test("an exported script does not have the name of the library that it imports", () => {
  expect(exportName({ ending: "py" })).toBe("partition.py");
  expect(exportName({ ending: "svg" })).toBe("relayscope.svg");
});

const named = (page: Awaited<ReturnType<typeof pageOf>>, id: string) => page.store.getState().notices.find((notice) => notice.id === id);

const target = `from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

@register_pattern_table("mine")
def pattern_table():
    return [("mine.tanh", is_op("tanh")(wildcard()))]
`;

test("a target and a model that are given together both open, in either order", async () => {
  const files = [new File([target], "mine.py"), new File([other], "a.relay")];
  for (const given of [files, files.toReversed()]) {
    const { page } = await mineOpen();
    await page.actions.openFiles(given);
    await until(page, (s) => s.run.status === "finished" && s.document.target === "mine");
    const { document } = page.store.getState();
    expect(document.text).toBe(other);
    expect(document.target).toBe("mine");
    expect(named(page, "target")?.text).toMatch(/^`mine` is the target now: 1 pattern, 0 operator rules\./);
    expect(named(page, "left")).toBeUndefined();
  }
});

test("of several models the first opens, and a notice names the others", async () => {
  const { page } = await mineOpen();
  const relay = (name: string, text: string) => new File([text], name);
  const third = "def @main(%x: Tensor[(1, 8), float32]) { exp(%x) }\n";
  await page.actions.openFiles([relay("a.relay", other), relay("b.relay", third)]);
  expect(page.store.getState().document.text).toBe(other);
  expect(named(page, "left")?.text).toBe("`b.relay` was not opened: one model is opened at a time.");
  named(page, "left")?.action?.run();
  await until(page, (s) => s.document.text === third);
  expect(named(page, "left")).toBeUndefined();
  await page.actions.openFiles([relay("m.onnx", "damaged"), ...["a", "b", "c", "d"].map((name) => relay(`${name}.relay`, other))]);
  expect(page.store.getState().modelFile?.file.name).toBe("m.onnx");
  expect(named(page, "left")?.text).toBe("`a.relay`, `b.relay`, `c.relay` and 1 more were not opened: one model is opened at a time.");
});

test("Markdown with Relay in a block opens as that Relay; neither that nor a lesson is refused with a sentence", async () => {
  const page = await pageOf(notebook);
  const { engine, store, actions } = page;
  const { epoch, stages } = store.getState().run;
  const answer = await engine.exportStage(epoch, stages.length - 1, { format: "markdown", title: "Mine", link: "" });
  const markdown = answer?.kind === "text" ? answer.text : "";
  const shape = () => store.getState().run.stages.map(({ pass, summary }) => [pass, summary.operators, summary.regions]);
  const before = shape();
  await actions.openFile(new File([markdown], "mine.md"));
  await until(page, (s) => s.run.epoch > epoch && s.run.status === "finished");
  expect(store.getState().document.text).toBe(markdown);
  expect(store.getState().learning).toBeUndefined();
  expect(shape()).toEqual(before);
  expect(store.getState().run.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  await actions.openFile(new File(["# Notes\n\nSee `def @main`.\n\n```python\nimport tvm\n```\n"], "notes.md"));
  expect(named(page, "file")?.text).toBe("`notes.md` was not opened: it is neither a lesson nor Markdown with Relay in a block.");
  expect(store.getState().document.text).toBe(markdown);
  expect(store.getState().learning).toBeUndefined();
});
