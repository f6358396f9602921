/**
 * Times the checks of the example target files here and in the reference: each is asked what MergeComposite asks it on
 * the recorded modules. The budget is a tenth of the reference's time. Times live alone: RELAYSCOPE_REFERENCE and
 * RELAYSCOPE_ORACLE name the reference.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { inferTypes } from "@relayscope/infer";
import type { Expr } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { passContext, runStep } from "@relayscope/passes";
import { findPass } from "@relayscope/passes/all";
import { referenceTargets } from "@relayscope/run";
import { type Asking, loadTarget } from "@relayscope/targets";
import { parseModule } from "@relayscope/text";
import { answersOf, referencePlace } from "../fuzz/reference.ts";

const budget = 10;
/** Calls before the first that is timed, and those that are timed. */
const warming = 500;
const runs = 20;

const here = new URL("../targets/", import.meta.url);

interface Case {
  readonly id: string;
  readonly target: string;
  readonly text: string;
  readonly file: string;
}

interface Timed {
  readonly calls: number;
  readonly us: number;
}

/** A record of a module under an example file. */
interface OwnTargetRecord {
  readonly id: string;
  readonly target: string;
  readonly text: string;
  readonly checks: readonly unknown[];
}

function cases(): readonly Case[] {
  const lines = gunzipSync(readFileSync(new URL("records.jsonl.gz", here)))
    .toString("utf8")
    .trim()
    .split("\n");
  return lines
    .map((line) => JSON.parse(line) as OwnTargetRecord)
    .filter(({ checks }) => checks.length > 0)
    .map(({ id, target, text }) => ({ id, target, text, file: fileURLToPath(new URL(`${target}.py`, here)) }));
}

/** Microseconds of a call: the median of some. */
function timed(check: Asking<Expr>, node: Expr): number {
  for (let i = 0; i < warming; i++) check.answer(node);
  const times = Array.from({ length: runs }, () => {
    const begin = performance.now();
    check.answer(node);
    return (performance.now() - begin) * 1000;
  });
  return times.sort((a, b) => a - b)[runs >> 1] ?? 0;
}

function ours({ text, file }: Case): Timed {
  const loaded = loadTarget(new Map([[file.slice(file.lastIndexOf("/") + 1), readFileSync(file, "utf8")]]), { referenceTargets });
  const mergeComposite = findPass("MergeComposite");
  if (loaded.kind === "error" || !mergeComposite) throw new Error(`${file} can't be read.`);
  const asked: [Asking<Expr>, Expr][] = [];
  const patterns = loaded.target.entries.map(({ name, pattern, check }) => {
    const answer = (node: Expr) => {
      if (check) asked.push([check, node]);
      const outcome = check?.answer(node);
      return outcome === undefined || (outcome.kind === "value" && outcome.value);
    };
    return { name, pattern, check: answer };
  });
  const { module } = inferTypes(parseModule(text, { operators }).module, operators, { trust: "nothing" });
  runStep(module, { pass: mergeComposite, options: {}, tables: { patterns, rules: {} } }, passContext(operators));
  return { calls: asked.length, us: asked.reduce((sum, [check, node]) => sum + timed(check, node), 0) };
}

function main(): void {
  if (!referencePlace()) {
    console.log("Nothing to run next to: RELAYSCOPE_REFERENCE names no Python with the reference.");
    return;
  }
  const all = cases();
  const answers = answersOf<Timed & { readonly id: string }>(new URL("ownChecks.py", import.meta.url), all);
  const theirs = new Map(answers.map((answer) => [answer.id, answer]));
  const sums = new Map<string, { calls: number; here: number; there: number }>();
  for (const own of all) {
    const [here, there] = [ours(own), theirs.get(own.id)];
    // A check that raises ends the pass there; then fewer are asked.
    if (!there || there.calls !== here.calls) continue;
    const sum = sums.get(own.target) ?? { calls: 0, here: 0, there: 0 };
    sums.set(own.target, { calls: sum.calls + here.calls, here: sum.here + here.us, there: sum.there + there.us });
  }
  const line = (name: string, { calls, here, there }: { calls: number; here: number; there: number }) =>
    `${name.padEnd(28)}${String(calls).padStart(7)}${(here / calls).toFixed(2).padStart(11)}${(there / calls).toFixed(1).padStart(12)}${(there / here).toFixed(1).padStart(8)}x`;
  console.log(`${"checks of".padEnd(28)}${"calls".padStart(7)}${"here, µs".padStart(11)}${"reference".padStart(12)}${"ratio".padStart(9)}`);
  const whole = { calls: 0, here: 0, there: 0 };
  for (const [name, sum] of [...sums].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(line(name, sum));
    for (const key of ["calls", "here", "there"] as const) whole[key] += sum[key];
  }
  console.log(line("all", whole));
  if (whole.there / whole.here < budget) {
    console.error(`The budget is ${budget} times the reference's speed.`);
    process.exitCode = 1;
  }
}

main();
