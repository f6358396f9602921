/** What a search in a stage finds, by the form of what is typed. */
import { createEngine } from "@relayscope/engine";
import { beforeAll, expect, test } from "vitest";
import { collect, engineAfter, request, taking } from "./modules.ts";

const engine = createEngine();
const text = `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 1, 3, 3), float32], %b: Tensor[(8), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], groups=8);
  %1 = nn.bias_add(%0, %b);
  %2 = nn.relu(%1);
  %3 = exp(%2);
  %4 = cast(%3, dtype="int8");
  %5 = cast(%4, dtype="uint8");
  %6 = clip(%5, a_min=0f, a_max=6f);
  reshape(%6, newshape=[1, 128])
}
`;
const last = 4;

beforeAll(async () => {
  await collect(engine, request(1, { text }));
});

const titles = async (query: string, stage = last) =>
  (await engine.search(1, stage, query)).hits.map(
    (hit) => `${hit.kind === "node" ? "" : `${hit.kind} `}${hit.name ? `${hit.name}: ` : ""}${hit.title}`,
  );

test.each([
  ["nn.conv2d", 0, ["nn.conv2d"]],
  ["CONV2D", 0, ["nn.conv2d"]],
  ["%2", 0, ["%2 of the input: nn.relu"]],
  ["%w", 0, ["%w"]],
  ["int8", 0, ["cast"]],
  ["uint8 cast", 0, ["cast"]],
  ["1x8x4x4 relu", 0, ["nn.relu"]],
  ["(1, 8, 4, 4) int8", 0, ["cast"]],
  ["(1, 128)", 0, ["reshape"]],
  ["groups=8", 0, ["nn.conv2d"]],
  ["padding=[1,1,1,1]", 0, ["nn.conv2d"]],
  ['dtype="int8"', 0, ["cast"]],
  ["no such thing", 0, []],
  ["", 0, []],
] as const)("%s", async (query, stage, expected) => {
  expect(await titles(query, stage)).toEqual(expected);
});

test("a region is found by target and number, a function by its name, a composite by its own", async () => {
  const [region] = (await engine.search(1, last, "byoc-target 0")).hits;
  expect(region).toMatchObject({ kind: "region", region: 0 });
  expect(region?.title).toMatch(/^byoc-target 0 · /);
  expect(await titles("@tvmgen_default_byoc_target_main_0")).toEqual(["frame @tvmgen_default_byoc_target_main_0"]);
  expect((await titles("conv2d_relu_with_bias"))[0]).toBe("frame byoc-target.conv2d_relu_with_bias");
  expect(await titles("@tvmgen_default_byoc_target_main_99")).toEqual([]);
});

test("a hit says line, region and type, and a filter gets all ids", async () => {
  const { hits, total, ids } = await engine.search(1, last, "nn.relu");
  expect(hits).toMatchObject([{ title: "nn.relu", line: 4, regionLabel: "byoc-target 0", type: "float32 1×8×4×4" }]);
  expect(total).toBe(1);
  expect(ids).toEqual(hits[0]?.nodes);
  const inRegion = await engine.search(1, last, "byoc-target 0");
  expect(inRegion.ids.length).toBeGreaterThanOrEqual(3);
});

const words = async (query: string) => (await engine.answersInWords(1, last, query)).map(({ kind, title }) => `${kind} ${title}`);

test("a question in words is answered by the list of causes, by a call's line, or by what is on the host", async () => {
  const { lines } = await engine.why(1, last);
  const all = lines.map(
    ({ subject, boundaries }) => `cause ${subject}: ${boundaries.length} ${boundaries.length === 1 ? "boundary" : "boundaries"}`,
  );
  expect(all.length).toBeGreaterThan(0);
  for (const question of ["why two regions?", "Why is it split", "not offloaded"]) {
    expect(await words(question)).toEqual(all);
  }
  expect(await words("relu line 4")).toEqual(["call nn.relu on line 4"]);
  expect(await words("why is exp not offloaded")).toContain("call exp on line 5");
  expect(await words("clip on line 4")).toEqual([]);
  expect(await words("no such thing as xyzzy")).toEqual([]);
  expect(await words("")).toEqual([]);
});

