/**
 * Random modules with boundaries of many kinds, as text, and a run over them: operators that targets take or not,
 * tuples, branches, lets, functions.
 */
import type { RunSpec, TargetSpec } from "@relayscope/engine";
import type { Random } from "../random.ts";
import { ownRun, regionPasses } from "./ownFlow.ts";

const unary = ["nn.relu", "sigmoid", "tanh", "exp", "sin", "annotation.stop_fusion"];
const binary = ["add", "multiply", "subtract", "maximum"];
const names = [...unary, ...binary, "concatenate", "nn.dense", "split"];
const type = "Tensor[(4, 4), float32]";

/** A module of one or two functions, and a run with one or two targets of its own. */
export function boundaryRun(r: Random): RunSpec {
  const lines: string[] = [];
  let next = 0;
  const fresh = () => `%${next++}`;
  const body = (inputs: readonly string[], steps: number, indent: string, callee: string): readonly string[] => {
    const pool = [...inputs];
    const out: string[] = [];
    const any = () => (r.chance(0.6) ? (pool.at(-1) as string) : r.pick(pool));
    for (let i = 0; i < steps; i++) {
      const name = fresh();
      const kind = r.int(0, 19);
      if (kind < 9) out.push(`${indent}${name} = ${r.pick(unary)}(${any()});`);
      else if (kind < 14) out.push(`${indent}${name} = ${r.pick(binary)}(${any()}, ${any()});`);
      else if (kind < 16) out.push(`${indent}${name} = nn.dense(${any()}, %w, units=None);`);
      else if (kind === 16) {
        const [pair, both] = [name, fresh()];
        out.push(`${indent}${pair} = (${any()}, ${r.pick(pool)});`, `${indent}${both} = concatenate(${pair});`);
        const half = fresh();
        out.push(`${indent}${half} = split(${both}, indices_or_sections=2);`);
        const item = fresh();
        out.push(`${indent}${item} = ${half}.${r.int(0, 1)};`);
        pool.push(item);
        continue;
      } else if (kind === 17 && indent.length < 6) {
        const inner = `${indent}  `;
        const [then, other] = [body(pool, r.int(1, 2), inner, ""), body(pool, r.int(1, 2), inner, "")];
        out.push(`${indent}${name} = if (%c) {`, ...then, `${indent}} else {`, ...other, `${indent}};`);
      } else if (kind === 18 && callee !== "") out.push(`${indent}${name} = ${callee}(${any()}, %w);`);
      else if (kind === 19) {
        const inner = scoped(name, pool, any());
        out.push(...inner.lines.map((line) => indent + line));
        pool.push(inner.result);
        continue;
      } else out.push(`${indent}${name} = nn.relu(${any()});`);
      pool.push(name);
    }
    const last = out.at(-1) as string;
    const bound = /^\s*(%\d+) = (.*);$/.exec(last);
    out[out.length - 1] = bound ? `${indent}${bound[2]}` : last;
    if (!bound) out.push(`${indent}${pool.at(-1)}`);
    return out;
  };
  /** A closure that is called where it is, a reference that is read, or a let. */
  const scoped = (name: string, pool: readonly string[], value: string): { readonly lines: readonly string[]; readonly result: string } => {
    const result = fresh();
    switch (r.int(0, 2)) {
      case 0: {
        const other = r.pick(pool);
        const lines = [
          `${name} = fn (%q: ${type}) -> ${type} {`,
          `  ${r.pick(binary)}(%q, ${other})`,
          "};",
          `${result} = ${name}(${value});`,
        ];
        return { lines, result };
      }
      case 1:
        return { lines: [`${name} = ref(${value});`, `${result} = ref_read(${name});`], result };
      default: {
        const bound = `%v${result.slice(1)}`;
        return { lines: [`let ${bound} = ${r.pick(unary)}(${value});`], result: bound };
      }
    }
  };
  const hasFunction = r.chance(0.25);
  if (hasFunction) {
    lines.push(
      `def @inner(%p: ${type}, %u: ${type}) -> ${type} {`,
      ...body(["%p"], r.int(1, 3), "  ", "").map((l) => l.replaceAll("%c", "True").replaceAll("%w", "%u")),
      "}",
    );
  }
  lines.push(`def @main(%c: bool, %x: ${type}, %y: ${type}, %w: ${type}) -> ${type} {`);
  lines.push(...body(["%y", "%x"], r.int(3, 9), "  ", hasFunction ? "@inner" : ""), "}", "");
  const targets = r.chance(0.3) ? ["acc2", "acc"] : ["acc"];
  const isCallsOnly = r.chance(0.15);
  const merge = r.chance(0.1) ? { isOff: true } : {};
  const pipeline = regionPasses(targets, { isCallsOnly, merge: r.chance(0.9) ? merge : undefined });
  const customTargets = targets.map((name) => randomTarget(r, name));
  return ownRun(lines.join("\n"), pipeline, customTargets);
}

function randomTarget(r: Random, name: string): TargetSpec {
  const patterns = [
    { name: `${name}.dense_relu`, pattern: 'is_op("nn.relu")(is_op("nn.dense")(wildcard(), wildcard()))' },
    { name: `${name}.dense`, pattern: 'is_op("nn.dense")(wildcard(), is_constant())' },
    { name: r.chance(0.5) ? "other.add_relu" : `${name}.add_relu`, pattern: 'is_op("nn.relu")(is_op("add")(wildcard(), wildcard()))' },
    { name: `${name}.exp_sin`, pattern: 'is_op("sin")(is_op("exp")(wildcard()))' },
  ].filter(() => r.chance(0.4));
  if (r.chance(0.3)) patterns.reverse();
  return { name, patterns, operators: names.filter(() => r.chance(0.4)) };
}
