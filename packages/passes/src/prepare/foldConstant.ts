/**
 * FoldConstant: replaces calls whose arguments are all constants by their results. If a constant has no data, the
 * result is a constant of the right type without data. Follows src/relay/transforms/fold_constant.cc.
 */
import { blank, evaluateCall, isTensor, mostArgwhereAxes, typeOfArgument, type Value } from "@relayscope/evaluate";
import { inferExpression, relatedType } from "@relayscope/infer";
import {
  type AttrValue,
  attrOf,
  type Call,
  type Constant,
  calledOp,
  constant,
  dimValue,
  type Expr,
  elementCount,
  elementOf,
  incompleteType,
  intsOf,
  isIncomplete,
  isTruthy,
  type LineageRecorder,
  lazyTensor,
  lineageRecorder,
  nameOf,
  type Rewriter,
  rewriter,
  setElement,
  type TensorType,
  type Type,
  tensorType,
  tuple,
  typesEqual,
  withAttrs,
} from "@relayscope/ir";
import { functionPass } from "../core/functionPass.ts";
import type { Report } from "../core/modulePass.ts";
import { operatorCalls } from "../core/operatorCalls.ts";
import { flag } from "../core/options.ts";
import type { PassContext } from "../core/pass.ts";
import { isDynamic } from "../fusion/forwardGraph.ts";
import { compilationProblem, untyped } from "./compilationProblem.ts";
import { foldingFailures, notComputed, notSized } from "./diagnostics.ts";
import { staticCall, staticFormOf } from "./dynamicToStatic/staticForms.ts";
import { isFoldable } from "./foldableDtypes.ts";
import { quantizedProblem } from "./quantizedProblem.ts";

export const foldConstant = functionPass({
  name: "FoldConstant",
  summary: "Replaces calls on constants with their results.",
  upstream: ["src/relay/transforms/fold_constant.cc"],
  optLevel: 2,
  options: { fold_qnn: flag(false, "Fold quantized operators too.") },
  runFunction: ({ f, options, ...around }) => constantFolder({ ...around, foldsQuantized: options.fold_qnn }).rewriteFunction(f),
});

/** The inputs of folding, and its reports. */
interface FoldingGround {
  readonly context: PassContext;
  readonly lineage: LineageRecorder;
  readonly report: Report;
  /** Whether quantized operators are folded too. */
  readonly foldsQuantized?: boolean;
  /**
   * False as in the reference over untyped expressions: then the shape of a tensor that is not a constant is not
   * folded.
   */
  readonly asksTypes?: boolean;
}

