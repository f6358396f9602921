/**
 * Runs the scripts that Relayscope writes for TVM. Each script checks that the regions are the same. The modules are
 * networks of the recorded flows and the gallery; the targets are the built-in ones and random custom targets.
 * Usage: RELAYSCOPE_REFERENCE=<python with the reference> npm run fuzz:scripts -- [--count N] [--from N] [--seed N]
 * [--folder FOLDER_OF_RECORDED_CASES] [--keep FOLDER_FOR_SCRIPTS_THAT_DIFFER]
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEngine, type RunRequest, type TargetSpec } from "@relayscope/engine";
import { builtInTable } from "@relayscope/run";
import { recordedCases } from "../../src/recordedCases.ts";
import { flags, hasReference, numbers } from "../harness.ts";
import { type Random, randomFrom } from "../random.ts";
import { referencePlace } from "../reference.ts";

const values = flags({ count: 40, from: 0, seed: 1, folder: "", keep: "" });
if (!hasReference()) process.exit();
const python = referencePlace()?.python ?? "";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const examples = join(root, "public", "examples");
const folder = values.folder || join(root, "packages", "testing", "corpus");
const texts = [
  ...readdirSync(examples)
    .filter((name) => name.endsWith(".relay") && !name.includes("fragment"))
    .map((name) => readFileSync(join(examples, name), "utf8")),
  ...[...recordedCases(join(folder, "random_byoc.jsonl.gz"))].flatMap((c) => (c.input === undefined ? [] : [c.input])),
];
const patterns: TargetSpec["patterns"] = [
  { name: "mine.conv2d_relu", pattern: 'is_op("nn.relu")(is_op("nn.conv2d")(wildcard(), wildcard()))' },
  { name: "mine.dense", pattern: 'is_op("nn.dense")(wildcard(), is_constant()).optional(lambda x: is_op("nn.relu")(x))' },
  { name: "mine.sum", pattern: 'x = wildcard()\nis_op("add")(x, is_op("nn.relu")(x)) | is_op("multiply")(x, wildcard())' },
];
const operators = ["add", "multiply", "nn.relu", "sigmoid", "nn.conv2d", "concatenate", "nn.dense", "reshape"];
const builtIn = ["dnnl", "cutlass", "cublas", "cudnn", "arm_compute_lib", "bnns", "clml", "mrvl", "byoc-target"];

/** A target that edits a built-in one (with fewer of its entries and one operator more), or one of one's own. */
function editedTarget(random: Random, catalog: readonly TargetSpec[]): TargetSpec {
  const original = catalog.find((t) => t.name === random.pick(["dnnl", "bnns", "mrvl", "byoc-target"]));
  if (original && random.chance(0.5)) {
    const kept = original.patterns.filter(() => random.chance(0.8)).map(({ name, pattern }) => ({ name, pattern }));
    return { name: original.name, patterns: kept, operators: [...original.operators.filter(() => random.chance(0.8)), "nn.relu"] };
  }
  return { name: "mine", patterns: patterns.filter(() => random.chance(0.7)), operators: operators.filter(() => random.chance(0.5)) };
}

const engine = createEngine();
const { targets } = await engine.catalog();
const tables = targets.flatMap(({ name }) => builtInTable(name) ?? []);
const counts = { same: 0, refused: 0, different: 0, raised: 0 };
for (const i of numbers(values)) {
  const random = randomFrom(values.seed * 1_000_003 + i);
  const text = random.pick(texts);
  const edited = random.chance(0.5) ? editedTarget(random, tables) : undefined;
  const name = edited?.name ?? random.pick(builtIn);
  const info = targets.find((t) => t.name === name) ?? targets.find((t) => t.name === "byoc-target");
  const request: RunRequest = {
    epoch: i + 1,
    text,
    target: name,
    customTargets: edited ? [edited] : [],
    pipeline: info?.pipeline ?? [],
    optLevel: info?.optLevel ?? 2,
    bindParameters: random.chance(0.5),
    trace: false,
  };
  await new Promise<void>((resolve) => engine.run(request, (event) => event.kind !== "stage" && resolve()));
  const script = await engine.exportStage(request.epoch, request.pipeline.length, { format: "python", title: "" });
  if (script.kind === "refused") {
    counts.refused++;
    continue;
  }
  const { status, stdout, stderr } = spawnSync(python, ["-"], { input: script.text, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status === 0 && stdout.includes("The same regions")) counts.same++;
  else {
    const isRaised = !stderr.includes("Relayscope found");
    counts[isRaised ? "raised" : "different"]++;
    if (values.keep !== "") writeFileSync(join(values.keep, `${values.seed}-${i}.py`), script.text);
    console.log(`${i} ${name}${isRaised ? ": the reference raises" : ""}: ${stderr.trim().split("\n").at(-1) ?? ""}`);
  }
}
engine.dispose();
console.log(
  `${counts.same} the same, ${counts.different} different, ${counts.raised} on which the reference raises, ${counts.refused} without a script`,
);
process.exit(counts.different + counts.raised > 0 ? 1 : 0);
