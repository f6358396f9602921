/**
 * Checks as data: the conditions of a target on a match or on a call of an operator, as a tree that can be evaluated
 * and shown with its values. Terms are values (a node, its dtype, an attribute), checks are conditions. Both follow
 * Python where upstream's checks depend on it: `and` and `or` stop early, a missing attribute or a comparison with None
 * raises, and an exception is a result of its own.
 */

export type CheckTerm =
  | { readonly term: "literal"; readonly value: CheckLiteral }
  /** A name bound by `let`, `every` or `some`; `root` is the node asked about. */
  | { readonly term: "name"; readonly name: string }
  /** A setting of the target, e.g. `use_implicit_batch`. */
  | { readonly term: "setting"; readonly name: string }
  /** A call's argument; of a tuple, a field. */
  | { readonly term: "argument"; readonly of: CheckTerm; readonly index: number }
  | { readonly term: "arguments"; readonly of: CheckTerm }
  /** A tuple's fields, or the types in a tuple type. */
  | { readonly term: "fields"; readonly of: CheckTerm }
  /** The tuple that an item is taken of. */
  | { readonly term: "tuple"; readonly of: CheckTerm }
  /**
   * The call of an operator that is found by following first arguments, starting at the node itself; None if a node on
   * the path is not a call. With `throughItems`, tuple items are followed, too.
   */
  | { readonly term: "below"; readonly of: CheckTerm; readonly operator: string; readonly throughItems?: boolean }
  | { readonly term: "attribute"; readonly of: CheckTerm; readonly name: string }
  | { readonly term: "operator"; readonly of: CheckTerm }
  /** The callee of a call: an operator, a function, a variable. */
  | { readonly term: "callee"; readonly of: CheckTerm }
  | { readonly term: "type"; readonly of: CheckTerm }
  /** Of a node or a type: a tensor's. */
  | { readonly term: "dtype"; readonly of: CheckTerm }
  | { readonly term: "shape"; readonly of: CheckTerm }
  /** The value of a scalar constant. */
  | { readonly term: "scalar"; readonly of: CheckTerm }
  /** A constant's elements, in row-major order. */
  | { readonly term: "values"; readonly of: CheckTerm }
  /** Of a constant: the largest sum of absolute values, less `zero`, over all axes but one. */
  | { readonly term: "largest-sum"; readonly of: CheckTerm; readonly zero: CheckTerm; readonly keptAxis: CheckTerm }
  | { readonly term: "length"; readonly of: CheckTerm }
  /** The product of a list of numbers; of an empty one it raises, as Python's `reduce` does. */
  | { readonly term: "product"; readonly of: CheckTerm }
  | { readonly term: "item"; readonly of: CheckTerm; readonly index: number | CheckTerm }
  /** The list without its first `from` items. */
  | { readonly term: "rest"; readonly of: CheckTerm; readonly from: number }
  | { readonly term: "list"; readonly items: readonly CheckTerm[] }
  | { readonly term: "arithmetic"; readonly operator: ArithmeticOperator; readonly left: CheckTerm; readonly right: CheckTerm }
  /** A number rounded to single precision, as checks written in C++ compute. */
  | { readonly term: "single"; readonly of: CheckTerm }
  | { readonly term: "choose"; readonly test: Check; readonly then: CheckTerm; readonly otherwise: CheckTerm };

/** `/` is that of floating-point numbers: it never raises. */
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "//" | "%";

export type CheckLiteral = null | boolean | number | string | readonly CheckLiteral[];

export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

export type NodeKind = "Constant" | "Var" | "Call" | "Tuple" | "TupleGetItem" | "Function" | "Op" | "TensorType" | "TupleType" | "?";

