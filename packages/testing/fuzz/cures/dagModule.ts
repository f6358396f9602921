/**
 * Random modules of calls and tuples alone, as text, and a run over them: many ways between nodes, so that regions wait
 * for each other.
 */
import type { RunSpec } from "@relayscope/engine";
import type { Random } from "../random.ts";
import { ownRun, regionPasses } from "./ownFlow.ts";

const unary = ["nn.relu", "sigmoid", "tanh", "exp", "sin"];
const binary = ["add", "multiply", "maximum"];
const type = "Tensor[(4, 4), float32]";

/** A module of one function and a run with one or two targets that take about half of its operators. */
export function dagRun(r: Random): RunSpec {
  const lines: string[] = [];
  const pool = ["%x", "%y"];
  let next = 0;
  const fresh = () => `%${next++}`;
  const any = () => (r.chance(0.5) ? (pool.at(-1) as string) : r.pick(pool));
  const put = (call: string) => {
    const name = fresh();
    lines.push(`  ${name} = ${call};`);
    return name;
  };
  for (const count = r.int(6, 18); lines.length < count; ) {
    const kind = r.int(0, 11);
    if (kind < 6) pool.push(put(`${r.pick(unary)}(${any()})`));
    else if (kind < 10) pool.push(put(`${r.pick(binary)}(${any()}, ${any()})`));
    else if (kind === 10) pool.push(put('zeros(shape=[4, 4], dtype="float32")'));
    else {
      const both = put(`concatenate(${put(`(${any()}, ${r.pick(pool)})`)})`);
      pool.push(put(`${put(`split(${both}, indices_or_sections=2)`)}.${r.int(0, 1)}`));
    }
  }
  const text = [`def @main(%x: ${type}, %y: ${type}) -> ${type} {`, ...lines, `  add(${pool.at(-1)}, ${any()})`, "}", ""].join("\n");
  const targets = r.chance(0.25) ? ["acc2", "acc"] : ["acc"];
  const names = [...unary, ...binary, "concatenate", "split", "zeros"];
  const customTargets = targets.map((name) => ({ name, patterns: [], operators: names.filter(() => r.chance(0.6)) }));
  return ownRun(text, regionPasses(targets, { merge: {} }), customTargets);
}
