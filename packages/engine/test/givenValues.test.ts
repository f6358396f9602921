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

def tanh_pattern():
    return is_op("tanh")(wildcard())

def same_pattern():
    return tanh_pattern()

def has_unit():
    return False

def check(call):
    return has_unit() and version()[0] > LIMIT

@register_pattern_table("own")
def pattern_table():
    return [("own.tanh", same_pattern(), check)]
`,
};

const engine = createEngine();
afterAll(() => engine.dispose());

test("names that are not words are names like others", async () => {
  const text = `${file.text}\nglobals()["a(b"] = version\n`;
  const { problem, givable } = await engine.targetFiles({ files: [{ ...file, text }] });
  expect(problem).toBeUndefined();
  expect(givable.map(({ name }) => name)).toContain("version");
});

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

const loading = {
  name: "loading.py",
  text: `import vendor_sdk as sdk
from vendor.core import Base, VERSION
from tvm.contrib import cudnn
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

NEW = sdk.version() >= (8, 0)
if VERSION > 3 and cudnn.exists():
    class Rule(Base): ...

def check(call):
    return NEW and sdk.has("tanh")

@register_pattern_table("loading")
def pattern_table():
    return [("loading.tanh", is_op("tanh")(wildcard()), check)]
`,
};

test("what a file needs while it loads is named with its line, one after another, until the file is read", async () => {
  const values: Readonly<Record<string, string>> = {
    "vendor_sdk.version": "lambda: (8, 2)",
    "vendor.core.VERSION": "4",
    "tvm.contrib.cudnn.exists": "lambda: True",
    "vendor.core.Base": "object",
  };
  let given: Record<string, string> = {};
  const needed: string[] = [];
  for (let left = 5; left > 0; left--) {
    const { problem, givable, name } = await engine.targetFiles({ files: [loading], given });
    if (problem?.unknown === undefined) {
      expect([problem, name]).toEqual([undefined, "loading"]);
      expect(givable.filter(({ kind }) => kind === "missing").map((one) => one.name)).toEqual([...Object.keys(values), "vendor_sdk.has"]);
      break;
    }
    needed.push(`${problem.line}: ${problem.unknown}`);
    const open =
      problem.unknown === "vendor_sdk.version" ? " If `vendor_sdk` is a file of yours, open `vendor_sdk.py` together with this one." : "";
    expect(problem.message).toBe(`The file needs \`${problem.unknown}\` while it loads, and Relayscope does not have it.${open}`);
    expect(givable.at(-1)).toEqual({ name: problem.unknown, kind: "missing" });
    given = { ...given, [problem.unknown]: values[problem.unknown] ?? "" };
  }
  expect(needed).toEqual(["7: vendor_sdk.version", "8: vendor.core.VERSION", "8: tvm.contrib.cudnn.exists", "9: vendor.core.Base"]);
});

test("a value for what a file needs while it loads fails by its name", async () => {
  const { problem } = await engine.targetFiles({
    files: [loading],
    given: { "vendor_sdk.version": "lambda: NEW", "vendor.core.VERSION": "1 /" },
  });
  expect(problem?.message).toMatch(/^TargetError: vendor\.core\.VERSION is given `1 \/`, which raises SyntaxError/);
});
