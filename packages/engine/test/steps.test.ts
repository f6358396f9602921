/** Passes played decision by decision. */
import { textCases } from "@relayscope/cases";
import { createEngine } from "@relayscope/engine";
import { expect, test } from "vitest";
import { collect, engineAfter, request } from "./modules.ts";

interface StepOptions {
  readonly stage: number;
  readonly operators?: readonly string[];
  readonly patterns?: readonly (readonly [string, string])[];
}

const cases = textCases(new URL("steps", import.meta.url)).map((c) => [c.name, c] as const);

test.each(cases)("%s", async (_, { input, output, options }) => {
  const { stage, operators = [], patterns = [] } = options as unknown as StepOptions;
  const acc = { name: "acc", operators, patterns: patterns.map(([name, pattern]) => ({ name, pattern })) };
  const engine = await engineAfter({ text: `${input}\n`, target: "acc", customTargets: [acc] });
  const { steps, note } = await engine.steps(1, stage);
  engine.dispose();
  const lines = steps.map(({ state, sentence }) => `${state}: ${sentence}`);
  expect(lines.length > 0 ? lines.join("\n") : `none: ${note}`).toBe(output);
  // What is grouped was in question when it was.
  for (const { groups, nodes } of steps.filter((s) => s.state === "merged")) {
    for (const group of groups) expect(group.nodes.filter((id) => !nodes.includes(id))).toEqual([]);
  }
});

const file = `from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table


def is_small(shape):
    """Whether no size is above 8."""
    for size in shape:
        if size > 8:
            return False
    return True


def check(call):
    relu = call.args[0]
    if relu.attrs is None and "Composite" not in relu.op.attrs:
        return False
    return is_small(call.checked_type.shape)


@register_pattern_table("acc")
def pattern_table():
    return [
        ("acc.relu", is_op("nn.relu")(wildcard())),
        ("acc.exp", is_op("exp")(wildcard()), check),
    ]
`;

test("a match that a check was asked about has the lines that ran, with the one that decided", async () => {
  const acc = { name: "acc", operators: [], patterns: [], files: [{ name: "acc.py", text: file }] };
  const run = async (width: number) => {
    const engine = createEngine();
    // The check sees the composite that an entry before made of the argument.
    const text = `def @main(%x: Tensor[(2, ${width}), float32]) {\n  %0 = nn.relu(%x);\n  exp(%0)\n}\n`;
    const given = request(1, { text, target: "acc", customTargets: [acc] });
    await collect(engine, given);
    const stage = given.pipeline.findIndex(({ pass }) => pass === "MergeComposite") + 1;
    const { steps } = await engine.steps(1, stage);
    const at = steps.findIndex((step) => step.hasCheck);
    const ran = await engine.stepCheck(1, stage, at);
    const without = await engine.stepCheck(1, stage, 0);
    engine.dispose();
    expect(without).toBeUndefined();
    return { state: steps[at]?.state, answer: ran?.answer, lines: ran?.lines.map(({ line, depth, decides }) => [line, depth, decides]) };
  };
  expect(await run(16)).toEqual({
    state: "refused",
    answer: false,
    lines: [
      [14, 0, false],
      [15, 0, false],
      [17, 0, false],
      [7, 1, false],
      [8, 1, false],
      [8, 1, true],
      [9, 1, false],
    ],
  });
  expect(await run(4)).toMatchObject({ state: "merged", answer: true });
});

test("of a check that accepts, what is false did not refuse; each condition is a line once", async () => {
  const engine = createEngine();
  const text = "def @main(%x: Tensor[(2, 8), float32]) {\n  exp(%x)\n}\n";
  const files = [
    {
      name: "acc.py",
      text: `from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table


def check(call):
    return not (len(call.checked_type.shape) == LENGTH)


@register_pattern_table("acc")
def table():
    return [("acc.exp", is_op("exp")(wildcard()), check)]
`,
    },
  ];
  const linesOf = async (length: string) => {
    const own = files.map((file) => ({ ...file, text: file.text.replace("LENGTH", length) }));
    await collect(engine, request(1, { text, target: "acc", customTargets: [{ name: "acc", operators: [], patterns: [], files: own }] }));
    const [id = 0] = await engine.nodesAt(1, 0, { start: text.indexOf("exp"), end: text.indexOf("exp") + 3 });
    const trace = await engine.patternTrace(1, 0, id, 0);
    const lines = trace?.check ?? [];
    expect(new Set(lines.map((line) => `${line.text} ${line.answer}`)).size).toBe(lines.length);
    return lines.map(({ answer, isRefusing }) => [answer, isRefusing]);
  };
  const accepted = await linesOf("4");
  expect(accepted).toContainEqual([false, false]);
  expect(accepted.filter(([, isRefusing]) => isRefusing)).toEqual([]);
  expect(await linesOf("2")).toContainEqual([false, true]);
});
