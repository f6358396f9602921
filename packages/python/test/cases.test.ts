/** Programs and their output, as CPython 3.11 gives it; `npm run script packages/python/fuzz/record.ts` asks it again. */
import { textCases } from "@relayscope/cases";
import { describe, expect, test } from "vitest";
import { Machine } from "../src/index.ts";
import { runProgram } from "./runProgram.ts";

const cases = textCases(new URL("cases/", import.meta.url));

describe("programs print what CPython prints", () => {
  test.each(cases.map((c) => [c.name, c] as const))("%s", (_, { input, output }) => {
    expect(runProgram(input).trim()).toBe(output);
  });
});

test("numpy along axes that are not built is refused, not answered without them", () => {
  const asked = ["percentile(z, 1, axis=(0, 1))", "quantile(z, 1, axis=(0, 1))", "unique(z, axis=0)"];
  const program = asked.map((f) => `try:\n    np.${f}\nexcept RuntimeError as error:\n    print(error)`).join("\n");
  const refused = [
    "numpy's quantiles along several axes are",
    "numpy's quantiles along several axes are",
    "numpy.unique() along an axis of several is",
  ];
  expect(runProgram(`import numpy as np\nz = np.zeros((2, 2))\n${program}`).trim()).toBe(
    refused.map((what) => `${what} not available here`).join("\n"),
  );
});

test.each([
  ["import numpy as np\nnp.cross([1], [2])", true],
  ["print((-8) ** 0.5)", true],
  ["1j", true],
  ["try:\n    open('a')\nexcept Exception as error:\n    raise ValueError('no file') from error", true],
  ["raise RuntimeError('not available here')", false],
  ["1 +", false],
  ["import math\nmath.erf(1)", true],
  ["complex(1, 2)", true],
  ["str(12) is '12'", true],
  ["import numpy as np\nnp.random.default_rng(0).normal()", true],
  ["class math: pass\nmath.erf", false],
])("%s: whether the reason is a limit of the evaluator is %s", (program, isOwnLimit) => {
  expect(new Machine().loadText("__main__", program)).toMatchObject({ kind: "raised", isOwnLimit });
});

// CPython looks for these names in the module, which the recorded programs are not.
test("dataclasses whose types are not evaluated know which annotations are not fields", () => {
  const program = `from __future__ import annotations
from dataclasses import dataclass, field, InitVar, KW_ONLY
@dataclass
class Rule:
    op: str
    arity: int = 1
    _: KW_ONLY
    opts: dict = field(default_factory=dict)
    strict: InitVar[bool] = False
    def __post_init__(self, strict):
        self.mode = "no" if strict else "maybe"
print(Rule("a", 2, opts={}, strict=True), Rule("a", strict=True).mode, Rule("b").mode)
try:
    Rule("a", 2, {})
except TypeError as e:
    print(e)`;
  const refused = "Rule.__init__() takes from 2 to 3 positional arguments but 4 were given";
  expect(runProgram(program).trim()).toBe(`Rule(op='a', arity=2, opts={}) no maybe\n${refused}`);
});
