/**
 * DynamicToStatic: turns operators whose shape is an argument into those whose shape is an attribute, where the argument folds to a constant;
 * folds constants throughout. Follows src/relay/transforms/dynamic_to_static.cc.
 */
import { inferExpression, inferFunction, type Trust } from "@relayscope/infer";
import {
  type Call,
  calledOp,
  type Diagnostic,
  type Expr,
  type Func,
  func,
  type LineageRecorder,
  lineageRecorder,
  type Module,
  postOrder,
  rewrite,
} from "@relayscope/ir";
import { argumentNotKnown, callersTypedAgain, illTypedResult } from "./diagnostics.ts";
import { type ConstantArgument, type StaticForm, staticFormOf } from "./dynamicToStatic/staticForms.ts";
import { constantFolder } from "./foldConstant.ts";
import { type FunctionPlace, functionPass } from "./functionPass.ts";
import { operatorCalls } from "./operatorCalls.ts";
import type { PassContext } from "./pass.ts";
import { isSameType } from "./sameType.ts";

export const dynamicToStatic = functionPass({
  name: "DynamicToStatic",
  summary: "Turns shapes that are arguments into attributes, where they are constants.",
  optLevel: 2,
  requires: [],
  options: [],
  runFunction(f, _options, context, lineage, _decisions, place) {
    let result = withStaticForms(f, context, lineage, place);
    // What is folded first gives types that let more be folded.
    for (const trust of ["subgraphs", "nothing"] as const) {
      result = typed(result, f, trust, context, lineage, place);
      result = constantFolder({}, context, lineage, place.diagnostics).rewrite(result) as Func;
    }
    return result;
  },
});

/** The function with each dynamic call whose arguments are known as its static form; no function in it declares a result type that no longer fits. */
function withStaticForms(f: Func, context: PassContext, lineage: LineageRecorder, place: FunctionPlace): Func {
  const calls = operatorCalls(context.operators);
  const isCalled = once(() => isCalledElsewhere(place));
  const valueOf = argumentValues(context, place.module);
  const staticCall = (original: Expr, call: Call): Expr | undefined => {
    const form = staticFormOf(calledOp(call) ?? "");
    if (!form) return undefined;
    if (call.args.some((arg) => arg.kind !== "Constant") && isCalled()) throw callersTypedAgain(place.name, original);
    const values = constantsOf(call, form, valueOf);
    if (!values) return undefined;
    const known = values.filter((v): v is ConstantArgument => v.data !== undefined);
    if (known.length < values.length) {
      place.diagnostics.push(argumentNotKnown(call, original));
      return undefined;
    }
    return form.make(call, known, calls);
  };
  return rewrite(f, {
    lineage,
    post(original, rebuilt) {
      if (rebuilt.kind === "Call") return staticCall(original, rebuilt) ?? rebuilt;
      return rebuilt.kind === "Function" ? withoutResultType(rebuilt, original) : rebuilt;
    },
  }) as Func;
}

/** The arguments that a form wants as constants; undefined where one is none. Their data may be missing. */
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

/** Folds arguments, typing first what is new in them; what was folded once is not folded again. */
function argumentValues(context: PassContext, module: Module): (arg: Expr) => Expr {
  const ignored: Diagnostic[] = [];
  const folder = constantFolder({}, context, lineageRecorder(), ignored);
  return (arg) => (arg.kind === "Constant" ? arg : folder.rewrite(inferExpression(arg, module, context.operators).expr));
}

/** The reference forgets result types and infers them again; where that changes nothing the function stays. */
function withoutResultType(f: Func, original: Expr): Func {
  if (f === original && isSameType(f.returnType, f.body.checkedType)) return f;
  return f.returnType === undefined ? f : func({ ...f, returnType: undefined }, { span: f.span });
}

function typed(f: Func, input: Func, trust: Trust, context: PassContext, lineage: LineageRecorder, place: FunctionPlace): Func {
  if (f === input) return f;
  const inferred = inferFunction(f, place.module, context.operators, { trust });
  const error = inferred.diagnostics.find((d) => d.severity === "error");
  if (error && !inferFunction(input, place.module, context.operators).diagnostics.some((d) => d.severity === "error")) {
    throw illTypedResult(error);
  }
  postOrder(inferred.expr, (e) => {
    const origins = inferred.lineage.originsOf(e);
    if (origins.length !== 1 || origins[0] !== e) lineage.record(e, ...origins);
  });
  return inferred.expr;
}

/**
 * Whether another function names this one. While the reference folds an argument, it keeps the argument alone under the function's name, and
 * types the whole module so.
 */
function isCalledElsewhere({ name, module }: FunctionPlace): boolean {
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
