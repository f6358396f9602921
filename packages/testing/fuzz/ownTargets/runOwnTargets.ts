/**
 * `npm run fuzz:own-targets -- [--only TARGET] [--from N] [--count N] [--show N] [--minutes N]`: random modules under
 * the reference's own target files, three ways: the file opened here as a user's, the built-in target, and the
 * reference. Compared are the module after each pass of partitioning, all that checks and rules answer, and the file's
 * own flow, as its function runs and as a pipeline. The same numbers make the same modules. Says after every few
 * modules how they went, and ends after so many minutes.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine, type Engine, type PipelineStep, partitioningPasses } from "@relayscope/engine";
import { operators } from "@relayscope/ops";
import { replayCase } from "@relayscope/replay";
import { printModule, textDifference } from "@relayscope/text";
import { judgeOwnTarget, type OwnTargetAnswer } from "../../src/judgeOwnTarget.ts";
import { stagesOf } from "../../src/stagesOf.ts";
import { typedModule } from "../builder.ts";
import { randomNetwork } from "../flows/networks.ts";
import { Comparison, flags, hasReference, numbers } from "../harness.ts";
import { randomFrom } from "../random.ts";
import { askOwnTargets, referencePackages } from "../reference.ts";
import { wideModule } from "../wide/wideModules.ts";

/** What only the library's machine says of tensorrt: the reference's own defaults. */
const tensorrtTarget =
  'lambda: type("Known", (), {"attrs": {"use_implicit_batch": True, "use_fp16": False, "use_uint8": False, ' +
  '"remove_no_mac_subgraphs": False, "max_workspace_size": 1 << 30, "tensorrt_version": [6, 0, 1]}})()';

/** The files by target, with what is given in place of their names. */
const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  arm_compute_lib: {},
  bnns: {},
  clml: {},
  cublas: {},
  cudnn: {},
  cutlass: {},
  dnnl: {},
  mrvl: {},
  tensorrt: { get_tensorrt_target: tensorrtTarget },
};

const partitioning: readonly PipelineStep[] = ["InferType", ...partitioningPasses].map((pass) => ({ pass, options: {} }));

interface Case {
  readonly id: string;
  readonly text: string;
  readonly files: Readonly<Record<string, string>>;
}

/** What came of a run: the text at its end, or undefined where a pass failed. */
async function ran(engine: Engine, request: Parameters<typeof stagesOf>[1]) {
  const stages = await stagesOf(engine, request);
  const isFailed = stages.some(({ result: { status } }) => status === "failed" || status === "not-built");
  return isFailed ? undefined : (await engine.text(request.epoch, stages.length - 1)).text;
}

/** The difference between what the reference made and what came of a run here. */
function textsDiffer(wanted: string | { readonly error: unknown } | undefined, given: string | undefined): string | undefined {
  if (typeof wanted !== "string") return given === undefined ? undefined : "the reference raises";
  if (given === undefined) return "a pass fails";
  const found = textDifference(wanted, given);
  return found && `${found.definition}\nexpected ${found.expected}\nactual   ${found.actual}`;
}

/** All that differs: the file here, the built-in target, and the file's flow as a pipeline. */
async function differences(target: string, { text, files }: Case, wanted: OwnTargetAnswer): Promise<readonly string[]> {
  const hasFlow = !(typeof wanted.flow === "object" && wanted.flow.error.code === "TargetError");
  const { flow: own, ...rest } = wanted;
  // The folder that the reference runs in is the machine's own.
  const flow = typeof own === "string" ? own.replaceAll(JSON.stringify(process.cwd()), '"."') : own;
  const asked = { kind: "own-target", id: "", text, files, given: given[target], flow: hasFlow };
  // Reading is not a pass of the table.
  const { InferType: _, ...after } = wanted.after ?? {};
  const [file] = replayCase(asked, { runs: 0 });
  const all = { ...rest, after, ...(hasFlow && flow !== undefined ? { flow } : {}) };
  const isOrdered = text.match(/^def @/gmu)?.length === 1;
  const found = judgeOwnTarget(all, file as OwnTargetAnswer, isOrdered);
  const engine = createEngine();
  const whole = Object.keys(after).length === partitioning.length - 1 ? after.PartitionGraph : { error: "" };
  const builtIn = textsDiffer(whole, await ran(engine, { epoch: 1, text, pipeline: partitioning, target }));
  const parts = [...found.map((part) => `the file: ${part}`), ...(builtIn === undefined ? [] : [`the built-in target: ${builtIn}`])];
  // A name of the file can't be given another value on the page.
  if (hasFlow && Object.keys(given[target] ?? {}).length === 0) {
    const spec = {
      name: target,
      patterns: [],
      operators: [],
      files: Object.entries(files).map(([name, source]) => ({ name, text: source })),
      flowOptions: { params: false },
    };
    const read = (await engine.targetFiles(spec, 1)).flow;
    const { pipeline = [], optLevel = 3, problem } = read ?? {};
    const end =
      problem === undefined ? await ran(engine, { epoch: 2, text, pipeline, optLevel, target, customTargets: [spec] }) : undefined;
    const asPipeline = textsDiffer(flow, end);
    if (asPipeline !== undefined) parts.push(`the flow as a pipeline: ${asPipeline}`);
  }
  engine.dispose();
  return parts;
}

/** Modules that are put to the reference at once, so that there is something to say after each few of them. */
const atOnce = 10;

async function main(): Promise<void> {
  const values = flags({ only: "", from: 0, count: 10, show: 3, minutes: 60 });
  if (!hasReference()) return;
  const comparison = new Comparison();
  const end = Date.now() + values.minutes * 60_000;
  const targets = Object.keys(given).filter((name) => values.only === "" || values.only === name);
  const all = numbers(values);
  // Every target has its turn before any has its next modules.
  for (let at = 0; at < all.length && Date.now() < end; at += atOnce) {
    for (const target of targets) if (Date.now() < end) await compareSome(target, all.slice(at, at + atOnce), comparison);
  }
  comparison.report({ show: values.show, shrink: false });
}

async function compareSome(target: string, some: readonly number[], comparison: Comparison): Promise<void> {
  const path = join(referencePackages(), `tvm/relay/op/contrib/${target}.py`);
  const files = { [`python/tvm/relay/op/contrib/${target}.py`]: readFileSync(path, "utf8") };
  const cases = some.flatMap((number): Case[] => {
    const r = randomFrom(number);
    const module = typedModule(number % 2 === 0 ? randomNetwork(r, operators) : wideModule(r, operators), operators);
    return module ? [{ id: `${target}.${number}`, text: printModule(module), files }] : [];
  });
  const answers = askOwnTargets<OwnTargetAnswer>(
    cases.map(({ id, text }) => ({ id, text, file: path, given: given[target], flow: true, seed: 7 })),
  );
  const differing: string[] = [];
  for (const own of cases) {
    const wanted = answers.get(own.id);
    // What the reference can't read, or crashes on, is not an answer.
    if (!wanted?.after?.InferType || typeof wanted.after.InferType !== "string") continue;
    const found = await differences(target, own, wanted);
    if (found.length > 0) differing.push(own.id);
    comparison.note(target, `${own.id}\n${own.text}`, found.length > 0 ? found.join("\n") : undefined);
  }
  const last = some.at(-1) ?? 0;
  console.log(`${target} to ${last}: ${differing.length === 0 ? "all agree" : `differing: ${differing.join(", ")}`}`);
}

await main();
