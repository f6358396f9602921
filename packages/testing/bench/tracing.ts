/**
 * What decisions cost a run that asks for none: the budget is 2%. A run without decisions tests once whether to report
 * one where a run with them reports one. Counted, not timed, so that every machine says the same: those tests, of all
 * blocks of code that run, on the corpus' networks through the passes of partitioning. What reporting them costs is timed
 * with the causes.
 */
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inferTypes } from "@relayscope/infer";
import type { Expr, Module } from "@relayscope/ir";
import { callOf, wildcard } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import { type PipelineStep, passContext, runPipeline } from "@relayscope/passes";
import { findPass } from "@relayscope/passes/all";
import { parseModule } from "@relayscope/text";
import { recordedCases } from "../src/recordedCases.ts";

const budget = 0.02;
const networks = 8;
const passNames = ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"] as const;
const taken = ["nn.conv2d", "nn.relu", "add", "nn.dense", "nn.bias_add", "nn.max_pool2d", "concatenate", "nn.batch_norm"];

function steps(): readonly PipelineStep[] {
  const tables = {
    patterns: [{ name: "a.conv2d_relu", pattern: callOf("nn.relu", callOf("nn.conv2d", wildcard(), wildcard())) }],
    rules: { a: Object.fromEntries(taken.map((name) => [name, (_: Expr) => true])) },
  };
  return passNames.map((name) => {
    const pass = findPass(name);
    if (!pass) throw new Error(`No pass ${name}.`);
    return { pass, options: name === "AnnotateTarget" ? { targets: ["a"] } : {}, tables };
  });
}

/** Runs the passes; how many decisions they report, or undefined where one fails, as it does in the reference. */
function decisionsOf(module: Module, trace: boolean): number | undefined {
  let decisions = 0;
  for (const step of runPipeline(module, steps(), passContext(operators, { trace }))) {
    if (step.status === "failed") return undefined;
    decisions += step.decisions.length;
  }
  return decisions;
}

function modules(): ReadonlyMap<string, Module> {
  const own = fileURLToPath(new URL("../corpus/", import.meta.url));
  const found = new Map<string, Module>();
  for (const { id, input } of recordedCases(join(process.env.RELAYSCOPE_CORPUS ?? own, "flow.jsonl.gz"))) {
    const [network = ""] = String(id).split(".");
    if (found.size >= networks || found.has(network) || typeof input !== "string") continue;
    found.set(network, inferTypes(parseModule(input, { operators }).module, operators).module);
  }
  return found;
}

/** Only this project's files count. */
const own = new URL("../../", import.meta.url).href;
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** How many blocks of this project's code `run` executes: function bodies, branches, loop bodies. */
async function blocksOf(run: () => unknown): Promise<number> {
  await session.post("Profiler.takePreciseCoverage");
  run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ranges = result.flatMap(({ url, functions }) => (url.startsWith(own) ? functions.flatMap((f) => f.ranges) : []));
  return ranges.reduce((sum, { count }) => sum + count, 0);
}

async function main(): Promise<void> {
  const titles = ["tests", "blocks", "share"].map((title) => title.padStart(12)).join("");
  console.log(`${"decisions not asked for".padEnd(24)}${titles}`);
  let worst = 0;
  for (const [network, module] of modules()) {
    // Once before, for what is made at first use alone.
    decisionsOf(module, false);
    const decisions = decisionsOf(module, true);
    if (decisions === undefined) {
      console.log(`${network.padEnd(24)}a pass fails`);
      continue;
    }
    const blocks = await blocksOf(() => decisionsOf(module, false));
    const share = decisions / blocks;
    worst = Math.max(worst, share);
    const numbers = [String(decisions), String(blocks), `${(100 * share).toFixed(2)}%`];
    console.log(`${network.padEnd(24)}${numbers.map((n) => n.padStart(12)).join("")}`);
  }
  if (worst > budget) {
    console.log(`More than ${100 * budget}% of what runs without decisions asks whether to tell one.`);
    process.exitCode = 1;
  }
}

await main();
