/** A call of an operator with values for its arguments: a question to our kernels and to the reference's executor. */
import { evaluateCall, isTensor, type Value } from "@relayscope/evaluate";
import { inferTypes } from "@relayscope/infer";
import {
  type Call,
  dimValue,
  elementCount,
  elementOf,
  emptyArray,
  setElement,
  type TensorData,
  type TensorType,
  type Type,
} from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule } from "@relayscope/text";
import { caseModule, caseText, type OperatorCase } from "../operators/case.ts";
import type { Random } from "../random.ts";

/** A tensor as JSON: what JSON numbers cannot hold is a string. */
export interface PlainTensor {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly values: readonly (number | string)[];
}

export interface ValueCase {
  readonly operator: string;
  /** A module whose `@main` takes the tensors, and calls the operator once. */
  readonly text: string;
  /** Parameters that must be constants when the reference compiles. */
  readonly constants: readonly string[];
  readonly inputs: readonly PlainTensor[];
}

function staticType(type: Type | undefined): Type | undefined {
  if (type?.kind === "TupleType") {
    const fields = type.fields.map(staticType);
    return fields.every((f) => f !== undefined) ? { ...type, fields: fields as readonly Type[] } : undefined;
  }
  if (type?.kind !== "TensorType" || !emptyArray(type.dtype, 0)) return undefined;
  return { ...type, shape: type.shape.map((d) => dimValue(d) ?? 2) };
}

/** The case with every argument's type filled in and static; undefined where it is not well typed, or large. */
function settled(c: OperatorCase): OperatorCase | undefined {
  const known = { ...c, args: c.args.map((t) => (t ? staticType(t) : undefined)) };
  const { module, diagnostics } = inferTypes(caseModule(known, operators), operators, { trust: "nothing" });
  const main = module.functions.get("main");
  if (!main || diagnostics.some((d) => d.severity === "error")) return undefined;
  const args = main.params.map((p) => staticType(p.checkedType));
  if (args.some((t) => !t) || !staticType(main.body.checkedType)) return undefined;
  const isLarge = [...args, main.body.checkedType].some(
    (t) => t?.kind === "TensorType" && elementCount(t.shape as readonly number[]) > 20000,
  );
  return isLarge ? undefined : { ...c, args };
}

/**
 * Floats at which generated code and a mathematician disagree; as strings, since JSON has no signed zero and no
 * infinity.
 */
const specialFloats = ["0", "-0", "1", "-1", "0.5", "-0.5", "2.5", "-2.5", "0.3", "-0.3", "inf", "-inf", "nan"];

const denominators = /^(divide|floor_divide|trunc_divide|mod|floor_mod|trunc_mod)$/u;

/** Random values that suit an argument: indices in range, scales positive, divisors not zero. */
function valuesFor(c: OperatorCase, place: number, type: TensorType, isSpecial: boolean, random: Random): PlainTensor {
  const name = operators.get(c.operator)?.args[place] ?? "";
  const shape = type.shape as readonly number[];
  const isFloat = type.dtype.startsWith("float");
  const first = c.args[0];
  const smallest = first?.kind === "TensorType" ? Math.min(...(first.shape as readonly number[]), 4) : 4;
  const one = (): number | string => {
    if (isFloat && isSpecial) return random.pick(specialFloats);
    if (type.dtype === "bool") return random.int(0, 1);
    if (/scale/u.test(name)) return Math.fround(random.int(1, 400) / 1000);
    if (/zero_point/u.test(name)) return random.int(-4, 9);
    if (/var$/u.test(name) || /^(sqrt|rsqrt|log|log2|log10)$/u.test(c.operator))
      return isFloat ? random.int(1, 3000) / 1000 : random.int(1, 9);
    if (/indices|indptr|valid_length|seq_lengths/u.test(name) || c.operator === "unravel_index")
      return random.int(0, Math.max(0, smallest - 1));
    if (denominators.test(c.operator) && place === 1) return random.int(1, 5) * (type.dtype.startsWith("u") || random.chance(0.5) ? 1 : -1);
    if (/shift/u.test(c.operator) && place === 1) return random.int(0, 5);
    if (isFloat && /^(asin|acos|atanh)$/u.test(c.operator)) return random.int(-950, 950) / 1000;
    if (c.operator === "acosh") return random.int(1010, 4000) / 1000;
    if (isFloat) return Math.fround(random.int(-2500, 2500) / 1000);
    if (c.operator === "fixed_point_multiply" || /requantize/u.test(c.operator))
      return random.int(type.dtype === "int32" ? -2000000 : 0, type.dtype === "int32" ? 2000000 : 100);
    return type.dtype.startsWith("u") ? random.int(0, 20) : random.int(-12, 12);
  };
  return { dtype: type.dtype, shape, values: Array.from({ length: elementCount(shape) }, one) };
}

