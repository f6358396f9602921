/**
 * QuantizeCalibrate: gives each `simulated_quantize` its scale and bounds. Activations have the global scale. Scales of
 * weights come from their data, or from an assumed magnitude if the text lacks the data. Follows
 * python/tvm/relay/quantize/_calibrate.py.
 */
import { type Call, type Constant, constant, emptyModule, postOrder, raise, scalarTensor, scalarType, type Var } from "@relayscope/ir";
import { noMainFunction } from "../core/diagnostics.ts";
import { modulePass, type Report } from "../core/modulePass.ts";
import { bindParameters } from "../core/substitute.ts";
import { magnitudeOf, rangeOf, weightMagnitude } from "./calibration.ts";
import { type QuantizeConfig, quantizeConfig, quantizeOptions } from "./config.ts";
import { assumedMagnitude, calibratedAlready, noDataSet, notCalibrated, weightNotConstant } from "./diagnostics.ts";
import { isSimulatedQuantize } from "./simulatedQuantize.ts";

export const quantizeCalibrate = modulePass({
  name: "QuantizeCalibrate",
  summary: "Gives each simulated_quantize its scale and bounds.",
  upstream: ["python/tvm/relay/quantize/_calibrate.py"],
  optLevel: 1,
  options: quantizeOptions("QuantizeCalibrate"),
  run({ module, options, lineage, report }) {
    const config = quantizeConfig(options);
    if (config.calibrateMode !== "global_scale") throw noDataSet(config.calibrateMode);
    const main = module.functions.get("main") ?? raise(noMainFunction("QuantizeCalibrate"));
    const values = new Map<Var, Constant>();
    postOrder(main, (e) => {
      if (!isSimulatedQuantize(e)) return;
      const largest = magnitude(e, config, report);
      for (const [i, [value, assumed]] of numbersOf(e, largest, config).entries()) {
        const variable = e.args[i + 1];
        if (variable?.kind !== "Var") throw calibratedAlready(e);
        const number = untyped(value, assumed);
        lineage.record(number, variable);
        values.set(variable, number);
      }
    });
    const bound = bindParameters(main, values, lineage);
    // As in the reference, the result has only functions, and `@main` gets the name in its attribute `global_symbol`.
    const name = main.attrs.get("global_symbol");
    const functions = new Map([...module.functions].filter(([global]) => global !== "main"));
    functions.set(typeof name === "string" ? name : "main", bound);
    const isSame = bound === main && typeof name !== "string" && module.types.size === 0;
    return isSame ? module : { ...emptyModule, functions };
  },
});

/** The real value of the largest integer, and the assumption that it is based on. */
interface Magnitude {
  readonly value: number;
  readonly assumed: string | undefined;
}

function magnitude(call: Call, config: QuantizeConfig, report: Report): Magnitude {
  const value = magnitudeOf(call, config);
  if (value !== undefined) return { value, assumed: undefined };
  const [weight] = call.args;
  if (weight?.kind !== "Constant") throw weightNotConstant(call);
  report(assumedMagnitude(weight, config.assumedMax));
  const assumed = `a weight without data was taken to reach ${config.assumedMax}`;
  return { value: weightMagnitude(config.assumedMax, config), assumed };
}

/** Scale and bounds of a call, each with its basis. */
function numbersOf(call: Call, { value, assumed }: Magnitude, config: QuantizeConfig): readonly (readonly [number, string | undefined])[] {
  const range = rangeOf(call, config) ?? raise(notCalibrated(call));
  return [
    [value / range, assumed],
    [-(range - 1), undefined],
    [range - 1, undefined],
  ];
}

/** A scalar without an inferred type, as in the reference. */
function untyped(value: number, assumed: string | undefined): Constant {
  const made = constant(scalarTensor(value, "float32"), scalarType("float32"), assumed === undefined ? {} : { assumed });
  return { ...made, checkedType: undefined };
}
