/**
 * `npm run fuzz:python -- [--count N] [--seed N]`: random programs, here and in CPython 3.11; the first differences are
 * shown.
 */
import { runProgram } from "../test/runProgram.ts";
import { referenceOutputs } from "./reference.ts";
import { Random, Writer } from "./writePrograms.ts";

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

const count = option("count", 10_000);
const seed = option("seed", 1);
const batch = 250;
let different = 0;
let stopped = 0;

/**
 * What differs by its nature: addresses, how a syntax error is put, and that a comprehension has no frame of its own
 * here, as in CPython 3.12.
 */
const plain = (text: string) =>
  text
    .trim()
    .replace(/0x[0-9a-f]{6,}/g, "0x")
    .replace(/SyntaxError: .*(?= \(line \d+\)$)/, "SyntaxError")
    .replace(/\(line [\d, ]+\)$/, (lines) => lines.replace(/\b(\d+)(?:, \1\b)+/g, "$1"));

for (let start = 0; start < count && different < 40; start += batch) {
  const programs = Array.from({ length: Math.min(batch, count - start) }, (_, i) =>
    new Writer(new Random((seed * 1_000_003 + start + i) * 2_654_435_761)).program(),
  );
  const answers = referenceOutputs(programs);
  for (const [at, program] of programs.entries()) {
    const expected = answers[at];
    let own: string;
    try {
      own = runProgram(program, { budget: { steps: 2_000_000 } });
    } catch (error) {
      own = `the evaluator fails: ${String(error)}`;
    }
    // What is stopped here, or takes too long there, says nothing.
    if (expected === null || expected === undefined || own.includes("The program was stopped") || /MemoryError/.test(expected)) {
      stopped++;
      continue;
    }
    if (plain(own) === plain(expected)) continue;
    different++;
    const body = program.slice(program.indexOf("a, b, c, d ="));
    const [x, y] = [plain(own).split("\n"), plain(expected).split("\n")];
    const line = x.findIndex((l, i) => l !== y[i]);
    const row = line < 0 ? x.length : line;
    console.log(`--- program ${start + at}\n${body}here:    ${x[row]}\nCPython: ${y[row]}\n`);
  }
}
console.log(`${count} programs, ${different} differ, ${stopped} stopped.`);
process.exitCode = different > 0 ? 1 : 0;
