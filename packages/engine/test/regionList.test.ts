import { boundariesText, causes, costText, operatorNames } from "@relayscope/engine";
import { finishedRun } from "@relayscope/run";
import { expect, test } from "vitest";
import { whyAnswer } from "../src/questions/why.ts";
import { miscategorized } from "./claims.ts";
import { engineAfter, graphOf, request } from "./modules.ts";

test("regions are listed with operators, bytes and the causes of their boundaries, without what default keeps", async () => {
  const engine = await engineAfter();
  const lines = await engine.regions(1, 4);
  expect(lines).toMatchObject([
    {
      region: 0,
      name: "byoc-target 0",
      target: "byoc-target",
      kind: "region",
      operators: [
        { name: "conv2d", count: 1 },
        { name: "bias_add", count: 1 },
        { name: "relu", count: 1 },
      ],
      calls: 3,
      bytesOut: 512,
      causes: ["no-rule"],
    },
    { calls: 2, bytesIn: 512, bytesOut: 512, causes: ["no-rule"] },
  ]);
  const annotated = await engine.regions(1, 2);
  expect(annotated.length).toBeGreaterThan(0);
  expect(annotated.filter((line) => line.target === "default")).toEqual([]);
});

test("boundaries name their regions by the place and the name that the list of their stage has", async () => {
  const { pipeline } = request(1);
  const engine = await engineAfter();
  for (const [stage] of [...pipeline.entries(), [pipeline.length]]) {
    const lines = (await engine.regions(1, stage)).filter((line) => line.kind === "region");
    const { boundaries } = await engine.why(1, stage);
    const named = boundaries.flatMap(({ fromRegion, toRegion }) => [fromRegion ?? [], toRegion ?? []].flat());
    expect(named.length).toBeGreaterThan(0);
    for (const { place, name } of named) {
      if (lines.length === 0) expect([place, name]).toEqual([undefined, expect.stringMatching(/^byoc-target \d$/)]);
      else expect(lines.find((line) => line.region === place)?.name).toBe(name);
    }
  }
});

test("a boundary names both sides by their composites", async () => {
  const bias = (at: number, from: string) =>
    `  %${at} = nn.dense(${from}, %w, units=8);\n  %${at + 1} = nn.bias_add(%${at}, %b);\n  %${at + 2} = tanh(%${at + 1});\n`;
  const types = "%x: Tensor[(1, 8), float32], %w: Tensor[(8, 8), float32], %b: Tensor[(8), float32]";
  const text = `def @main(${types}) {\n${bias(0, "%x")}${bias(3, "%2")}${bias(6, "%5")}  exp(%8)\n}\n`;
  const pattern = 'is_op("nn.bias_add")(is_op("nn.dense")(wildcard(), wildcard()), wildcard())';
  const customTargets = [{ name: "acc", operators: [], patterns: [{ name: "acc.dense_bias", pattern }] }];
  const engine = await engineAfter({ text, target: "acc", customTargets });
  for (const stage of [0, 4]) {
    const { boundaries } = await engine.why(1, stage);
    const sides = boundaries.map(({ from, to, kind }) => `${kind}: ${from.label}, ${to.label}`);
    expect(sides).toEqual([
      "between: acc.dense_bias, acc.dense_bias",
      "between: acc.dense_bias, acc.dense_bias",
      "end: acc.dense_bias, tanh",
    ]);
  }
});

const value = "Tensor[(1, 8), float32]";
const external = (id: number) =>
  `def @acc_${id}(%i: ${value}, Compiler="acc", global_symbol="acc_${id}", Primitive=1) {\n  nn.relu(%i)\n}\n`;
const functions = [0, 1, 2].map(external).join("");

/** Regions 0, 1 and 2 in a row, the calls between them, and `exp` of a larger value after the last. */
function partitioned(first: readonly string[], second: readonly string[]): string {
  const chain = ["@acc_0", ...first, "@acc_1", ...second, "@acc_2", "tanh"];
  const lines = chain.map((callee, at) => `  %${at} = ${callee}(${at === 0 ? "%x" : `%${at - 1}`});\n`);
  return `${functions}def @main(%x: ${value}) {\n${lines.join("")}  (%${chain.length - 1}, tile(%${chain.length - 2}, reps=[64, 1]))\n}\n`;
}

const stop = "annotation.stop_fusion";

async function boundariesOf(text: string) {
  const run = await finishedRun(request(1, { text, offersAgain: true }));
  expect(miscategorized(run)).toEqual([]);
  return whyAnswer(run, 0).boundaries.map(({ cause: { code, sentence } }) => `${code}: ${sentence.split(": ")[0]}`);
}

