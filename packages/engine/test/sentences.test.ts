/**
 * The law of sentences: every name and every count that a panel says is of the run that it stands beside, at every
 * stage, as the run is and as each change that is offered leaves it; and a change comes to what was said of it when its
 * run is made anew.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Run } from "@relayscope/run";
import { outcomeOf } from "@relayscope/whatif";
import { describe, expect, test } from "vitest";
import type { CauseGain, Cure, DecisiveChange, Outcome, RunSpec } from "../src/index.ts";
import { createEngine } from "../src/index.ts";
import { explainStage } from "../src/questions/details.ts";
import { regionList } from "../src/questions/regionList.ts";
import { whyAnswer } from "../src/questions/why.ts";
import { falseClaims, strangersIn, strayNumbers } from "./claims.ts";
import { collect, runFor } from "./modules.ts";

/** All sentences that stand beside a stage. */
function sentencesOf(run: Run, stage: number): readonly string[] {
  const { boundaries, lines } = whyAnswer(run, stage);
  return [
    ...explainStage(run, stage).flatMap(({ question, answer }) => [question, answer]),
    ...boundaries.flatMap(({ cause }) => [cause.sentence, ...cause.evidence, ...cause.notes]),
    ...lines.flatMap(({ sentence, reasons }) => [sentence, ...reasons.map((reason) => reason.sentence)]),
  ];
}

/** The sentences of all causes. */
function causesOf(run: Run): readonly string[] {
  const last = run.stages.length - 1;
  return [...new Set(whyAnswer(run, last).boundaries.flatMap(({ cause }) => [cause.sentence, ...cause.evidence, ...cause.notes]))];
}

/** Names of sentences that are not of the run; none where the law holds. */
function strangers(run: Run): readonly string[] {
  return strangersIn(run, [...new Set(run.stages.flatMap((_, stage) => sentencesOf(run, stage)))]);
}

/** Counts with a unit that are none of the stage's. */
function wrongCounts(run: Run): readonly string[] {
  return run.stages.flatMap(({ result: { summary } }, stage) => {
    const { boundaries, lines } = whyAnswer(run, stage);
    const regions = summary.regions.reduce((sum, { count }) => sum + count, 0);
    const wrong: string[] = [];
    for (const { question, answer } of explainStage(run, stage)) {
      const share = /^(\d+) of (\d+) operators?/.exec(answer);
      if (
        question.startsWith("Which operators") &&
        share &&
        (Number(share[1]) !== summary.offloaded || Number(share[2]) !== summary.operators)
      )
        wrong.push(answer);
    }
    const listed = lines.flatMap((line) => line.boundaries);
    if (listed.length !== boundaries.length || new Set(listed).size !== listed.length) wrong.push("the list has other boundaries");
    for (const line of lines) {
      if (line.reasons.reduce((sum, reason) => sum + reason.boundaries.length, 0) !== line.boundaries.length)
        wrong.push(`${line.subject}: reasons`);
      if (line.bytes !== line.boundaries.reduce((sum, at) => sum + (boundaries[at]?.bytes ?? 0), 0)) wrong.push(`${line.subject}: bytes`);
    }
    const named = regionList(run, stage).filter(({ kind }) => kind === "region").length;
    if (named !== regions) wrong.push(`${named} regions are listed, the strip has ${regions}`);
    return wrong;
  });
}

/** Numbers of what is said of a change that are neither before nor after it. */
function wrongNumbers(change: Cure | DecisiveChange): readonly string[] {
  if (!("sentence" in change)) return [];
  const { sentence, before, after } = change;
  const told = sentence.slice(sentence.indexOf("With the change")).replaceAll(/[\d.]+ (B|KiB|MiB|GiB)/g, "");
  const numbersOf = ({ regions, offloaded, operators }: Outcome) => [
    regions,
    offloaded,
    operators,
    Math.round((100 * offloaded) / operators),
  ];
  const known = [before, after].flatMap(numbersOf).map(String);
  return (told.match(/\d+/g) ?? []).filter((number) => !known.includes(number));
}

async function outcomeOfSpec(spec: RunSpec): Promise<Outcome> {
  const run = await runFor(spec);
  const last = run.stages.at(-1);
  if (!last) throw new Error("The run has no stage.");
  return outcomeOf(last.module, "");
}

