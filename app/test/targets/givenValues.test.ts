/** Values that are given in place of names of a target's file, and do not work. */
import { expect, test } from "vitest";
import { usedInstead, whyRefused } from "../../src/left/refusedValue.ts";
import { makePage } from "../makePage.ts";

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
