/**
 * PreprocessExternalFuncIO: gives each region of ethos-u one input and one output. Several inputs are flattened and
 * joined before the call and taken apart inside the function; the fields of a tuple that a function returns are joined
 * inside and taken apart after the call. Follows src/relay/backend/contrib/ethosu/preprocess.cc of 0.18.0.
 */
import {
  at,
  type Call,
  dimValue,
  type Expr,
  elementCount,
  type Func,
  func,
  globalVar,
  type LineageRecorder,
  type Module,
  rewrite,
  rewriter,
  type TensorType,
  type Type,
  tensorType,
  tuple,
  tupleGetItem,
  variable,
  withFunctions,
} from "@relayscope/ir";
import { isCompilerFunction } from "../../byoc/compilerFunctions.ts";
import { functionMissing, noMainFunction } from "../../core/diagnostics.ts";
import { leftAlone } from "../../core/leftAlone.ts";
import { modulePass } from "../../core/modulePass.ts";
import { mutationOrder } from "../../core/mutationOrder.ts";
import { type OperatorCalls, operatorCalls } from "../../core/operatorCalls.ts";
import type { PassContext } from "../../core/pass.ts";
import { notJoined } from "./diagnostics.ts";

export const preprocessExternalFuncIO = modulePass({
  name: "PreprocessExternalFuncIO",
  infoName: "sequential",
  summary: "Gives each region of ethos-u one input and one output.",
  upstream: ["src/relay/backend/contrib/ethosu/preprocess.cc@0.18.0"],
  boundTo: "ethos-u",
  infersTypes: true,
  run: ({ module, context, lineage }) => withOneInputAndOutput(module, context, lineage),
});

/**
 * The module with changed calls in `@main` and changed functions called there. Calls elsewhere stay: such a module can
 * no longer be typed, as upstream.
 */
function withOneInputAndOutput(module: Module, context: PassContext, lineage: LineageRecorder): Module {
  const main = module.functions.get("main");
  if (!main && context.hasHoles) return module;
  if (!main) throw noMainFunction("PreprocessExternalFuncIO");
  const functions = new Map(module.functions);
  const wiring = new Wiring(operatorCalls(context.operators), lineage);
  const formerType = new Map<Expr, Type | undefined>();
  const body = rewriter({
    lineage,
    children: mutationOrder,
    post(original, rebuilt) {
      if (rebuilt.kind === "Call" && rebuilt.op.kind === "GlobalVar") {
        const { name } = rebuilt.op;
        const f = functions.get(name);
        if (!f) throw functionMissing(name);
        if (isCompilerFunction(f, "ethos-u") && (rebuilt.args.length !== 1 || f.body.kind === "Tuple")) {
          const change = () => {
            const types = rebuilt.args.map((arg) => argumentType(arg, arg.checkedType ?? formerType.get(arg), rebuilt));
            return wiring.change(rebuilt, name, f, types);
          };
          const changed = leftAlone(context, change, undefined);
          if (!changed) return rebuilt;
          functions.set(name, changed.callee);
          return changed.result;
        }
        // Called again, it now has another type.
        if (f !== module.functions.get(name)) return { ...rebuilt, op: globalVar(name), checkedType: undefined };
      }
      // The reference keeps the types of rebuilt nodes, except for lets.
      if (rebuilt !== original && rebuilt.kind !== "Let") formerType.set(rebuilt, original.checkedType);
      return rebuilt;
    },
  }).rewrite(main.body);
  if (body !== main.body) {
    const changed = func({ ...main, body }, { span: main.span });
    lineage.record(changed, main);
    functions.set("main", changed);
  }
  return withFunctions(module, functions);
}

/** The reference needs the argument's type while it rewrites, when a replaced call does not have one yet. */
function argumentType(arg: Expr, type: Type | undefined, site: Call): TensorType {
  if (type?.kind === "TensorType") return type;
  const problem = type
    ? "an argument is not a tensor"
    : "an argument comes straight out of a region that was changed just before, and has no type";
  throw notJoined(site, problem, arg);
}

/**
 * Makes the reshapes, concatenations and splits around calls and inside of functions. Nothing made here has a type yet.
 */
class Wiring {
  constructor(
    private readonly calls: OperatorCalls,
    private readonly lineage: LineageRecorder,
  ) {}

