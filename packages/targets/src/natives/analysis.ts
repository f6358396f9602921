/** Questions about expressions. Follows python/tvm/relay/analysis/analysis.py and python/tvm/ir/base.py. */
import { checkScopes } from "@relayscope/infer";
import {
  addNew,
  attrsEqual,
  childrenOf,
  type Expr,
  freeVars,
  isLeaf,
  mapOrder,
  patternVars,
  postOrder,
  structurallyEqual,
  type Type,
  type TypeVar,
  typesEqual,
  typesWithin,
  typeText,
  type Var,
  withEntry,
} from "@relayscope/ir";
import {
  call,
  hostClass,
  hostFunction,
  hostMethod,
  type PyClass,
  PyDict,
  PyList,
  type Runtime,
  raised,
  typeName,
  unboxed,
  type Value,
} from "@relayscope/python";
import { MissingObject, missingClass, refuseMissing } from "../load/standIns.ts";
import { AttrsObject } from "../objects/attrsObjects.ts";
import { arrayOf, entriesIn, MapObject } from "../objects/containers.ts";
import { tvmError } from "../objects/errors.ts";
import { ExprObject, exprArray, wrapExpr } from "../objects/exprHolder.ts";
import { ModuleObject, moduleOfValue } from "../objects/moduleObjects.ts";
import { intImm, isPrimEqual } from "../objects/prim.ts";
import { ComparisonObject, PrimObject, primOf } from "../objects/primObjects.ts";
import { elementsOf } from "../objects/sequences.ts";
import { exprOf } from "../objects/toCompiler.ts";
import { isSame } from "../objects/tvmObject.ts";
import { kindNumbers, TypeObject } from "../objects/typeObjects.ts";

/** Everything that a value holds: the functions of a module, or an expression. */
function rootsOf(m: Runtime, value: Value): readonly Expr[] {
  return value instanceof ModuleObject ? [...value.module.functions.values()] : [exprOf(m, value)];
}

/** Kinds of nodes in the order of the reference's features. Follows src/relay/ir/feature.cc. */
const featureKinds: readonly Expr["kind"][] = [
  "Var",
  "GlobalVar",
  "Constant",
  "Tuple",
  "TupleGetItem",
  "Function",
  "Op",
  "Call",
  "Let",
  "If",
  "RefCreate",
  "RefRead",
  "RefWrite",
  "Constructor",
  "Match",
];
const isShared = featureKinds.length;
const isRecursive = isShared + 1;

/** Which kinds of nodes there are, and whether nodes are shared and functions call themselves. */
function featuresOf(roots: readonly Expr[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const root of roots) {
    const seen = new Set<Expr>();
    const pending = [root];
    for (let e = pending.pop(); e; e = pending.pop()) {
      if (!addNew(seen, e)) {
        if (!isLeaf(e)) found.add(isShared);
        continue;
      }
      found.add(featureKinds.indexOf(e.kind));
      if (e.kind === "Let" && e.value.kind === "Function" && freeVars(e.value).includes(e.variable)) found.add(isRecursive);
      if (e.kind !== "Function" || !e.attrs.has("Primitive")) pending.push(...childrenOf(e));
    }
  }
  return found;
}

/**
 * All variables in the order in which they are met, and those that the expression binds itself: parameters, lets,
 * patterns. What binds comes before its value and its body. Follows VarVisitor (src/relay/analysis/util.cc).
 */
function varsMet(root: Expr): { readonly all: ReadonlySet<Var>; readonly bound: ReadonlySet<Var> } {
  const [all, bound, seen] = [new Set<Var>(), new Set<Var>(), new Set<Expr>()];
  const bind = (v: Var) => {
    bound.add(v);
    all.add(v);
  };
  const pending = [root];
  for (let e = pending.pop(); e; e = pending.pop()) {
    if (seen.has(e)) continue;
    seen.add(e);
    if (e.kind === "Var") all.add(e);
    if (e.kind === "Function") e.params.forEach(bind);
    if (e.kind === "Let") bind(e.variable);
    if (e.kind === "Match") for (const clause of e.clauses) patternVars(clause.pattern).forEach(bind);
    pending.push(...childrenOf(e).toReversed());
  }
  return { all, bound };
}

