/**
 * SplitArgs: a `concatenate` of more tensors than a function of the target may take is computed in parts, each from a
 * list of its own after which no fusion goes on. Follows src/relay/transforms/split_args.cc.
 */
import { type AttrValue, at, attrOf, type Expr, type Func, isCallOf, rewriteFunction, type Tuple, type Type, tuple } from "@relayscope/ir";
import { type FunctionRun, functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";
import { type OperatorCalls, operatorCalls } from "../core/operatorCalls.ts";
import { integer } from "../core/options.ts";
import { recordMade } from "../core/recordMade.ts";
import { dynamicArguments } from "./argumentLimit.ts";
import { tooManyResults } from "./diagnostics.ts";

const options = {
  max_function_args: integer(0, "The most arguments that a function of the target takes; 0 or less: no limit."),
};

export const splitArgs = functionPass({
  name: "SplitArgs",
  summary: "Splits a concatenate of more tensors than a function may take, with stop_fusion after each part.",
  upstream: ["src/relay/transforms/split_args.cc"],
  optLevel: 1,
  requires: [inferType],
  options,
  runFunction,
});

/** As in the reference, a function also gets the attributes of the module. */
function runFunction(run: FunctionRun<typeof options>): Func {
  const result = split(run);
  const { attrs } = run.module;
  return attrs.size === 0 ? result : { ...result, attrs: new Map([...result.attrs, ...attrs]) };
}

function split({ f, context, lineage, options: { max_function_args: most } }: FunctionRun<typeof options>): Func {
  if (most <= 0) return f;
  const calls = operatorCalls(context.operators);
  return rewriteFunction(f, {
    lineage,
    post(original, rebuilt) {
      const [list] = isCallOf(original, "concatenate") ? original.args : [];
      if (original.kind !== "Call" || list?.kind !== "Tuple") return rebuilt;
      const results = 1 + stridesOf(original.checkedType);
      if (most <= results) throw tooManyResults(original, most);
      const counts = list.fields.map((field) => 1 + dynamicArguments(field.checkedType, true));
      const limit = most - results;
      if (counts.reduce((sum, count) => sum + count, 0) < limit) return rebuilt;
      // As in the reference, the parts are of the module before: what was split below is whole again.
      const made = joined(list, counts, limit, attrOf(original.attrs, "axis") ?? 0, calls);
      return recordMade(made, [list, ...list.fields], lineage, original);
    },
  });
}

/** Joins fields from the first on: each part that is as long as the limit allows is the next part's first field. */
function joined(list: Tuple, counts: readonly number[], limit: number, axis: AttrValue, calls: OperatorCalls): Expr {
  const join = (fields: readonly Expr[]) => {
    // All fields at once are the list as it was.
    const isWhole = fields.length === list.fields.length && fields[0] === list.fields[0];
    return calls("concatenate", [calls("annotation.stop_fusion", [isWhole ? list : tuple(fields)])], { axis });
  };
  let part: Expr[] = [];
  let taken = 0;
  list.fields.forEach((field, i) => {
    const count = at(counts, i);
    if (taken + count > limit) {
      part = [join(part)];
      // The joined part counts as much as the field after it.
      taken = count;
    }
    taken += count;
    part.push(field);
  });
  return join(part);
}

/** How many arguments the strides of a result are, which it has where its shape is not known. */
function stridesOf(type: Type | undefined): number {
  return type?.kind === "TensorType" && type.shape.includes("?") ? type.shape.length : 0;
}
