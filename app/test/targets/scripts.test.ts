/** Python scripts that build a module, as the page opens them. */
import { expect, test } from "vitest";
import { pageOf, until } from "../makePage.ts";

const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  nn.relu(%x)\n}\n";

const head = `import numpy as np
import tvm
from tvm import relay
x = relay.var("x", shape=(1, 8))
w = relay.const(np.ones((4, 8), "float32"))
mod = tvm.IRModule.from_expr(relay.Function([x], relay.exp(relay.nn.dense(x, w))))
`;
const partitioning = `mod = relay.transform.InferType()(mod)
mod = relay.transform.AnnotateTarget("dnnl")(mod)
mod = relay.transform.PartitionGraph()(mod)
print(mod)
`;

const noticeOf = (page: Awaited<ReturnType<typeof pageOf>>, id: string) => page.store.getState().notices.find((n) => n.id === id);

async function pasted(script: string) {
  const page = await pageOf(text);
  page.store.setState({ catalog: await page.engine.catalog() });
  page.actions.paste(script);
  return page;
}

test("a pasted script becomes its module, with the script's own passes and the values of its weights", async () => {
  const page = await pasted(`${head}${partitioning}lib = relay.build(mod, "llvm")\n`);
  await until(page, (s) => (s.run.stages[3]?.summary.offloaded ?? 0) > 0);
  const { document, weights } = page.store.getState();
  expect(document.text).toContain("nn.dense(%x, meta[relay.Constant][0]");
  expect(document.pipeline.map(({ pass }) => pass)).toEqual(["InferType", "AnnotateTarget", "PartitionGraph"]);
  expect([...(weights?.values.constants.values() ?? [])].map(({ shape }) => shape)).toEqual([[4, 8]]);
  expect(document.target).toBe("dnnl");
  const notice = noticeOf(page, "model");
  expect(notice?.text).toMatch(
    /^This is the module that `pasted.py` builds, before the script partitions it\. The pipeline is the script's\./,
  );
  notice?.action?.run();
  expect(page.store.getState().document.text).toBe(text);
});

