/** Causes of large modules: four times the calls make about four times the work, whatever the shape. */
import { workOf } from "@relayscope/cases/work";
import { finishedRun, type Run } from "@relayscope/run";
import { expect, test } from "vitest";
import { whyAnswer } from "../src/questions/why.ts";

/** What a turn of a shape computes from the value before it: lines, `$0` being the first of its own numbers. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  "chain of regions": ["nn.relu($)", "exp($0)", "sin($1)"],
  "ladder of cycles": ["nn.relu($)", "exp($0)", "add($0, $1)", "sin($2)"],
  "cycles behind a first value": ["exp($)", "nn.relu($0)", "add(%0, $1)"],
  "residual blocks": ["nn.relu($)", "nn.relu($0)", "exp($1)", "nn.relu($2)", "add($0, $3)"],
  "parts of a pattern": ["tanh($)", "cos($0)", "nn.relu($1)", "tanh($2)"],
};

function textOf(lines: readonly string[], calls: number): string {
  const type = "Tensor[(4, 4), float32]";
  const out = [`def @main(%x: ${type}) {`, "  %0 = nn.relu(%x);"];
  let [before, next] = ["%0", 1];
  while (next < calls) {
    const first = next;
    for (const line of lines) {
      const call = line.replace(/\$(\d*)/g, (_, at: string) => (at === "" ? before : `%${first + Number(at)}`));
      out.push(`  %${next++} = ${call};`);
    }
    before = `%${next - 1}`;
  }
  return [...out, `  ${before}`, "}", ""].join("\n");
}

async function runOf(lines: readonly string[], calls: number): Promise<Run> {
  const patterns = [{ name: "acc.tcs", pattern: 'is_op("sin")(is_op("cos")(is_op("tanh")(wildcard())))' }];
  return finishedRun({
    text: textOf(lines, calls),
    target: "acc",
    customTargets: [{ name: "acc", patterns, operators: ["nn.relu", "add"] }],
    pipeline: ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"].map((pass) => ({ pass, options: {} })),
    optLevel: 2,
    bindParameters: false,
  });
}

test.each(Object.entries(shapes))("%s", { timeout: 60_000 }, async (_name, lines) => {
  const works: number[] = [];
  for (const calls of [60, 600, 2_400]) {
    const run = await runOf(lines, calls);
    expect(run.stages[0]?.errors).toBe(0);
    expect(run.stages.at(-1)?.result.status).toBe("done");
    works.push(await workOf(() => whyAnswer(run, run.stages.length - 1)));
  }
  const [, short = 0, long = 0] = works;
  expect(long).toBeLessThan(6 * short);
});
