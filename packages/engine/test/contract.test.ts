/** The contract, tested against both engines: in process, and over a worker's port. */
import { createEngine, createWorkerEngine, type Engine, type Problem, type RunEvent } from "@relayscope/engine";
import { afterEach, describe, expect, test } from "vitest";
import { chain, collect, flow, graphOf, localWorker, request, stagesOf } from "./modules.ts";

const engines: Engine[] = [];
afterEach(() => {
  for (const engine of engines.splice(0)) engine.dispose();
});

const implementations: readonly (readonly [string, () => Engine])[] = [
  ["in process", createEngine],
  ["over a worker", () => createWorkerEngine(localWorker)],
];

/** An engine that is disposed of after the test. */
function kept(make: () => Engine): () => Engine {
  return () => {
    const engine = make();
    engines.push(engine);
    return engine;
  };
}

describe.each(implementations)("%s: runs and their stages", (_, make) => {
  const engineFor = kept(make);

  test("a run streams its stages in order and ends", async () => {
    const events = await collect(engineFor(), request(1));
    expect(stagesOf(events).map((s) => [s.stage, s.pass, s.status])).toEqual([
      [0, "Input", "done"],
      [1, "MergeComposite", "done"],
      [2, "AnnotateTarget", "done"],
      [3, "MergeCompilerRegions", "done"],
      [4, "PartitionGraph", "done"],
    ]);
    expect(events.at(-1)).toMatchObject({ kind: "finished", epoch: 1 });
    expect(stagesOf(events).map((s) => s.summary.regions.map((r) => [r.target, r.count]))).toEqual([
      [],
      [],
      [["byoc-target", 3]],
      [["byoc-target", 2]],
      [["byoc-target", 2]],
    ]);
  });

  test("a newer run silences the older one", async () => {
    const engine = engineFor();
    const older: RunEvent[] = [];
    engine.run(request(1), (event) => older.push(event));
    const newer = await collect(engine, request(2));
    expect(newer.at(-1)?.kind).toBe("finished");
    expect(older).toEqual([]);
  });

  test("a check runs a stage's module before and after the pass", async () => {
    const engine = engineFor();
    await collect(engine, request(1));
    expect(await engine.check(1, 4)).toMatchObject({ kind: "same" });
    expect(await engine.check(1, 0)).toMatchObject({ kind: "unknown" });
  });

  test("cancel stops the run in hand and says so", async () => {
    const engine = engineFor();
    const events = collect(engine, request(1));
    engine.cancel();
    expect((await events).at(-1)).toMatchObject({ kind: "stopped", reason: "canceled", epoch: 1 });
    expect((await collect(engine, request(2))).at(-1)?.kind).toBe("finished");
  });

  test("pictures: kept nodes keep their numbers and places; regions are drawn", async () => {
    const engine = engineFor();
    await collect(engine, request(1));
    const before = await graphOf(engine, 1, 0);
    const after = await graphOf(engine, 1, 4);
    expect(before.layout.nodes).toBeInstanceOf(Float32Array);
    for (const label of ["conv2d", "relu", "exp", "add", "reshape"]) {
      const a = before.graph.nodes.findIndex((n) => n.label === label);
      const b = after.graph.nodes.findIndex((n) => n.label === label);
      expect(after.graph.nodes[b]?.id).toBe(before.graph.nodes[a]?.id);
      expect([...after.layout.nodes.subarray(b * 4, b * 4 + 4)]).toEqual([...before.layout.nodes.subarray(a * 4, a * 4 + 4)]);
    }
    expect(after.graph.regions.map((r) => r.label)).toEqual(["byoc-target 0 · 3 ops", "byoc-target 3 · 2 ops"]);
    expect(after.graph.frames.map((f) => f.kind)).toEqual(["function", "external-function", "composite", "external-function"]);
  });

  test("numbers are the same in every session", async () => {
    const [one, two] = [engineFor(), engineFor()];
    await Promise.all([collect(one, request(1)), collect(two, request(7))]);
    const ids = async (engine: Engine, epoch: number) => (await graphOf(engine, epoch, 4)).graph.nodes.map((n) => n.id);
    expect(await ids(two, 7)).toEqual(await ids(one, 1));
  });

  test("text and nodes find each other", async () => {
    const engine = engineFor();
    await collect(engine, request(1));
    const at = chain.indexOf("nn.relu") + 3;
    const [id] = await engine.nodesAt(1, 0, { start: at, end: at });
    const details = await engine.node(1, 0, id ?? -1);
    expect(details).toMatchObject({ title: "nn.relu", type: "Tensor[(1, 8, 4, 4), float32]" });
    expect(chain.slice(details?.source?.start, details?.source?.end)).toContain("nn.relu(%1)");
    const left = chain.indexOf("%3 =");
    const [bound] = await engine.nodesAt(1, 0, { start: left, end: left });
    expect((await engine.node(1, 0, bound ?? -1))?.title).toBe("exp");
    const last = await engine.text(1, 4);
    const places = Array.from({ length: last.places.length / 3 }, (_, i) => last.places.subarray(i * 3, i * 3 + 3));
    const [inLast] = await engine.nodesAt(1, 4, { start: at, end: at });
    const place = places.find((p) => p[0] === inLast);
    expect(last.text.slice(place?.[1], place?.[2])).toContain("nn.relu");
  });

  test("text finds the nodes that binding of parameters recreated", async () => {
    const engine = engineFor();
    await collect(engine, { ...request(1), bindParameters: true });
    const line = chain.indexOf("nn.conv2d");
    const [id] = await engine.nodesAt(1, 0, { start: line, end: line });
    expect((await engine.node(1, 0, id ?? -1))?.title).toBe("nn.conv2d");
  });

  test("a selection follows its nodes through the passes and back", async () => {
    const engine = engineFor();
    await collect(engine, request(1));
    const { graph } = await graphOf(engine, 1, 0);
    const id = graph.nodes.find((n) => n.label === "bias_add")?.id ?? -1;
    const later = await engine.follow(1, 0, 4, [id]);
    expect(later).toContain(id);
    expect(await engine.follow(1, 4, 0, [id])).toEqual([id]);
  });
});

