/** Numbers and colors are stated once: strip, picture, answers and lists say the same of a stage. */
import { readFileSync } from "node:fs";
import { createEngine, type RunRequest, type StageResult } from "@relayscope/engine";
import { describe, expect, test } from "vitest";
import { collect, graphOf, request, stagesOf } from "./modules.ts";

const folder = new URL("../../../public/examples/", import.meta.url);
const engine = createEngine();
let epoch = 0;

interface Example {
  readonly file: string;
  readonly target: string;
  readonly customTargets?: RunRequest["customTargets"];
  readonly bindParameters?: boolean;
}

const examples = (JSON.parse(readFileSync(new URL("index.json", folder), "utf8")) as readonly Example[])
  .filter((e) => e.file.endsWith(".relay"))
  .map((e) => [e.file, e] as const);

async function run(changes: Partial<RunRequest>): Promise<readonly StageResult[]> {
  epoch++;
  return stagesOf(await collect(engine, request(epoch, changes)));
}

/** The picture's regions of a stage, by target: those of a function or of annotations. */
async function drawn(stage: number) {
  const { graph } = await graphOf(engine, epoch, stage);
  return graph.regions.filter((r) => r.color >= 0 && (r.kind === "annotated" || r.kind === "external-function"));
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0);

describe("counts", () => {
  test.each(examples)("%s", async (_, { file, target, customTargets = [], bindParameters = false }) => {
    const { targets } = await engine.catalog();
    const pipeline = targets.find((t) => t.name === target)?.pipeline ?? request(0).pipeline;
    const stages = await run({
      text: readFileSync(new URL(file, folder), "utf8"),
      target,
      customTargets,
      bindParameters,
      optLevel: 3,
      pipeline,
    });
    expect(total(stages.at(-1)?.summary.regions.map((r) => r.count) ?? [])).toBeGreaterThan(0);
    for (const { stage, pass, status, summary } of stages) {
      const { operators, offloaded, regions, largest, byOperator } = summary;
      expect(total(regions.map((r) => r.operators))).toBe(offloaded);
      expect(total(byOperator.map((o) => o.calls))).toBe(operators);
      expect(total(byOperator.map((o) => o.offloaded))).toBe(offloaded);
      const shown = await drawn(stage);
      const marked = shown.filter((region) => region.isMarked);
      if (pass === "AnnotateTarget" && status === "done") expect(marked).toEqual(shown.filter((region) => region.kind === "annotated"));
      if (pass === "MergeCompilerRegions" || pass === "PartitionGraph") expect(marked).toEqual([]);
      expect(marked).toEqual(shown.filter((region) => region.label.endsWith(" marked")));
      expect(marked).toHaveLength(total(regions.map((r) => r.marked ?? 0)));
      expect(shown).toHaveLength(total(regions.map((r) => r.count)));
      expect(Math.max(0, ...shown.map((r) => r.operators))).toBe(largest);
      for (const r of regions) {
        const own = shown.filter((s) => s.target === r.target);
        expect(own).toHaveLength(r.count);
        expect(total(own.map((s) => s.operators))).toBe(r.operators);
        expect(own.every((s) => s.color === r.color && s.label.startsWith(r.target))).toBe(true);
      }
      const answers = await engine.explain(epoch, stage);
      const answer = answers.find((a) => a.question === "Which operators are offloaded?")?.answer;
      // Where the text lacks the functions of regions, how much is offloaded is unknown.
      const isUnknown = (await engine.regions(epoch, stage)).some(({ calls }) => calls === undefined);
      const isTold = answer?.startsWith("The operators of regions are unknown") !== true;
      if (!isTold) expect(isUnknown).toBe(true);
      else if (regions.length > 0) expect(answer).toMatch(new RegExp(`^${offloaded} of ${operators} operators? `));
      else expect(answer).toBeUndefined();
    }
    // PartitionGraph turns each region into a function: neither their number nor what crosses changes.
    const partition = stages.findIndex((s) => s.pass === "PartitionGraph");
    const [before, after] = [stages[partition - 1]?.summary, stages[partition]?.summary];
    // Some flows merge nothing: what was marked becomes functions as it is.
    expect(after?.regions).toEqual(before?.regions.map(({ marked: _, ...region }) => region));
    expect(after?.offloaded).toBe(before?.offloaded);
    expect(after?.crossing).toEqual(before?.crossing);
  });
});

describe("a target's color", () => {
  const partitioned = `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = @dnnl_0(%x);
  add(%0, %0)
}

def @dnnl_0(%p: Tensor[(1, 8), float32], Compiler="dnnl", Primitive=1, Inline=1, global_symbol="dnnl_0") -> Tensor[(1, 8), float32] {
  nn.relu(%p)
}
`;

  test("is the same in strip and picture where the text was partitioned for another target", async () => {
    const stages = await run({ text: partitioned });
    expect(stages[0]?.summary.regions).toEqual([{ target: "dnnl", color: 1, count: 1, operators: 1 }]);
    expect(stages.at(-1)?.summary.regions.map((r) => [r.target, r.color])).toContainEqual(["byoc-target", 0]);
    for (const { stage, summary } of stages) {
      const colors = new Map((await drawn(stage)).map((r) => [r.target, r.color]));
      expect([...colors].sort()).toEqual(summary.regions.map((r) => [r.target, r.color] as const).sort());
    }
  });

  test("does not depend on the order in which regions are", async () => {
    const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  %1 = add(%0, %0);\n  nn.relu(%1)\n}\n";
    const customTargets = [
      { name: "first", patterns: [], operators: ["nn.relu"] },
      { name: "second", patterns: [], operators: ["add"] },
    ];
    const pipeline = [
      { pass: "AnnotateTarget", options: { targets: ["first", "second"] } },
      { pass: "PartitionGraph", options: {} },
    ];
    const stages = await run({ text, customTargets, pipeline, target: "second" });
    for (const { stage, summary } of stages.slice(1)) {
      expect(summary.regions.map((r) => [r.target, r.color])).toEqual([
        ["first", 1],
        ["second", 0],
      ]);
      for (const region of await drawn(stage)) expect(region.color).toBe(region.target === "second" ? 0 : 1);
    }
  });
});
