/**
 * BindParameters: makes constants of all parameters of a function but its inputs, as `bind_params_by_name` does with a
 * model's weights (python/tvm/relay/build_module.py). Where no values are given the constants have a type and no data.
 */
import {
  type Constant,
  calledOp,
  childrenOf,
  constant,
  type Expr,
  type Func,
  isOfType,
  postOrder,
  type TensorData,
  type Var,
  withFunctions,
} from "@relayscope/ir";
import { modulePass } from "../core/modulePass.ts";
import { text, texts } from "../core/options.ts";
import { bindParameters as withoutBound } from "../core/substitute.ts";

export const bindParameters = modulePass({
  name: "BindParameters",
  summary: "Turns all parameters but the inputs into constants.",
  upstream: ["python/tvm/relay/build_module.py"],
  options: {
    inputs: texts(
      [],
      "The parameters that stay. Where none are named: all but weights that an importer named or has values of, else the first one and those that a layer reads as its data, itself or computed from them.",
    ),
    function: text("main", "The function whose parameters are bound."),
  },
  infersTypes: true,
  run({ module, options, context, lineage }) {
    const name = options.function;
    const f = module.functions.get(name);
    const bound = f ? weightsOf(f, context.parameters, options.inputs) : new Map<Var, Constant>();
    if (!f || bound.size === 0) return module;
    for (const [param, made] of bound) lineage.record(made, param);
    const functions = new Map(module.functions).set(name, withoutBound(f, bound, lineage));
    return withFunctions(module, functions);
  },
});

/** The constants that take the place of a function's parameters, all but its inputs. */
export function weightsOf(
  f: Func,
  values: ReadonlyMap<string, TensorData> | undefined,
  named: readonly string[] = [],
): ReadonlyMap<Var, Constant> {
  const bound = new Map<Var, Constant>();
  const inputs = inputNames(f, named, values);
  for (const param of f.params) {
    const made = inputs.has(param.name) ? undefined : constantFor(param, values?.get(param.name));
    if (made) bound.set(param, made);
  }
  return bound;
}

/** The names that TVM's frontends give to unnamed weights; the printer puts a letter before them. */
const weightName = /^v?_param_\d+$/;

/** Operators whose first argument is a layer's data, never a weight. */
const readsData = /^(?:qnn|nn)\.(?:conv|dense|bias_add|batch_norm|relu|softmax|\w*_pool)/;

/**
 * The names of a function's inputs: the given ones or, if some parameters are weights by their name or value, all
 * others. Otherwise the first parameter, where frontends put a model's data, and each parameter that a layer reads as
 * data.
 */
function inputNames(
  { params, body }: Func,
  named: readonly string[],
  values: ReadonlyMap<string, TensorData> | undefined,
): ReadonlySet<string> {
  if (named.length > 0) return new Set(named.map((name) => name.replace(/^%/, "")));
  const others = params.filter(({ name }) => !weightName.test(name) && !values?.has(name));
  if (others.length < params.length) return new Set(others.map(({ name }) => name));
  const inputs = new Set<Expr>(params.slice(0, 1));
  const own = new Set<Expr>(params);
  postOrder(body, (node) => {
    const [data] = node.kind === "Call" && readsData.test(calledOp(node) ?? "") ? node.args : [];
    if (data && own.has(data)) inputs.add(data);
  });
  addBehindData(body, own, inputs);
  return new Set(params.flatMap((param) => (inputs.has(param) ? [param.name] : [])));
}

/** Operators that do the work of a model's layers. If their data were constant, nothing would be left to run. */
const isLayer = /^(?:qnn|nn)\.(?:conv|dense)/;

/** Adds the parameters that a layer's data is computed from, unless the data already depends on an input. */
function addBehindData(body: Expr, own: ReadonlySet<Expr>, inputs: Set<Expr>): void {
  /** Nodes that would be constant if all parameters except the inputs were. */
  const fixed = new Set<Expr>();
  const behind = new Set<Expr>();
  postOrder(body, (node) => {
    const children = childrenOf(node);
    const isFixed =
      node.kind === "Var" ? own.has(node) && !inputs.has(node) : node.kind !== "Function" && children.every((c) => fixed.has(c));
    if (isFixed) fixed.add(node);
    const [data] = node.kind === "Call" && isLayer.test(calledOp(node) ?? "") ? node.args : [];
    for (const pending = data && fixed.has(data) ? [data] : []; pending.length > 0; ) {
      const next = pending.pop();
      if (!next || behind.has(next)) continue;
      behind.add(next);
      fixed.delete(next);
      if (own.has(next)) inputs.add(next);
      // One by one: a tuple may have more fields than a call may have arguments.
      for (const child of childrenOf(next)) pending.push(child);
    }
    if (data && behind.has(data)) fixed.delete(node);
  });
}

/** A constant of a parameter's type; undefined if that is not a tensor. */
function constantFor(param: Var, data: TensorData | undefined): Constant | undefined {
  const type = param.checkedType ?? param.annotation;
  if (type?.kind !== "TensorType") return undefined;
  return constant(data && isOfType(data, type) ? data : undefined, type);
}