test("a question names regions, counts them, or asks of nothing offloaded", async () => {
  const adds = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = add(%x, %x);\n  %1 = exp(%0);\n  add(%1, %1)\n}\n";
  const own = await engineAfter(taking(adds, "add"));
  const { boundaries, lines } = await own.why(1, last);
  const between = boundaries.find(({ fromRegion, toRegion }) => fromRegion && toRegion);
  const [a = "", b = ""] = [between?.fromRegion?.name, between?.toRegion?.name].map((name) => name?.replace(" ", "_"));
  const [f, g] = [a, b].map((name) => `@tvmgen_default_${name.replace("_", "_main_")}`);
  const sentences = async (query: string) => (await own.answersInWords(1, last, query)).map(({ sentence }) => sentence);
  expect(between?.cause.sentence).toContain("`exp`");
  const spaced = [`${between?.fromRegion?.name} ${between?.toRegion?.name}`, "acc 0 and 2", "why are regions 0 and 2 apart", "acc 2"];
  const asked = [`why is it split between ${f} and ${g}?`, `why is ${a} not merged with ${b}`, `${a} ${b}`, `${b} alone`];
  for (const query of [...asked, ...spaced, "why is add alone"]) {
    expect(await sentences(query)).toEqual([between?.cause.sentence]);
  }
  // Before there are regions, too.
  expect((await own.answersInWords(1, 0, "why is add alone")).map(({ sentence }) => sentence)).toEqual([between?.cause.sentence]);
  for (const query of ["why three regions", "why 54 regions", "why is it split here", "why regions"]) {
    expect(await sentences(query)).toEqual(lines.map(({ sentence }) => sentence));
  }
  await collect(own, request(2, taking(adds, "tanh")));
  const [none, ...others] = await own.answersInWords(2, last, "why nothing offloaded");
  expect(none).toMatchObject({ kind: "note", title: "Why is nothing offloaded?" });
  expect(none?.sentence).toBe("None of the 3 operators is in a region. `acc` has neither a rule nor a pattern for `add` and `exp`.");
  expect(others).toEqual([]);
});

const chained = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = add(%x, %x);\n  %1 = exp(%0);\n  %2 = exp(%1);\n  add(%2, %2)\n}\n";

test("a number that no region has is named, and how many regions there are", async () => {
  const own = await engineAfter(taking(chained, "add"));
  const said = async (query: string) => (await own.answersInWords(1, last, query)).map(({ title, sentence }) => `${title}: ${sentence}`);
  const [between] = await said("acc 0 and 2");
  const gone = (name: string, all: string) => `There is no region ${name}: There are 2 regions${all}: 0 and 2.`;
  expect(await said("acc 0 and 1")).toEqual([gone("acc 1", " of `acc`"), between]);
  expect(await said("acc_7")).toEqual([gone("acc 7", " of `acc`")]);
  expect(await said("why are regions 5 and 6 apart")).toEqual([gone("5", ""), gone("6", "")]);
  expect(await said("why is region 2 of 54 alone")).toEqual([between]);
  expect(await said("acc 0 and 2")).toEqual([between]);
});

test("a run with regions answers why nothing is offloaded by what stays on the host, and why", async () => {
  const own = await engineAfter(taking(chained, "add"));
  for (const [query, stage] of [
    ["Why is nothing offloaded?", last],
    ["why is none offloaded", 0],
    ["why isn't anything offloaded", last],
  ] as const) {
    const said = (await own.answersInWords(1, stage, query)).map(({ title, sentence }) => `${title}: ${sentence}`);
    expect(said).toEqual([
      "2 of 4 operators are offloaded: `exp` × 2 are on the host.",
      "exp on line 3: `acc` has neither a rule nor a pattern for `exp`.",
    ]);
  }
});

