/**
 * Times the passes of a BYOC flow on chains and ladders of 1,000, 10,000 and 50,000 calls, and says how they grow: ten
 * times the calls should take at most 13 times as long. The reference next to, on a chain of 250 calls where it runs,
 * else by its recorded times.
 */
import { inferTypes } from "@relayscope/infer";
import type { Expr, Module } from "@relayscope/ir";
import { callOf, patternToData, wildcard } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import { passContext, runPipeline } from "@relayscope/passes";
import { findPass } from "@relayscope/passes/all";
import { parseModule } from "@relayscope/text";
import { referencePlace, referenceTimes } from "../fuzz/reference.ts";
import { chain, ladder } from "./chains.ts";

const shapes = { chain, ladder } as const;
const sizes = [1_000, 10_000, 50_000] as const;
const passNames = ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"] as const;
const accepted = ["nn.relu", "add"];

/** What the reference took on a chain of 1,000 calls, ms, on a quiet machine. */
const recorded = { InferType: 126, MergeComposite: 289, AnnotateTarget: 489, MergeCompilerRegions: 374, PartitionGraph: 57_676 } as const;

const context = passContext(operators);

function composite() {
  return callOf("nn.relu", callOf("nn.conv2d", wildcard(), wildcard()));
}

/** Milliseconds by pass, on a module of `n` calls. */
function timed(text: string): ReadonlyMap<string, number> {
  const parsed = parseModule(text, { operators }).module;
  const times = new Map<string, number>();
  const begin = performance.now();
  const module: Module = inferTypes(parsed, operators).module;
  times.set("InferType", performance.now() - begin);
  const tables = {
    patterns: [{ name: "a.conv2d_relu", pattern: composite() }],
    rules: { a: Object.fromEntries(accepted.map((name) => [name, (_: Expr) => true])) },
  };
  const steps = passNames.map((name) => {
    const pass = findPass(name);
    if (!pass) throw new Error(`No pass ${name}.`);
    return { pass, options: name === "AnnotateTarget" ? { targets: ["a"] } : {}, tables };
  });
  for (const step of runPipeline(module, steps, context)) {
    if (step.status === "failed") throw new Error(`${step.pass}: ${step.reason}`);
    times.set(step.pass, step.ms);
  }
  return times;
}

/** The reference's milliseconds by pass on a chain of `n` calls, in this run. */
function referenceOn(n: number): ReadonlyMap<string, number> {
  const pattern = patternToData(composite(), { printExpr: (e) => `op:${e.kind === "Op" ? e.name : ""}`, printType: () => "" });
  const steps = ["InferType", ...passNames].map((name) => ({
    passes: [
      {
        name,
        ...(name === "MergeComposite" ? { patterns: [{ name: "a.conv2d_relu", pattern }] } : {}),
        ...(name === "AnnotateTarget" ? { options: { targets: ["a"] } } : {}),
      },
    ],
    rules: { a: Object.fromEntries(accepted.map((name) => [name, true])) },
  }));
  const times = referenceTimes([JSON.stringify({ id: "chain", kind: "flow", opt_level: 3, input: chain(n), steps })]).get("chain") ?? [];
  return new Map(["InferType", ...passNames].map((name, i) => [name, times[i] ?? Number.NaN]));
}

function row(name: string, cells: readonly string[]): void {
  console.log(`  ${name.padEnd(22)}${cells.map((c) => c.padStart(12)).join("")}`);
}

function main(): void {
  for (const [shape, make] of Object.entries(shapes)) {
    timed(make(1_000));
    const times = sizes.map((n) => timed(make(n)));
    console.log(`${shape}, ms`);
    row("calls", [...sizes.map((n) => n.toLocaleString("en")), "10x grows", "5x grows"]);
    let sums = sizes.map(() => 0);
    for (const name of times[0]?.keys() ?? []) {
      const [a = 0, b = 0, c = 0] = times.map((t) => t.get(name) ?? 0);
      row(name, [a.toFixed(1), b.toFixed(1), c.toFixed(1), (b / a).toFixed(1), (c / b).toFixed(1)]);
      sums = sums.map((sum, i) => sum + ([a, b, c][i] ?? 0));
    }
    row("all", [
      ...sums.map((s) => s.toFixed(0)),
      ((sums[1] ?? 0) / (sums[0] ?? 1)).toFixed(1),
      ((sums[2] ?? 0) / (sums[1] ?? 1)).toFixed(1),
    ]);
  }
  const isLive = referencePlace() !== undefined;
  const n = isLive ? 250 : 1_000;
  timed(chain(n));
  const here = timed(chain(n));
  const there: ReadonlyMap<string, number> = isLive ? referenceOn(n) : new Map(Object.entries(recorded));
  console.log(`a chain of ${n} calls next to the reference${isLive ? ", in this run" : "'s recorded times"}, ms`);
  row("pass", ["here", "reference", "ratio"]);
  for (const [name, theirs] of there) {
    const ours = here.get(name) ?? Number.NaN;
    row(name, [ours.toFixed(2), theirs.toFixed(1), `${(theirs / ours).toFixed(0)}x`]);
  }
}

main();
