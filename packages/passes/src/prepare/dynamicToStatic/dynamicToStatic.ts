/**
 * DynamicToStatic: replaces operators whose shape is an argument by operators whose shape is an attribute, if the
 * argument folds to a constant; folds constants throughout. Follows src/relay/transforms/dynamic_to_static.cc.
 */
import { inferExpression, inferFunction, type Trust } from "@relayscope/infer";
import { type Call, calledOp, type Expr, type Func, func, lineageRecorder, type Module, postOrder, rewriteFunction } from "@relayscope/ir";
import { demandWellFormed } from "../../core/demandWellFormed.ts";
import { illTypedResult } from "../../core/diagnostics.ts";
import { type FunctionRun, functionPass } from "../../core/functionPass.ts";
import { operatorCalls } from "../../core/operatorCalls.ts";
import type { PassContext } from "../../core/pass.ts";
import { recordThrough } from "../../core/recordMade.ts";
import { isSameType } from "../../core/sameType.ts";
import { argumentNotKnown, callersTypedAgain, dataTypesForgotten, resultForgotten } from "../diagnostics.ts";
import { constantFolder } from "../foldConstant.ts";
import { callWithoutType } from "./callWithoutType.ts";
import { dataTypeIn } from "./dataTypeIn.ts";
import { type ConstantArgument, type StaticForm, staticFormOf } from "./staticForms.ts";

export const dynamicToStatic = functionPass({
  name: "DynamicToStatic",
  summary: "Turns shapes that are arguments into attributes, where they are constants.",
  upstream: ["src/relay/transforms/dynamic_to_static.cc"],
  optLevel: 2,
  checkModule({ module, context }) {
    const call = context.hasHoles ? undefined : callWithoutType(module, context);
    if (call) throw resultForgotten(call);
  },
  runFunction(run) {
    let result = withStaticForms(run);
    // Folding leads to types that allow more folding.
    for (const trust of ["subgraphs", "nothing"] as const) {
      result = typed(result, trust, run);
      result = constantFolder(run).rewriteFunction(result);
      if (run.context.hasHoles) continue;
      demandWellFormed(run.name, result, run.f);
      const value = dataTypeIn(result);
      if (value) throw dataTypesForgotten(value);
    }
    return result;
  },
});

/**
 * The function with each dynamic call whose arguments are known as its static form; no function in it declares a result
 * type that no longer fits.
 */
function withStaticForms(run: FunctionRun): Func {
  const { f, context, lineage, report } = run;
  const calls = operatorCalls(context.operators);
  const isCalled = once(() => isCalledElsewhere(run));
  const valueOf = argumentValues(context, run.module);
  const staticCall = (original: Expr, call: Call): Expr | undefined => {
    const form = staticFormOf(calledOp(call) ?? "");
    if (!form) return undefined;
    if (call.args.some((arg) => arg.kind !== "Constant") && isCalled()) throw callersTypedAgain(run.name, original);
    const values = constantsOf(call, form, valueOf);
    if (!values) return undefined;
    const known = values.filter((v): v is ConstantArgument => v.data !== undefined);
    if (known.length < values.length) {
      report(argumentNotKnown(call, original));
      return undefined;
    }
    return form.make(call, known, calls);
  };
  return rewriteFunction(f, {
    lineage,
    post(original, rebuilt) {
      if (rebuilt.kind === "Call") return staticCall(original, rebuilt) ?? rebuilt;
      return rebuilt.kind === "Function" ? withoutResultType(rebuilt, original) : rebuilt;
    },
  });
}

/** The arguments that a form needs as constants; undefined if one is not a constant. Their data may be missing. */
function constantsOf(call: Call, form: StaticForm, valueOf: (arg: Expr) => Expr): readonly Partial<ConstantArgument>[] | undefined {
  const values: Partial<ConstantArgument>[] = [];
  for (const place of form.constants) {
    const arg = call.args[place];
    const value = arg && valueOf(arg);
    if (value?.kind !== "Constant") return undefined;
    values.push(value.data ? { expr: value, data: value.data } : { expr: value });
  }
  return values;
}

/** Folds arguments after typing their new parts; nothing is folded twice. */
function argumentValues(context: PassContext, module: Module): (arg: Expr) => Expr {
  const folder = constantFolder({ context, lineage: lineageRecorder(), report: () => {} });
  return (arg) => (arg.kind === "Constant" ? arg : folder.rewrite(inferExpression(arg, module, context.operators).expr));
}

/**
 * The reference drops result types and infers them again. If the inferred type is the same, the function is unchanged.
 */
function withoutResultType(f: Func, original: Expr): Func {
  if (f === original && isSameType(f.returnType, f.body.checkedType)) return f;
  return f.returnType === undefined ? f : func({ ...f, returnType: undefined }, { span: f.span });
}

function typed(f: Func, trust: Trust, { f: input, module, context, lineage }: FunctionRun): Func {
  if (f === input) return f;
  const inferred = inferFunction(f, module, context.operators, { trust });
  const error = inferred.diagnostics.find((d) => d.severity === "error");
  if (error && !context.hasHoles && !inferFunction(input, module, context.operators).diagnostics.some((d) => d.severity === "error")) {
    throw illTypedResult(error);
  }
  recordThrough(inferred.expr, inferred.lineage, lineage);
  return inferred.expr;
}

/**
 * Whether another function refers to this one. While the reference folds an argument, the module contains only the
 * argument under this function's name, and the whole module is typed like this.
 */
function isCalledElsewhere({ name, module }: FunctionRun): boolean {
  for (const [other, f] of module.functions) {
    let isNamed = false;
    if (other !== name) {
      postOrder(f, (e) => {
        isNamed ||= e.kind === "GlobalVar" && e.name === name;
      });
    }
    if (isNamed) return true;
  }
  return false;
}

function once(ask: () => boolean): () => boolean {
  let answer: boolean | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
}