/** The changes that the page offers for a run by itself: what decides, and what helps most against each cause. */
async function offeredFor(run: Run): Promise<readonly (Cure | DecisiveChange)[]> {
  const engine = createEngine();
  await collect(engine, run.request);
  const found: (Cure | DecisiveChange)[] = [];
  await engine.decisive(run.request.epoch, (change) => found.push(change));
  await engine.causeGains(run.request.epoch, ({ best }: CauseGain) => {
    if (best && !found.some(({ label }) => label === best.label)) found.push(best);
  });
  return found;
}

const flows = gunzipSync(readFileSync(new URL("../../testing/corpus/flow.jsonl.gz", import.meta.url)))
  .toString("utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { readonly id: string; readonly input: string });
const networks = ["dqn.dnnl", "inception_block.bnns", "transformer2.cutlass", "dcgan.clml", "mlp.arm_compute_lib", "byoc2020.dnnl"].flatMap(
  (id) => {
    const flow = flows.find((own) => own.id === id);
    return flow ? [[id, { text: flow.input, target: id.split(".")[1] ?? "" }] as const] : [];
  },
);
/** A text whose weights are parameters, and are not bound. */
const unbound = [
  "weights are parameters",
  {
    text: `def @main(%x: Tensor[(1, 8, 8, 8), float32], %w: Tensor[(8, 8, 3, 3), float32], %b: Tensor[(8), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  %1 = nn.bias_add(%0, %b);
  %2 = exp(%1);
  %3 = nn.conv2d(%2, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  nn.relu(%3)
}
`,
    target: "tensorrt",
    bindParameters: false,
  },
] as const;

/** Changes that are looked at for each network. */
const mostChanges = 3;

describe("what panels say is about the run next to them", () => {
  test.each([...networks, unbound])("%s", { timeout: 120_000 }, async (_, asked) => {
    const run = await runFor(asked);
    expect(strangers(run)).toEqual([]);
    expect(wrongCounts(run)).toEqual([]);
    const said = causesOf(run);
    expect(falseClaims(run, said)).toEqual([]);
    expect(strayNumbers(run, said)).toEqual([]);
    for (const change of (await offeredFor(run)).slice(0, mostChanges)) {
      const { run: spec, before, after } = change;
      expect(wrongNumbers(change)).toEqual([]);
      const last = run.stages.at(-1);
      const failed = run.stages.find(({ result }) => result.status === "failed");
      expect(last && outcomeOf(last.module, failed ? `${failed.pass}: ${failed.result.reason}` : "")).toEqual(before);
      expect(await outcomeOfSpec(spec)).toEqual(after);
      const changed = await runFor(spec);
      expect(strangers(changed)).toEqual([]);
      expect(wrongCounts(changed)).toEqual([]);
    }
  });

  test("there are changes to look at", async () => {
    expect((await offeredFor(await runFor(unbound[1]))).length).toBeGreaterThan(0);
    expect(networks.length).toBeGreaterThan(4);
  });

  test("what is not of the run is found", async () => {
    const run = await runFor(unbound[1]);
    const right = [
      "`groups` of `nn.conv2d` is `1`",
      "`shape[1]` of `%x` is `8`",
      "`%b` has `1` axis",
      "`weight` of `nn.conv2d` is `%w`",
      "`weight` of `nn.conv2d` has `4` axes",
      "`shape[2]` of `weight` of `nn.conv2d` is `3`",
      "`padding` of `nn.conv2d` holds `1`",
    ];
    expect(falseClaims(run, right)).toEqual([]);
    const wrong = [
      "`groups` of `nn.conv2d` is `7`",
      "`padding[0]` of `nn.conv2d` is `2`",
      "`shape[1]` of `%x` is `9`",
      "`%b` has `2` axes",
      "`weight` of `nn.conv2d` is `%b`",
      "`weight` of `nn.conv2d` has `1` axis",
      "`shape[2]` of `weight` of `nn.conv2d` is `5`",
      "`padding` of `nn.conv2d` holds `2`",
    ];
    expect(falseClaims(run, wrong)).toHaveLength(wrong.length);
    expect(strayNumbers(run, ["it wants at most 7654321"])).toHaveLength(1);
    expect(strangersIn(run, ["`nn.conv2d` and `no_such_name`"])).toEqual(["no_such_name"]);
  });
});
