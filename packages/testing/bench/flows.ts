/**
 * Times every recorded flow, pass by pass, here and in the reference: in the same run where RELAYSCOPE_REFERENCE and
 * RELAYSCOPE_ORACLE name it, else by the times that were recorded with the flows. Prints means over networks and the
 * ratios of the sums: cold is each flow once through, as a user meets it, warm the median of runs after it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { replayCase } from "@relayscope/replay";
import { referencePlace, referenceTimes } from "../fuzz/reference.ts";
import { recordedCases } from "../src/recordedCases.ts";

interface Step {
  readonly passes: readonly { readonly name: string }[];
  readonly reference_ms?: number;
}

interface Sums {
  count: number;
  cold: number;
  warm: number;
  theirs: number;
}

const own = fileURLToPath(new URL("../corpus/", import.meta.url));
const folder = process.env.RELAYSCOPE_CORPUS ?? own;

/** The median of five runs, the first two of them for warming up. */
const runs = 5;

function add(sums: Map<string, Sums>, key: string, { cold, warm, theirs }: Omit<Sums, "count">): void {
  const sum = sums.get(key) ?? { count: 0, cold: 0, warm: 0, theirs: 0 };
  sum.count++;
  sum.cold += cold;
  sum.warm += warm;
  sum.theirs += theirs;
  sums.set(key, sum);
}

function table(title: string, sums: ReadonlyMap<string, Sums>): void {
  const heads = ["runs", "cold, ms", "warm, ms", "reference", "cold", "warm"];
  const row = (name: string, cells: readonly string[]) => `${name.padEnd(30)} ${cells.map((cell) => cell.padStart(10)).join(" ")}`;
  console.log(`\n${row(title, heads)}`);
  for (const [name, { count, cold, warm, theirs }] of [...sums].sort(([a], [b]) => a.localeCompare(b))) {
    const times = [cold, warm, theirs].map((sum) => (sum / count).toFixed(2));
    console.log(row(name, [String(count), ...times, ...[cold, warm].map((sum) => `${(theirs / sum).toFixed(0)}x`)]));
  }
}

function main(): void {
  const isLive = referencePlace() !== undefined;
  const path = join(existsSync(join(folder, "flow.jsonl.gz")) ? folder : own, "flow.jsonl.gz");
  const byPass = new Map<string, Sums>();
  const byFlow = new Map<string, Sums>();
  const cases = [...recordedCases(path)];
  const inThisRun = isLive ? referenceTimes(cases.map((recorded) => JSON.stringify(recorded))) : undefined;
  const coldly = new Map(cases.map((recorded) => [recorded.id, replayCase(recorded, { runs: 1 })]));
  for (const recorded of cases) {
    const steps = (recorded.steps ?? []) as readonly Step[];
    const live = inThisRun?.get(recorded.id);
    const results = replayCase(recorded, { runs });
    const sum = { cold: 0, warm: 0, theirs: 0 };
    steps.forEach((step, i) => {
      const cold = coldly.get(recorded.id)?.[i]?.ms;
      const warm = results[i]?.ms;
      const theirs = isLive ? live?.[i] : step.reference_ms;
      if (cold === undefined || warm === undefined || theirs === undefined) return;
      sum.cold += cold;
      sum.warm += warm;
      sum.theirs += theirs;
      add(byPass, step.passes.map((p) => p.name).join("+"), { cold, warm, theirs });
    });
    if (sum.theirs > 0) add(byFlow, recorded.id.slice(recorded.id.indexOf(".") + 1), sum);
  }
  console.log(
    isLive ? "The reference ran next to, in this run." : "The reference's times are recorded ones (RELAYSCOPE_REFERENCE names none).",
  );
  table("pass", byPass);
  table("flow", byFlow);
}

main();