/** Folds expressions and caches the results, for passes that fold one expression after another. Types must be known. */
export function constantFolder({ context, lineage, report, foldsQuantized = false, asksTypes = true }: FoldingGround): Rewriter {
  const valueOf = new Map<Expr, Expr>();
  const plainFolder = () => constantFolder({ context, lineage: lineageRecorder(), report: () => {} });
  const fold = (asWritten: Call, rebuilt: Call): Expr => {
    if (rebuilt.args.length === 0) return asWritten;
    if (rebuilt.op.kind !== "Op" || context.operators.get(rebuilt.op.name)?.isStateful) return rebuilt;
    const { name } = rebuilt.op;
    if (shapeQuestions.has(name)) {
      return (asksTypes || asWritten.args[0]?.kind === "Constant" ? foldShapeQuestion(name, asWritten) : undefined) ?? rebuilt;
    }
    if (isLeftAlone(name, foldsQuantized) || !rebuilt.args.every(isConstant)) return rebuilt;
    // In a module without types, the constants give the call its type.
    const typed = asWritten.checkedType ? asWritten : inferExpression(rebuilt, undefined, context.operators).expr;
    const original = typed.kind === "Call" ? typed : asWritten;
    const type = original.checkedType;
    if (!type || isIncomplete(type)) return rebuilt;
    checkCode(original, type);
    const problem =
      compilationProblem(original, type, context.operators) ??
      (name.startsWith("qnn.") ? quantizedProblem(rebuilt, type, context.operators, plainFolder()) : undefined);
    if (problem) throw foldingFailures.notCompiled(original, problem);
    const excludesAll = isTruthy(attrOf(original.attrs, "exclude")) && (attrOf(original.attrs, "axis") ?? null) === null;
    const reduced = original.args[0]?.checkedType;
    if (excludesAll && !(reduced?.kind === "TensorType" && reduced.shape.length === 0)) {
      throw foldingFailures.excludesNothing(original);
    }
    if (context.hasHoles && !isDynamic(type) && !isTypeOf(rebuilt, type, context)) return rebuilt;
    const folded = isDynamic(type) ? computedBySize(rebuilt, context) : computed(rebuilt, type);
    if (!folded) {
      if (rebuilt.args.every((arg) => valueFrom(arg) !== undefined)) report(notSized(original));
      return rebuilt;
    }
    if (folded.isMissing) report(notComputed(original, name));
    return folded.result;
  };
  const children = (e: Expr) => childrenInOrder(e, valueOf);
  const variable = (e: Expr, by: Rewriter): Expr | undefined => {
    if (e.kind !== "Var") return undefined;
    const value = valueOf.get(e);
    const rewritten = value && by.rewritten(value);
    return rewritten?.kind === "Constant" ? rewritten : undefined;
  };
  const insidePrimitive: Rewriter = rewriter({
    lineage,
    children,
    pre: (e) => (e.kind === "Call" ? e : variable(e, insidePrimitive)),
    post: (_, rebuilt) => withoutChoice(rebuilt),
  });
  const folder: Rewriter = rewriter({
    lineage,
    children,
    pre: (e) => (e.kind === "Function" && isTruthy(e.attrs.get("Primitive")) ? insidePrimitive.rewriteFunction(e) : variable(e, folder)),
    post: (original, rebuilt) => {
      if (original.kind === "Call" && rebuilt.kind === "Call") return fold(original, rebuilt);
      return withoutChoice(rebuilt);
    },
  });
  return folder;
}

/** The chosen field of a tuple, or the branch that a constant condition selects; else the expression itself. */
function withoutChoice(e: Expr): Expr {
  if (e.kind === "TupleGetItem" && e.tuple.kind === "Tuple") return e.tuple.fields[e.index] ?? e;
  if (e.kind === "If" && e.condition.kind === "Constant" && e.condition.data) {
    return elementOf(e.condition.data, 0) ? e.thenBranch : e.elseBranch;
  }
  return e;
}

/** A let's value comes before its variable, so that the variable's uses can take the value's place. */
function childrenInOrder(e: Expr, valueOf: Map<Expr, Expr>): readonly Expr[] | undefined {
  if (e.kind !== "Let") return undefined;
  valueOf.set(e.variable, e.value);
  return [e.value, e.variable, e.body];
}

const shapeQuestions: ReadonlySet<string> = new Set(["shape_of", "vm.shape_of", "ndarray_size"]);

const withoutComputation: ReadonlySet<string> = new Set([
  "call_lowered",
  "device_copy",
  "memory.alloc_storage",
  "memory.alloc_tensor",
  "memory.kill",
  "on_device",
  "parser.MetaRef",
  "vm.invoke_tvm_op",
  "vm.reshape_tensor",
]);

/** Quantized operators that the reference does not mark as computing nothing, so that they fold like any other. */
const computedQuantized: ReadonlySet<string> = new Set([
  "qnn.avg_pool2d",
  "qnn.simulated_quantize",
  "qnn.simulated_dequantize",
  "qnn.batch_matmul_dequantize",
]);

/** Raises where the reference has no code for the data. */
function checkCode(call: Call, result: Type): void {
  const name = nameOf(call);
  const data = call.args[0]?.checkedType;
  if (data?.kind !== "TensorType" || result.kind !== "TensorType") return;
  // Vectors are of the result's elements.
  if (isFoldable(name, { ...result, dtype: data.dtype }) || isWithoutReduction(call, name, data.shape.length)) return;
  throw name === "fixed_point_multiply" ? foldingFailures.int32Only(call) : foldingFailures.noCode(call, data.dtype);
}

