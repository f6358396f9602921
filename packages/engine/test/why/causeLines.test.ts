/** The list of causes: what the same change would end is one line, and every boundary is in one line and one part. */
import { readFileSync } from "node:fs";
import { alikeReasons, createEngine, type WhyAnswer } from "@relayscope/engine";
import { expect, test } from "vitest";
import { collect, request } from "../modules.ts";

const engine = createEngine();
let epoch = 0;

async function whyOf(text: string, target: string, operators?: readonly string[]): Promise<WhyAnswer> {
  epoch++;
  const pipeline = (await engine.catalog()).targets.find(({ name }) => name === target)?.pipeline ?? request(0).pipeline;
  const customTargets = operators ? [{ name: target, patterns: [], operators }] : [];
  await collect(engine, request(epoch, { text, target, pipeline, customTargets, optLevel: 3, offersAgain: true }));
  return engine.why(epoch, pipeline.length);
}

const stops = `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = nn.relu(%x);
  %1 = cast(%0, dtype="float32");
  %2 = annotation.stop_fusion(%1);
  %3 = nn.relu(%2);
  %4 = annotation.stop_fusion(%3);
  %5 = cast(%4, dtype="float32");
  %6 = add(%5, 1f);
  %7 = nn.relu(%6);
  %8 = erf(%7);
  nn.relu(%8)
}
`;

test("what needs a part of a change is in its line, with how many boundaries do", async () => {
  const { lines } = await whyOf(stops, "acc", ["nn.relu"]);
  expect(
    lines.map(({ subject, boundaries, parts }) => [subject, boundaries.length, parts.map((p) => [p.subject, p.boundaries.length])]),
  ).toEqual([
    [
      "annotation.stop_fusion, cast, add",
      2,
      [
        ["annotation.stop_fusion, cast, add", 1],
        ["cast, annotation.stop_fusion", 1],
      ],
    ],
    ["erf", 1, []],
  ]);
});

const example = (file: string) => readFileSync(new URL(`../../../../public/examples/${file}`, import.meta.url), "utf8");

test.each([
  ["transformer-block.relay", "dnnl"],
  ["resnet18-float.relay", "dnnl"],
  ["mobilenet-float.relay", "tensorrt"],
  ["mobilenet-float.relay", "cutlass"],
])("%s for %s: no line is a part of another one", async (file, target) => {
  const { lines, boundaries } = await whyOf(example(file), target);
  expect(lines.flatMap((line) => line.boundaries).toSorted((a, b) => a - b)).toEqual(boundaries.map((_, at) => at));
  for (const line of lines) {
    if (line.parts.length > 0) expect(line.parts.flatMap((part) => part.boundaries)).toEqual(line.boundaries);
    expect(line.reasons.flatMap((reason) => reason.boundaries).toSorted((a, b) => a - b)).toEqual(
      line.boundaries.toSorted((a, b) => a - b),
    );
    const names = new Set(line.subject.split(", "));
    for (const part of line.parts) expect(part.subject.split(", ").filter((name) => !names.has(name))).toEqual([]);
  }
  expect(new Set(lines.map(({ code, subject, target: of }) => `${code} ${subject} ${of}`)).size).toBe(lines.length);
});

test("reasons are one where they differ in the only variable that they name", () => {
  const reasons = ["`%a` is a parameter.", "`%b` is a parameter.", "`%a` and `%b` differ.", "`%a` and `%c` differ."];
  const folded = alikeReasons(reasons.map((sentence, at) => ({ sentence, boundaries: [at] })));
  expect(folded).toEqual([
    { sentence: "`%a` is a parameter. The same is true of `%b`.", boundaries: [0, 1] },
    { sentence: "`%a` and `%b` differ.", boundaries: [2] },
    { sentence: "`%a` and `%c` differ.", boundaries: [3] },
  ]);
});

test("the boundaries of a module that came partitioned are those of the input, as no pass has run", async () => {
  const text = `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 8), float32]) {
  %0 = @acc_0(%x);
  %1 = exp(%0);
  @acc_1(%1)
}

def @acc_0(%i: Tensor[(1, 8), float32], Inline=1, Compiler="acc", global_symbol="acc_0", Primitive=1) -> Tensor[(1, 8), float32] {
  nn.relu(%i)
}

def @acc_1(%i: Tensor[(1, 8), float32], Inline=1, Compiler="acc", global_symbol="acc_1", Primitive=1) -> Tensor[(1, 8), float32] {
  nn.relu(%i)
}
`;
  const { stage, boundaries } = await whyOf(text, "dnnl");
  expect({ stage, boundaries: boundaries.length }).toEqual({ stage: 0, boundaries: 1 });
});
