/**
 * Writes text cases of operator calls with the reference's answers: for each operator two well-typed calls and one that
 * is not. Usage: RELAYSCOPE_REFERENCE=<python with the reference> npm run script FILE FOLDER [PREFIX]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomFrom } from "../random.ts";
import { caseText, type OperatorCase } from "./case.ts";
import { generators } from "./generators.ts";
import { mutated } from "./mutate.ts";
import { theirs } from "./sides.ts";

const [folder, prefix = ""] = process.argv.slice(2);
if (!folder) throw new Error("Name the folder to write to.");
const tries = 14;
const names = [...generators.keys()].filter((name) => name.startsWith(prefix));
const cases = names.flatMap((name, n) =>
  Array.from({ length: tries }, (_, i) => {
    const random = randomFrom(90_000_011 + n * 10_007 + i);
    const made = generators.get(name)?.(random) as OperatorCase;
    return i >= tries / 2 ? mutated(made, random) : made;
  }),
);
const answers = theirs(cases);
const files = new Map<string, string[]>();
for (const [n, name] of names.entries()) {
  const file = name.includes(".") ? (name.split(".")[0] as string) : "tensor";
  const blocks = files.get(file) ?? [];
  files.set(file, blocks);
  let typed = 0;
  let refused = 0;
  for (let i = n * tries; i < (n + 1) * tries; i++) {
    const { type, raised } = answers.get(i) ?? {};
    if (type === undefined ? refused++ >= 1 : typed >= 2 || type.includes("meta[") || typed++ >= 2) continue;
    const title = type === undefined ? `${name}, ill-typed` : `${name}, ${typed}`;
    blocks.push(`# ${title}\n${caseText(cases[i] as OperatorCase)}\n==>\n${type ?? raised ?? "error"}\n`);
  }
}
mkdirSync(folder, { recursive: true });
for (const [file, blocks] of files) writeFileSync(join(folder, `${file}.txt`), blocks.join("\n"));
