/**
 * Random quantized modules as text, and a run over them: calls of qnn between int8, int32 and float32, and what is
 * between them in real networks.
 */
import type { RunSpec, TargetPattern, TargetSpec } from "@relayscope/engine";
import type { Random } from "../random.ts";
import { ownRun, regionPasses } from "./ownFlow.ts";

type Dtype = "int8" | "int32" | "float32";

interface Step {
  readonly from: Dtype;
  readonly to: Dtype;
  /** The call over a value, and another of the same type. */
  readonly text: (a: string, b: string) => string;
}

const steps: readonly Step[] = [
  { from: "float32", to: "int8", text: (a) => `qnn.quantize(${a}, 0.1f, 0, out_dtype="int8")` },
  { from: "int8", to: "float32", text: (a) => `qnn.dequantize(${a}, 0.1f, 0)` },
  { from: "int8", to: "int8", text: (a) => `qnn.requantize(${a}, 0.1f, 0, 0.2f, 1, out_dtype="int8")` },
  { from: "int32", to: "int8", text: (a) => `qnn.requantize(${a}, 0.1f, 0, 0.2f, 1, axis=1, out_dtype="int8")` },
  { from: "int8", to: "int8", text: (a, b) => `qnn.add(${a}, ${b}, 0.1f, 0, 0.1f, 0, 0.1f, 0)` },
  { from: "int8", to: "int32", text: (a, b) => `qnn.dense(${a}, ${b}, 0, 0, 0.1f, 0.1f, units=4, out_dtype="int32")` },
  { from: "int8", to: "int32", text: (a) => `cast(${a}, dtype="int32")` },
  { from: "int32", to: "int8", text: (a) => `cast(${a}, dtype="int8")` },
  { from: "int32", to: "int32", text: (a) => `right_shift(${a}, 2)` },
  { from: "int32", to: "int32", text: (a) => `clip(${a}, a_min=-127f, a_max=127f)` },
  { from: "int32", to: "int32", text: (a, b) => `add(${a}, ${b})` },
  { from: "int8", to: "int8", text: (a) => `nn.relu(${a})` },
  { from: "int8", to: "int8", text: (a) => `annotation.stop_fusion(${a})` },
  { from: "float32", to: "float32", text: (a, b) => `add(${a}, ${b})` },
  { from: "float32", to: "float32", text: (a) => `nn.relu(${a})` },
];

const names = [...new Set(steps.map(({ text }) => text("", "").split("(")[0] as string))];

/** A quantized module, and a run with one or two targets of its own. */
export function quantizedRun(r: Random): RunSpec {
  const pool: { readonly name: string; readonly dtype: Dtype }[] = [
    { name: "%x", dtype: "int8" },
    { name: "%f", dtype: "float32" },
  ];
  const count = r.int(4, 12);
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    const last = pool.at(-1);
    const from = last && r.chance(0.7) ? last : r.pick(pool);
    const { text, to } = r.pick(steps.filter((step) => step.from === from.dtype));
    const other = r.pick(pool.filter((value) => value.dtype === from.dtype));
    lines.push(`  %${i} = ${text(from.name, other.name)};`);
    pool.push({ name: `%${i}`, dtype: to });
  }
  const rows = r.chance(0.3) ? "?" : "4";
  const type = (dtype: Dtype) => `Tensor[(4, 4), ${dtype}]`;
  const wide = (dtype: Dtype) => `Tensor[(${rows}, 4), ${dtype}]`;
  const result = r.chance(0.5) ? `%${count - 1}` : `(%${count - 1}, %${r.int(0, count - 1)})`;
  const isDense = lines.some((line) => line.includes("qnn.dense"));
  const typeOf = isDense ? type : wide;
  const text = [`def @main(%x: ${typeOf("int8")}, %f: ${typeOf("float32")}) {`, ...lines, `  ${result}`, "}", ""].join("\n");
  const targets = r.chance(0.35) ? ["acc2", "acc"] : ["acc"];
  const pipeline = regionPasses(targets, { isCallsOnly: r.chance(0.15), merge: r.chance(0.9) ? {} : undefined });
  const customTargets = targets.map((name) => quantizedTarget(r, name));
  return ownRun(text, pipeline, customTargets);
}

function quantizedTarget(r: Random, name: string): TargetSpec {
  const any = (n: number) => r.many(n, () => "wildcard()").join(", ");
  const requantize = (inner: string) => `is_op("qnn.requantize")(${inner}, ${any(4)})`;
  const patterns: TargetPattern[] = [
    { name: `${name}.dense`, pattern: requantize(`is_op("qnn.dense")(${any(6)})`) },
    { name: `${name}.add_requantize`, pattern: requantize(`is_op("qnn.add")(${any(8)})`) },
    { name: `${name}.shift`, pattern: 'is_op("cast")(is_op("clip")(is_op("right_shift")(wildcard(), is_constant())))' },
    { name: `${name}.cast_add`, pattern: 'is_op("add")(is_op("cast")(wildcard().has_dtype("int8")), wildcard())' },
    { name: `${name}.relu_int8`, pattern: 'is_op("nn.relu")(wildcard()).has_dtype("int8")' },
    { name: `${name}.cast_int8`, pattern: 'is_op("cast")(wildcard()).has_attr({"dtype": "int8"})' },
    {
      name: r.chance(0.5) ? "other.quantize" : `${name}.quantize`,
      pattern: `is_op("qnn.quantize")(${any(3)}) | is_op("qnn.dequantize")(${any(3)})`,
    },
  ].filter(() => r.chance(0.4));
  return { name, patterns, operators: names.filter(() => r.chance(0.4)) };
}
