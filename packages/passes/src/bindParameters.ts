/**
 * BindParameters: makes constants of all parameters of a function but its inputs, as `bind_params_by_name` does with a model's weights
 * (python/tvm/relay/build_module.py). Where no values are given the constants have a type and no data.
 */
import { type Constant, constant, lineageRecorder, type TensorData, type Var, withFunctions } from "@relayscope/ir";
import { wrongOption } from "./diagnostics.ts";
import { typedAgain } from "./inferType.ts";
import { definePass, type PassOptions } from "./pass.ts";
import { textListOption, textOption } from "./passOptions.ts";
import { bindParameters as withoutBound } from "./substitute.ts";

export const bindParameters = definePass({
  name: "BindParameters",
  summary: "Makes constants of all parameters but the inputs.",
  optLevel: 0,
  requires: [],
  options: [
    { name: "inputs", type: "string[]", default: [], doc: "The parameters that stay. Where none are named: the first one." },
    { name: "function", type: "string", default: "main", doc: "The function whose parameters are bound." },
    { name: "values", type: "object", default: {}, doc: "Tensors by parameter name; parameters without one get constants without data." },
  ],
  run(module, options, context) {
    const lineage = lineageRecorder();
    const name = textOption(options, "function", "main");
    const f = module.functions.get(name);
    const bound = new Map<Var, Constant>();
    if (f) {
      const inputs = inputNames(f.params, textListOption(options, "inputs"));
      const values = valuesOption(options);
      for (const param of f.params) {
        if (inputs.has(param.name)) continue;
        const made = constantFor(param, values.get(param.name));
        if (!made) continue;
        bound.set(param, made);
        lineage.record(made, param);
      }
    }
    if (!f || bound.size === 0) return { module, lineage, decisions: [], diagnostics: [] };
    const functions = new Map(module.functions).set(name, withoutBound(f, bound, lineage));
    return typedAgain({ module: withFunctions(module, functions), lineage, decisions: [], diagnostics: [] }, context, module);
  },
});

/** Where no input is named, the first parameter is one: frontends put a model's data there. */
function inputNames(params: readonly Var[], named: readonly string[]): ReadonlySet<string> {
  if (named.length > 0) return new Set(named.map((name) => name.replace(/^%/, "")));
  return new Set(params.slice(0, 1).map((p) => p.name));
}

/** A constant of a parameter's type; undefined for what is not a tensor. */
function constantFor(param: Var, data: TensorData | undefined): Constant | undefined {
  const type = param.checkedType ?? param.annotation;
  return type?.kind === "TensorType" ? constant(data, type) : undefined;
}

function valuesOption(options: PassOptions): ReadonlyMap<string, TensorData> {
  const values = options.values ?? {};
  if (typeof values !== "object" || values === null) throw wrongOption("values", "an object of tensors by parameter name");
  return new Map(Object.entries(values as Record<string, TensorData>));
}