export type Check =
  | { readonly check: "always"; readonly answer: boolean }
  | { readonly check: "compare"; readonly operator: Comparison; readonly left: CheckTerm; readonly right: CheckTerm }
  | { readonly check: "in"; readonly item: CheckTerm; readonly list: CheckTerm }
  /** Whether a node, type or dimension is of a kind; `?` is a dimension of unknown size. */
  | { readonly check: "is"; readonly of: CheckTerm; readonly kind: NodeKind }
  /** Whether two terms are one node. */
  | { readonly check: "same"; readonly left: CheckTerm; readonly right: CheckTerm }
  | { readonly check: "truthy"; readonly of: CheckTerm }
  | { readonly check: "and" | "or"; readonly checks: readonly Check[] }
  | { readonly check: "not"; readonly of: Check }
  | { readonly check: "every" | "some"; readonly list: CheckTerm; readonly name: string; readonly holds: Check }
  | { readonly check: "let"; readonly name: string; readonly value: CheckTerm; readonly in: Check }
  | { readonly check: "when"; readonly test: Check; readonly then: Check; readonly otherwise: Check }
  /** A named check: shown by its name, with the check inside folded. `value` describes the value that it compares. */
  | { readonly check: "named"; readonly name: string; readonly of: Check; readonly value?: string }
  /**
   * A check that needs the values of constants. If one of them has no data, the result is an assumption: the setting
   * `assume_values`, by default yes.
   */
  | { readonly check: "of-values"; readonly constants: readonly CheckTerm[]; readonly holds: Check }
  | { readonly check: "raises"; readonly message: string };

/** What can be written as a term in code: literals represent themselves. */
export type TermLike = CheckTerm | CheckLiteral;

export function term(value: TermLike): CheckTerm {
  return isTerm(value) ? value : { term: "literal", value };
}

function isTerm(value: TermLike): value is CheckTerm {
  return typeof value === "object" && value !== null && "term" in value;
}

/** The node asked about: a match's root, or an operator's call. */
export const root: CheckTerm = { term: "name", name: "root" };

export const bound = (name: string): CheckTerm => ({ term: "name", name });
export const setting = (name: string): CheckTerm => ({ term: "setting", name });
export const argument = (index: number, of: CheckTerm = root): CheckTerm => ({ term: "argument", of, index });
export const argumentsOf = (of: CheckTerm = root): CheckTerm => ({ term: "arguments", of });
export const fieldsOf = (of: CheckTerm): CheckTerm => ({ term: "fields", of });
export const tupleOf = (of: CheckTerm): CheckTerm => ({ term: "tuple", of });
export const below = (operator: string, of: CheckTerm = root): CheckTerm => ({ term: "below", of, operator });
export const belowItems = (operator: string, of: CheckTerm = root): CheckTerm => ({ term: "below", of, operator, throughItems: true });
export const attribute = (name: string, of: CheckTerm = root): CheckTerm => ({ term: "attribute", of, name });
export const calleeOf = (of: CheckTerm = root): CheckTerm => ({ term: "callee", of });
export const operatorOf = (of: CheckTerm = root): CheckTerm => ({ term: "operator", of });
export const typeOf = (of: CheckTerm = root): CheckTerm => ({ term: "type", of });
export const dtypeOf = (of: CheckTerm = root): CheckTerm => ({ term: "dtype", of });
export const shapeOf = (of: CheckTerm = root): CheckTerm => ({ term: "shape", of });
export const scalarOf = (of: CheckTerm): CheckTerm => ({ term: "scalar", of });
export const valuesOf = (of: CheckTerm): CheckTerm => ({ term: "values", of });
export const firstValueOf = (of: CheckTerm): CheckTerm => item(valuesOf(of), 0);
export const largestSumOf = (of: CheckTerm, zero: TermLike, keptAxis: TermLike): CheckTerm => ({
  term: "largest-sum",
  of,
  zero: term(zero),
  keptAxis: term(keptAxis),
});
export const lengthOf = (of: CheckTerm): CheckTerm => ({ term: "length", of });
export const productOf = (of: CheckTerm): CheckTerm => ({ term: "product", of });
export const rankOf = (of: CheckTerm = root): CheckTerm => lengthOf(shapeOf(of));
export const item = (of: CheckTerm, index: number | CheckTerm): CheckTerm => ({ term: "item", of, index });
export const dimOf = (of: CheckTerm, index: number): CheckTerm => item(shapeOf(of), index);
export const restOf = (of: CheckTerm, from = 1): CheckTerm => ({ term: "rest", of, from });
export const listOf = (...items: readonly TermLike[]): CheckTerm => ({ term: "list", items: items.map(term) });
export const choose = (test: Check, then: TermLike, otherwise: TermLike): CheckTerm => ({
  term: "choose",
  test,
  then: term(then),
  otherwise: term(otherwise),
});