describe.each(implementations)("%s: answers", (_, make) => {
  const engineFor = kept(make);

  test("why: which pattern, which target, which boundary", async () => {
    const engine = engineFor();
    await collect(engine, request(1));
    const { graph } = await graphOf(engine, 1, 3);
    const why = async (label: string) => {
      const id = graph.nodes.find((n) => n.label === label)?.id ?? -1;
      return (await engine.node(1, 3, id))?.why.map((w) => w.answer).join(" ") ?? "";
    };
    expect(await why("relu")).toContain(
      "`byoc-target.conv2d_relu_with_bias`, entry 1 of 2 in the table, took `nn.conv2d`, `nn.bias_add` and `nn.relu`",
    );
    expect(await why("exp")).toContain("`byoc-target` has neither a rule nor a pattern for `exp`");
    expect(await why("add")).toContain("has a rule for `add`");
    const overview = await engine.explain(1, 4);
    expect(overview.map((e) => e.question)).toEqual(["Why are the ids 0, 3?", "Which operators are offloaded?"]);
    expect((await engine.why(1, 4)).lines).toMatchObject([{ code: "no-rule", subject: "exp", operators: 1 }]);
    expect(overview[1]?.answer).toContain("5 of 6 operators");
  });

  test("broken text gives problems with places, and what could be read is drawn", async () => {
    const engine = engineFor();
    const text = "def @main(%x: Tensor[(2), float32]) {\n  %0 = nn.relux(%x);\n  exp(%0)\n}\n";
    const events = await collect(engine, request(1, { text }));
    const problems = events.flatMap((e) => (e.kind === "stage" ? e.problems : []));
    expect(problems[0]).toMatchObject({ severity: "error", line: 2, pass: undefined });
    expect(problems[0]?.message).toContain("`nn.relux`");
    expect((await graphOf(engine, 1, 0)).graph.nodes.map((n) => n.label)).toContain("exp");
  });

  test("empty text is not a failure", async () => {
    const events = await collect(engineFor(), request(1, { text: "" }));
    expect(events.at(-1)?.kind).toBe("finished");
  });

  test("steps that are off, above the level, unknown or of an unknown target say so, and the rest goes on", async () => {
    const pipeline = [
      { pass: "MergeComposite", options: {}, isOff: true },
      { pass: "NoSuchPass", options: {} },
      { pass: "EliminateCommonSubexpr", options: {} },
      { pass: "AnnotateTarget", options: { targets: ["nobody"] } },
    ];
    const events = await collect(engineFor(), request(1, { pipeline }));
    expect(stagesOf(events).map((s) => [s.status, s.reason])).toEqual([
      ["done", ""],
      ["off", ""],
      ["not-built", "Relayscope does not have `NoSuchPass`"],
      ["skipped", "needs opt level 3, the context has 2"],
      ["failed", "`nobody` is not a known target."],
    ]);
  });

  test("a target of the user's own wins, and a broken pattern is reported", async () => {
    const engine = engineFor();
    const own = { name: "byoc-target", patterns: [{ name: "byoc-target.exp", pattern: 'is_op("exp")(wildcard())' }], operators: [] };
    const events = await collect(engine, request(1, { customTargets: [own] }));
    expect(stagesOf(events)[1]?.summary.composites).toBe(1);
    const broken = { ...own, patterns: [{ name: "byoc-target.oops", pattern: 'is_op("exp")(wildcard()' }] };
    const failed = await collect(engine, request(2, { customTargets: [broken] }));
    expect(stagesOf(failed)[1]).toMatchObject({ status: "failed" });
    expect(stagesOf(failed)[1]?.reason).toContain("`byoc-target.oops`");
  });

  test("several targets compete, the first listed wins", async () => {
    const engine = engineFor();
    const target = (name: string, ...operators: string[]) => ({ name, patterns: [], operators });
    const pipeline = [{ pass: "AnnotateTarget", options: { targets: ["b", "a"] } }, ...flow.slice(2)];
    const customTargets = [target("a", "nn.relu", "exp", "add"), target("b", "exp")];
    const events = await collect(engine, request(1, { pipeline, customTargets, target: "a" }));
    expect(
      stagesOf(events)
        .at(-1)
        ?.summary.regions.map((r) => [r.target, r.count]),
    ).toEqual([
      ["a", 2],
      ["b", 1],
    ]);
  });

  test("questions about runs and stages that are not there are refused", async () => {
    const engine = engineFor();
    await collect(engine, request(1));
    await expect(graphOf(engine, 9, 0)).rejects.toThrow("run 9");
    await expect(engine.text(1, 9)).rejects.toThrow("Stage 9");
    expect(await engine.node(1, 0, 99_999)).toBeUndefined();
  });

  test("a picture of thousands of boxes comes whole", async () => {
    const engine = engineFor();
    const calls = Array.from({ length: 2500 }, (_, i) => `  %${i} = nn.relu(${i > 0 ? `%${i - 1}` : "%x"});\n`);
    const longText = `def @main(%x: Tensor[(4), float32]) {\n${calls.join("")}  %2499\n}\n`;
    await collect(engine, request(1, { text: longText, pipeline: [] }));
    const { graph, layout } = await graphOf(engine, 1, 0);
    expect(graph.nodes.length).toBeGreaterThan(2500);
    expect(graph.nodes.map(({ label }) => label).filter((label) => label === "relu")).toHaveLength(2500);
    expect(layout.nodes).toHaveLength(4 * graph.nodes.length);
    expect(layout.edgeOffsets).toHaveLength(graph.edges.length + 1);
  });

  test("a question about a stage waits until the stage is there", async () => {
    const engine = engineFor();
    const run = collect(engine, request(1));
    const { text } = await engine.text(1, 4);
    expect(text).toContain("@tvmgen_default_byoc_target_main_0");
    await run;
  });

  test("the catalog names passes with options, and targets with a pipeline", async () => {
    const { passes, targets } = await engineFor().catalog();
    expect(passes.map((p) => p.name)).toContain("PartitionGraph");
    expect(targets.find((t) => t.name === "byoc-target")?.pipeline.map((s) => s.pass)).toEqual(["InferType", ...flow.map((s) => s.pass)]);
  });
});

