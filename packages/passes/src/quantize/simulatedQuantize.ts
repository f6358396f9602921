/**
 * The operator `simulated_quantize`: rounds and clips in floating point as quantization would. Follows
 * src/relay/quantize/quantize.cc.
 */
import { attrOf, type Call, type Expr, intOf, isCallOf, keptIn, variable } from "@relayscope/ir";
import { kindNumbers, type QuantizedKind } from "./config.ts";
import type { Maker } from "./makeFor.ts";

export const simulatedQuantizeName = "relay.op.annotation.simulated_quantize";

/** Whether a node is a call of it. */
export function isSimulatedQuantize(e: Expr): e is Call {
  return isCallOf(e, simulatedQuantizeName);
}

/** The role in which such a call quantizes its argument; undefined for roles without bits of their own. */
export function kindOf(call: Call): QuantizedKind | undefined {
  const number = intOf(attrOf(call.attrs, "kind"));
  return kinds.find((kind) => kindNumbers[kind] === number);
}

const kinds: readonly QuantizedKind[] = ["input", "weight", "activation"];

/** Adds a call of it after a value. Each kind of a value has a single call. */
export type QuantizeAttacher = (value: Expr, kind: QuantizedKind, make: Maker) => Expr;

/** An attacher; scale and bounds are variables, to be calibrated later. */
export function quantizeAttacher(): QuantizeAttacher {
  const known = new Map<Expr, Map<QuantizedKind, Expr>>();
  return (value, kind, make) => {
    if (isPlain(value, kind)) return value;
    const byKind = keptIn(known, value, () => new Map());
    let call = byKind.get(kind);
    if (!call) {
      const numbers = ["dom_scale", "clip_min", "clip_max"].map((name) => make.record(variable(name)));
      call = make.call(simulatedQuantizeName, [value, ...numbers], { kind: kindNumbers[kind], sign: true, rounding: "round" });
      byKind.set(kind, call);
    }
    return call;
  };
}

/** Whether a value is already quantized in exactly this way. */
function isPlain(value: Expr, kind: QuantizedKind): boolean {
  if (!isSimulatedQuantize(value)) return false;
  const { attrs } = value;
  return kindOf(value) === kind && attrOf(attrs, "sign") === true && attrOf(attrs, "rounding") === "round";
}
