/**
 * `npm run script packages/python/fuzz/record.ts [FILE...]`: writes what CPython prints under each program of the case files.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseCases } from "@relayscope/cases";
import { referenceOutputs } from "./reference.ts";

const folder = fileURLToPath(new URL("../test/cases/", import.meta.url));
const given = process.argv.slice(2);
const files = given.length > 0 ? given : readdirSync(folder).map((name) => join(folder, name));
for (const file of files) {
  const text = readFileSync(file, "utf8");
  // A case without an answer has an empty one for the time being.
  const whole = text
    .split(/^(?=# )/m)
    .map((block) => (/^==>[ \t]*$/m.test(block) ? block : `${block.trimEnd()}\n==>\n`))
    .join("");
  const cases = parseCases(whole, file);
  const answers = referenceOutputs(cases.map((c) => c.input));
  const blocks = cases.map((c, at) => `# ${c.title}\n${c.input}\n==>\n${(answers[at] ?? "").trim()}\n`);
  writeFileSync(file, blocks.join("\n"));
}
