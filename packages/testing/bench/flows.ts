/**
 * Times every recorded flow, pass by pass, here and in the reference: in the same run where RELAYSCOPE_REFERENCE and RELAYSCOPE_ORACLE name it, else
 * by the times that were recorded with the flows. Prints medians over networks and the ratio of the sums.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { replayCase } from "@relayscope/engine";
import { referencePlace, referenceTimes } from "../fuzz/oracle/reference.ts";
import { recordedCases } from "../src/recordedCases.ts";

interface Step {
  readonly passes: readonly { readonly name: string }[];
  readonly reference_ms?: number;
}

interface Sums {
  count: number;
  ours: number;
  theirs: number;
}

const own = fileURLToPath(new URL("../corpus/", import.meta.url));
const folder = process.env.RELAYSCOPE_CORPUS ?? own;

/** The median of five runs, the first two of them for warming up. */
const runs = 5;

function add(sums: Map<string, Sums>, key: string, ours: number, theirs: number): void {
  const sum = sums.get(key) ?? { count: 0, ours: 0, theirs: 0 };
  sum.count++;
  sum.ours += ours;
  sum.theirs += theirs;
  sums.set(key, sum);
}

function table(title: string, sums: ReadonlyMap<string, Sums>): void {
  console.log(`\n${title.padEnd(30)} ${"runs".padStart(5)} ${"here, ms".padStart(10)} ${"reference".padStart(10)} ${"ratio".padStart(8)}`);
  for (const [name, { count, ours, theirs }] of [...sums].sort(([a], [b]) => a.localeCompare(b)))
    console.log(
      `${name.padEnd(30)} ${String(count).padStart(5)} ${(ours / count).toFixed(2).padStart(10)} ${(theirs / count).toFixed(1).padStart(10)} ${(theirs / ours).toFixed(0).padStart(7)}x`,
    );
}

function main(): void {
  const isLive = referencePlace() !== undefined;
  const path = join(existsSync(join(folder, "flow.jsonl.gz")) ? folder : own, "flow.jsonl.gz");
  const byPass = new Map<string, Sums>();
  const byFlow = new Map<string, Sums>();
  const cases = [...recordedCases(path)];
  const inThisRun = isLive ? referenceTimes(cases.map((recorded) => JSON.stringify(recorded))) : undefined;
  for (const recorded of cases) {
    const steps = (recorded.steps ?? []) as readonly Step[];
    const live = inThisRun?.get(recorded.id);
    const results = replayCase(recorded, { runs });
    let [ours, theirs] = [0, 0];
    steps.forEach((step, i) => {
      const here = results[i]?.ms;
      const there = isLive ? live?.[i] : step.reference_ms;
      if (here === undefined || there === undefined) return;
      ours += here;
      theirs += there;
      add(byPass, step.passes.map((p) => p.name).join("+"), here, there);
    });
    if (theirs > 0) add(byFlow, recorded.id.slice(recorded.id.indexOf(".") + 1), ours, theirs);
  }
  console.log(
    isLive ? "The reference ran next to, in this run." : "The reference's times are recorded ones (RELAYSCOPE_REFERENCE names none).",
  );
  table("pass", byPass);
  table("flow", byFlow);
}

main();