test("in a module that came partitioned, the category of a boundary is that of its sentence", async () => {
  expect(await boundariesOf(partitioned([stop], ["exp"]))).toContain(
    "stop-fusion: `annotation.stop_fusion` is in between and stays on the host",
  );
  const both = await boundariesOf(partitioned([stop, "exp"], ["exp", stop]));
  expect(both.slice(0, 2)).toEqual([
    "stop-fusion: `annotation.stop_fusion` is in between and stays on the host",
    "left-to-host: `exp` and `annotation.stop_fusion` are in between and stay on the host",
  ]);
});

test("what keeps a region from the next comes first, then what keeps it from the one before, then from the host", async () => {
  const engine = await engineAfter({ text: partitioned(["exp"], [stop]), offersAgain: true });
  const lines = await engine.regions(1, 0);
  expect(lines.map(({ name, causes: [first] }) => `${name}: ${first}`)).toEqual([
    "acc 0: left-to-host",
    "acc 1: stop-fusion",
    "acc 2: stop-fusion",
  ]);
});

test("a region that only the function's result is after ends at its input", async () => {
  const engine = await engineAfter();
  expect((await engine.regions(1, 4)).map(({ isAtInputs }) => isAtInputs)).toEqual([false, true]);
});

test("the list of causes names calls, not the items of tuples between them", async () => {
  // The path that leaves a region and comes back goes through the call and the item of its result.
  const text = `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32], %v: Tensor[(8, 4, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = split(%0, indices_or_sections=2, axis=1);
  %2 = %1.0;
  %3 = nn.conv2d(%2, %v, padding=[1, 1, 1, 1]);
  add(%0, %3)
}
`;
  const customTargets = [{ name: "acc", patterns: [], operators: ["nn.conv2d", "add"] }];
  const engine = await engineAfter({ text, target: "acc", customTargets });
  const { lines } = await engine.why(1, 4);
  expect(lines.map(({ subject }) => subject)).toEqual(["split"]);
});

test("a Markdown export lists the regions and the causes in the words of the page's lists", async () => {
  const engine = await engineAfter();
  const stage = 4;
  const lines = await engine.regions(1, stage);
  const why = await engine.why(1, stage);
  const answer = await engine.exportStage(1, stage, { format: "markdown", title: "t" });
  if (answer.kind !== "text") throw new Error(answer.reason);
  for (const line of lines) {
    const row = answer.text.split("\n").find((text) => text.startsWith(`| \`${line.name}\` |`));
    expect(row).toContain(operatorNames(line).join(", ").replaceAll("_", "\\_"));
    expect(row).toContain(line.causes.map((code) => causes[code].name).join(", "));
  }
  expect(why.lines.length).toBeGreaterThan(0);
  for (const { subject, boundaries, sentence, ...line } of why.lines) {
    expect(answer.text).toContain(
      `- **${boundariesText(boundaries.length)}, ${costText(line)}**: \`${subject}\`, ${causes[line.code].name}\n`,
    );
    const [words = ""] = sentence.split("`");
    expect(answer.text).toContain(words.replaceAll("_", "\\_"));
  }
});

test("inputs of calls within regions and composites have the names of what they are given, not those that passes make", async () => {
  const engine = await engineAfter();
  const { graph } = await graphOf(engine, 1, 4);
  const inputsOf = async (label: string) => {
    const found = await Promise.all(graph.nodes.filter((node) => node.label === label).map(({ id }) => engine.node(1, 4, id)));
    return found[0]?.facts.filter(({ value }) => value.includes("Tensor")).map(({ value }) => value.split(":")[0]);
  };
  expect(await inputsOf("conv2d")).toEqual(["%x", "%w"]);
  const all = (await Promise.all(graph.nodes.map(({ id }) => engine.node(1, 4, id)))).flatMap((details) => details?.facts ?? []);
  expect(all.filter(({ value }) => /_i\d|FunctionVar/.test(value))).toEqual([]);
  // A region that nothing calls: its input has a place instead.
  const text = `def @r(%own_0_i0: Tensor[(1, 8), float32], Compiler="own", Primitive=1, global_symbol="r") -> Tensor[(1, 8), float32] {
  exp(%own_0_i0)
}
def @main(%x: Tensor[(1, 8), float32]) { tanh(%x) }
`;
  const alone = await engineAfter({ text, target: "", pipeline: [] });
  const drawn = await graphOf(alone, 1, 0);
  const ids = drawn.graph.nodes.filter(({ label }) => label === "exp").map(({ id }) => id);
  const [details] = await Promise.all(ids.map((id) => alone.node(1, 0, id)));
  expect(details?.facts).toEqual([{ label: "data", value: "the first input of @r: Tensor[(1, 8), float32]" }]);
});
