/**
 * `npm run fuzz:oracle -- [--kind annotated|layouts|types|lowerings|byoc|match|partition|structure|quantize] [--from N] [--count N] [--shrink]`: puts fresh
 * cases to the reference and to our own passes, and lists where they differ. `annotated` (for passes on regions), `layouts` (for ConvertLayout),
 * `types` (for inference) and `lowerings` (for Legalize) are modules of our own generators, the rest is the reference's (`generate.py`). The same numbers make the same cases. A difference is shrunk to a small case.
 */
import { parseArgs } from "node:util";
import { replayCase } from "@relayscope/engine";
import { inferTypes } from "@relayscope/infer";
import { operators } from "@relayscope/ops";
import { printModule } from "@relayscope/text";
import { type Answer, type Expectation, judge } from "../../src/judge.ts";
import { type Random, randomFrom } from "../operators/random.ts";
import { annotatedModule, randomStyle } from "./annotatedModules.ts";
import { desiredLayouts, layoutModule } from "./layoutModules.ts";
import { type PlanStep, randomPlan } from "./plans.ts";
import { quantizedProgram } from "./quantizedPrograms.ts";
import { askReference, generatedCases, type PassCase, referencePlace } from "./reference.ts";
import { shrunk } from "./shrink.ts";
import { typedProgram } from "./typedPrograms.ts";

interface Tally {
  agreed: number;
  asked: number;
  readonly differing: { readonly wrong: PassCase | string; readonly reason: string }[];
}

interface Running {
  readonly number: number;
  readonly plan: readonly PlanStep[];
  text: string;
}

/** Cases of our own generator, a round for each step of their plans. */
function runAnnotated(from: number, count: number, tally: Tally): void {
  let running = Array.from({ length: count }, (_, i) => started(from + i)).filter((c) => c !== undefined);
  for (let round = 0; running.length > 0; round++) {
    const cases = running.map(
      (c): PassCase => ({ id: `${c.number}.${round}`, kind: "pass", opt_level: 3, input: c.text, ...stepOf(c, round) }),
    );
    const answers = askReference(cases);
    running = running.filter((c, i) => {
      const asked = cases[i] as PassCase;
      const theirs = answers.get(asked.id);
      compare(asked, theirs, tally);
      if (theirs?.text === undefined || round + 1 >= c.plan.length) return false;
      c.text = theirs.text;
      return true;
    });
  }
}

function stepOf(c: Running, round: number): PlanStep {
  return c.plan[round] as PlanStep;
}

function started(number: number): Running | undefined {
  const r = randomFrom(number);
  const style = randomStyle(r);
  const { module, diagnostics } = inferTypes(annotatedModule(r, style, operators), operators, { trust: "nothing" });
  if (diagnostics.some((d) => d.severity === "error")) return undefined;
  return { number, plan: randomPlan(r, style.hasAnnotations), text: printModule(module) };
}

/** What the reference did, as an expectation; undefined where it can't read the text or ended. */
export function expectationOf(answer: Answer | undefined): Expectation | undefined {
  if (!answer || answer.error?.code === "Crash" || answer.error?.code === "DiagnosticError") return undefined;
  return answer.error ? { expect_error: answer.error.message } : { expect: answer.text ?? "" };
}

function compare(asked: PassCase, theirs: Answer | undefined, tally: Tally): void {
  const expectation = expectationOf(theirs);
  if (!expectation) return;
  tally.asked++;
  const reason = judge(expectation, replayCase(asked, { runs: 0 })[0]);
  if (reason === undefined) tally.agreed++;
  else tally.differing.push({ wrong: asked, reason });
}

/** Modules whose layouts are converted. What the reference can't type after the pass is a refusal too. */
function runLayouts(from: number, count: number, tally: Tally): void {
  const cases: PassCase[] = [];
  for (let number = from; number < from + count; number++) {
    const r = randomFrom(number);
    const module = layoutModule(r, operators);
    if (!module) continue;
    const pass = { name: "ConvertLayout", options: { desired_layouts: desiredLayouts(r) } };
    cases.push({ id: String(number), kind: "pass", opt_level: 3, input: printModule(module), passes: [pass], sequential: r.chance(0.8) });
  }
  const answers = askReference(cases);
  for (const asked of cases) {
    const theirs = answers.get(asked.id);
    if (!theirs || theirs.error?.code === "Crash") continue;
    tally.asked++;
    const reason = judge(
      theirs.error ? { expect_error: theirs.error.message } : { expect: theirs.text ?? "" },
      replayCase(asked, { runs: 0 })[0],
    );
    if (reason === undefined) tally.agreed++;
    else tally.differing.push({ wrong: asked, reason });
  }
}

