/**
 * `npm run script packages/targets/fuzz/record.ts [FILE...]`: writes what the reference prints under each program of the case
 * files; `RELAYSCOPE_REFERENCE` is its Python.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { parseCases } from "@relayscope/cases";
import { shownPrelude } from "../test/shown.ts";

const folder = fileURLToPath(new URL("../test/cases/", import.meta.url));
const script = fileURLToPath(new URL("reference.py", import.meta.url));
const python = process.env.RELAYSCOPE_REFERENCE;
if (!python) throw new Error("RELAYSCOPE_REFERENCE names no Python with the reference.");
const given = process.argv.slice(2);
for (const file of given.length > 0 ? given : readdirSync(folder).map((name) => join(folder, name))) {
  // A case without an answer has an empty one for the time being.
  const whole = readFileSync(file, "utf8")
    .split(/^(?=# )/m)
    .map((block) => (/^==>[ \t]*$/m.test(block) ? block : `${block.trimEnd()}\n==>\n`))
    .join("");
  const cases = parseCases(whole, file);
  const input = cases.map((c) => `${JSON.stringify(shownPrelude + c.input)}\n`).join("");
  const { stdout, status } = spawnSync(python, [script], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`The reference ended with ${status}.`);
  const answers = stdout.split("\n").filter((line) => line.startsWith('"'));
  const blocks = cases.map(
    (c, at) =>
      `# ${c.title}\n${c.input}\n==>\n${stripVTControlCharacters(String(JSON.parse(answers[at] ?? '""')))
        .trim()
        .replace(/ at 0x[0-9a-f]+/g, "")}\n`,
  );
  writeFileSync(file, blocks.join("\n"));
}