/** Whether the call reduces no axis: then its code is a copy. */
function isWithoutReduction({ attrs }: Call, name: string, rank: number): boolean {
  if (name !== "all" && name !== "any") return false;
  const kept = isTruthy(attrOf(attrs, "exclude")) ? (intsOf(attrOf(attrs, "axis")) ?? []) : [];
  return new Set(kept.map((axis) => (axis < 0 ? axis + rank : axis))).size === rank;
}

function isLeftAlone(name: string, foldsQuantized: boolean): boolean {
  if (!name.startsWith("qnn.")) return withoutComputation.has(name);
  if (computedQuantized.has(name)) return false;
  return !foldsQuantized || name === "qnn.conv2d_transpose";
}

function isConstant(e: Expr): boolean {
  return e.kind === "Constant" || (e.kind === "Tuple" && e.fields.every(isConstant));
}

/**
 * The constant that a call of constants computes, given its type, and whether its values could not be computed although
 * all data was there.
 */
export function computed(call: Call, type: Type): { readonly result: Expr; readonly isMissing: boolean } {
  const values = call.args.map(valueFrom);
  const known = values.every((v) => v !== undefined) ? values : undefined;
  const value = known && (valueWhenAsked(call, known, type) ?? evaluateCall(call, known, type));
  const assumed = assumptionOf(call.args);
  return { result: constantOf(type, value, assumed), isMissing: known !== undefined && value === undefined };
}

/** Operators that move or convert elements, whose kernels take any tensor. */
const moving: ReadonlySet<string> = new Set(["transpose", "reshape", "squeeze", "expand_dims", "copy"]);

/** From this number of elements on, a value is computed on first use. */
const lazyFrom = 1 << 14;

/** The value, computed on first use, of a call that only moves many elements; undefined for any other call. */
function valueWhenAsked(call: Call, known: readonly Value[], type: Type): Value | undefined {
  const source = known[0];
  if (!moving.has(calledOp(call) ?? "") || !isTensor(source) || type.kind !== "TensorType") return undefined;
  const sizes = type.shape.map(dimValue);
  if (!sizes.every((s) => s !== undefined) || elementCount(source.shape) < lazyFrom) return undefined;
  return lazyTensor(type.dtype, sizes, () => {
    const value = evaluateCall(call, known, type);
    if (!isTensor(value)) throw new Error(`The kernel of \`${calledOp(call)}\` gave no tensor.`);
    return value.values;
  });
}

/** Whether a call of constants has a type. A text with holes claims types that need not follow from the arguments. */
function isTypeOf(call: Call, type: Type, { operators }: PassContext): boolean {
  const values = call.args.map(valueFrom);
  if (!values.every((v) => v !== undefined)) return true;
  const related = relatedType(operators)(
    call,
    values.map((value, i) => typeOfArgument(call.args[i], value)),
  );
  return related !== undefined && typesEqual(related, type);
}

/**
 * As `computed`, for a call whose result's size depends on its constants; undefined if they do not determine the size.
 */
function computedBySize(call: Call, context: PassContext): ReturnType<typeof computed> | undefined {
  if (calledOp(call) === "argwhere") {
    const given = call.args[0]?.kind === "Constant" ? call.args[0].data : undefined;
    if (given && (given.shape.length === 0 || given.shape.length > mostArgwhereAxes)) throw foldingFailures.tooManyAxes(call);
    const value = given && evaluateCall(call, [given], incompleteType());
    if (!isTensor(value)) return undefined;
    return { result: constantOf(tensorType(value.shape, value.dtype), value, assumptionOf(call.args)), isMissing: false };
  }
  const known = staticFormOf(calledOp(call) ?? "")
    ? staticCall(call, operatorCalls(context.operators))
    : calledOp(call) === "dyn.expand_dims"
      ? withConstantAxis(call, context)
      : { ...withConstantBounds(call), checkedType: undefined };
  const type = known && inferExpression(known, undefined, context.operators).expr.checkedType;
  if (!known || !type || isIncomplete(type) || isDynamic(type)) return undefined;
  const problem = compilationProblem(known, type, context.operators);
  if (problem) throw foldingFailures.notCompiled(call, problem);
  return computed(known, type);
}

