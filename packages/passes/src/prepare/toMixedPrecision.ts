/**
 * ToMixedPrecision: computes in a narrower float where that is fast, with casts in between. Follows
 * src/relay/transforms/to_mixed_precision.cc; `mixedPrecision.ts` lists the operators.
 */
import { inferExpression } from "@relayscope/infer";
import {
  type Attrs,
  attrOf,
  type Call,
  call as callTo,
  type Expr,
  func,
  isSkippedByPasses,
  numberOf,
  present,
  type Rewriter,
  raise,
  rewriter,
  type TupleType,
  type Type,
  tuple,
  tupleGetItem,
  tupleType,
  type Var,
  variable,
  withAttrs,
} from "@relayscope/ir";
import { inContext, ofContext } from "../core/contextOptions.ts";
import { type FunctionRun, functionPass } from "../core/functionPass.ts";
import { leftAlone } from "../core/leftAlone.ts";
import { operatorCalls } from "../core/operatorCalls.ts";
import { choice, flag, text } from "../core/options.ts";
import { precisionAcrossFunctions, precisionNotApplied, unlistedOperators } from "./diagnostics.ts";
import { largestOf, precisionOf } from "./mixedPrecision.ts";

const options = {
  mixed_precision_type: text("float16", "The narrow float type: `float16` or `bfloat16`."),
  missing_op_mode: choice([0, 1, 2], 1, "Operators that are in no list: 0 stops the pass at them, 1 reports them, 2 is silent."),
  keep_orig_output_dtype: ofContext(
    "relay.ToMixedPrecision.keep_orig_output_dtype",
    flag(false, "What the function returns is cast back to the type that it had."),
  ),
};

export const toMixedPrecision = functionPass({
  name: "ToMixedPrecision",
  summary: "Computes fast operators in a narrower float, with casts in between.",
  upstream: ["src/relay/transforms/to_mixed_precision.cc", "python/tvm/relay/transform/mixed_precision.py"],
  options,
  runFunction: narrowed,
});

type Run = FunctionRun<typeof options>;

const wide = "float32";

