/**
 * `npm run fuzz:flows -- [--only TARGET] [--from N] [--count N] [--show N]`: random networks through the whole flow of
 * each target, and through the reference's own `partition_for_*`; where the two modules differ is listed. The same
 * numbers make the same networks.
 */
import { createEngine, type Engine } from "@relayscope/engine";
import { operators } from "@relayscope/ops";
import { printModule, textDifference } from "@relayscope/text";
import { stagesOf } from "../../src/stagesOf.ts";
import { typedModule } from "../builder.ts";
import { flags, hasReference, item, numbers } from "../harness.ts";
import { randomFrom } from "../random.ts";
import { answersOf } from "../reference.ts";
import { randomNetwork } from "./networks.ts";

/** Targets whose flow the reference can run without their libraries. */
const targetNames = ["dnnl", "tensorrt", "cutlass", "cublas", "cudnn", "arm_compute_lib", "bnns", "clml", "mrvl"];

type TargetInfo = Awaited<ReturnType<Engine["catalog"]>>["targets"][number];

interface Case {
  readonly id: string;
  readonly target: TargetInfo;
  readonly text: string;
}

interface Answer {
  readonly text?: string;
  readonly error?: string;
  readonly unread?: string;
}

/** The reference's answers, by case. */
function theirs(cases: readonly Case[]): ReadonlyMap<string, Answer> {
  const answers = answersOf<Answer & { readonly id: string }>(
    new URL("reference.py", import.meta.url),
    cases.map(({ id, target: { name, pipeline, optLevel }, text }) => ({
      id,
      target: name,
      text,
      level: optLevel,
      steps: pipeline.map((step) => step.pass),
    })),
  );
  return new Map(answers.map(({ id, ...answer }) => [id, answer]));
}

/** Our module after the whole flow, or what stopped it. */
async function ours(engine: Engine, epoch: number, { target: { name, pipeline, optLevel }, text }: Case): Promise<Answer> {
  const stages = await stagesOf(engine, { epoch, text, target: name, pipeline, optLevel });
  const stopped = stages.find(({ result: { status } }) => status === "failed" || status === "not-built")?.result;
  if (stopped) return { error: `${stopped.pass}: ${stopped.reason}` };
  return { text: (await engine.text(epoch, pipeline.length)).text };
}

function differenceOf(expected: Answer, actual: Answer): string | undefined {
  if (expected.error !== undefined) return actual.error === undefined ? `the reference reports: ${expected.error}` : undefined;
  if (actual.error !== undefined) return actual.error;
  const found = textDifference(expected.text ?? "", actual.text ?? "");
  return found && `${found.definition}\nexpected ${found.expected}\nactual   ${found.actual}`;
}

/** Compares on one target and says how it went; answers whether all agreed. */
async function compare(engine: Engine, cases: readonly Case[], name: string, show: number): Promise<boolean> {
  const answers = theirs(cases);
  const differing: string[] = [];
  let [asked, refused, offloaded] = [0, 0, 0];
  for (const given of cases) {
    const expected = answers.get(given.id);
    if (!expected || expected.unread !== undefined) continue;
    asked++;
    if (expected.error !== undefined) refused++;
    if (/Compiler="/.test(expected.text ?? "")) offloaded++;
    const reason = differenceOf(expected, await ours(engine, asked, given));
    if (reason !== undefined) differing.push(`${item(given.id, reason)}\n${given.text}`);
  }
  const counts = `${offloaded} with regions, ${refused} refused, ${cases.length - asked} not read there`;
  console.log(`${name}: ${asked - differing.length} of ${asked} agree (${counts})`);
  for (const line of differing.slice(0, show)) console.log(line);
  return differing.length === 0;
}

async function main(): Promise<void> {
  const values = flags({ only: "", from: 0, count: 30, show: 3 });
  if (!hasReference()) return;
  for (const name of targetNames.filter((n) => values.only === "" || values.only === n)) {
    const engine = createEngine();
    const target = (await engine.catalog()).targets.find((t) => t.name === name);
    if (!target) throw new Error(`There is no target \`${name}\`.`);
    const cases = numbers(values).flatMap((number): Case[] => {
      const module = typedModule(randomNetwork(randomFrom(number), operators), operators);
      return module ? [{ id: `${name}.${number}`, target, text: printModule(module) }] : [];
    });
    if (!(await compare(engine, cases, name, values.show))) process.exitCode = 1;
    engine.dispose();
  }
}

await main();
