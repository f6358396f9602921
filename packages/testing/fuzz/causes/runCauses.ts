/**
 * `npm run fuzz:causes -- [--only KIND] [--from N] [--count N] [--show N] [--recorded FILE] [--remedies]`: random runs
 * of every kind, also under the example target files (or cases that the oracle's generator made), and the causes of
 * their boundaries: how many are not known, and where a law of causes is broken; with `--remedies`, what each cause
 * asks for is tried, too. The same numbers make the same runs.
 */
import { readFileSync } from "node:fs";
import type { RunSpec } from "@relayscope/engine";
import { nameOf } from "@relayscope/ir";
import { finishedRun, whyOf } from "@relayscope/run";
import { whyAnswer } from "../../../engine/src/questions/why.ts";
import { flags, numbers } from "../harness.ts";
import { fileRun } from "./fileRuns.ts";
import { type RecordedFlow, type RunKind, randomRun, recordedRun, runKinds } from "./randomRuns.ts";
import { triedRemedies } from "./remedies.ts";

interface Tally {
  runs: number;
  boundaries: number;
  readonly codes: Map<string, number>;
  readonly broken: string[];
}

async function look(spec: RunSpec | undefined, number: number, tally: Tally, withRemedies: boolean): Promise<void> {
  if (!spec) return;
  tally.runs++;
  const run = await finishedRun(spec);
  try {
    const { why } = whyOf(run);
    whyAnswer(run, run.stages.length - 1);
    for (const { from, to, cause } of why.boundaries()) {
      tally.boundaries++;
      tally.codes.set(cause.code, (tally.codes.get(cause.code) ?? 0) + 1);
      const named = `${number}: ${nameOf(from)} to ${nameOf(to)}: ${cause.sentence}`;
      if (cause.code === "unknown") tally.broken.push(`unknown, ${named}`);
      if (cause.sentence === "" || cause.also.includes(cause.code)) tally.broken.push(`no sentence or a code twice, ${named}`);
      const isOutside = cause.code === "cycle" || cause.code === "pruned";
      if (isOutside && cause.blockers.some((node) => why.ground.regionOf(node)?.target === cause.target))
        tally.broken.push(`blames its own, ${named}`);
    }
    if (withRemedies)
      for (const { broken } of await triedRemedies(spec)) if (broken !== undefined) tally.broken.push(`${number}: ${broken}`);
  } catch (error) {
    tally.broken.push(`${number}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}

async function main(): Promise<void> {
  const values = flags({ only: "", from: 0, count: 100, show: 5, recorded: "", remedies: false });
  const lines = values.recorded === "" ? undefined : readFileSync(values.recorded, "utf8").trim().split("\n");
  const kinds: readonly (RunKind | "files" | "recorded")[] = lines
    ? ["recorded"]
    : ([...runKinds, "files"] as const).filter((kind) => values.only === "" || values.only === kind);
  for (const kind of kinds) {
    const tally: Tally = { runs: 0, boundaries: 0, codes: new Map(), broken: [] };
    for (const i of numbers(values)) {
      const line = lines?.[i];
      const recorded = line === undefined ? undefined : recordedRun(JSON.parse(line) as RecordedFlow);
      const spec = kind === "recorded" ? recorded : kind === "files" ? await fileRun(i) : randomRun(kind, i);
      // What a file's own function refuses is changed in the file, which no remedy does.
      await look(spec, i, tally, values.remedies && kind !== "files");
    }
    const codes = [...tally.codes].sort((a, b) => b[1] - a[1]).map(([code, count]) => `${code} ${count}`);
    console.log(
      `${kind}: ${tally.runs} runs, ${tally.boundaries} boundaries, ${tally.broken.length} broken or unknown (${codes.join(", ")})`,
    );
    for (const line of tally.broken.slice(0, values.show)) console.log(`- ${line}`);
    if (tally.broken.length > 0) process.exitCode = 1;
  }
}

await main();
