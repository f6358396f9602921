/** Realizing `simulated_quantize`: real numbers are divided, rounded and clipped; quantized ones change their scale. */
import { attrOf, type Call, type Expr, firstOf } from "@relayscope/ir";
import { impossibleScale, wrongRounding } from "../diagnostics.ts";
import { isWhole, log2, quotient } from "../floatNumbers.ts";
import type { Maker } from "../makeFor.ts";
import { assumptionOf, cast, clipped, type Quantized, type RealizeRule, type RealizeState, type Scale, scalarOf } from "./quantized.ts";
import { inFixedPoint } from "./rescale.ts";
import { wholeScale } from "./writtenScale.ts";

export function requantize(state: RealizeState): RealizeRule {
  return (call, args, held, make) => {
    const rounding = attrOf(call.attrs, "rounding");
    if (rounding !== "round") throw wrongRounding(call, String(rounding));
    const [data, , ...bounds] = args as [Expr, Expr, ...Expr[]];
    const scale = scalarOf(wholeScale(call, state.config), call);
    if (scale.node !== args[1]) make.record(scale.node);
    const [least, most] = firstOf(
      bounds.map((arg) => scalarOf(arg, call)),
      2,
    );
    const bounded = (value: Expr) => clipped(value, least.value, most.value, make);
    const given = held.of(data);
    if (!given) {
      const factor = make.scalar(quotient(1, scale.value), "float32", scale.node.assumed);
      const rounded = make.call("round", [make.call("multiply", [data, factor])]);
      return held.hold({ data: bounded(rounded), scale, dtype: "float32", convolution: undefined });
    }
    const carried = carriedTo({ ...given, to: scale, call }, state, bounded, make);
    return held.hold({ ...given, data: carried, scale });
  };
}

/** The data on another scale, within bounds. */
function carriedTo(
  given: Quantized & { readonly to: Scale; readonly call: Call },
  { config }: RealizeState,
  bounded: (value: Expr) => Expr,
  make: Maker,
): Expr {
  const { data, to: scale, call } = given;
  if (given.scale.value === scale.value) return bounded(data);
  const assumed = assumptionOf(given, { ...given, scale });
  const integer = (value: number) => make.scalar(Math.trunc(value), config.dtypes.activation, assumed);
  const shift = log2(quotient(scale.value, given.scale.value));
  if (shift === 0)
    throw impossibleScale(call, `the scales ${given.scale.value} and ${scale.value} differ by less than a shift can express.`);
  if (!isWhole(shift)) {
    const factor = quotient(given.scale.value, scale.value);
    const product = inFixedPoint({ data: cast(data, "int64", make), type: call.checkedType, call, assumed }, factor, config, make);
    return cast(bounded(product), given.dtype, make);
  }
  if (shift < 0) return bounded(make.call("left_shift", [data, integer(-shift)]));
  const rounded = config.roundsForShift ? make.call("add", [data, integer(2 ** (shift - 1))]) : data;
  return bounded(make.call("right_shift", [rounded, integer(shift)]));
}
