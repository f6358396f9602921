/** Types calls: of primitive operators by their type relation, of anything else by its function type. */
import {
  at,
  type Call,
  type Diagnostic,
  type Dim,
  dimsEqual,
  dimValue,
  type Expr,
  type FuncType,
  funcType,
  incompleteType,
  isIncomplete,
  type Type,
  type TypeVar,
} from "@relayscope/ir";
import type { OperatorDefinition, RelationReporter } from "@relayscope/ops";
import { withGroupedWeight } from "./assume.ts";
import { messages } from "./diagnostics.ts";
import type { Inference } from "./inference.ts";
import { WideningNeeded } from "./solver.ts";
import { mapType, substituteType } from "./substitute.ts";

/**
 * The type of a call whose callee and arguments have been visited. Follows TypeInferencer::VisitExpr_(CallNode)
 * (src/relay/transforms/type_infer.cc).
 */
export function typeOfCall(inference: Inference, call: Call): Type {
  const args = call.args.map((a) => inference.typeOf(a));
  if (call.op.kind === "Op") return operatorCall(inference, call, call.op.name, args);
  inference.solve();
  return generalCall(inference, call, inference.typeOf(call.op), args);
}

function operatorCall(inference: Inference, call: Call, name: string, args: readonly Type[]): Type {
  const definition = inference.operators.get(name);
  if (!definition) return inference.claimedOrUnknown(call);
  if (!definition.relation) return inference.claimOf(call) ?? inference.refuse(messages.untypedOperator(call, name));
  const wanted = definition.inputCount ?? definition.args.length;
  if (wanted !== call.args.length) {
    inference.report(messages.argumentCount(call, name, wanted, call.args.length));
    return inference.claimedOrUnknown(call);
  }
  const { solver } = inference;
  if (inference.isEager) {
    const known = args.map((t) => solver.resolve(t));
    if (!known.some(isIncomplete)) {
      const type = computeRelation(inference, call, { definition, args, knownResult: restart }, known);
      if (type === "failed") return inference.claimedOrUnknown(call);
      return type ?? inference.claimOf(call) ?? incompleteType();
    }
  }
  const result = incompleteType();
  const knownResult = (): Type | undefined => {
    const known = solver.resolve(result);
    return known.kind === "IncompleteType" ? undefined : known;
  };
  inference.relationNodes.set(result, call);
  solver.add({
    args,
    result,
    isQueued: false,
    compute: (types) => {
      const type = computeRelation(inference, call, { definition, args, knownResult }, types);
      return type === "failed" ? (inference.claimOf(call) ?? type) : type;
    },
  });
  return result;
}

/** An eager solver cannot use the surroundings of a call to determine its type. */
function restart(): never {
  throw new WideningNeeded();
}

/** The relation of an operator on the types of a call, which may have holes. */
interface Applied {
  readonly definition: OperatorDefinition;
  readonly args: readonly Type[];
  readonly knownResult: () => Type | undefined;
}

/** The result's type where the arguments' types are `types`: those of `args`, resolved. */
function computeRelation(
  inference: Inference,
  call: Call,
  { definition, args, knownResult }: Applied,
  types: readonly Type[],
): Type | "failed" | undefined {
  let hasFailed = false;
  // A relation's error is not reported if one of its arguments already has an error.
  const isNews = !types.some((t) => holdsUnknown(inference, t));
  const fail = (diagnostic: Diagnostic) => {
    hasFailed = true;
    if (isNews) inference.report(diagnostic);
  };
  const reporter: RelationReporter = {
    assign(index, type) {
      const arg = args[index];
      if (!arg) return;
      inference.solver.unify(arg, type, (mismatch) => {
        const argument = definition.args[index] ?? String(index);
        const { left, right, detail } = mismatch;
        fail(messages.argumentType(call, definition.name, argument, { given: left, wanted: right, detail }));
      });
    },
    fail(message, hints = [], raises) {
      fail(messages.illTypedCall(call, message, hints, raises));
      return undefined;
    },
    canEqual,
    knownResult,
    constantOf(index) {
      const arg = call.args[index];
      return arg?.kind === "Constant" ? arg.data : undefined;
    },
  };
  try {
    const type = definition.relation?.(withGroupedWeight(inference, call, types), call.attrs, reporter);
    return hasFailed ? "failed" : type;
  } catch (error) {
    if (error instanceof WideningNeeded) throw error;
    fail(messages.relationCrashed(call, definition.name, error instanceof Error ? error.message : String(error)));
    return "failed";
  }
}

/** Whether a type is or holds a hole that was reported. */
export function holdsUnknown(inference: Inference, type: Type): boolean {
  if (type.kind === "TensorType") return false;
  let found = false;
  mapType(type, (inner) => {
    if (inner.kind === "IncompleteType" && inference.solver.isUnknown(inner)) found = true;
    return undefined;
  });
  return found;
}

/** Whether two sizes can be equal: false only if both are known and differ. */
export function canEqual(a: Dim, b: Dim): boolean {
  if (dimsEqual(a, b)) return true;
  return dimValue(a) === undefined || dimValue(b) === undefined;
}

function generalCall(inference: Inference, call: Call, callee: Type, args: readonly Type[]): Type {
  const { solver } = inference;
  let type = callee;
  if (type.kind === "IncompleteType") {
    if (solver.isUnknown(type)) return inference.claimedOrUnknown(call);
    type = solver.unify(type, funcType(args, incompleteType()), (m) => inference.report(messages.notCallable(call, m.left)));
  }
  if (type.kind !== "FuncType") return inference.refuse(messages.notCallable(call, solver.resolve(type)));
  const wanted = type.typeParams.length;
  if (call.typeArgs.length > wanted) return inference.refuse(messages.typeArgumentCount(call, wanted, call.typeArgs.length));
  const typeArgs = type.typeParams.map((_, i) => call.typeArgs[i] ?? incompleteType());
  if (typeArgs.length > 0) inference.typeArgs.set(call, typeArgs);
  const instance = instantiate(type, typeArgs);
  const name = calleeText(call.op);
  if (instance.params.length !== args.length) {
    return inference.refuse(messages.argumentCount(call, name, instance.params.length, args.length));
  }
  instance.params.forEach((param, i) => {
    solver.unify(
      param,
      at(args, i),
      ({ left, right, detail }) =>
        inference.report(messages.argumentType(call, name, parameterText(inference, call.op, i), { given: right, wanted: left, detail })),
      true,
      false,
    );
  });
  return instance.result;
}

/** A function type with its parameters replaced; by holes if no type arguments are given. */
export function instantiate(type: FuncType, typeArgs?: readonly Type[]): FuncType {
  if (type.typeParams.length === 0) return type;
  const map = new Map<TypeVar, Type>(type.typeParams.map((v, i) => [v, typeArgs?.[i] ?? incompleteType()]));
  return substituteType(funcType(type.params, type.result), map) as FuncType;
}

/** A parameter by its name if the callee is known, else by its index. */
function parameterText(inference: Inference, callee: Expr, index: number): string {
  const f = callee.kind === "GlobalVar" ? inference.module.functions.get(callee.name) : callee;
  const parameter = f?.kind === "Function" ? f.params[index] : undefined;
  return parameter ? `%${parameter.name}` : String(index);
}

function calleeText(callee: Expr): string {
  switch (callee.kind) {
    case "GlobalVar":
      return `@${callee.name}`;
    case "Var":
      return `%${callee.name}`;
    case "Constructor":
      return callee.name;
    default:
      return "the function";
  }
}