/** Programs that are only read, which infers their types. */
function readAlone(r: Random): Asked {
  return { input: typedProgram(r), passes: [] };
}

const devices = [
  "llvm",
  "llvm -mcpu=skylake-avx512",
  "llvm -mcpu=core2",
  "llvm -device=arm_cpu -mtriple=aarch64-linux-gnu",
  "llvm -device=arm_cpu -mtriple=aarch64-linux-gnu -mattr=+v8.2a,+dotprod",
  "llvm -device=arm_cpu -mtriple=armv7l-linux-gnueabihf",
  "cuda",
  "hexagon",
];

/** Programs of quantized operators, which one of the three tables of Legalize lowers. */
function lowering(r: Random): Asked {
  const { text, metadata } = quantizedProgram(r);
  const table = r.pick(["FTVMQnnCanonicalize", "FTVMQnnCanonicalize", "FTVMQnnLegalize", "FTVMLegalize"]);
  const target = r.chance(0.5) ? {} : { target: r.pick(devices) };
  return { input: text, metadata, passes: [{ name: "Legalize", options: { legalize_map_attr_name: table } }], ...target };
}

type Asked = Pick<PassCase, "input" | "metadata" | "passes" | "target">;

/** Texts of our own generators, a case a number. */
function runTexts(make: (r: Random) => Asked, from: number, count: number, tally: Tally): void {
  const cases = Array.from(
    { length: count },
    (_, i): PassCase => ({ id: String(from + i), kind: "pass", opt_level: 3, ...make(randomFrom(from + i)) }),
  );
  const answers = askReference(cases);
  for (const asked of cases) {
    const theirs = answers.get(asked.id);
    if (!theirs || theirs.error?.code === "Crash") continue;
    tally.asked++;
    const expectation = theirs.error ? { expect_error: theirs.error.message } : { expect: theirs.text ?? "" };
    const reason = judge(expectation, replayCase(asked, { runs: 0 })[0]);
    if (reason === undefined) tally.agreed++;
    else tally.differing.push({ wrong: asked, reason });
  }
}

/** Cases of the reference's generator, which bring their answers. */
function runGenerated(kind: string, from: number, count: number, tally: Tally): void {
  for (const line of generatedCases(kind, from, from + count)) {
    const given = JSON.parse(line) as { id: string; steps?: readonly Expectation[] } & Expectation;
    const results = replayCase(given, { runs: 0 });
    for (const [i, expectation] of (given.steps ?? [given]).entries()) {
      tally.asked++;
      const reason = judge(expectation, results[i]);
      if (reason === undefined) tally.agreed++;
      else tally.differing.push({ wrong: `${given.id} step ${i}`, reason });
    }
  }
}

function main(): void {
  const { values } = parseArgs({
    options: {
      kind: { type: "string", default: "annotated" },
      from: { type: "string", default: "0" },
      count: { type: "string", default: "200" },
      show: { type: "string", default: "5" },
      shrink: { type: "boolean", default: false },
    },
  });
  if (!referencePlace()) {
    write("Nothing to ask: RELAYSCOPE_REFERENCE names no Python with the reference, or RELAYSCOPE_ORACLE no folder of its scripts.");
    return;
  }
  const tally: Tally = { agreed: 0, asked: 0, differing: [] };
  const [from, count] = [Number(values.from), Number(values.count)];
  if (values.kind === "annotated") runAnnotated(from, count, tally);
  else if (values.kind === "layouts") runLayouts(from, count, tally);
  else if (values.kind === "types") runTexts(readAlone, from, count, tally);
  else if (values.kind === "lowerings") runTexts(lowering, from, count, tally);
  else runGenerated(values.kind, from, count, tally);
  for (const { wrong, reason } of tally.differing.slice(0, Number(values.show))) {
    const name = typeof wrong === "string" ? wrong : `${wrong.id} ${JSON.stringify(wrong.passes)} ${JSON.stringify(wrong.rules ?? {})}`;
    write(`- ${name}\n    ${reason.replaceAll("\n", "\n    ")}`);
    if (typeof wrong !== "string") write(values.shrink ? shrunk(wrong).input : wrong.input);
  }
  write(`${tally.agreed} of ${tally.asked} agree.`);
  if (tally.differing.length > 0) process.exitCode = 1;
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

main();
