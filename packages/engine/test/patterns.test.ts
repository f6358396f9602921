/** Which patterns match at a node, and why not: the answer of the contract, over known modules. */
import { workOf } from "@relayscope/cases/work";
import { createEngine, type Engine, type PatternAnswer, type RunRequest } from "@relayscope/engine";
import { wholeKit } from "@relayscope/run";
import { afterEach, expect, test } from "vitest";
import { collect, request } from "./modules.ts";

const engines: Engine[] = [];
afterEach(() => {
  for (const engine of engines.splice(0)) engine.dispose();
});

interface Asked {
  readonly engine: Engine;
  readonly stage: number;
  readonly id: number;
  readonly answer: PatternAnswer;
}

/** Runs, and asks at a stage about the node that stands behind `at` in the text. */
async function ask(changes: Partial<RunRequest>, at: string, stage = 0): Promise<Asked> {
  const engine = createEngine();
  engines.push(engine);
  const asked = request(1, changes);
  await collect(engine, asked);
  const start = asked.text.indexOf(at) + 1;
  const [id = -1] = await engine.nodesAt(1, stage, { start, end: start });
  const answer = await engine.patterns(1, stage, id);
  if (!answer) throw new Error("no answer");
  return { engine, stage, id, answer };
}

/** A target `t` of the given patterns. */
function target(...patterns: readonly string[]): Partial<RunRequest> {
  const table = patterns.map((pattern, i) => ({ name: `t.p${i}`, pattern }));
  return { target: "t", customTargets: [{ name: "t", patterns: table, operators: ["exp"] }] };
}

const states = ({ answer }: Asked) => answer.tries.map((tried) => [tried.name, tried.state, tried.reason]);

async function trace({ engine, stage, id }: Asked, index: number): Promise<readonly string[]> {
  const found = await engine.patternTrace(1, stage, id, index);
  return (found?.lines ?? []).map((line) => {
    const mark = line.isFirst ? "!" : line.state === "met" ? "+" : "-";
    return `${"  ".repeat(line.level - 1)}${mark} ${line.pattern} ${line.label}${line.message ? `: ${line.message}` : ""}`;
  });
}

const conv = 'is_op("nn.conv2d")(wildcard(), wildcard())';
const convBias = `is_op("nn.bias_add")(${conv}, wildcard())`;

test("the entry that takes a node, those that come too late, and the trace of the match", async () => {
  const asked = await ask({}, "nn.conv2d", 4);
  expect(states(asked)).toEqual([
    ["byoc-target.conv2d_relu_with_bias", "taken", ""],
    ["byoc-target.conv2d_relu_wo_bias", "spent", "overlap"],
  ]);
  expect(asked.answer.tries[1]?.message).toBe("`byoc-target.conv2d_relu_with_bias` took the node earlier.");
  expect(asked.answer.tries[0]?.at?.label).toBe("nn.relu");
  expect(await trace(asked, 0)).toEqual([
    '+ is_op("nn.relu")(…) nn.relu',
    '  + is_op("nn.bias_add")(…) nn.bias_add',
    '    + is_op("nn.conv2d")(…) nn.conv2d',
    "      + wildcard() %x",
    "      + wildcard() %w",
    "    + wildcard() %b",
  ]);
  expect(asked.answer.rules).toEqual([{ target: "byoc-target", operator: "nn.conv2d", state: "none", check: [] }]);
});