const isNumber = (value: Value): boolean => value instanceof PrimObject || value instanceof ComparisonObject;

function isEqual(a: Value, b: Value, mapFreeVars: boolean): boolean {
  refuseMissing(a);
  refuseMissing(b);
  if (a instanceof ExprObject && b instanceof ExprObject) return structurallyEqual(a.node, b.node, { mapFreeVars });
  if (a instanceof TypeObject && b instanceof TypeObject) return typesEqual(a.type, b.type);
  if (a instanceof AttrsObject && b instanceof AttrsObject) return attrsEqual(a.struct, b.struct);
  if (a instanceof ModuleObject && b instanceof ModuleObject) {
    const [x, y] = [a.module.functions, b.module.functions];
    return x.size === y.size && [...x].every(([name, f]) => y.has(name) && structurallyEqual(f, y.get(name) ?? f, { mapFreeVars }));
  }
  if (isNumber(a) && isNumber(b)) return isPrimEqual(primOf(a), primOf(b), mapFreeVars);
  const [xs, ys] = [elementsOf(a), elementsOf(b)];
  if (xs && ys) return xs.length === ys.length && xs.every((x, i) => isEqual(x, ys[i] ?? null, mapFreeVars));
  if (isMap(a) && isMap(b)) {
    const others = new Map(entriesIn(b).map(([key, value]) => [unboxed(key), value]));
    const own = entriesIn(a);
    return own.length === others.size && own.every(([key, value]) => isEqual(value, others.get(unboxed(key)) ?? null, mapFreeVars));
  }
  return isSame(a, b) || a === b;
}

const isMap = (value: Value) => value instanceof PyDict || value instanceof MapObject;

/**
 * How often each operator is called in `main`. A call comes before those that it takes from. Follows
 * src/relay/analysis/extract_operators.cc, which sets each count again, as the order of the names shows.
 */
function operatorCounts(value: Value): MapObject {
  const main = moduleOfValue(value).module.functions.get("main");
  if (!main) throw raised("ValueError", 'Cannot find global var "main" in the Module');
  const counts = new Map<string, number>();
  const seen = new Set<Expr>();
  const left: Expr[] = [main];
  for (let e = left.pop(); e; e = left.pop()) {
    if (!addNew(seen, e)) continue;
    if (e.kind === "Call" && e.op.kind === "Op") counts.set(e.op.name, (counts.get(e.op.name) ?? 0) + 1);
    left.push(...childrenOf(e).toReversed());
  }
  const [[name, count] = []] = counts;
  const names = name === undefined ? [] : mapOrder([...withEntry(counts, name, count ?? 0).keys()]);
  const entries = names.map((name) => [name, new PrimObject(intImm(counts.get(name) ?? 0))] as const);
  const found = new Map<Value, Value>(entries);
  return new MapObject(
    counts,
    () => entries,
    (key) => found.get(unboxed(key)),
  );
}

/** Whether an expression is a constant, or a tuple of such. */
function isConstant(root: Expr): boolean {
  const constant = new Set<Expr>();
  postOrder(root, (e) => {
    if (e.kind === "Constant" || (e.kind === "Tuple" && e.fields.every((f) => constant.has(f)))) constant.add(e);
  });
  return constant.has(root);
}

/** The variables among the types of an expression, or in a type, that nothing around them binds, in order. */
function freeTypeVars(roots: readonly Type[], bound: ReadonlySet<TypeVar>): readonly TypeVar[] {
  const found = new Set<TypeVar>();
  const open = roots.toReversed().map((type) => ({ type, bound }));
  for (let here = open.pop(); here; here = open.pop()) {
    const { type } = here;
    if (type.kind === "TypeVar" && !here.bound.has(type)) found.add(type);
    const within = type.kind === "FuncType" && type.typeParams.length > 0 ? new Set([...here.bound, ...type.typeParams]) : here.bound;
    for (const part of typesWithin(type).toReversed()) open.push({ type: part, bound: within });
  }
  return [...found];
}

