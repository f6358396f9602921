/** Realizing what puts values side by side, on one data type and one scale: add and concatenate. */
import { at, type Call, type Expr, tuple } from "@relayscope/ir";
import { halfQuantized, notATupleOfFields } from "../diagnostics.ts";
import type { Maker } from "../makeFor.ts";
import { isSimulatedQuantize, kindOf } from "../simulatedQuantize.ts";
import { assumptionOf, cast, newScale, type Quantized, type RealizeRule, type RealizeState, type Scale } from "./quantized.ts";
import { scaledUp } from "./rescale.ts";

/** Values with a common dtype and scale. */
interface Unified {
  readonly data: readonly Expr[];
  readonly scale: Scale;
  readonly dtype: string;
}

/**
 * Casts values to one data type and carries them to one scale. A quantized input that needs no cast is kept apart by
 * `stop_fusion` all the same. Follows UnifyDTypeScale; `originals` are the values before this pass.
 */
function unified(
  call: Call,
  { originals, values }: { readonly originals: readonly Expr[]; readonly values: readonly Quantized[] },
  dtype: string,
  state: RealizeState,
  make: Maker,
): Unified {
  const { config } = state;
  const typed = values.map((value, i): Expr => {
    const original = at(originals, i);
    if (value.dtype !== dtype) return cast(value.data, dtype, make);
    if (!isSimulatedQuantize(original) || kindOf(original) !== "input") return value.data;
    const stop = make.call("annotation.stop_fusion", [cast(value.data, config.dtypes.input, make)]);
    state.inserted(stop, "unifying scales, a quantized input of that data type", call, value.convolution);
    return cast(stop, dtype, make);
  });
  const scale = commonScale(values, state, make);
  const data = typed.map((e, i) => {
    const value = at(values, i);
    const assumed = assumptionOf(value, { ...value, scale });
    const given = { data: e, type: originals[i]?.checkedType, call, assumed };
    return scaledUp(given, [value.scale.value, scale.value], dtype, config, make);
  });
  return { data, scale, dtype };
}

/** The smaller of two scales; for more values, that of activations. Follows ChooseDomScale. */
function commonScale(values: readonly Quantized[], { config }: RealizeState, make: Maker): Scale {
  const [a, b] = values;
  if (a && b && values.length === 2) {
    return newScale(Math.min(a.scale.value, b.scale.value), make, assumptionOf(a, b));
  }
  return newScale(Math.fround(config.globalScale) / 2 ** (config.bits.activation - 1), make, undefined);
}

export function add(state: RealizeState): RealizeRule {
  return (call, args, held, make) => {
    const [left, right] = args.map(held.of);
    if (!left && !right) return undefined;
    if (!left || !right) throw halfQuantized(call);
    const { data, scale, dtype } = unified(
      call,
      { originals: call.args, values: [left, right] },
      state.config.dtypes.activation,
      state,
      make,
    );
    const sides = [left, right].map((value, i) => {
      const side = at(data, i);
      if (value.dtype !== "float32") return side;
      const stop = make.call("annotation.stop_fusion", [side]);
      state.inserted(stop, "add of an argument quantized from real numbers", call, (i === 0 ? right : left).convolution);
      return stop;
    });
    return held.hold({ data: make.over(call, sides), scale, dtype, convolution: left.convolution ?? right.convolution });
  };
}

export function concatenate(state: RealizeState): RealizeRule {
  return (call, args, held, make) => {
    const [fields, original] = [args[0], call.args[0]];
    if (fields?.kind !== "Tuple" || original?.kind !== "Tuple") throw notATupleOfFields(call);
    const values = fields.fields.map((field) => held.of(field));
    if (!values[0]) return undefined;
    if (!values.every((value) => value !== undefined)) throw halfQuantized(call);
    const { input, activation } = state.config.dtypes;
    const wanted = values.length === 2 && values[1]?.dtype === input ? input : activation;
    const { data, scale, dtype } = unified(call, { originals: original.fields, values }, wanted, state, make);
    const convolution = values.find((value) => value.convolution)?.convolution;
    return held.hold({ data: make.over(call, [make.record(tuple(data))]), scale, dtype, convolution });
  };
}