test("a pattern that fails above the node is followed up to there", async () => {
  const asked = await ask(
    target(`is_op("sigmoid")(${convBias})`, `is_op("nn.relu")(${conv})`, 'is_op("nn.dense")(wildcard(), wildcard())'),
    "nn.conv2d",
  );
  expect(states(asked)).toEqual([
    ["t.p0", "failed", "operator"],
    ["t.p1", "failed", "operator"],
    ["t.p2", "unrelated", ""],
  ]);
  expect(asked.answer.tries.map((tried) => [tried.message, tried.at?.label])).toEqual([
    ["The pattern needs the operator `sigmoid`; this is `nn.relu`.", "nn.relu"],
    ["The pattern needs the operator `nn.relu`; this is `nn.bias_add`.", "nn.bias_add"],
    ["No part of the pattern can match `nn.conv2d`.", undefined],
  ]);
  expect(await trace(asked, 0)).toEqual([
    '! is_op("sigmoid")(…) nn.relu: The pattern needs the operator `sigmoid`; this is `nn.relu`.',
    '  + is_op("nn.bias_add")(…) nn.bias_add',
    '    + is_op("nn.conv2d")(…) nn.conv2d',
    "      + wildcard() %x",
    "      + wildcard() %w",
    "    + wildcard() %b",
  ]);
});

test("the middle of a pattern that fails first is shown as a part", async () => {
  const asked = await ask(target(`is_op("exp")(is_op("nn.relu")(is_op("add")(${conv}, wildcard())))`), "nn.conv2d");
  expect(asked.answer.tries[0]).toMatchObject({ state: "failed", message: "The pattern needs the operator `add`; this is `nn.bias_add`." });
  expect((await asked.engine.patternTrace(1, 0, asked.id, 0))?.note).toContain("The pattern continues above `nn.bias_add`");
});

test("reasons: constant, attribute, arity, type, operand order, nothing above", async () => {
  const failing: readonly (readonly [string, string])[] = [
    ['is_op("nn.conv2d")(wildcard(), is_constant())', "constant"],
    [`${conv}.has_attr({"groups": 2})`, "attribute"],
    ['is_op("nn.conv2d")(wildcard())', "arity"],
    [`is_op("nn.bias_add")(${conv}.has_dtype("int8"), wildcard())`, "type"],
    [`is_op("nn.bias_add")(wildcard(), ${conv})`, "operand-order"],
  ];
  const asked = await ask(target(...failing.map(([pattern]) => pattern)), "nn.conv2d");
  expect(asked.answer.tries.map((tried) => tried.reason)).toEqual(failing.map(([, reason]) => reason));
  const last = await ask(target('is_op("nn.relu")(is_op("reshape")(wildcard()))'), "reshape(");
  expect(last.answer.tries[0]).toMatchObject({ state: "failed", reason: "operator" });
  expect(last.answer.tries[0]?.message).toBe("The pattern continues above `reshape` with `nn.relu`, and no call uses it.");
  expect(await trace(last, 0)).toEqual([
    '! is_op("nn.relu")(…) nothing: The pattern continues above `reshape` with `nn.relu`, and no call uses it.',
    '  + is_op("reshape")(…) reshape',
    "    + wildcard() add",
  ]);
});

test("a match whose inner node is used outside is refused, with the user among its nodes", async () => {
  const text = `def @main(%x: Tensor[(4), float32]) { %0 = nn.relu(%x); %1 = exp(%0); add(%1, sigmoid(%0)) }`;
  const asked = await ask(
    {
      ...target('is_op("add")(is_op("exp")(is_op("nn.relu")(wildcard())), wildcard())', 'is_op("exp")(is_op("nn.relu")(wildcard()))'),
      text,
    },
    "nn.relu",
  );
  expect(states(asked)).toEqual([
    ["t.p0", "taken", ""],
    ["t.p1", "spent", "overlap"],
  ]);
  const outside = await ask({ ...target('is_op("exp")(is_op("nn.relu")(wildcard()))'), text }, "nn.relu");
  expect(states(outside)).toEqual([["t.p0", "refused", "outside-user"]]);
  expect(outside.answer.tries[0]?.message).toContain("`sigmoid`");
  expect(outside.answer.tries[0]?.nodes).toHaveLength(2);
});

const withSum = (
  attributes: string,
  summand: string,
) => `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32], %b: ${summand}) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]${attributes});
  %1 = add(%0, %b);
  nn.relu(%1)
}
`;