test("a question about the stage as a whole counts its regions and operators", async () => {
  const own = await engineAfter(taking(chained.replace("exp(%0)", "add(%0, %0)"), "add"));
  const said = async (query: string, stage = last) =>
    (await own.answersInWords(1, stage, query)).map(({ title, sentence }) => `${title}: ${sentence}`);
  const regions = "There are 2 regions of `acc`: 0 and 2. The largest is `acc 0` with 2 operators.";
  for (const query of ["how many regions", "Which regions are there?", "number of regions", "biggest region", "list regions"]) {
    expect(await said(query)).toEqual([`2 regions after PartitionGraph: ${regions}`]);
  }
  // Before regions are merged, the end of the run counts.
  expect(await said("how many regions are there", 2)).toEqual(await said("how many regions"));
  for (const query of [
    "which operators stay on the host",
    "how many operators are offloaded",
    "list the host's operators",
    "what stays on the CPU",
  ]) {
    expect((await said(query))[0]).toBe("3 of 4 operators are offloaded: `exp` is on the host.");
  }
  expect((await said("how many add"))[0]).toBe("3 calls of add after PartitionGraph: All are offloaded.");
  expect((await said("how many calls of exp are there", 0))[0]).toBe("1 call of exp in the input: The stage has no regions.");
  expect((await said("how many composites"))[0]).toMatch(/^0 composites after PartitionGraph: /);
  expect(await said("shape of exp")).toEqual(await said("exp"));
  await collect(own, request(2, taking(chained, "tanh")));
  const [none] = await own.answersInWords(2, last, "how many regions");
  expect(none?.title).toBe("Why is nothing offloaded?");
});

test("two named regions that no value goes between are answered by what is between them", async () => {
  const calls = ["add(%x, %x)", "exp(%0)", "add(%1, %1)", "exp(%2)", "add(%3, %3)"];
  const lines = calls.map((call, i) => `  ${i === calls.length - 1 ? "" : `%${i} = `}${call}${i === calls.length - 1 ? "" : ";"}`);
  const far = `def @main(%x: Tensor[(1, 8), float32]) {\n${lines.join("\n")}\n}\n`;
  const own = await engineAfter(taking(far, "add"));
  const regions = await own.regions(1, last);
  const names = regions.flatMap(({ kind, name }) => (kind === "region" ? [name] : []));
  expect(names).toHaveLength(3);
  const { hits } = await own.search(1, last, "add");
  const adds = names.map((name) => hits.find((hit) => hit.regionLabel === name)?.nodes[0] ?? -1);
  const [from = -1, , to = -1] = adds;
  const known = await own.whyBetween(1, last, from, to);
  expect(known?.cause?.sentence).toBeTruthy();
  const answers = await own.answersInWords(1, last, `${names[0]} ${names[2]}`);
  expect(answers).toMatchObject([{ kind: "cause", title: `${names[0]} and ${names[2]}`, sentence: known?.cause?.sentence }]);
});

test("a question names two operators, or two lines, and is answered as the two nodes are", async () => {
  const own = await engineAfter(taking(chained, "add"));
  const said = async (query: string) => (await own.answersInWords(1, last, query)).map(({ title, sentence }) => `${title}: ${sentence}`);
  const [first, second] = (await own.search(1, last, "add")).hits.map(({ nodes }) => nodes[0] ?? -1);
  const between = (await own.whyBetween(1, last, first ?? -1, second))?.cause?.sentence;
  expect(between).toContain("`exp`");
  for (const query of ["why are lines 2 and 5 apart", "line 2, line 5", "why is add not in one region with add"]) {
    expect(await said(query)).toEqual([`add on line 2 and add on line 5: ${between}`]);
  }
  for (const query of ["why are add and exp not together in acc", "add exp"])
    expect((await said(query))[0]).toMatch(/^add on line 2 and exp on line 3: /);
  await collect(own, request(2, taking(chained, "add", "exp")));
  const [joined] = await own.answersInWords(2, last, "why are add and exp apart");
  expect(joined).toMatchObject({ title: "add on line 2 and exp on line 3", sentence: "Both are in region `acc 0`.", isExact: true });
  // AnnotateTarget marks each call by itself.
  const [marked] = await own.answersInWords(2, 2, "why are add and exp apart");
  expect(marked?.sentence).toBe("At the end of the run both are in one region.");
});

