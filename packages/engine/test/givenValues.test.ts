/** Values that a target's files are given in place of their own names. */
import { afterAll, expect, test } from "vitest";
import { createEngine } from "../src/index.ts";

const file = {
  name: "own.py",
  text: `from vendor_sdk import version
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

SIZES = [1, 2.5]
LIMIT = 4
OPERATORS = {"a": wildcard()}

def has_unit():
    return False

def check(call):
    return has_unit() and version()[0] > LIMIT

@register_pattern_table("own")
def pattern_table():
    return [("own.tanh", is_op("tanh")(wildcard()), check)]
`,
};

const engine = createEngine();
afterAll(() => engine.dispose());

test("names that can be given a value are listed, the likeliest first", async () => {
  const { givable } = await engine.targetFiles({ files: [file] });
  expect(givable).toEqual([
    { name: "version", kind: "missing" },
    { name: "has_unit", kind: "function" },
    { name: "SIZES", kind: "value", value: "[1, 2.5]" },
    { name: "LIMIT", kind: "value", value: "4" },
  ]);
});

test("a value that is given does not change what the file's own is", async () => {
  const { givable, problem } = await engine.targetFiles({ files: [file], given: { LIMIT: "LIMIT + 1" } });
  expect(problem).toBeUndefined();
  expect(givable.find(({ name }) => name === "LIMIT")).toEqual({ name: "LIMIT", kind: "value", value: "4" });
});

test("a value that does not work is a problem that names it", async () => {
  const { problem } = await engine.targetFiles({ files: [file], given: { LIMIT: "LIMITS" } });
  expect(problem?.message).toBe("TargetError: LIMIT is given `LIMITS`, which raises NameError: name 'LIMITS' is not defined");
});