/** The types that an expression itself names, and the variables that its functions bind. */
function typesNamedIn(root: Expr): { readonly types: readonly Type[]; readonly bound: ReadonlySet<TypeVar> } {
  const types: Type[] = [];
  const bound = new Set<TypeVar>();
  postOrder(root, (e) => {
    if (e.kind === "Var" && e.annotation) types.push(e.annotation);
    if (e.kind === "Call") types.push(...e.typeArgs);
    if (e.kind !== "Function") return;
    for (const p of e.params) if (p.annotation) types.push(p.annotation);
    if (e.returnType) types.push(e.returnType);
    for (const p of e.typeParams) bound.add(p);
  });
  return { types, bound };
}

/**
 * The number of a type's kind. Raises where a part of it is of a wrong kind. Follows src/relay/analysis/kind_check.cc.
 */
function kindOf(root: Type): number {
  const own = (type: Type): number =>
    type.kind === "GlobalTypeVar" ? kindNumbers.AdtHandle : "typeKind" in type ? kindNumbers[type.typeKind] : kindNumbers.Type;
  const open: Type[] = [root];
  for (let type = open.pop(); type; type = open.pop()) {
    const head = type.kind === "TypeCall" ? type.func : undefined;
    const params: readonly Type[] = type.kind === "FuncType" ? type.typeParams : [];
    for (const part of typesWithin(type)) {
      if (part !== head && !params.includes(part) && own(part) !== kindNumbers.Type) {
        throw tvmError(`Incorrect kind: ${typeText(part)} inside ${typeText(type)} is of kind ${own(part)} but was expected to be 0`);
      }
      open.push(part);
    }
  }
  return own(root);
}

/** Parts that the Python of `relay.analysis` uses and that are not its members. */
export const analysisParts: Readonly<Record<string, Value>> = {
  features: hostFunction("features", "a, b=None", (m, a = null, b = null) => {
    const roots = [...rootsOf(m, a), ...(b === null ? [] : rootsOf(m, b))];
    return new PyList([...featuresOf(roots)]);
  }),
  all_dtypes: hostFunction("all_dtypes", "expr", (m, expr = null) => {
    const found = new Set<string>();
    postOrder(exprOf(m, expr), (e) => {
      if (e.checkedType?.kind === "TensorType") found.add(e.checkedType.dtype);
    });
    return arrayOf([...found]);
  }),
  all_calls: hostFunction("all_calls", "expr", (m, expr = null) => {
    const calls: Expr[] = [];
    postOrder(exprOf(m, expr), (e) => {
      if (e.kind === "Call") calls.push(e);
    });
    return exprArray(calls);
  }),
};