test("a call that a stage marks for the host is answered by its cause; before there are regions, one is in its region of the end", async () => {
  const own = await engineAfter(taking(chained, "add"));
  for (const [stage, region] of [
    [0, "At the end of the run it is in region `acc 0`."],
    [2, "It is in region `acc 0`."],
  ] as const) {
    expect((await own.answersInWords(1, stage, "exp")).map(({ sentence }) => sentence)).toContain(
      "`acc` has neither a rule nor a pattern for `exp`.",
    );
    expect((await own.answersInWords(1, stage, "first add")).map(({ sentence }) => sentence)).toEqual([region]);
  }
});

test("why there are no regions is answered, also where no pass chooses targets", async () => {
  const own = await engineAfter({ text: chained, pipeline: [{ pass: "InferType", options: {} }] });
  for (const query of ["why no regions", "why is nothing offloaded"]) {
    const [none, ...others] = await own.answersInWords(1, 1, query);
    expect(none).toMatchObject({
      kind: "note",
      sentence: "None of the 4 operators is in a region. `AnnotateTarget` is not in the pipeline: no node gets a target.",
    });
    expect(others).toEqual([]);
  }
  const [explained] = await own.explain(1, 1);
  expect(explained?.question).toBe("Why is nothing offloaded?");
});

test("a boundary that the list of causes has is not answered once more", async () => {
  const adds = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = add(%x, %x);\n  %1 = exp(%0);\n  add(%1, %1)\n}\n";
  const customTargets = [{ name: "adder", operators: ["add"], patterns: [] }];
  const own = await engineAfter({ text: adds, target: "adder", customTargets });
  const { lines } = await own.why(1, last);
  const answers = await own.answersInWords(1, last, "why is add alone");
  expect(answers.map(({ sentence }) => sentence)).toEqual(lines.map(({ sentence }) => sentence));
});

test("a line is a word of the search", async () => {
  expect(await titles("conv2d line 2")).toEqual(["nn.conv2d"]);
  expect(await titles("conv2d line 3")).toEqual([]);
});

test("an answer in words says what the boundary itself says", async () => {
  const { boundaries, lines } = await engine.why(1, last);
  const [first] = await engine.answersInWords(1, last, "why regions");
  expect(first?.sentence).toBe(lines[0]?.sentence);
  expect(boundaries.some(({ from, to }) => from.id === first?.from && to.id === first?.to)).toBe(true);
});

test("a name that a pass's own text binds is found there", async () => {
  const { text: own } = await engine.text(1, last);
  const name = /(%\d+) = @/.exec(own)?.[1] ?? "";
  expect((await titles(name)).some((title) => title.includes(`${name} after PartitionGraph`))).toBe(true);
});

test("a hostile query is taken as the text that it is, and cut", async () => {
  expect(await titles("((((.*)+)+$")).toEqual([]);
  expect(await titles("a".repeat(100_000))).toEqual([]);
});

test("a question can name the first, second or last call of an operator", async () => {
  for (const query of ["why is the second cast not taken", "last cast", "is the 2nd cast taken"]) {
    expect(await words(query)).toEqual(["call cast on line 7"]);
  }
  expect(await words("why is the first cast not taken")).toEqual(["call cast on line 6"]);
  expect(await words("why is the first conv2d not taken")).toEqual(["call nn.conv2d on line 2"]);
});