test("a script that stops opens what it has built, and one that builds nothing leaves the document", async () => {
  const page = await pasted(`${head}import torch\ntorch.save(mod)\n`);
  await until(page, (s) => s.document.text !== text);
  expect(noticeOf(page, "model")?.text).toMatch(/The script stops at line 8: torch is not part of TVM/);
  const other = await pasted("import onnx\nfrom tvm import relay\nmod, _ = relay.frontend.from_onnx(onnx.load('m.onnx'))\n");
  await until(other, (s) => s.notices.some(({ id }) => id === "target"));
  expect(noticeOf(other, "target")?.text).toMatch(/^`pasted.py` builds no module here\. Line 3: .*Open the model's file itself/);
  expect(other.store.getState().document.text).toBe(text);
  expect(other.store.getState().document.customTargets).toEqual([]);
});

const table = `from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

@register_pattern_table("mine")
def pattern_table():
    return [("mine.dense", is_op("nn.dense")(wildcard(), wildcard()))]
`;

test("a target file that can build a module offers to run it, and keeps its target", async () => {
  const page = await pasted(`${head}${table}`);
  await until(page, (s) => s.notices.some(({ id }) => id === "script"));
  expect(page.store.getState().document).toMatchObject({ target: "mine", text });
  noticeOf(page, "script")?.action?.run();
  await until(page, (s) => s.document.text.includes("nn.dense"));
  expect(page.store.getState().document.target).toBe("mine");
});

test("a script that defines a target and compiles its module is both", async () => {
  const partitioned = `mod = relay.transform.InferType()(mod)
mod = relay.transform.MergeComposite(pattern_table())(mod)
mod = relay.transform.AnnotateTarget("mine")(mod)
mod = relay.transform.PartitionGraph()(mod)
lib = relay.build(mod, target="llvm")
run = tvm.contrib.graph_executor.GraphModule(lib["default"](tvm.cpu()))
np.testing.assert_allclose(run.get_output(0).numpy(), 1)
`;
  const page = await pasted(`${head}${table}${partitioned}`);
  await until(page, (s) => s.notices.some(({ id }) => id === "script"));
  expect(page.store.getState().document).toMatchObject({ target: "mine", text });
  noticeOf(page, "script")?.action?.run();
  await until(page, (s) => (s.run.stages.at(-1)?.summary.offloaded ?? 0) > 0);
  const { document } = page.store.getState();
  expect(document.target).toBe("mine");
  expect(document.pipeline.map(({ pass }) => pass)).toEqual(["InferType", "MergeComposite", "AnnotateTarget", "PartitionGraph"]);
});

test("what a target file runs as a script is not run with it", async () => {
  const page = await pasted(`import tvm
${table}
def main():
    mod = tvm.IRModule()
    while True:
        pass

if __name__ == "__main__":
    main()
`);
  await until(page, (s) => s.notices.some(({ id }) => id === "script"));
  expect(page.store.getState().document.target).toBe("mine");
  noticeOf(page, "script")?.action?.run();
  await until(page, () => noticeOf(page, "script")?.tone === "error");
  expect(noticeOf(page, "script")?.text).toMatch(/^`pasted.py` builds no module here\. Line 11: The program was stopped/);
  const other = await pasted(table);
  await until(other, (s) => s.document.target === "mine" && s.run.stages.length > 1);
  expect(noticeOf(other, "script")).toBeUndefined();
});

/** A Jupyter notebook of code cells. */
const notebook = (...sources: readonly string[]) =>
  JSON.stringify({
    cells: sources.map((source) => ({ cell_type: "code", metadata: {}, outputs: [], source: source.split(/(?<=\n)/) })),
    metadata: { kernelspec: { language: "python" } },
    nbformat: 4,
    nbformat_minor: 5,
  });

test("the code cells of a pasted notebook run as one script, and problems name the cell", async () => {
  const page = await pasted(notebook("%matplotlib inline\n!pip install apache-tvm\n", head, partitioning, "print(1)\nmod.source_map\n"));
  await until(page, (s) => (s.run.stages[3]?.summary.offloaded ?? 0) > 0);
  expect(page.store.getState().document.target).toBe("dnnl");
  const words = noticeOf(page, "model")?.text;
  expect(words).toMatch(
    /^This is the module that `pasted.ipynb` builds.* The script stops at line 2 of code cell 4: `IRModule.source_map` is part/,
  );
  expect(words).toContain("2 lines of Jupyter's own (`%`, `!`, `?`) are skipped.");
});

test("a notebook that builds nothing says why, and opens the module that its outputs show", async () => {
  const broken = notebook("import tvm", "x = 1\nraise RuntimeError(tvm.runtime.enabled('cuda'))");
  const page = await pasted(broken.replace('"outputs":[]', '"outputs":[{"text":["def @main(%y: float32) {\\n","  exp(%y)\\n","}"]}]'));
  await until(page, (s) => s.document.text !== text);
  expect(noticeOf(page, "pasted")?.text).toMatch(
    /^`pasted.ipynb` builds no module here\. Line 2 of code cell 2: .* Pasted as a new document\.$/,
  );
  await until(page, (s) => s.run.stages.length > 1);
});

test("a notebook that defines a target is opened as its script", async () => {
  const page = await pasted(
    notebook(
      "from tvm.relay.dataflow_pattern import is_op, wildcard\nfrom tvm.relay.op.contrib.register import register_pattern_table",
      '@register_pattern_table("mine")\ndef pattern_table():\n    return [("mine.exp", is_op("exp")(wildcard()))]',
    ),
  );
  await until(page, (s) => s.document.target === "mine");
  const [own] = page.store.getState().document.customTargets;
  expect(own?.files?.map(({ name }) => name)).toEqual(["pasted.py"]);
  expect(own?.files?.[0]?.text).toContain("# Code cell 2\n@register_pattern_table");
});

test("a notebook that is written into the editor is offered", async () => {
  const page = await pageOf(text);
  page.actions.setText(notebook("import tvm\nfrom tvm import relay\nprint(relay.Function([], relay.const(1.0)))"));
  await until(page, (s) => s.notices.some(({ id }) => id === "python"));
  expect(noticeOf(page, "python")?.text).toMatch(/^This text is a notebook/);
  noticeOf(page, "python")?.action?.run();
  await until(page, (s) => s.document.text.includes("fn main") || s.document.text.includes("def @main()"));
});

test("a script that is edited before it runs leaves the text from before it, and none of the edits", async () => {
  const page = await pageOf(text);
  const written = "# A target.\nfrom tvm.relay.op.contrib.register import register_pattern_table\n";
  const rest = '\n@register_pattern_table("mine")\ndef table():\n    return [("mine.relu", is_op("nn.relu")(wildcard()))]\n';
  page.actions.setText(written);
  page.actions.setText(`${written}from tvm.relay.dataflow_pattern import is_op, wildcard\n${rest}`);
  await until(page, (s) => s.notices.some(({ id }) => id === "python"));
  noticeOf(page, "python")?.action?.run();
  await until(page, (s) => s.document.target === "mine");
  expect(page.store.getState().document.text).toBe(text);
});

const rules = `import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_op, wildcard

tvm.ir.register_op_attr("tanh", "target.mine", lambda _: True)
text = """#[version = "0.0.5"]
def @main(%x: Tensor[(1, 8), float32]) { exp(tanh(add(%x, meta[relay.Constant][0]))) }
"""
mod = relay.parse(text, init_meta_table={"relay.Constant": [relay.const(1.0)]})
passes = [relay.transform.InferType(), relay.transform.MergeComposite([("mine.exp", is_op("exp")(wildcard()))]), relay.transform.AnnotateTarget("mine")]
mod = tvm.transform.Sequential([*passes, relay.transform.PartitionGraph()])(mod)
`;

test("a script whose rules are next to its passes opens as the run that it is", async () => {
  const page = await pageOf(text);
  await page.actions.openFiles([new File([rules], "partition.py")]);
  await until(page, (s) => s.document.target === "mine" && s.run.status === "finished");
  const { document } = page.store.getState();
  expect(document.customTargets).toEqual([
    { name: "mine", patterns: [{ name: "mine.exp", pattern: 'is_op("exp")(wildcard())' }], operators: ["tanh"] },
  ]);
  expect(document.pipeline.map(({ pass }) => pass)).toEqual(["InferType", "MergeComposite", "AnnotateTarget", "PartitionGraph"]);
  expect(document.bindParameters).toBe(false);
  expect(noticeOf(page, "model")?.text).toBe(
    "This is the module that `partition.py` builds, before the script partitions it. The target and the pipeline are the script's.",
  );
});