test("a check that refuses comes as a tree with values, and so does a rule", async () => {
  const text = withSum(", channels=8, kernel_size=[3, 3]", "Tensor[(1, 8, 4, 4), float32]");
  const asked = await ask({ target: "dnnl", text }, "nn.conv2d");
  const refused = asked.answer.tries.find((tried) => tried.name === "dnnl.conv2d_bias_relu");
  expect(refused).toMatchObject({ state: "refused", reason: "check" });
  expect(refused?.defect).toBeTypeOf("string");
  const trace = await asked.engine.patternTrace(1, 0, asked.id, refused?.index ?? -1);
  expect(trace?.check[0]).toMatchObject({ level: 1, answer: false });
  expect(trace?.check.flatMap((line) => line.values)).toContainEqual({ text: "channels", value: "8" });
  const [rule] = asked.answer.rules;
  expect(rule).toMatchObject({ target: "dnnl", operator: "nn.conv2d", state: "accepts" });
  expect(rule?.check.flatMap((line) => line.values)).toContainEqual({ text: "argument.checked_type.dtype", value: "'float32'" });
});

test("a check that raises stops the table there, and later entries were not tried", async () => {
  const text = withSum("", "Tensor[(8, 1, 1), float32]").replace("add(%0, %b)", "add(%0, negative(%b))");
  const asked = await ask({ target: "dnnl", text }, "nn.conv2d");
  const raising = asked.answer.tries.findIndex((tried) => tried.state === "raises");
  expect(raising).toBeGreaterThan(-1);
  expect(asked.answer.tries.slice(raising + 1).every((tried) => tried.state === "not-tried")).toBe(true);
  const trace = await asked.engine.patternTrace(1, 0, asked.id, raising);
  expect(trace?.check[0]?.answer).toBe("raises");
  expect(trace?.check.some((line) => line.message !== "")).toBe(true);
});

test("without MergeComposite the target's patterns are tried at the node", async () => {
  const asked = await ask({ pipeline: [{ pass: "InferType", options: {} }] }, "nn.relu", 1);
  expect(asked.answer.notes).toEqual(["The pipeline has no MergeComposite; the patterns of `byoc-target` are tried on this stage."]);
  expect(asked.answer.tries[0]?.state).toBe("taken");
});

test("a node that is not there has no answer", async () => {
  const asked = await ask({}, "nn.relu");
  expect(await asked.engine.patterns(1, 0, 99_999)).toBeUndefined();
  expect(await asked.engine.patternTrace(1, 0, asked.id, 99)).toBeUndefined();
});

test("the work grows with the module, and the answer does not", async () => {
  const texts = [500, 4_000].map((calls) => {
    const lines = Array.from({ length: calls }, (_, i) => `  %${i} = ${i % 2 ? `nn.relu(%${i - 1})` : `exp(${i ? `%${i - 1}` : "%x"})`};`);
    return `def @main(%x: Tensor[(4), float32]) {\n${lines.join("\n")}\n  sigmoid(%${calls - 1})\n}`;
  });
  const sizes: number[] = [];
  const works: number[] = [];
  for (const text of texts) {
    const asked = await ask(
      {
        ...target('is_op("nn.relu")(is_op("exp")(wildcard()))', 'is_op("sigmoid")(is_op("nn.relu")(wildcard()))'),
        text,
        pipeline: [{ pass: "MergeComposite", options: {} }],
      },
      "sigmoid",
    );
    sizes.push(JSON.stringify(asked.answer).length);
    works.push(await workOf(() => asked.engine.patterns(1, 0, asked.id - 2)));
  }
  expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) + 100);
  expect(works[1]).toBeLessThan(8.5 * (works[0] ?? 0));
});

test("the text of a pattern is read once, however often trials of changes ask for it", async () => {
  const { readPattern } = await wholeKit();
  const text = 'is_op("nn.relu")(is_op("nn.conv2d")(wildcard(), is_constant()))';
  expect(readPattern(text).pattern).toBeDefined();
  expect(readPattern(text)).toBe(readPattern(text));
});
