/**
 * Laws of causes, on the corpus' networks and random modules: each boundary has one, few are unknown, and a cycle
 * and a pass that returns regions blame no node of their own target.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { causeCodes } from "@relayscope/explain";
import { calledOp, type Expr } from "@relayscope/ir";
import type { CompositeDecision, MergeDecision, TargetDecision } from "@relayscope/passes";
import { crossingsOf } from "@relayscope/regions";
import { finishedRun, type Run, whyOf } from "@relayscope/run";
import { catalog } from "@relayscope/run/catalog";
import { describe, expect, test } from "vitest";
import type { PipelineStep, RunRequest } from "../src/index.ts";
import { miscategorized } from "./claims.ts";

/** The inputs of a corpus file, each once. */
function inputsOf(file: string): readonly string[] {
  const text = gunzipSync(readFileSync(new URL(`../../testing/corpus/${file}`, import.meta.url))).toString("utf8");
  const records = text.trim().split("\n");
  return [...new Set(records.map((line) => (JSON.parse(line) as { input: string }).input))];
}

interface Tally {
  boundaries: number;
  unknown: number;
  readonly codes: Set<string>;
  readonly broken: string[];
}

function newTally(): Tally {
  return { boundaries: 0, unknown: 0, codes: new Set(), broken: [] };
}

/** Adds a run's boundaries, and names what breaks a law. */
function judge(run: Run, tally: Tally): void {
  const { why } = whyOf(run);
  const { ground } = why;
  tally.broken.push(...miscategorized(run));
  const boundaries = why.boundaries();
  for (const { from, cause } of boundaries) {
    tally.boundaries++;
    tally.codes.add(cause.code);
    if (cause.code === "unknown") tally.unknown++;
    const named = `${run.request.target}: ${calledOp(from) ?? from.kind}: ${cause.sentence}`;
    if (!causeCodes.includes(cause.code) || cause.sentence === "") tally.broken.push(`no sentence: ${named}`);
    if (cause.also.includes(cause.code)) tally.broken.push(`said twice: ${named}`);
    const isOutside = cause.code === "cycle" || cause.code === "pruned";
    const blamesOwn = isOutside && cause.blockers.some((node) => ground.regionOf(node)?.target === cause.target);
    if (blamesOwn) tally.broken.push(`blames its own: ${named}`);
    if (cause.code !== "cycle") continue;
    if (cause.blockers.length === 0 || cause.path.length < 3) tally.broken.push(`no way: ${named}`);
    const others = cause.path.filter((node) => !cause.blockers.includes(node));
    // A tuple of the target may be flattened away later.
    const targetOf = (node: Expr) => ground.regionOf(node)?.target ?? ground.decisionOf(node)?.target;
    if (others.some((node) => targetOf(node) !== cause.target)) tally.broken.push(`a stranger on the way: ${named}`);
  }
  const module = run.stages.at(-1)?.module;
  const isSide = (node: { kind: string }) => node.kind !== "Var" && node.kind !== "Function" && node.kind !== "Constant";
  const crossings = module ? crossingsOf(module).filter((c) => isSide(c.value) && isSide(c.user)).length : 0;
  const told = boundaries.reduce((sum, b) => sum + b.crossings.length, 0);
  if (told !== crossings) tally.broken.push(`${run.request.target}: ${told} values for ${crossings} crossings`);
}

/** A generator of numbers from 0 to 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** A bias along the width: dnnl's check wants one element per channel, and refuses the match. */
const refusedBias = `def @main(%x: Tensor[(1, 8, 9, 9), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  %1 = add(%0, meta[relay.Constant][0] /* ty=Tensor[(1, 1, 1, 9), float32] */);
  nn.relu(%1)
}
`;

/** The relu is in a match that ends at the last add, and in one that ends at the first. */
const sharedRelu = `def @main(%x: Tensor[(1, 8), float32], %y: Tensor[(1, 8), float32]) {
  %0 = nn.relu(%x);
  %1 = add(%0, %y);
  add(%0, %1)
}
`;

/** Layers whose norms SimplifyInference opens, so that quantization finds convolutions behind one another. */
const normedLayers = `def @main(%x: Tensor[(1, 16, 8, 8), float32], %u: Tensor[(16, 16, 3, 3), float32], %v: Tensor[(16, 16, 3, 3), float32], %w: Tensor[(16, 16, 3, 3), float32], %g: Tensor[(16), float32], %b: Tensor[(16), float32], %m: Tensor[(16), float32], %s: Tensor[(16), float32]) {
  %0 = nn.conv2d(%x, %u, padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]);
  %1 = nn.batch_norm(%0, %g, %b, %m, %s);
  %2 = %1.0;
  %3 = nn.relu(%2);
  %4 = nn.conv2d(%3, %v, padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]);
  %5 = nn.batch_norm(%4, %g, %b, %m, %s);
  %6 = %5.0;
  %7 = nn.relu(%6);
  %8 = nn.conv2d(%7, %w, padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]);
  nn.relu(%8)
}
`;

function ownFlow(): Omit<RunRequest, "epoch" | "trace" | "text"> {
  const patterns = [{ name: "own.sum", pattern: 'is_op("add")(is_op("nn.relu")(wildcard()), wildcard())' }];
  const pipeline = [{ pass: "MergeComposite", options: {} }];
  return { pipeline, optLevel: 2, target: "own", customTargets: [{ name: "own", patterns, operators: [] }], bindParameters: false };
}

