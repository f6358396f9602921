/**
 * Times every other pass on modules of 1,000, 10,000 and 50,000 calls in which it finds work, and says how it grows:
 * ten times the calls should take at most 13 times as long. Times are the process's own, so that a busy machine tells
 * the same as a quiet one.
 */
import { inferTypes } from "@relayscope/infer";
import { operators } from "@relayscope/ops";
import { passContext, runPipeline } from "@relayscope/passes";
import { findPass } from "@relayscope/passes/all";
import { parseModule } from "@relayscope/text";
import { shapes } from "./shapes.ts";

const sizes = [1_000, 10_000, 50_000] as const;

/** A shape, and the passes that run over it in a row; each is timed where it comes last. */
const plans: readonly (readonly [keyof typeof shapes, ...string[]])[] = [
  ["scales", "BindParameters"],
  ["scales", "BindParameters", "ForwardFoldScaleAxis"],
  ["scales", "BindParameters", "BackwardFoldScaleAxis"],
  ["scales", "BindParameters", "FoldScaleAxis"],
  ["biases", "CanonicalizeOps"],
  ["biases", "ConvertLayout"],
  ["biases", "BindParameters", "QuantizePartition"],
  ["biases", "BindParameters", "QuantizePartition", "QuantizeAnnotate"],
  ["biases", "BindParameters", "QuantizePartition", "QuantizeAnnotate", "QuantizeCalibrate"],
  ["biases", "BindParameters", "QuantizePartition", "QuantizeAnnotate", "QuantizeCalibrate", "QuantizeRealize"],
  ["norms", "SimplifyInference"],
  ["norms", "RemoveDropoutPass"],
  ["norms", "BindParameters", "SimplifyInference", "FoldConstant"],
  ["norms", "SimplifyInference", "FuseOps"],
  ["biases", "FuseOps", "DefuseOps"],
  ["casts", "SimplifyExpr"],
  ["transposes", "SimplifyExpr"],
  ["sums", "SimplifyExpr"],
  ["branches", "EliminateCommonSubexpr"],
  ["branches", "CombineParallelConv2D"],
  ["constants", "FoldConstant"],
  ["conditions", "ToANormalForm"],
  ["conditions", "ToBasicBlockNormalForm"],
  ["conditions", "FuseOps"],
  ["lets", "InferType"],
  ["lets", "ToGraphNormalForm"],
  ["lets", "ToANormalForm"],
  ["lets", "FuseOps"],
  ["dead", "DeadCodeElimination"],
  ["functions", "InferType"],
  ["functions", "DeadCodeElimination"],
  ["functions", "RemoveUnusedFunctions"],
];

const options: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ConvertLayout: { desired_layouts: { "nn.conv2d": ["NHWC", "default"] } },
};

const context = passContext(operators, { optLevel: 4 });

/** Milliseconds of processor time that the last pass took, and how it ended. */
function timed(text: string, passes: readonly string[]): { readonly ms: number; readonly status: string } {
  const module = inferTypes(parseModule(text, { operators }).module, operators).module;
  const steps = passes.map((name) => {
    const pass = findPass(name);
    if (!pass) throw new Error(`No pass ${name}.`);
    return { pass, options: options[name] ?? {} };
  });
  let before = process.cpuUsage();
  let ms = 0;
  let status = "";
  for (const step of runPipeline(module, steps, context)) {
    const { user, system } = process.cpuUsage(before);
    ms = (user + system) / 1000;
    status = step.status === "failed" ? `failed: ${step.reason}` : step.status === "done" ? "" : step.status;
    before = process.cpuUsage();
  }
  return { ms, status };
}

function main(): void {
  console.log("other passes, ms of processor time");
  const line = (name: string, shape: string, cells: readonly string[], note: string) =>
    console.log(`  ${name.padEnd(24)}${shape.padEnd(12)}${cells.map((c) => c.padStart(11)).join("")}  ${note}`);
  line("pass", "on", [...sizes.map((n) => n.toLocaleString("en")), "10x grows", "5x grows"], "");
  for (const [shape, ...passes] of plans) {
    timed(shapes[shape](sizes[0]), passes);
    const [small, middle, large] = sizes.map((n) => timed(shapes[shape](n), passes));
    if (!small || !middle || !large) continue;
    const cells = [
      ...[small, middle, large].map((t) => t.ms.toFixed(1)),
      (middle.ms / small.ms).toFixed(1),
      (large.ms / middle.ms).toFixed(1),
    ];
    line(passes.at(-1) ?? "", shape, cells, large.status);
  }
}

main();