/** What a run says of a text, all stages together. */
async function problemsOf(text: string): Promise<readonly Problem[]> {
  const engine = createEngine();
  const events = await collect(engine, request(1, { text }));
  engine.dispose();
  return events.flatMap((event) => (event.kind === "stage" ? event.problems : []));
}

test("a pass repeats neither what was said of a place nor that a variable of its own has no type", async () => {
  const problems = await problemsOf(`def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.bias_add(%0 %w));
  %2 = nn.relu(%1);
  %3 = nn.conv2d(%2, %w, paddin=[1, 1]);
  add(%3, %7)
}
`);
  expect(problems.map(({ severity, line, message }) => `${severity} ${line} ${message}`)).toEqual([
    "error 3 Expected `)` or `,`, found `%w`.",
    "error 5 `nn.conv2d` has no attribute `paddin`.",
    "error 6 `%7` is not defined here; it is read as an input.",
    "error 3 `nn.bias_add` takes 2 arguments, but 1 is given.",
    "warning 6 The type of `%7` can't be inferred from its uses.",
  ]);
  expect(problems.at(-1)?.hints.at(-1)).toBe("Annotate it: `%7: Tensor[(...), float32]`.");
});

test("two variables of the same name are two problems", async () => {
  const problems = await problemsOf("def @f(%x) { nn.relu(%x) }\ndef @main(%x) { nn.relu(%x) }\n");
  const named = problems.filter(({ message }) => message === "The type of `%x` can't be inferred from its uses.");
  expect(named.map(({ line }) => line)).toEqual([1, 2]);
});
