/**
 * Texts with holes through every target's flow: no pass fails, none is skipped behind one, and no operator of the text
 * is lost.
 */
import { readFileSync } from "node:fs";
import { textCases } from "@relayscope/cases";
import { createEngine, type StageResult } from "@relayscope/engine";
import { operators } from "@relayscope/ops";
import { parseModule, printModule } from "@relayscope/text";
import { describe, expect, test } from "vitest";
import { disguises } from "../fuzz/fragments/mutations.ts";
import { lostOperators, throughEveryTarget } from "../src/everyTarget.ts";

/**
 * Whole modules among the texts on which the reference raises, and so do we: a part of the text's title, and the
 * targets.
 */
const raising: readonly (readonly [title: string, targets: readonly string[]])[] = [
  ["the first dump is cut", ["bnns", "mrvl"]],
  ["line comments on one line", ["vitis_ai"]],
  ["a colon before a function", ["tensorrt", "mrvl", "ethos-n"]],
  ["a raw string of C++", ["mrvl", "cmsis-nn"]],
  ["small functions before", ["tensorrt", "mrvl", "ethos-n"]],
  ["numbers of nodes and whole targets", ["tensorrt", "mrvl", "ethos-n"]],
  ["sums and comparisons are not remarks", ["tensorrt"]],
  ["prose before types", ["bnns"]],
  // TVM recurses without end: a region and the host feed each other.
  ["a blog on one line", ["vitis_ai"]],
];

const cases = textCases(new URL("../../text/test/cases/pastes/", import.meta.url));

describe("texts as people paste them, under every target", () => {
  test("each text on which the reference raises is there", () => {
    expect(raising.filter(([title]) => !cases.some(({ name }) => name.includes(title)))).toEqual([]);
  });

  test.each(cases.map((c) => [c.name, c.input] as const))("%s", async (name, input) => {
    const expected = raising.find(([title]) => name.includes(title))?.[1] ?? [];
    const runs = await throughEveryTarget(input);
    expect(
      runs.flatMap(({ target, stopped }) => (stopped.length > 0 ? [target] : [])),
      runs.flatMap((r) => r.stopped).join("; "),
    ).toEqual(expected);
    // Of a log with several modules one is read.
    if (!name.startsWith("logs.txt")) expect(lostOperators(input, runs[0]?.input ?? "")).toEqual([]);
  });
});

describe("the gallery's fragment, of an older version and cut", () => {
  const example = readFileSync(new URL("../../../public/examples/mobilenet-fragment.relay", import.meta.url), "utf8");

  test("opens without an error and runs to its end under every target, no pass left out", async () => {
    for (const run of await throughEveryTarget(example)) {
      expect(run.stopped, run.target).toEqual([]);
      expect(
        run.stages.filter((s) => s.status === "left-out"),
        run.target,
      ).toEqual([]);
      expect(run.problems.filter((p) => p.pass === undefined && p.severity === "error")).toEqual([]);
      expect(run.problems.map((p) => p.code)).toContain("already-partitioned");
    }
  });
});

describe("what mails, logs, terminals and pages make of a text", () => {
  const text = `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 3, 8, 8), float32] /* ty=Tensor[(1, 3, 8, 8), float32] */) -> Tensor[(1, 4, 8, 8), float32] {
  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(4, 3, 3, 3), float32] */, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]) /* ty=Tensor[(1, 4, 8, 8), float32] */;
  @tinyai_0(%0) /* ty=Tensor[(1, 4, 8, 8), float32] */
}

def @tinyai_0(%i0: Tensor[(1, 4, 8, 8), float32], Compiler="tinyai", Primitive=1, global_symbol="tinyai_0") -> Tensor[(1, 4, 8, 8), float32] {
  nn.relu(%i0) /* ty=Tensor[(1, 4, 8, 8), float32] */
}
`;
  const short = text.slice(text.lastIndexOf("def"));
  const read = (given: string) => printModule(parseModule(given, { operators }).module);

  test.each(Object.entries(disguises))("%s", (_, disguise) => {
    for (const given of [text, short]) expect(read(disguise(given, () => 0))).toBe(read(given));
  });
});