export function arithmetic(left: TermLike, operator: ArithmeticOperator, right: TermLike): CheckTerm {
  return { term: "arithmetic", operator, left: term(left), right: term(right) };
}

/** Arithmetic whose result is rounded to single precision. */
export function singleArithmetic(left: TermLike, operator: ArithmeticOperator, right: TermLike): CheckTerm {
  return { term: "single", of: arithmetic(left, operator, right) };
}

export const always: Check = { check: "always", answer: true };
export const never: Check = { check: "always", answer: false };

export function compare(left: TermLike, operator: Comparison, right: TermLike): Check {
  return { check: "compare", operator, left: term(left), right: term(right) };
}

export const equals = (left: TermLike, right: TermLike): Check => compare(left, "==", right);
export const differs = (left: TermLike, right: TermLike): Check => compare(left, "!=", right);
export const isIn = (value: TermLike, list: TermLike): Check => ({ check: "in", item: term(value), list: term(list) });
export const isKind = (of: CheckTerm, kind: NodeKind): Check => ({ check: "is", of, kind });
export const isConstantNode = (of: CheckTerm): Check => isKind(of, "Constant");
export const isSame = (left: CheckTerm, right: CheckTerm): Check => ({ check: "same", left, right });
export const truthy = (of: CheckTerm): Check => ({ check: "truthy", of });
export const and = (...checks: readonly Check[]): Check => ({ check: "and", checks });
export const or = (...checks: readonly Check[]): Check => ({ check: "or", checks });
export const not = (of: Check): Check => ({ check: "not", of });
export const every = (list: CheckTerm, name: string, holds: Check): Check => ({ check: "every", list, name, holds });
export const some = (list: CheckTerm, name: string, holds: Check): Check => ({ check: "some", list, name, holds });
export const letBe = (name: string, value: CheckTerm, inside: Check): Check => ({ check: "let", name, value, in: inside });
export const when = (test: Check, then: Check, otherwise: Check): Check => ({ check: "when", test, then, otherwise });
export const namedCheck = (name: string, of: Check): Check => ({ check: "named", name, of });
/** A named check of a computed value, which the words describe. */
export const namedValue = (value: string, name: string, of: Check): Check => ({ check: "named", name, of, value });
export const ofValues = (constants: readonly CheckTerm[], holds: Check): Check => ({ check: "of-values", constants, holds });
export const raises = (message: string): Check => ({ check: "raises", message });
export const attributeIs = (name: string, value: TermLike, of: CheckTerm = root): Check => equals(attribute(name, of), value);
export const attributeIn = (name: string, values: readonly CheckLiteral[], of: CheckTerm = root): Check =>
  isIn(attribute(name, of), values);
export const isCallOfOperator = (operator: string, of: CheckTerm = root): Check =>
  and(isKind(of, "Call"), equals(operatorOf(of), operator));
export const equalShapes = (left: CheckTerm, right: CheckTerm): Check => equals(shapeOf(left), shapeOf(right));
export const areKnown = (sizes: CheckTerm): Check => every(sizes, "dim", not(isKind(bound("dim"), "?")));
export const isStatic = (of: CheckTerm): Check => areKnown(shapeOf(of));
