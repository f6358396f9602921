/**
 * BindParameters: makes constants of all parameters of a function but its inputs, as `bind_params_by_name` does with a model's weights
 * (python/tvm/relay/build_module.py). Where no values are given the constants have a type and no data.
 */
import { type Constant, constant, type TensorData, type Var, withFunctions } from "@relayscope/ir";
import { modulePass } from "../core/modulePass.ts";
import { text, texts } from "../core/options.ts";
import { bindParameters as withoutBound } from "../core/substitute.ts";

export const bindParameters = modulePass({
  name: "BindParameters",
  summary: "Makes constants of all parameters but the inputs.",
  upstream: ["python/tvm/relay/build_module.py"],
  optLevel: 0,
  requires: [],
  options: {
    inputs: texts([], "The parameters that stay. Where none are named: the first one."),
    function: text("main", "The function whose parameters are bound."),
  },
  infersTypes: true,
  run({ module, options, context, lineage }) {
    const name = options.function;
    const f = module.functions.get(name);
    const bound = new Map<Var, Constant>();
    if (f) {
      const inputs = inputNames(f.params, options.inputs);
      for (const param of f.params) {
        if (inputs.has(param.name)) continue;
        const made = constantFor(param, context.parameters?.get(param.name));
        if (!made) continue;
        bound.set(param, made);
        lineage.record(made, param);
      }
    }
    if (!f || bound.size === 0) return module;
    const functions = new Map(module.functions).set(name, withoutBound(f, bound, lineage));
    return withFunctions(module, functions);
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
