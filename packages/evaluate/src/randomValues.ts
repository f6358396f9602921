/** Random values for inputs and for constants without values, small and such that operators make sense of them. */
import { type Expr, elementCount, emptyArray, type Module, moduleOrder, setElement, type TensorData, type Type } from "@relayscope/ir";
import { isFloat } from "./arithmetic.ts";
import { shapeOf, type Value } from "./kernel.ts";

/** Numbers from 0 up to 1, the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Arguments that must be positive for a meaningful call: variances, scales, the arguments of roots and logarithms. */
function positivePlaces(operator: string, count: number): readonly number[] {
  if (operator === "nn.batch_norm") return [4];
  if (operator === "sqrt" || operator === "rsqrt" || operator === "log") return [0];
  if (operator === "divide" || operator.endsWith("_divide") || operator.endsWith("mod")) return [1];
  if (operator === "relay.op.annotation.simulated_quantize") return [1];
  return operator.startsWith("qnn.") ? Array.from({ length: count - 1 }, (_, i) => i + 1) : [];
}

/** The variables and constants that must be positive. */
export function positiveLeaves(module: Module): ReadonlySet<Expr> {
  const found = new Set<Expr>();
  for (const e of moduleOrder(module)) {
    if (e.kind !== "Call" || e.op.kind !== "Op") continue;
    for (const place of positivePlaces(e.op.name, e.args.length)) {
      const arg = e.args[place];
      if (arg?.kind === "Var" || arg?.kind === "Constant") found.add(arg);
    }
  }
  return found;
}

/**
 * Random values of a type: floats from -1 up to 1 (from 0.5 up to 1.5 if they must be positive), narrow integers over
 * their range, wider ones from 0 up to 7 (from 1 if they must be positive). Undefined if a size is open or the type is
 * not made of tensors.
 */
export function randomValue(type: Type, isPositive: boolean, next: () => number): Value | undefined {
  if (type.kind === "TupleType") {
    const fields = type.fields.map((f) => randomValue(f, isPositive, next));
    return fields.every((f) => f !== undefined) ? fields : undefined;
  }
  if (type.kind !== "TensorType") return undefined;
  const shape = shapeOf(type);
  const count = shape && elementCount(shape);
  const values = count !== undefined && count <= 1 << 26 ? emptyArray(type.dtype, count) : undefined;
  if (!shape || !values) return undefined;
  const tensor: TensorData = { dtype: type.dtype, shape, values };
  for (let i = 0; i < values.length; i++) setElement(tensor, i, element(type.dtype, isPositive, next()));
  return tensor;
}

function element(dtype: string, isPositive: boolean, x: number): number {
  if (isFloat(dtype)) return isPositive ? 0.5 + x : 2 * x - 1;
  if (dtype === "bool") return x < 0.5 ? 0 : 1;
  if (dtype === "int8") return Math.floor(x * 256) - 128 || (isPositive ? 1 : 0);
  if (dtype === "uint8") return Math.floor(x * 256) || (isPositive ? 1 : 0);
  return Math.floor(x * 8) || (isPositive ? 1 : 0);
}
