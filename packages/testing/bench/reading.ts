/**
 * Times reading and typing of modules of 1,000, 10,000 and 100,000 lines: lines a second, heap per node, and the ratio
 * to the reference's InferType where RELAYSCOPE_REFERENCE names it, in the same run.
 */
import { inferTypes } from "@relayscope/infer";
import { childrenOf, type Expr } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { lex, parseModule } from "@relayscope/text";
import { referencePlace, referenceTimes } from "../fuzz/reference.ts";
import { chain } from "./chains.ts";

const sizes = [1_000, 10_000, 100_000] as const;
const rounds = 5;

/** The median of some runs, ms. */
function median(run: () => void): number {
  run();
  const times = Array.from({ length: rounds }, () => {
    const begin = performance.now();
    run();
    return performance.now() - begin;
  }).sort((a, b) => a - b);
  return times[rounds >> 1] ?? Number.NaN;
}

function countNodes(roots: Iterable<Expr>): number {
  const seen = new Set<Expr>(roots);
  for (const node of seen) for (const child of childrenOf(node)) seen.add(child);
  return seen.size;
}

function rate(lines: number, ms: number): string {
  return `${ms.toFixed(1)} ms (${Math.round(lines / ms).toLocaleString("en")} lines/ms)`;
}

function main(): void {
  for (const size of sizes) {
    const text = chain(size);
    const lexed = median(() => void lex(text));
    const parsed = median(() => void parseModule(text, { operators }));
    const modules = Array.from({ length: rounds + 1 }, () => parseModule(text, { operators }).module);
    const typed = median(() => void inferTypes(modules.pop() ?? parseModule(text, { operators }).module, operators));
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    const { module } = inferTypes(parseModule(text, { operators }).module, operators);
    globalThis.gc?.();
    const nodes = countNodes(module.functions.values());
    const bytes = (process.memoryUsage().heapUsed - before) / nodes;
    console.log(`${size.toLocaleString("en")} lines: lex ${rate(size, lexed)}, parse ${rate(size, parsed)}, type ${rate(size, typed)}`);
    if (globalThis.gc) console.log(`    heap ${bytes.toFixed(0)} bytes a node, of ${nodes.toLocaleString("en")}`);
    if (referencePlace() && size <= 10_000) {
      const step = { id: "a", kind: "flow", opt_level: 3, input: text, steps: [{ passes: [{ name: "InferType" }] }] };
      const [theirs = Number.NaN] = referenceTimes([JSON.stringify(step)]).get("a") ?? [];
      console.log(
        `    the reference's InferType ${theirs.toFixed(1)} ms: ${(theirs / typed).toFixed(1)} times ours, ${(theirs / (parsed + typed)).toFixed(1)} times ours with reading`,
      );
    }
  }
}

main();