/** The members of `relay.analysis`. */
export const analysisMembers: Readonly<Record<string, Value>> = {
  post_order_visit: hostFunction("post_order_visit", "expr, fvisit", (m, expr = null, visit = null) => {
    const order: Expr[] = [];
    // An operator is one object, however many nodes name it.
    const names = new Set<string>();
    postOrder(exprOf(m, expr), (e) => {
      if (e.kind !== "Op" || addNew(names, e.name)) order.push(e);
    });
    for (const e of order) call(m, visit, [wrapExpr(e)]);
    return null;
  }),
  check_constant: hostFunction("check_constant", "expr", (m, expr = null) => isConstant(exprOf(m, expr))),
  free_vars: hostFunction("free_vars", "expr", (m, expr = null) => exprArray(freeVars(exprOf(m, expr)))),
  bound_vars: hostFunction("bound_vars", "expr", (m, expr = null) => exprArray([...varsMet(exprOf(m, expr)).bound])),
  free_type_vars: hostFunction("free_type_vars", "expr, mod=None", (m, value = null) => {
    const { types, bound } =
      value instanceof TypeObject ? { types: [value.type], bound: new Set<TypeVar>() } : typesNamedIn(exprOf(m, value));
    return arrayOf(freeTypeVars(types, bound).map((type) => new TypeObject(type)));
  }),
  bound_type_vars: hostFunction("bound_type_vars", "expr, mod=None", (m, value = null) => {
    return arrayOf([...typesNamedIn(exprOf(m, value)).bound].map((type) => new TypeObject(type)));
  }),
  all_type_vars: hostFunction("all_type_vars", "expr, mod=None", (m, value = null) => {
    const { types, bound } = typesNamedIn(exprOf(m, value));
    return arrayOf([...bound, ...freeTypeVars(types, bound)].map((type) => new TypeObject(type)));
  }),
  check_kind: hostFunction("check_kind", "t, mod=None", (_m, value = null) => {
    if (value instanceof TypeObject) return kindOf(value.type);
    throw tvmError(`In function relay.analysis.check_kind: Expected type Type but got ${typeName(value)}`);
  }),
  all_vars: hostFunction("all_vars", "expr", (m, expr = null) => exprArray([...varsMet(exprOf(m, expr)).all])),
  well_formed: hostFunction("well_formed", "expr", (m, expr = null) => checkScopes(exprOf(m, expr), false).length === 0),
  list_op_freqs: hostFunction("list_op_freqs", "mod", (_m, mod = null) => operatorCounts(mod)),
};

/**
 * The hash of a structure. It is equal to the hash of an equal structure; which number it is in the reference is not
 * known here, and asking for that stops the program.
 */
class HashObject extends MissingObject {
  constructor(
    readonly value: Value,
    readonly mapFreeVars: boolean,
  ) {
    super("tvm.ir.structural_hash(...)", hashClass);
  }
}

const isEqualHash = (a: Value, b: Value): boolean =>
  a instanceof HashObject && b instanceof HashObject && isEqual(a.value, b.value, a.mapFreeVars);

const hashClass: PyClass = hostClass({
  name: "Hash",
  module: "__main__",
  bases: [missingClass],
  members: {
    __eq__: hostMethod("__eq__", "self, other", (_m, a = null, b = null) => isEqualHash(a, b)),
    __ne__: hostMethod("__ne__", "self, other", (_m, a = null, b = null) => !isEqualHash(a, b)),
    __hash__: hostMethod("__hash__", "self", () => 0),
  },
});

/** The members of `tvm.ir` that compare and hash structures. */
export const equalityMembers: Readonly<Record<string, Value>> = {
  structural_hash: hostFunction("structural_hash", "node, map_free_vars=False", (_m, node = null, free = null) => {
    return new HashObject(node, free === true);
  }),
  structural_equal: hostFunction("structural_equal", "lhs, rhs, map_free_vars=False", (_m, a = null, b = null, free = null) =>
    isEqual(a, b, free === true),
  ),
  assert_structural_equal: hostFunction(
    "assert_structural_equal",
    "lhs, rhs, map_free_vars=False",
    (_m, a = null, b = null, free = null) => {
      if (!isEqual(a, b, free === true))
        throw raised(
          "ValueError",
          "Traceback (most recent call last):\nValueError: StructuralEqual check failed, caused by lhs and rhs being different",
        );
      return null;
    },
  ),
};

/** Where two objects differ is not here; whether they do is. */
export const mismatchMembers: Readonly<Record<string, Value>> = {
  get_first_structural_mismatch: hostFunction(
    "get_first_structural_mismatch",
    "lhs, rhs, map_free_vars=False, skip_ndarray_data=False",
    (_m, a = null, b = null, free = null) =>
      isEqual(a, b, free === true) ? null : new MissingObject("tvm.ir.base.get_first_structural_mismatch(...)"),
  ),
};