function narrowed(run: Run) {
  const { f, context, lineage, options: given, report } = run;
  const narrow = given.mixed_precision_type;
  const largest = largestOf(narrow) ?? raise(precisionNotApplied(`\`${narrow}\` is not a float that it can compute in.`));
  const calls = operatorCalls(context.operators);
  const types = new Types(run);
  const unlisted = new Set<string>();
  const keepsOutput = inContext(options.keep_orig_output_dtype, given.keep_orig_output_dtype, context);
  const outputs = keepsOutput ? outputDtypes(f.body) : [];
  const casts = new Map<Expr, Map<string, Expr>>();

  const remember = (from: Expr, dtype: string, to: Expr) => {
    const known = casts.get(from) ?? new Map<string, Expr>();
    known.set(dtype, to);
    casts.set(from, known);
  };
  const castTensor = (expr: Expr, has: string, wanted: string, origin: Expr): Expr => {
    if (!isFloat(has) || has === wanted) return expr;
    const known = casts.get(expr)?.get(wanted);
    if (known) return known;
    const made = calls("cast", [expr], { dtype: wanted });
    lineage.record(made, origin);
    remember(expr, wanted, made);
    remember(made, has, expr);
    return made;
  };
  /** A value with all its floats of the wanted dtype; a tuple is taken apart for that. */
  const cast = (expr: Expr, type: Type | undefined, wanted: string, origin: Expr): Expr => {
    if (type?.kind === "TensorType") return castTensor(expr, type.dtype, wanted, origin);
    if (type?.kind !== "TupleType") throw precisionNotApplied("a value that is neither tensor nor tuple would have to be cast.", origin);
    return castFields(expr, type, () => wanted, origin);
  };
  const castFields = (expr: Expr, { fields }: TupleType, wanted: (i: number) => string, origin: Expr): Expr => {
    const items = fields.map((_, i) => tupleGetItem(expr, i));
    const changed = fields.map((field, i) => cast(present(items[i]), field, wanted(i), origin));
    if (changed.every((item, i) => item === items[i])) return expr;
    for (const item of items) lineage.record(item, origin);
    const made = tuple(changed);
    lineage.record(made, origin);
    return made;
  };

  const convert = (original: Call, post: Call): Expr => {
    const { op } = post;
    const callee = op.kind === "GlobalVar" ? run.module.functions.get(op.name) : undefined;
    // The pass removes the function's declared result, and the caller's type depends on it.
    if (callee && !isSkippedByPasses(callee)) throw precisionAcrossFunctions(original);
    if (op.kind === "GlobalVar" || op.kind === "Constructor" || op.kind === "Let" || op.kind === "Var") return post;
    if (op.kind !== "Op" && op.kind !== "Function") throw precisionNotApplied("it calls what is neither operator nor function.", original);
    const own = op.kind === "Op" ? precisionOf(original, op.name, narrow, context.precisions) : undefined;
    if (op.kind === "Op" && !own) unlisted.add(op.name);
    const { precision, accumulated, result } = own ?? {
      precision: op.kind === "Op" ? "follow" : "never",
      accumulated: narrow,
      result: narrow,
    };
    const argTypes = post.args.map((arg) => types.of(arg));
    const isNarrow =
      precision === "always" ||
      (precision === "follow" &&
        post.args.every((arg, i) => arg.kind === "Var" || arg.kind === "Constant" || isAllOf(argTypes[i], narrow, original)));
    // The reference checks arguments one by one until the first fails.
    const isApplied = isNarrow && fits(original.attrs, largest);
    const args = post.args.map((arg, i) => cast(arg, argTypes[i], isApplied ? narrow : wide, original));
    const isSame = op === original.op && args.every((arg, i) => arg === original.args[i]);
    if (!isApplied) return isSame ? original : callTo(op, args, original.attrs);
    const summed = callTo(op, args, withDtype(original.attrs, accumulated));
    const output = accumulated === result ? summed : cast(summed, types.of(summed), result, original);
    if (output !== summed) lineage.record(summed, original);
    if (original !== f.body || !keepsOutput) return output;
    const [wanted] = outputs;
    if (wanted === undefined) throw precisionNotApplied("its result is not a tensor whose type could be kept.", original);
    if (wanted === result) return output;
    lineage.record(output, original);
    return cast(output, types.of(output), wanted, original);
  };

  const converted = (original: Expr, rebuilt: Expr): Expr => {
    if (original.kind === "Var") return retyped(original, bound.get(original), rewriting, types);
    if (original.kind === "Call" && rebuilt.kind === "Call") return leftAlone(context, () => convert(original, rebuilt), rebuilt);
    if (rebuilt.kind === "Function" && rebuilt !== original) return func({ ...rebuilt, returnType: undefined }, { span: rebuilt.span });
    if (original !== f.body || rebuilt.kind !== "Tuple" || !keepsOutput) return rebuilt;
    const type = types.of(rebuilt);
    if (type?.kind !== "TupleType") return rebuilt;
    const made = castFields(rebuilt, type, (i) => present(outputs[i]), original);
    if (made !== rebuilt) lineage.record(rebuilt, original);
    return made;
  };

  const bound = new Map<Var, Expr>();
  const rewriting: Rewriter = rewriter({
    lineage,
    children(expr) {
      if (expr.kind !== "Let") return undefined;
      bound.set(expr.variable, expr.value);
      return [expr.value, expr.variable, expr.body];
    },
    post(original, rebuilt) {
      const made = converted(original, rebuilt);
      if (made !== original) types.keep(made, original);
      return made;
    },
  });
  const result = rewriting.rewriteFunction(f);
  if (unlisted.size > 0 && given.missing_op_mode === 0)
    throw precisionNotApplied(`no list has ${[...unlisted].map((n) => `\`${n}\``).join(", ")}.`);
  if (unlisted.size > 0 && given.missing_op_mode === 1) report(unlistedOperators([...unlisted]));
  return result;
}

/** A let's variable with the current type of its value. */
function retyped(original: Var, value: Expr | undefined, rewriting: Rewriter, types: Types): Var {
  const became = value && rewriting.rewritten(value);
  if (!became) return original;
  const type = types.of(became);
  return variable(original.name, type, { checkedType: type, span: original.span });
}

/** The dtypes of a function's result, which may be kept; empty if it is neither a call nor a tuple. */
function outputDtypes(body: Expr): readonly (string | undefined)[] {
  const dtypeOf = (type: Type | undefined) => (type?.kind === "TensorType" ? type.dtype : undefined);
  if (body.kind === "Call") return [dtypeOf(body.checkedType)];
  if (body.kind !== "Tuple") return [];
  return body.fields.map((field) => {
    const dtype = dtypeOf(field.checkedType);
    if (dtype === undefined) throw precisionNotApplied("a field of its result is not a tensor whose type could be kept.", body);
    return dtype;
  });
}

/** Types of nodes as they are made, from the types of their arguments. */
class Types {
  private readonly known = new Map<Expr, Type | undefined>();

  constructor(private readonly run: Run) {}

  /** Called with each new node. The reference copies some nodes with their old type, which may be wrong now. */
  keep(made: Expr, original: Expr): void {
    const isCopied = made.kind !== "Tuple" && made.kind !== "TupleGetItem" && made.kind !== "Let" && made.kind !== "Var";
    const isCopiedCall = made.kind === "Call" && made.op.kind !== "Op" && made.op.kind !== "Function";
    if (made.kind === "Call" ? isCopiedCall : isCopied) this.known.set(made, original.checkedType);
  }

  of(expr: Expr): Type | undefined {
    if (this.known.has(expr)) return this.known.get(expr);
    if (expr.kind !== "Tuple" && expr.kind !== "TupleGetItem" && expr.checkedType) return expr.checkedType;
    const type = this.inferred(expr);
    this.known.set(expr, type);
    return type;
  }

  private inferred(expr: Expr): Type | undefined {
    switch (expr.kind) {
      case "Tuple":
        return tupleType(expr.fields.map((field) => this.demanded(field)));
      case "TupleGetItem": {
        const type = this.of(expr.tuple);
        return type?.kind === "TupleType" ? type.fields[expr.index] : undefined;
      }
      case "Var":
        return expr.annotation;
      case "Let": {
        let { body } = expr;
        while (body.kind === "Let" && !this.known.has(body) && !body.checkedType) body = body.body;
        return this.of(body);
      }
      case "Call":
        return expr.op.kind === "Function" ? this.of(expr.op.body) : this.ofCall(expr);
      default:
        return inferExpression(expr, this.run.module, this.run.context.operators).expr.checkedType;
    }
  }

  private ofCall(expr: Call): Type | undefined {
    const stand = expr.args.map((arg, i) => variable(`a${i}`, this.demanded(arg)));
    const { expr: typed, diagnostics } = inferExpression(callTo(expr.op, stand, expr.attrs), this.run.module, this.run.context.operators);
    const error = diagnostics.find((d) => d.severity === "error");
    if (error) throw precisionNotApplied(error.message, expr);
    return typed.checkedType;
  }

  private demanded(expr: Expr): Type {
    const type = this.of(expr) ?? raise(precisionNotApplied("a type that it needs is unknown.", expr));
    return type;
  }
}

function isFloat(dtype: string): boolean {
  return /^b?float\d+$/.test(dtype);
}

/** Whether all floats of a value are of the dtype. */
function isAllOf(type: Type | undefined, dtype: string, call: Call): boolean {
  if (type?.kind === "TensorType") return !isFloat(type.dtype) || type.dtype === dtype;
  if (type?.kind === "TupleType") return type.fields.every((field) => isAllOf(field, dtype, call));
  throw precisionNotApplied("it takes a value that is neither tensor nor tuple.", call);
}

/** Whether a clip's bounds are numbers of the narrow float. */
function fits(attrs: Attrs | undefined, largest: number): boolean {
  if (!attrs?.schema.name.endsWith("ClipAttrs")) return true;
  return (numberOf(attrOf(attrs, "a_min")) ?? 0) >= -largest && (numberOf(attrOf(attrs, "a_max")) ?? 0) <= largest;
}

const products =
  /(^|\.)(Conv[123]DAttrs|Conv[123]DTransposeAttrs|Conv2DWinogradAttrs|Conv3DWinogradAttrs|Conv2DWinogradNNPACKWeightTransformAttrs|DeformableConv2DAttrs|DenseAttrs|BatchMatmulAttrs)$/;
const makers = /(^|\.)InitOpAttrs$/;

/** The attributes with a narrow result dtype, if that is a float or not given. */
function withDtype(attrs: Attrs | undefined, narrow: string): Attrs | undefined {
  const field = !attrs ? undefined : products.test(attrs.schema.name) ? "out_dtype" : makers.test(attrs.schema.name) ? "dtype" : undefined;
  if (!attrs || field === undefined) return attrs;
  const dtype = String(attrOf(attrs, field) ?? "");
  return dtype === "" || dtype === "void" || isFloat(dtype) ? withAttrs(attrs, { [field]: narrow }) : attrs;
}
