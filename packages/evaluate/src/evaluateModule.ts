/**
 * Running a module's function on values, as the reference's interpreter does: an expression is computed once in each
 * activation of its function. Keeps a stack of its own, so that neither deep graphs nor deep calls overflow. Follows
 * src/relay/backend/interpreter.cc.
 */
import {
  type Call,
  type Constructor,
  type Expr,
  elementOf,
  Failure,
  type Func,
  type Match,
  type MatchPattern,
  type Module,
  nameOf,
  present,
  raise,
  type TensorData,
  type Type,
  tensorType,
  tupleType,
  typesEqual,
} from "@relayscope/ir";
import { kernelOf } from "./evaluateCall.ts";
import { isTensor, type Value } from "./kernel.ts";
import { inability, reasons } from "./reasons.ts";
import { workOf } from "./work.ts";

/** The value of an expression during evaluation. */
export type RuntimeValue = TensorData | Closure | DataValue | Cell | readonly RuntimeValue[];

interface Closure {
  readonly kind: "Closure";
  readonly func: Func;
  readonly scope: Scope | undefined;
}

interface DataValue {
  readonly kind: "Data";
  readonly of: Constructor;
  readonly fields: readonly RuntimeValue[];
}

interface Cell {
  readonly kind: "Cell";
  value: RuntimeValue;
}

/** One activation of a function: the computed values, and the scope that the function was made in. */
interface Scope {
  readonly values: Map<Expr, RuntimeValue>;
  readonly parent: Scope | undefined;
}

interface Frame {
  readonly expr: Expr;
  readonly scope: Scope;
  /** The expression that provides this one's value: a function's body, or a branch. */
  result?: { readonly expr: Expr; readonly scope: Scope };
}

export interface EvaluationOptions {
  /** Evaluation stops after this much work, in multiplications and the like. */
  readonly budget: number;
  /**
   * The type of a call on arguments of these types, for calls whose own type leaves sizes open. A call whose own type
   * differs from it is not computed: texts claim types.
   */
  readonly typeOf?: (call: Call, types: readonly Type[]) => Type | undefined;
}

/** A value, or a sentence that says why there is none, and the node it is about. */
export type Evaluation = { readonly value: RuntimeValue } | { readonly reason: string; readonly node: Expr | undefined };

/**
 * Runs function `name` on arguments. Yields after each call the work so far, in multiplications and the like, so that
 * the caller can yield or stop.
 */
export function* evaluateFunction(
  module: Module,
  name: string,
  args: readonly RuntimeValue[],
  options: EvaluationOptions,
): Generator<number, Evaluation> {
  const main = module.functions.get(name);
  if (main?.kind !== "Function") return { reason: reasons.noFunction(name), node: undefined };
  try {
    return { value: yield* run(module, main, args, options) };
  } catch (error) {
    if (error instanceof Failure) return { reason: error.message, node: error.node };
    return { reason: reasons.internal(messageOf(error)), node: undefined };
  }
}

