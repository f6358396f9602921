/** Values that are given in place of names of a target's file, and do not work. */
import { expect, test } from "vitest";
import { giveValue } from "../../src/left/given/giveValue.ts";
import { usedInstead, whyRefused } from "../../src/left/given/refusedValue.ts";
import { makePage, pageOf } from "../makePage.ts";

const text = `from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

MAX_KERNEL = 5


@register_pattern_table("mine")
def pattern_table():
    return [("mine.relu", is_op("nn.relu")(wildcard()))]
`;

test.each([
  ["banana", "`banana` is not defined."],
  ["1 / 0", "`1 / 0` raises ZeroDivisionError: division by zero."],
])("%s", async (expression, sentence) => {
  const { engine } = makePage();
  const files = [{ name: "mine.py", text }];
  const row = (await engine.targetFiles({ files })).givable.find(({ name }) => name === "MAX_KERNEL");
  if (!row) throw new Error("MAX_KERNEL can be given a value");
  const { problem } = await engine.targetFiles({ files, given: { MAX_KERNEL: expression } });
  expect(whyRefused({ row, expression, inForce: "" }, problem?.message ?? "")).toBe(sentence);
  expect(usedInstead({ row, inForce: "" })).toBe("The run uses `5`, as in the file.");
  expect(usedInstead({ row, inForce: "7" })).toBe("The run uses `7`.");
});

test("a value that the file calls is what the call returns", async () => {
  const page = await pageOf("def @main(%x: Tensor[(4), float32]) {\n  nn.relu(%x)\n}\n");
  const called = `import vendor_sdk\n\nVERSION = vendor_sdk.version()\n${text}`;
  await page.actions.openTargetFiles([{ name: "mine.py", text: called }]);
  const [spec] = page.store.getState().document.customTargets;
  if (!spec) throw new Error("the file is a target");
  expect(await giveValue(page, spec, "vendor_sdk.version", "4")).toBeUndefined();
  expect(page.store.getState().document.customTargets[0]?.given).toEqual({ "vendor_sdk.version": "lambda: 4" });
});
