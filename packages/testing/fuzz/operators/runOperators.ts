/**
 * Puts random calls of every operator to our type inference and to the reference, and says where they differ.
 * Usage: RELAYSCOPE_REFERENCE=<python with the reference> tsx runOperators.ts [--only PREFIX] [--count N] [--seed N] [--show N]
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { inferTypes } from "@relayscope/infer";
import { operators } from "@relayscope/ops";
import { printModule } from "@relayscope/text";
import { caseModule, caseText, type OperatorCase } from "./case.ts";
import { generators } from "./generators.ts";
import { mutated } from "./mutate.ts";
import { randomFrom } from "./random.ts";

interface Answer {
  readonly id: number;
  readonly type?: string;
  readonly error?: string;
}

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    count: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    show: { type: "string", default: "3" },
  },
});

/** The head of the function, after a second inference as the reference makes one: it may know more. */
function ours(c: OperatorCase): Answer {
  const read = inferTypes(caseModule(c, operators), operators, { trust: "nothing" });
  const { module, diagnostics } = inferTypes(read.module, operators, { trust: "nothing" });
  const error = [...read.diagnostics, ...diagnostics].find((d) => d.severity === "error");
  if (error) return { id: 0, error: error.message };
  const head = printModule(module)
    .split("\n")
    .find((line) => line.startsWith("def "));
  return head === undefined ? { id: 0, error: "no function" } : { id: 0, type: head.replaceAll(/ \/\*.*?\*\//gu, "") };
}

function theirs(cases: readonly OperatorCase[]): ReadonlyMap<number, Answer> {
  const python = process.env.RELAYSCOPE_REFERENCE;
  if (!python) throw new Error("RELAYSCOPE_REFERENCE does not name a Python that has the reference compiler.");
  const script = fileURLToPath(new URL("reference.py", import.meta.url));
  const input = cases.map((c, id) => JSON.stringify({ id, text: caseText(c) })).join("\n");
  const { stdout } = spawnSync(python, [script], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  const answers = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Answer);
  return new Map(answers.map((answer) => [answer.id, answer]));
}

/** A type's text without the numbers that symbolic sizes happen to get. */
function plain(type: string | undefined): string | undefined {
  return type?.replace(/meta\[(tir\.\w+)\]\[[^[\]]*\]/gu, "meta[$1]");
}

const names = [...generators.keys()].filter((name) => name.startsWith(values.only));
const count = Number(values.count);
const cases = names.flatMap((name, n) =>
  Array.from({ length: count }, (_, i) => {
    const random = randomFrom(Number(values.seed) * 1_000_003 + n * 10_007 + i);
    const made = generators.get(name)?.(random) as OperatorCase;
    return random.chance(0.4) ? mutated(made, random) : made;
  }),
);
const answers = theirs(cases);
let agreed = 0;
let typed = 0;
for (const [n, name] of names.entries()) {
  let same = 0;
  let well = 0;
  const differing: string[] = [];
  for (let i = n * count; i < (n + 1) * count; i++) {
    const c = cases[i] as OperatorCase;
    const a = ours(c);
    const b = answers.get(i);
    if (b?.type !== undefined) well++;
    if (b && plain(a.type) === plain(b.type)) same++;
    else differing.push(`  ${caseText(c)}\n    ours   ${a.type ?? a.error}\n    theirs ${b?.type ?? b?.error}`);
  }
  agreed += same;
  typed += well;
  console.log(`${name}: ${same} of ${count} agree, ${well} well-typed`);
  for (const line of differing.slice(0, Number(values.show))) console.log(line);
}
console.log(`${agreed} of ${cases.length} agree (${typed} well-typed), ${names.length} operators`);