function dnnlFlow(): Omit<RunRequest, "epoch" | "trace" | "text"> {
  const { pipeline, optLevel } = catalog().targets.find((t) => t.name === "dnnl") ?? { pipeline: [], optLevel: 3 };
  return { pipeline, optLevel, target: "dnnl", customTargets: [], bindParameters: true };
}

/** All reasons that decisions have, by kind of decision: one that no pass gives is dead, and fails. */
const targetReasons: Readonly<Record<TargetDecision["reason"], true>> = {
  composite: true,
  "operator-rule": true,
  "no-rule": true,
  "argument-targets": true,
  "not-a-call": true,
};
const compositeOutcomes: Readonly<Record<CompositeDecision["outcome"], true>> = {
  merged: true,
  overlap: true,
  "outside-user": true,
  "check-refused": true,
};
const mergeOutcomes: Readonly<Record<MergeDecision["outcome"], true>> = { merged: true, "different-target": true, restricted: true };

function reasonsOf(run: Run): readonly string[] {
  return run.stages.flatMap((held) =>
    held.decisions.map((d) =>
      d.kind === "target" ? d.reason : d.kind === "composite" || d.kind === "merge" ? `${d.kind} ${d.outcome}` : "",
    ),
  );
}

describe("causes of boundaries", () => {
  test("of random modules for random targets", { timeout: 120_000 }, async () => {
    const next = numbers(11);
    const tally = newTally();
    const reasons = new Set<string>();
    for (const text of inputsOf("random_byoc.jsonl.gz").slice(0, 150)) {
      const operators = [...new Set([...text.matchAll(/([a-z_.0-9]+)\(/g)].map((m) => m[1] ?? ""))].filter((name) => name.length > 2);
      const options = next() < 0.5 ? { targets: ["one", "two"] } : {};
      const pipeline: PipelineStep[] = [
        { pass: "MergeComposite", options },
        { pass: "AnnotateTarget", options: { ...options, include_non_call_ops: next() < 0.9 } },
        { pass: "MergeCompilerRegions", options: {}, isOff: next() < 0.1 },
        { pass: "PartitionGraph", options: {} },
      ];
      const patterns = [{ name: "one.conv2d_relu", pattern: 'is_op("nn.relu")(is_op("nn.conv2d")(wildcard(), wildcard()))' }];
      const customTargets = [
        { name: "one", patterns, operators: operators.filter(() => next() < 0.6) },
        { name: "two", patterns: [], operators: operators.filter(() => next() < 0.4) },
      ];
      const run = await finishedRun({ text, pipeline, optLevel: 2, target: "one", customTargets, bindParameters: next() < 0.5 });
      judge(run, tally);
      for (const reason of reasonsOf(run)) reasons.add(reason);
    }
    const refusing = await finishedRun({ text: refusedBias, ...dnnlFlow() });
    const overlapping = await finishedRun({ ...ownFlow(), text: sharedRelu });
    for (const reason of [...reasonsOf(refusing), ...reasonsOf(overlapping)]) reasons.add(reason);
    expect([...reasons]).toEqual(
      expect.arrayContaining([
        ...Object.keys(targetReasons),
        ...Object.keys(compositeOutcomes).map((outcome) => `composite ${outcome}`),
        ...Object.keys(mergeOutcomes).map((outcome) => `merge ${outcome}`),
      ]),
    );
    expect(tally.broken).toEqual([]);
    expect(tally.boundaries).toBeGreaterThan(500);
    expect(tally.unknown).toBeLessThan(0.01 * tally.boundaries);
    expect([...tally.codes]).toEqual(expect.arrayContaining(["cycle", "scope", "no-rule", "other-target", "not-a-call", "pattern-missed"]));
  });

  test("of what quantization writes are not laid on a pass before it", async () => {
    const passes = ["InferType", "SimplifyInference", "FoldConstant", "FoldScaleAxis", "CanonicalizeOps", "FoldConstant"];
    const quantize = ["QuantizePartition", "QuantizeAnnotate", "QuantizeCalibrate", "InferType", "QuantizeRealize", "FoldConstant"];
    const partition = ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"];
    const pipeline = [...passes, ...quantize, ...partition].map((pass) => ({ pass, options: {} }));
    const customTargets = [{ name: "own", patterns: [], operators: ["nn.conv2d", "nn.relu", "clip", "cast"] }];
    const run = await finishedRun({ text: normedLayers, pipeline, optLevel: 3, target: "own", customTargets, bindParameters: true });
    const causes = whyOf(run)
      .why.boundaries()
      .map(({ cause }) => cause.code);
    expect(causes).toContain("stop-fusion");
    expect(causes).not.toContain("order");
  });

  test("of networks for every built-in target", { timeout: 240_000 }, async () => {
    const tally = newTally();
    const networks = inputsOf("flow.jsonl.gz").filter((text) => text.length < 30_000);
    for (const text of networks.slice(0, 12)) {
      for (const { name, pipeline, optLevel, bindsParameters } of catalog().targets) {
        judge(await finishedRun({ text, pipeline, optLevel, target: name, customTargets: [], bindParameters: bindsParameters }), tally);
      }
    }
    expect(tally.broken).toEqual([]);
    expect(tally.boundaries).toBeGreaterThan(500);
    expect(tally.unknown).toBeLessThan(0.01 * tally.boundaries);
  });
});