/** The static form of `dyn.expand_dims`. */
function withConstantAxis(call: Call, { operators }: PassContext): Call | undefined {
  const [data, axis] = call.args;
  if (!data || axis?.kind !== "Constant" || !axis.data) return undefined;
  const num_newaxis = attrOf(call.attrs, "num_newaxis") ?? 1;
  return operatorCalls(operators)("expand_dims", [data], { axis: Number(elementOf(axis.data, 0)), num_newaxis });
}

/** A range whose attributes are its folded arguments. */
function withConstantBounds(call: Call): Call {
  const [start, stop, step] = call.args.map(
    (e): AttrValue => (e.kind === "Constant" ? { kind: "Meta", type: "relay.Constant", index: 0, constant: e } : null),
  );
  if (calledOp(call) !== "arange" || !call.attrs || !start || !stop || !step) return call;
  return { ...call, attrs: withAttrs(call.attrs, { start, stop, step }) };
}

function valueFrom(e: Expr): Value | undefined {
  if (e.kind === "Constant") return e.data;
  if (e.kind !== "Tuple") return undefined;
  const fields = e.fields.map(valueFrom);
  return fields.every((f) => f !== undefined) ? fields : undefined;
}

function assumptionOf(args: readonly Expr[]): string | undefined {
  for (const arg of args) {
    const assumed = arg.kind === "Constant" ? arg.assumed : arg.kind === "Tuple" ? assumptionOf(arg.fields) : undefined;
    if (assumed !== undefined) return assumed;
  }
  return undefined;
}

function constantOf(type: Type, value: Value | undefined, assumed: string | undefined): Expr {
  if (type.kind === "TupleType")
    return tuple(type.fields.map((field, i) => constantOf(field, isTensor(value) ? undefined : value?.[i], assumed)));
  const tensor = isTensor(value) ? value : undefined;
  return constant(tensor, type.kind === "TensorType" ? sizedByData(type) : undefined, assumed === undefined ? {} : { assumed });
}

/** A constant's type as its data has it, whose sizes are int32. */
function sizedByData(type: TensorType): TensorType {
  if (type.shape.every((dim) => typeof dim !== "object")) return type;
  return tensorType(
    type.shape.map((dim) => dimValue(dim) ?? dim),
    type.dtype,
  );
}

/** The result of `shape_of` or `ndarray_size` of a static tensor; undefined if a dimension is unknown. */
function foldShapeQuestion(name: string, call: Call): Constant | undefined {
  const [data] = call.args;
  const type = data?.checkedType ?? (data?.kind === "Constant" ? data.tensorType : undefined);
  const dtype = attrOf(call.attrs, "dtype");
  if (type?.kind !== "TensorType") return undefined;
  const sizes = type.shape.map(dimValue);
  if (sizes.some((s) => s === undefined)) return undefined;
  if (typeof dtype !== "string" || dtype === "" || dtype === "void") throw foldingFailures.notCompiled(call, untyped);
  const dims = sizes as readonly number[];
  if (name === "ndarray_size") return integers(dims.length === 0 ? [0] : [dims.reduce((a, b) => a * b, 1)], tensorType([], dtype));
  return integers(dims, tensorType(dims.length === 0 ? [] : [dims.length], dtype));
}

function integers(values: readonly number[], type: TensorType): Constant | undefined {
  const out = blank(type);
  if (!out) return undefined;
  for (const [i, value] of values.entries()) setElement(out, i, value);
  return constant(out, type);
}