/** A case with random values; undefined where the call is not well typed. */
export function withValues(made: OperatorCase, random: Random): ValueCase | undefined {
  const c = settled(made);
  if (!c || c.args.some((t) => t?.kind === "TupleType" && t.fields.some((f) => f.kind !== "TensorType"))) return undefined;
  const inputs: PlainTensor[] = [];
  const constants: string[] = [];
  const params: string[] = [];
  const operands: string[] = [];
  const kind = operators.get(c.operator)?.fusionKind;
  const isSpecial = (kind === "elemwise" || kind === "broadcast" || kind === "comm_reduce") && random.chance(0.4);
  const bindsConstants =
    c.operator.startsWith("qnn.") ||
    c.operator === "nn.pad" ||
    c.operator.startsWith("dyn.") ||
    /^(one_hot|full|arange)$/u.test(c.operator);
  c.args.forEach((type, i) => {
    const fields = (type?.kind === "TupleType" ? type.fields : [type]) as readonly TensorType[];
    const names = fields.map((_, k) => (type?.kind === "TupleType" ? `%a${i}_${k}` : `%a${i}`));
    operands.push(type?.kind === "TupleType" ? `(${names.join(", ")}${names.length === 1 ? "," : ""})` : (names[0] as string));
    fields.forEach((field, k) => {
      params.push(`${names[k]}: ${field.shape.length === 0 ? field.dtype : `Tensor[(${field.shape.join(", ")}), ${field.dtype}]`}`);
      inputs.push(valuesFor(c, i, field, isSpecial, random));
      if (bindsConstants && (i > 0 || c.operator === "full" || c.operator === "arange")) constants.push((names[k] as string).slice(1));
    });
  });
  const body = caseText(c).replace(/^.*?\{ /u, "");
  const attrs = body.slice(body.indexOf("(") + 1 + c.args.map((_, i) => `%a${i}`).join(", ").length);
  return {
    operator: c.operator,
    text: `def @main(${params.join(", ")}) { ${c.operator}(${operands.join(", ")}${attrs}`,
    constants,
    inputs,
  };
}

export function tensorOf(plain: PlainTensor): TensorData {
  const values = emptyArray(plain.dtype, plain.values.length);
  if (!values) throw new Error(`No arrays of ${plain.dtype}.`);
  const tensor = { dtype: plain.dtype, shape: plain.shape, values };
  const isLong = /^u?int64$/u.test(plain.dtype);
  plain.values.forEach((v, i) => {
    setElement(tensor, i, isLong ? BigInt(v) : Number(typeof v === "string" ? v.replace("inf", "Infinity") : v));
  });
  return tensor;
}

/** What our kernel answers; undefined where there is none for the call. */
export function ourOutputs(c: ValueCase): readonly TensorData[] | undefined {
  const { module } = inferTypes(parseModule(c.text, { operators }).module, operators, { trust: "nothing" });
  const main = module.functions.get("main");
  if (main?.body.kind !== "Call" || !main.body.checkedType) throw new Error(`Not a typed call: ${c.text}`);
  const valueOf = new Map(main.params.map((p, i) => [p as unknown, tensorOf(c.inputs[i] as PlainTensor) as Value]));
  const call: Call = main.body;
  const args = call.args.map((a) =>
    a.kind === "Tuple" ? a.fields.map((field) => valueOf.get(field) as Value) : (valueOf.get(a) as Value),
  );
  const value = evaluateCall(call, args, call.checkedType as Type);
  return value && flat(value);
}

function flat(value: Value): readonly TensorData[] {
  return isTensor(value) ? [value] : value.flatMap(flat);
}

const tolerances: Readonly<Record<string, number>> = { float16: 2e-2, float32: 2e-5, float64: 2e-5 };

/**
 * Where ours differs from what the reference answered, a sentence; undefined where they agree: integers exactly, floats
 * within the dtype's precision.
 */
export function outputDifference(ours: readonly TensorData[], theirs: readonly PlainTensor[]): string | undefined {
  if (ours.length !== theirs.length) return `${ours.length} results, not ${theirs.length}`;
  for (const [n, expected] of theirs.entries()) {
    const actual = ours[n] as TensorData;
    if (actual.dtype !== expected.dtype || actual.shape.join() !== expected.shape.join()) {
      return `a ${actual.dtype} (${actual.shape}), not ${expected.dtype} (${expected.shape})`;
    }
    const reference = tensorOf(expected);
    const tolerance = tolerances[expected.dtype];
    for (let i = 0; i < reference.values.length; i++) {
      const [a, b] = [elementOf(actual, i), elementOf(reference, i)];
      if (Object.is(a, b)) continue;
      if (a === 0 && b === 0) return `element ${i} has the other sign of zero`;
      const distance = Math.abs(Number(a) - Number(b));
      if (tolerance !== undefined && distance <= tolerance * Math.max(1, Math.abs(Number(b)))) continue;
      return `element ${i} is ${a}, not ${b}`;
    }
  }
  return undefined;
}