  /** The replacement of a call, and its function. `types` are those of the arguments. */
  change(site: Call, name: string, f: Func, types: readonly TensorType[]): { readonly callee: Func; readonly result: Expr } {
    const [first] = types;
    if (!first) throw notJoined(site, "it has no arguments");
    if (types.some((type) => type.dtype !== first.dtype)) throw notJoined(site, "its arguments are not of one data type");
    const [only] = site.args;
    const input = only && types.length === 1 ? only : this.joined(site.args, types);
    const call: Call = { ...site, op: globalVar(name), args: [input], checkedType: undefined };
    this.lineage.record(call, site);
    const callee = this.changedFunction(name, f, first.dtype, site);
    if (f.body.kind !== "Tuple") return { callee, result: call };
    const results = f.body.fields.map((field) => argumentType(field, field.checkedType, site));
    return { callee, result: tuple(this.apart(call, results, [site])) };
  }

  private changedFunction(name: string, f: Func, dtype: string, site: Call): Func {
    const { params, body, attrs } = f.params.length > 1 ? this.withOneParameter(name, f, dtype, site) : f;
    if (f.body.kind !== "Tuple" || body.kind !== "Tuple") {
      if (body === f.body && params === f.params) return f;
      return this.changed(func({ params, body, attrs, returnType: f.body.checkedType }), f);
    }
    const types = f.body.fields.map((field) => argumentType(field, field.checkedType, site));
    const [returnType] = types.map((type) => flatType(types, type.dtype, site));
    return this.changed(func({ params, body: this.joined(body.fields, types), attrs, returnType }), f);
  }

  private changed(f: Func, before: Func): Func {
    this.lineage.record(f, before);
    return f;
  }

  private withOneParameter(name: string, f: Func, dtype: string, site: Call): Func {
    const types = f.params.map((param) => argumentType(param, param.checkedType, site));
    const input = variable(`${name}_ifms`, flatType(types, dtype, site));
    this.lineage.record(input, ...f.params);
    const parts = this.apart(input, types, f.params);
    const partOf = new Map(f.params.map((param, i): [Expr, Expr | undefined] => [param, parts[i]]));
    const body = rewrite(f.body, {
      lineage: this.lineage,
      children: mutationOrder,
      post: (original, rebuilt) => partOf.get(original) ?? rebuilt,
    });
    return func({ ...f, params: [input], body });
  }

  /** Tensors, one after the other, in one of a single dimension. */
  private joined(tensors: readonly Expr[], types: readonly TensorType[]): Expr {
    const flat = types.map((type, i) => {
      const tensor = at(tensors, i);
      const reshaped = this.calls("reshape", [tensor], { newshape: [sizeOf(type, tensor)] });
      this.lineage.record(reshaped, tensor);
      return reshaped;
    });
    const fields = tuple(flat);
    this.lineage.record(fields, ...tensors);
    const joined = this.calls("concatenate", [fields], { axis: 0 });
    this.lineage.record(joined, ...tensors);
    return joined;
  }

  /** Splits a tensor into tensors of the given types. Each stems from its own origin, or all from one. */
  private apart(joined: Expr, types: readonly TensorType[], origins: readonly Expr[]): Expr[] {
    const cuts: number[] = [];
    let total = 0;
    for (const type of types) {
      // As upstream, nothing is cut off if everything before it is empty.
      if (total !== 0) cuts.push(total);
      total += sizeOf(type, joined);
    }
    const split = this.calls("split", [joined], { indices_or_sections: cuts, axis: 0 });
    this.lineage.record(split, ...origins);
    return types.map((type, i) => {
      const origin = origins[i] ?? origins[0];
      const item = tupleGetItem(split, i);
      const part = this.calls("reshape", [item], { newshape: type.shape.map((dim) => dimValue(dim) ?? 0) });
      this.lineage.record(item, origin);
      this.lineage.record(part, origin);
      return part;
    });
  }
}

/** The type of tensors put one after the other. */
function flatType(types: readonly TensorType[], dtype: string, node: Expr): TensorType {
  return tensorType([types.reduce((sum, type) => sum + sizeOf(type, node), 0)], dtype);
}

/** How many elements a tensor has; they must be known. */
function sizeOf(type: TensorType, node: Expr): number {
  const sizes = type.shape.map(dimValue);
  if (sizes.some((size) => size === undefined)) throw notJoined(node, "a size is not known");
  return elementCount(sizes as readonly number[]);
}