function* run(module: Module, main: Func, args: readonly RuntimeValue[], options: EvaluationOptions): Generator<number, RuntimeValue> {
  let work = 0;
  /** Calls whose own type follows from their arguments. */
  const fitting = new Set<Call>();
  const first = activation(main, args, undefined);
  const frames: Frame[] = [{ expr: main.body, scope: first }];
  while (frames.length > 0) {
    const frame = present(frames[frames.length - 1]);
    const { expr, scope } = frame;
    if (known(expr, scope) !== undefined) {
      frames.pop();
      continue;
    }
    if (frame.result) {
      const value = known(frame.result.expr, frame.result.scope);
      if (value === undefined) {
        frames.push({ expr: frame.result.expr, scope: frame.result.scope });
        continue;
      }
      scope.values.set(expr, value);
      frames.pop();
      continue;
    }
    const needed = needsOf(expr).filter((e) => known(e, scope) === undefined);
    if (needed.length > 0) {
      for (let i = needed.length - 1; i >= 0; i--) frames.push({ expr: present(needed[i]), scope });
      continue;
    }
    const step = advance(expr, scope);
    if ("value" in step) {
      scope.values.set(expr, step.value);
      frames.pop();
    } else frame.result = step;
    if (expr.kind === "Call") yield work;
  }
  return present(known(main.body, first));

  function advance(expr: Expr, scope: Scope): { readonly value: RuntimeValue } | { readonly expr: Expr; readonly scope: Scope } {
    const valueOf = (e: Expr) => present(known(e, scope));
    switch (expr.kind) {
      case "Tuple":
        return { value: expr.fields.map(valueOf) };
      case "TupleGetItem": {
        const field = (valueOf(expr.tuple) as readonly RuntimeValue[])[expr.index] ?? raise(inability(reasons.noField(expr.index), expr));
        return { value: field };
      }
      case "Let":
        scope.values.set(expr.variable, valueOf(expr.value));
        return { expr: expr.body, scope };
      case "If": {
        const condition = valueOf(expr.condition) as TensorData;
        return { expr: elementOf(condition, 0) ? expr.thenBranch : expr.elseBranch, scope };
      }
      case "Match":
        return { expr: chosen(expr, valueOf(expr.data), scope), scope };
      case "RefCreate":
        return { value: { kind: "Cell", value: valueOf(expr.value) } };
      case "RefRead":
        return { value: (valueOf(expr.ref) as Cell).value };
      case "RefWrite": {
        (valueOf(expr.ref) as Cell).value = valueOf(expr.value);
        return { value: [] };
      }
      case "Call":
        return called(expr, expr.args.map(valueOf), scope);
      case "Constant":
        throw inability(reasons.noData, expr);
      case "Var":
        throw inability(reasons.unbound(expr.name), expr);
      case "Op":
        throw inability(reasons.operatorAsValue(expr.name), expr);
      default:
        throw inability(reasons.notEvaluated(expr.kind), expr);
    }
  }

  function called(call: Call, values: readonly RuntimeValue[], scope: Scope) {
    const { op } = call;
    if (op.kind === "Op") return { value: computed(call, op.name, values) };
    if (op.kind === "Constructor") return { value: { kind: "Data", of: op, fields: values } as const };
    const closure = op.kind === "GlobalVar" ? globalClosure(op.name, call) : (known(op, scope) as Closure);
    if (closure.kind !== "Closure") throw inability(reasons.notCallable, call);
    if (closure.func.attrs.has("Extern")) throw inability(reasons.external, call);
    return { expr: closure.func.body, scope: activation(closure.func, values, closure.scope) };
  }

  function globalClosure(name: string, call: Call): Closure {
    const func = module.functions.get(name);
    if (func?.kind !== "Function") throw inability(reasons.noFunction(name), call);
    return { kind: "Closure", func, scope: undefined };
  }

  function computed(call: Call, name: string, values: readonly RuntimeValue[]): Value {
    const kernel = kernelOf(name) ?? raise(inability(reasons.noKernel(name), call));
    if (!values.every(isPlain)) throw inability(reasons.notData(name), call);
    const type = resultType(call, values) ?? raise(inability(reasons.openType(name), call));
    work += workOf(name, call.attrs, values.map(typeOfValue), type);
    if (work > options.budget) throw inability(reasons.overBudget(options.budget), call);
    const value = attempted(call, () => kernel(values, call.attrs, type)) ?? raise(inability(reasons.kernelCannot(name), call));
    return value;
  }

  function resultType(call: Call, values: readonly Value[]): Type | undefined {
    const own = call.checkedType && isStatic(call.checkedType) ? call.checkedType : undefined;
    if (own && fitting.has(call)) return own;
    if (!options.typeOf) return own;
    const related = options.typeOf(
      call,
      values.map((value, i) => typeOfArgument(call.args[i], value)),
    );
    const type = related && isStatic(related) ? related : undefined;
    if (!own) return type;
    if (!type || !typesEqual(own, type)) throw inability(reasons.claimedType(nameOf(call)), call);
    fitting.add(call);
    return own;
  }
}