test("the first answer to an operator's name alone is about that operator", async () => {
  for (const [query, first] of [
    ["exp", "call exp on line 5"],
    ["conv2d", "call nn.conv2d on line 2"],
    ["cast", "call cast on lines 6 and 7"],
  ] as const) {
    expect((await words(query))[0]).toBe(first);
  }
});

test("an ordinal counts the calls on the host where the question describes those", async () => {
  const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = add(%x, %x);\n  %1 = exp(%0);\n  %2 = tanh(%1);\n  exp(%2)\n}\n";
  const patterns = [{ name: "acc.p", pattern: 'is_op("exp")(is_op("add")(wildcard(), wildcard()))' }];
  const own = await engineAfter({ text, target: "acc", customTargets: [{ name: "acc", operators: [], patterns }] });
  const said = async (query: string) =>
    (await own.answersInWords(1, last, query)).map(({ title, sentence }) => [title, sentence.slice(0, 12)]);
  expect(await said("first exp not taken")).toEqual([["exp on line 5", "`acc` has no"]]);
  expect(await said("which is the first exp")).toEqual([["exp on line 3", "It is in reg"]]);
});

test("a region of a tuple alone is named by the tuple, not by an input of its function", async () => {
  const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  %1 = exp(%0);\n  %2 = nn.relu(%1);\n  (%2, %0)\n}\n";
  const own = await engineAfter({ text, target: "mxu", customTargets: [{ name: "mxu", operators: ["nn.relu"], patterns: [] }] });
  for (const stage of [2, 3, last]) {
    const { boundaries } = await own.why(1, stage);
    const labels = boundaries.flatMap(({ from, to }) => [from.label, to.label]);
    expect(labels.filter((label) => label.startsWith("%"))).toEqual([]);
    expect(labels).toContain("tuple");
  }
});

test("the cause that counts an operator's calls comes before them; they come by lines, those of one answer together", async () => {
  const calls = ["add(%x, %x)", "exp(%0)", "add(%1, %1)", "exp(%2)", "add(%3, %3)"];
  const lines = calls.map((call, i) => `  ${i === calls.length - 1 ? "" : `%${i} = `}${call}${i === calls.length - 1 ? "" : ";"}`);
  const text = `def @main(%x: Tensor[(1, 8), float32]) {\n${lines.join("\n")}\n}\n`;
  const own = await engineAfter(taking(text, "add"));
  const answers = await own.answersInWords(1, last, "exp");
  expect(answers.map(({ kind, title }) => `${kind} ${title}`)).toEqual(["cause exp: 2 boundaries", "call exp on lines 3 and 5"]);
  expect(answers.some(({ isExact }) => isExact)).toBe(false);
});

test("an answer for what the question names in the module is exact, so that no pages of the guide follow", async () => {
  const isExact = async (query: string) => (await engine.answersInWords(1, last, query)).map((answer) => answer.isExact === true);
  expect(await isExact("first cast not taken")).toEqual([true]);
  expect(await isExact("relu line 4")).toEqual([true]);
  expect(await isExact("why two regions")).not.toContain(true);
});

test("an ordinal among calls on the host says so where there are none", async () => {
  const own = await engineAfter(taking(chained, "add"));
  const answers = await own.answersInWords(1, last, "first add not taken");
  expect(answers).toMatchObject([
    { kind: "note", title: "All 2 calls of add are offloaded", sentence: "No call of `add` is on the host.", isExact: true },
  ]);
});

test("a constant alone is not offered a change, a call is", async () => {
  const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = add(%x, 2f);\n  exp(%0)\n}\n";
  const own = await engineAfter(taking(text, "add"));
  const [called] = (await own.search(1, 0, "add")).hits;
  const [held] = (await own.search(1, 0, "2")).hits;
  const isCurable = async (id: number | undefined) => (await own.whyBetween(1, 0, id ?? -1))?.isCurable;
  expect([held?.title, await isCurable(held?.nodes[0])]).toEqual(["2", false]);
  expect(await isCurable(called?.nodes[0])).toBe(true);
});
