/**
 * The requirements of a relation on its arguments. Each returns undefined if inference does not know yet, and refuses
 * the wrong kind.
 */
import { type Attrs, type Dim, dimValue, firstOf, type TensorType, type TupleType, type Type, typeText } from "@relayscope/ir";
import type { RelationReporter, TypeRelation } from "../typeRelation.ts";
import { demand, type Manner, refuse } from "./refusal.ts";

/**
 * Argument `index` as a tensor type; undefined while it is a hole. Refuses any other type: most relations of the
 * reference then never resolve, and the reference reports that.
 */
export function tensorOf(types: readonly Type[], index: number, manner: Manner = "report"): TensorType | undefined {
  return asTensor(types[index], `Argument ${index + 1}`, manner);
}

/** The first `count` arguments as tensor types; undefined while one of them is a hole. Refuses any other type. */
export function tensorsOf(types: readonly Type[], count: number, manner?: Manner): readonly TensorType[] | undefined {
  const tensors = types.slice(0, count).map((_, i) => tensorOf(types, i, manner));
  return tensors.length === count && allKnown(tensors) ? tensors : undefined;
}

/**
 * Argument `index` as a tensor type. Refuses a hole as well: some relations of the reference run once, and raise where
 * the type is not known by then.
 */
export function knownTensorOf(types: readonly Type[], index: number, manner: Manner = "InternalError"): TensorType {
  const hint = "Declare the type of the variable.";
  return tensorOf(types, index, manner) ?? refuse(`The type of argument ${index + 1} is not known here.`, [hint], manner);
}

/**
 * A relation of the first `count` arguments, which are tensors. Too little is known while one of them is a hole; any
 * other type is refused.
 */
export function relationOver<N extends number>(
  count: N,
  relate: (tensors: ReturnType<typeof firstOf<TensorType, N>>, attrs: Attrs | undefined, reporter: RelationReporter) => Type | undefined,
): TypeRelation {
  return (types, attrs, reporter) => {
    const tensors = tensorsOf(types, count);
    return tensors && relate(firstOf(tensors, count), attrs, reporter);
  };
}

const tupleHint = "Put the tensors in parentheses: `(%a, %b)`.";

/** Argument `index` as a tuple type; undefined while it is a hole. Refuses any other type. */
export function tupleOf(types: readonly Type[], index: number, manner: Manner = "report"): TupleType | undefined {
  const type = types[index];
  if (type === undefined || type.kind === "IncompleteType") return undefined;
  return type.kind === "TupleType"
    ? type
    : refuse(`Argument ${index + 1} must be a tuple of tensors, not \`${typeText(type)}\`.`, [tupleHint], manner);
}

/**
 * The tensors of the tuple that argument `index` is; undefined while one is a hole. Refuses any other type, and an
 * empty tuple.
 */
export function tupleTensorsOf(types: readonly Type[], index: number, manner?: Manner): readonly TensorType[] | undefined {
  const tuple = tupleOf(types, index, manner);
  if (tuple === undefined) return undefined;
  demand(tuple.fields.length > 0, `Argument ${index + 1} is an empty tuple.`);
  const tensors = tuple.fields.map((field, i) => asTensor(field, `Field ${i} of argument ${index + 1}`, "InternalError"));
  return allKnown(tensors) ? tensors : undefined;
}

/** Whether elements are whole numbers, signed or not. `bool` counts as unsigned, as it does in the reference. */
function isIntegerDtype(dtype: string): boolean {
  return isSignedDtype(dtype) || /^(uint\d|bool)/u.test(dtype);
}

/** Whether elements are signed whole numbers. */
export function isSignedDtype(dtype: string): boolean {
  return /^int\d/u.test(dtype);
}

/** Refuses a tensor whose elements are not whole numbers. */
export function demandIntegers(tensor: TensorType, name: string): void {
  demand(isIntegerDtype(tensor.dtype), `\`${name}\` must hold integers, not \`${tensor.dtype}\`.`);
}

/** Refuses a tensor that is not a scalar. */
export function demandScalar(tensor: TensorType, name: string): void {
  if (tensor.shape.length !== 0) refuse(`\`${name}\` must be a scalar, not \`${typeText(tensor)}\`.`);
}

/** An axis counted from the front. Refuses one outside of the tensor. */
export function axisWithin(axis: number, data: TensorType, name = "axis"): number {
  const rank = data.shape.length;
  if (axis < -rank || axis >= rank) refuse(`\`${name}=${axis}\` is outside the ${rank} dimensions of \`${typeText(data)}\`.`);
  return axis < 0 ? axis + rank : axis;
}

/** Dimension `index` of a tensor. Refuses where the tensor has fewer. */
export function dimOf(data: TensorType, index: number, name: string): Dim {
  return data.shape[index] ?? refuse(`\`${name}\` needs at least ${index + 1} dimensions, but is \`${typeText(data)}\`.`);
}

/**
 * Whether two dimensions may be equal: not where both sizes are known and differ. Follows AssertEQ
 * (src/relay/analysis/type_solver.cc).
 */
export function mayEqual(a: Dim, b: Dim): boolean {
  const x = dimValue(a);
  const y = dimValue(b);
  return x === undefined || y === undefined || x === y;
}

function asTensor(type: Type | undefined, what: string, manner: Manner): TensorType | undefined {
  if (type === undefined || type.kind === "IncompleteType") return undefined;
  return type.kind === "TensorType" ? type : refuse(`${what} must be a tensor, not \`${typeText(type)}\`.`, [], manner);
}

function allKnown(tensors: readonly (TensorType | undefined)[]): tensors is readonly TensorType[] {
  return !tensors.includes(undefined);
}