/** The result of a kernel. An error inside the kernel is a failure of the call. */
function attempted<T>(call: Call, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    throw error instanceof Failure ? error : inability(reasons.internal(messageOf(error)), call);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function activation(func: Func, args: readonly RuntimeValue[], parent: Scope | undefined): Scope {
  const values = new Map<Expr, RuntimeValue>();
  for (const [i, param] of func.params.entries()) {
    const value = args[i];
    if (value !== undefined) values.set(param, value);
  }
  return { values, parent };
}

/** The value of an expression in a scope; undefined if it is not computed yet. Variables are looked up outwards. */
function known(expr: Expr, scope: Scope): RuntimeValue | undefined {
  switch (expr.kind) {
    case "Var": {
      for (let at: Scope | undefined = scope; at; at = at.parent) {
        const value = at.values.get(expr);
        if (value !== undefined) return value;
      }
      return undefined;
    }
    case "Constant":
      return expr.data;
    default: {
      const value = scope.values.get(expr);
      if (value !== undefined || expr.kind !== "Function") return value;
      const closure: Closure = { kind: "Closure", func: expr, scope };
      scope.values.set(expr, closure);
      return closure;
    }
  }
}

/** What must be computed before an expression. */
function needsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "Tuple":
      return expr.fields;
    case "TupleGetItem":
      return [expr.tuple];
    case "Let":
      return [expr.value];
    case "If":
      return [expr.condition];
    case "Match":
      return [expr.data];
    case "RefCreate":
      return [expr.value];
    case "RefRead":
      return [expr.ref];
    case "RefWrite":
      return [expr.ref, expr.value];
    case "Call":
      return expr.op.kind === "Op" || expr.op.kind === "GlobalVar" || expr.op.kind === "Constructor" ? expr.args : [expr.op, ...expr.args];
    default:
      return [];
  }
}

/** The body of the first clause that the value fits; its variables are bound in the scope. */
function chosen(expr: Match, data: RuntimeValue, scope: Scope): Expr {
  for (const { pattern, body } of expr.clauses) if (fits(pattern, data, scope)) return body;
  throw inability(reasons.noClause, expr);
}

function fits(pattern: MatchPattern, value: RuntimeValue, scope: Scope): boolean {
  switch (pattern.kind) {
    case "PatternWildcard":
      return true;
    case "PatternVar":
      scope.values.set(pattern.variable, value);
      return true;
    case "PatternTuple":
      return pattern.patterns.every((p, i) => fits(p, present((value as readonly RuntimeValue[])[i]), scope));
    case "PatternConstructor": {
      const data = value as DataValue;
      const isSame = data.of.name === pattern.constructor_.name && data.of.belongTo.name === pattern.constructor_.belongTo.name;
      return isSame && pattern.patterns.every((p, i) => fits(p, present(data.fields[i]), scope));
    }
  }
}

/** Whether a value is tensors, and tuples of them, all through. */
export function isPlain(value: RuntimeValue): value is Value {
  if (Array.isArray(value)) return value.every(isPlain);
  return "dtype" in value;
}

/** The type of a value. */
function typeOfValue(value: Value): Type {
  return isTensor(value) ? tensorType(value.shape, value.dtype) : tupleType(value.map(typeOfValue));
}

/** The type of an argument: the argument's own type if the value has it, as that type includes the dtypes of sizes. */
export function typeOfArgument(arg: Expr | undefined, value: Value): Type {
  const type = typeOfValue(value);
  const own = arg?.checkedType;
  return own && typesEqual(own, type) ? own : type;
}

function isStatic(type: Type): boolean {
  if (type.kind === "TupleType") return type.fields.every(isStatic);
  return type.kind === "TensorType" && type.shape.every((d) => typeof d === "number" || (typeof d === "object" && d.kind === "LongDim"));
}
