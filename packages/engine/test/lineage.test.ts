/** A node's history: what each pass did to it, with the nodes that it was or became there. */
import { createEngine, type LineageLine, type RunRequest } from "@relayscope/engine";
import { expect, test } from "vitest";
import { collect, engineAfter, request } from "./modules.ts";

const text = `def @main(%x: Tensor[(1, 8), float32], %w: Tensor[(8, 8), float32]) {
  %0 = nn.dense(%x, %w, units=8);
  %1 = nn.relu(%0);
  %2 = negative(1f);
  %3 = multiply(%1, %2);
  %4 = exp(%3);
  nn.relu(%4)
}
`;

const acc = {
  name: "acc",
  patterns: [{ name: "acc.dense_relu", pattern: 'is_op("nn.relu")(is_op("nn.dense")(wildcard(), wildcard()))' }],
  operators: ["nn.dense", "nn.relu", "multiply"],
};

const steps = ["FoldConstant", "MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"];

async function linesOf(asked: Partial<RunRequest>, stage: number, line: number): Promise<readonly LineageLine[]> {
  const engine = createEngine();
  await collect(
    engine,
    request(1, { text, target: "acc", customTargets: [acc], pipeline: steps.map((pass) => ({ pass, options: {} })), ...asked }),
  );
  const call = text.split("\n")[line - 1]?.split(" = ")[1]?.replace(";", "") ?? "";
  const start = text.indexOf(call);
  const ids = await engine.nodesAt(1, stage, { start, end: start + call.length });
  const answers = await Promise.all(ids.map((id) => engine.node(1, stage, id)));
  const id = answers.find((node) => node && call.startsWith(node.title))?.id ?? 0;
  return engine.lineage(1, stage, id);
}

const told = (lines: readonly LineageLine[]) => lines.map(({ stage, fate, text }) => `${stage} ${fate}: ${text}`);

test("a call goes into a composite, into a region and into its function", async () => {
  expect(told(await linesOf({}, 0, 2))).toEqual([
    "0 text: as the text has it",
    "1 kept: kept",
    "2 composite: merged into the composite `acc.dense_relu`, 2 calls together",
    "3 region: put into region `acc 0`, of 2 operators",
    "4 region: its region grew from 2 to 3 operators: `acc 0`",
    "5 region: its region became the function `@tvmgen_default_acc_main_0`, of 3 operators",
  ]);
});

test("what is computed from constants is folded", async () => {
  expect(told(await linesOf({}, 0, 4))).toEqual([
    "0 text: as the text has it",
    "1 folded: folded into a constant",
    ...["2 kept: kept", "3 kept: kept", "4 kept: kept"],
    "5 region: put into region `acc 0`, of 3 operators",
  ]);
});

test("a pass that did not run says so, and each line's nodes are there", async () => {
  const lines = await linesOf({ pipeline: steps.map((pass, i) => ({ pass, options: {}, ...(i === 3 ? { isOff: true } : {}) })) }, 5, 2);
  expect(told(lines)).toEqual([
    "0 text: as the text has it",
    "1 kept: kept",
    "2 composite: merged into the composite `acc.dense_relu`, 2 calls together",
    "3 region: put into region `acc 0`, of 2 operators",
    "4 idle: did not run: switched off",
    "5 region: its region became the function `@tvmgen_default_acc_main_0`, of 2 operators",
  ]);
  expect(lines.map((line) => [line.at, line.nodes.map((node) => node.label)])).toEqual([0, 1, 2, 3, 4, 5].map((at) => [at, ["nn.dense"]]));
});

test("a node that becomes several says how many of each, and all of their regions", async () => {
  const normalized = `def @main(%x: Tensor[(1, 4, 8, 8), float32], %g: Tensor[(4), float32], %b: Tensor[(4), float32], %m: Tensor[(4), float32], %v: Tensor[(4), float32]) {
  %0 = nn.relu(%x);
  %1 = nn.batch_norm(%0, %g, %b, %m, %v);
  %1.0
}
`;
  const pipeline = ["SimplifyInference", "MergeComposite", "AnnotateTarget", "PartitionGraph"].map((pass) => ({ pass, options: {} }));
  const acc = { name: "acc", operators: ["multiply", "sqrt"], patterns: [] };
  const engine = await engineAfter({ text: normalized, target: "acc", customTargets: [acc], pipeline });
  const start = normalized.indexOf("%1.0");
  const ids = await engine.nodesAt(1, 0, { start, end: start + 4 });
  const lines = await engine.lineage(1, 0, ids[0] ?? 0);
  expect(told(lines)).toEqual([
    "0 text: as the text has it",
    "1 became: became 13 nodes: `add × 3`, `sqrt`, `divide`, `multiply × 3` and 3 more",
    "2 kept: kept",
    "3 region: put into 4 regions: `acc 0`, `acc 1`, `acc 2` and `acc 3`",
    `4 region: its regions became functions: ${[1, 2, 0, 5]
      .map((id) => `\`@tvmgen_default_acc_main_${id}\``)
      .join(", ")
      .replace(/, (?=[^,]*$)/, " and ")}`,
  ]);
});

test("a selected value stays the subject where other targets make composites of it and of what takes it", async () => {
  const pipeline = steps.map((pass) => ({ pass, options: {} }));
  const engine = await engineAfter({ text, target: "acc", customTargets: [acc], pipeline });
  const { hits } = await engine.search(1, steps.length, "exp");
  const exp = hits[0]?.nodes[0] ?? -1;
  const operators = ["exp", "nn.relu"];
  const patterns = operators.map((name) => ({ name: `other.${name}`, pattern: `is_op("${name}")(wildcard())` }));
  await collect(engine, request(2, { text, target: "other", customTargets: [{ name: "other", patterns, operators: [] }], pipeline }));
  // At the stage that the selection is of, no composite is made yet.
  for (const from of [0, 1]) {
    const [first = -1, ...others] = await engine.follow(2, from, steps.length, [exp]);
    expect(others).not.toHaveLength(0);
    const said = await engine.node(2, steps.length, first);
    expect(said?.title).toBe("exp");
    expect(said?.why.map(({ answer }) => answer).join(" ")).toContain("It is the composite `other.exp`");
  }
});