describe("calls that lack arguments, in passes of their own", () => {
  const type = "Tensor[(1, 4, 8, 8), float32]";
  const convolution = (data: string) =>
    `nn.conv2d(${data}, meta[relay.Constant][0] /* ty=Tensor[(4, 4, 3, 3), float32] */, padding=[1, 1, 1, 1]) /* ty=${type} */`;
  const main = (...lines: readonly string[]) => `def @main(%x: ${type}, %s: Tensor[(4, 1, 1), float32]) {\n${lines.join(";\n")}\n}\n`;
  const begin = (target: string) => `%0 = annotation.compiler_begin(compiler="${target}")`;
  const end = (value: string, target: string) => `annotation.compiler_end(${value}, compiler="${target}")`;
  const scaled = ["%0 = multiply(%x, %s)", `%1 = ${convolution("%0")}`];

  const stagesOf = async (text: string, pass: string) => {
    const engine = createEngine();
    const stages: StageResult[] = [];
    await new Promise<void>((resolve) => {
      const pipeline = [{ pass, options: {} }];
      engine.run(
        { epoch: 1, text, target: "dnnl", pipeline, optLevel: 3, customTargets: [], bindParameters: false, trace: true },
        (event) => {
          if (event.kind !== "stage") resolve();
          else stages.push(event.result);
        },
      );
    });
    engine.dispose();
    return stages.map(({ status, reason }) => `${status} ${reason}`.trim()).slice(1);
  };

  test.each([
    ["a sum of a convolution", "QuantizePartition", [`%0 = ${convolution("%x")}`, "add(%0)"], "done"],
    ["a product of a convolution", "QuantizePartition", ["%0 = multiply(%x)", convolution("%0")], "done"],
    ["a convolution", "QuantizePartition", ["%0 = nn.conv2d(%x)", convolution("%0")], "done"],
    ["a sum after a scale", "ForwardFoldScaleAxis", [...scaled, `add(%1) /* ty=${type} */`], "done"],
    ["a scale", "ForwardFoldScaleAxis", ["%0 = multiply(%x)", convolution("%0")], "unchanged"],
    ["a rectifier after a scale", "ForwardFoldScaleAxis", [...scaled, "%2 = nn.relu()", "(%1, %2)"], "done"],
    ["a sum that is quantized", "QuantizeAnnotate", [`%0 = ${convolution("%x")}`, `%1 = ${convolution("%0")}`, "add(%1)"], "done"],
    ["a product that is quantized", "QuantizeAnnotate", [`%0 = ${convolution("%x")}`, `%1 = ${convolution("%0")}`, "multiply(%1)"], "done"],
    ["a convolution that is quantized", "QuantizeAnnotate", [`%0 = ${convolution("%x")}`, "nn.conv2d(%0)"], "unchanged"],
    [
      "a region's begin",
      "MergeCompilerRegions",
      ['%0 = annotation.compiler_begin(compiler="a")', "%1 = nn.relu(%0)", 'annotation.compiler_end(%1, compiler="a")'],
      "unchanged",
    ],
    ["a region's begin", "PartitionGraph", [begin("dnnl"), "%1 = nn.relu(%0)", end("%1", "dnnl")], "unchanged"],
    [
      "one of two regions' begins",
      "PartitionGraph",
      [begin("dnnl"), "%1 = nn.relu(%0)", `%2 = ${end("%1", "dnnl")}`, '%3 = annotation.compiler_begin(%2, compiler="a")', end("%3", "a")],
      "done",
    ],
    ["a begin of the host", "AnnotateTarget", [begin("default"), "%1 = nn.relu(%0)", end("%1", "default")], "done"],
    ["an end of the host", "AnnotateTarget", ['annotation.compiler_end(compiler="default")'], "unchanged"],
    ["a place where fusion stops", "FuseOps", ["%0 = annotation.stop_fusion()", "nn.relu(%0)"], "done"],
    ["a cast", "SimplifyExpr", ['cast(dtype="int32")'], "done"],
    [
      "an annotation that goes",
      "RemoveDefaultAnnotations",
      ['%0 = annotation.compiler_end(compiler="default")', "add(%x, %0)"],
      "unchanged",
    ],
    ["an annotation of no tuple", "FlattenNestedTuples", ['%0 = annotation.compiler_end(compiler="a")', "add(%x, %0)"], "unchanged"],
    [
      "an annotation",
      "MergeCompilerRegions",
      ['%0 = annotation.compiler_end(compiler="a")', "add(%x, %0)"],
      "left-out A `compiler_end` for `a` is after a node that is in no region.",
    ],
    [
      "a fused function",
      "DefuseOps",
      ["%0 = fn (%y, Primitive=1) { nn.relu(%y) }", "%0()"],
      "left-out `%y` is not a parameter of the fused function, where TVM fails.",
    ],
  ])("%s", async (_, pass, lines, status) => {
    expect(await stagesOf(main(...lines), pass)).toEqual([status]);
  });
});
