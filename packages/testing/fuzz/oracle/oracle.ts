/**
 * `npm run fuzz:oracle -- [--kind annotated|layouts|types|lowerings|byoc|match|partition|structure|quantize] [--from N]
 * [--count N] [--shrink]`: puts fresh cases to the reference and to our own passes, and lists where they differ.
 * `annotated` (for passes on regions), `layouts` (for ConvertLayout), `types` (for inference) and `lowerings` (for
 * Legalize) are modules of our own generators, the rest is the reference's (`generate.py`). The same numbers make the
 * same cases. A difference is shrunk to a small case.
 */
import { operators } from "@relayscope/ops";
import { replayCase } from "@relayscope/replay";
import { printModule } from "@relayscope/text";
import { type Answer, type Expectation, judge } from "../../src/judge.ts";
import { typedModule } from "../builder.ts";
import { Comparison, comparePlans, flags, hasReference, numbers, type Planned } from "../harness.ts";
import { type Random, randomFrom } from "../random.ts";
import { generatedCases, type PassCase } from "../reference.ts";
import { annotatedModule, randomStyle } from "./annotatedModules.ts";
import { desiredLayouts, layoutModule } from "./layoutModules.ts";
import { randomPlan } from "./plans.ts";
import { quantizedProgram } from "./quantizedPrograms.ts";
import { typedProgram } from "./typedPrograms.ts";

type Make = (r: Random) => Omit<PassCase, "id" | "kind" | "opt_level"> | undefined;

function planned(number: number): Planned | undefined {
  const r = randomFrom(number);
  const style = randomStyle(r);
  const module = typedModule(annotatedModule(r, style, operators), operators);
  return module && { number, plan: randomPlan(r, style.hasAnnotations), text: printModule(module) };
}

/** The reference infers types while it reads, and refuses some of what our generator makes. */
function refused(cases: readonly PassCase[], answers: ReadonlyMap<string, Answer>): ReadonlySet<string> {
  return new Set(cases.map(({ id }) => id).filter((id) => answers.get(id)?.error?.code === "DiagnosticError"));
}

/** Modules whose layouts are converted. What the reference can't type after the pass is a refusal too. */
const layouts: Make = (r) => {
  const module = layoutModule(r, operators);
  if (!module) return undefined;
  const passes = [{ name: "ConvertLayout", options: { desired_layouts: desiredLayouts(r) } }];
  return { input: printModule(module), passes, sequential: r.chance(0.8) };
};

/** Programs that are only read, which infers their types. */
const types: Make = (r) => ({ input: typedProgram(r), passes: [] });

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
const lowerings: Make = (r) => {
  const { text, metadata } = quantizedProgram(r);
  const table = r.pick(["FTVMQnnCanonicalize", "FTVMQnnCanonicalize", "FTVMQnnLegalize", "FTVMLegalize"]);
  const target = r.chance(0.5) ? {} : { target: r.pick(devices) };
  return { input: text, metadata, passes: [{ name: "Legalize", options: { legalize_map_attr_name: table } }], ...target };
};

/** Kinds of cases of our own, a case a number. */
const kinds: Readonly<Record<string, Make>> = { layouts, types, lowerings };

/** Cases of the reference's generator, which bring their answers. */
function compareGenerated(kind: string, from: number, count: number, comparison: Comparison): void {
  for (const line of generatedCases(kind, from, from + count)) {
    const given = JSON.parse(line) as { id: string; steps?: readonly Expectation[] } & Expectation;
    const results = replayCase(given, { runs: 0 });
    for (const [i, expectation] of (given.steps ?? [given]).entries())
      comparison.note(kind, `${given.id} step ${i}`, judge(expectation, results[i]));
  }
}

const values = flags({ kind: "annotated", from: 0, count: 200, show: 5, shrink: false });
if (hasReference()) {
  const comparison = new Comparison();
  const make = kinds[values.kind];
  if (values.kind === "annotated") {
    comparePlans(
      numbers(values).flatMap((number) => planned(number) ?? []),
      comparison,
      refused,
    );
  } else if (make) {
    comparison.compareAll(
      numbers(values).flatMap((number): PassCase[] => {
        const made = make(randomFrom(number));
        return made ? [{ id: String(number), kind: "pass", opt_level: 3, ...made }] : [];
      }),
    );
  } else compareGenerated(values.kind, values.from, values.count, comparison);
  comparison.report(values);
}
