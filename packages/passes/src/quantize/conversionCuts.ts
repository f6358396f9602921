/**
 * Cuts a quantized function where its numbers become integers and where they become real again. Follows
 * partition_prefix and partition_suffix (python/tvm/relay/quantize/_partition_conversions.py).
 */
import {
  at,
  calledOp,
  childrenOf,
  type Expr,
  type Func,
  freeVars,
  func,
  type LineageRecorder,
  let_,
  postOrder,
  present,
  rewrite,
  type Type,
  tuple,
  tupleType,
  type Var,
  variable,
  withChildren,
} from "@relayscope/ir";
import { endNotOneValue, inputOnBothSides, inputsMeet, noTensorAtTheEnd } from "./diagnostics.ts";

/** The operators that conversions are made of. */
const conversions: ReadonlySet<string> = new Set(["add", "multiply", "right_shift", "clip", "round", "cast"]);

function isConversion(e: Expr): boolean {
  return conversions.has(calledOp(e) ?? "");
}

/** Whether all calls within an expression are conversions. */
export function hasOnlyConversions(root: Expr): boolean {
  let found = true;
  postOrder(root, (e) => {
    if (e.kind === "Call" && !isConversion(e)) found = false;
  });
  return found;
}

/** The dtypes of all tensors within an expression. Follows AllDtypes (src/relay/analysis/util.cc). */
export function dtypesWithin(root: Expr): ReadonlySet<string> {
  const found = new Set<string>();
  const pending: Type[] = [];
  postOrder(root, (e) => {
    if (e.checkedType) pending.push(e.checkedType);
    for (let type = pending.pop(); type; type = pending.pop()) {
      if (type.kind === "TensorType") found.add(type.dtype);
      else if (type.kind === "TupleType") pending.push(...type.fields);
      else if (type.kind === "FuncType") pending.push(...type.params, type.result);
    }
  });
  return found;
}

/** The two sides of a cut. */
export interface Cut {
  readonly before: Func;
  readonly behind: Func;
}

/** A node being rewritten: its children so far, as arguments of its replacement. */
interface Visit {
  readonly expr: Expr;
  readonly children: readonly Expr[];
  readonly results: Expr[];
}

/**
 * Splits a function into the conversions of its inputs and the rest. The converted form of an input is bound to a
 * variable; the first result is the tuple of everything that the rest takes. As in the reference, an input is recorded
 * at its first visit, and each operator that is not a conversion checks each of its arguments for it.
 */
export function cutBeginning(main: Func, lineage: LineageRecorder): Cut {
  const inputs = new Set(main.params);
  const met = new Set<Var>();
  const bindings: { readonly bound: Var; readonly value: Expr; readonly taken: Var }[] = [];
  const memo = new Map<Expr, Expr>();
  const stack: Visit[] = [];

  const taken = (argument: Expr, result: Expr): Expr => {
    const [input] = met;
    if (!input) return result;
    if (met.size > 1) throw inputsMeet([input, ...[...met].slice(1)]);
    met.clear();
    const type = argument.checkedType;
    const binding = { bound: variable(input.name), value: result, taken: variable(input.name, type, { checkedType: type }) };
    lineage.record(binding.bound, argument);
    lineage.record(binding.taken, argument);
    bindings.push(binding);
    return binding.taken;
  };
  const take = (result: Expr) => {
    const user = stack.at(-1);
    if (!user) return;
    const child = at(user.children, user.results.length);
    user.results.push(isLookout(user.expr) ? taken(child, result) : result);
  };
  const push = (expr: Expr) => {
    const known = memo.get(expr);
    if (known) return take(known);
    if (expr.kind === "Var" && inputs.has(expr)) met.add(expr);
    stack.push({ expr, children: expr.kind === "Call" && isLookout(expr) ? expr.args : childrenOf(expr), results: [] });
  };

  push(main.body);
  for (let visit = stack.at(-1); visit; visit = stack.at(-1)) {
    const { expr, children, results } = visit;
    const child = children[results.length];
    if (child) {
      push(child);
      continue;
    }
    stack.pop();
    const result = rebuilt(visit);
    if (result !== expr) lineage.record(result, expr);
    memo.set(expr, result);
    take(result);
  }

  const rest = present(memo.get(main.body));
  const behind = func({ params: freeVars(rest), body: rest, returnType: rest.checkedType });
  const known = new Map(bindings.map(({ bound, taken }) => [taken, bound]));
  const handed = tuple(
    behind.params.map((param) => {
      const same = known.get(param) ?? variable(param.name, param.checkedType);
      lineage.record(same, param);
      return same;
    }),
  );
  lineage.record(handed, main);
  const body = bindings.reduceRight<Expr>((inner, { bound, value }) => {
    const outer = let_(bound, value, inner);
    lineage.record(outer, value);
    return outer;
  }, handed);
  const before = func({ params: freeVars(body), body, returnType: handedType(behind.params) });
  const shared = before.params.find((param) => behind.params.includes(param));
  if (shared) throw inputOnBothSides(shared);
  return { before, behind };
}

function handedType(params: readonly Var[]): Type | undefined {
  const types = params.map((param) => param.checkedType ?? param.annotation);
  return types.every((type) => type !== undefined) ? tupleType(types) : undefined;
}

/** The node with new children. Its type stays, as a replaced argument has the same type. */
function rebuilt({ expr, children, results }: Visit): Expr {
  if (results.every((result, i) => result === children[i])) return expr;
  if (expr.kind === "Call" && isLookout(expr)) return { ...expr, span: undefined, args: results };
  const became = new Map(children.map((child, i) => [child, at(results, i)]));
  return { ...withChildren(expr, (child) => became.get(child) ?? child), checkedType: expr.checkedType };
}

/** Whether an expression is a call that is not a conversion. At such calls, the arguments are checked for inputs. */
function isLookout(expr: Expr): boolean {
  return expr.kind === "Call" && !isConversion(expr);
}

/**
 * Everything up to the quantized value that the result is computed from, and that computation. Without such a value,
 * everything is before the cut.
 */
export function cutEnd(main: Func, dtypes: ReadonlySet<string>, lineage: LineageRecorder): Cut {
  let value: Expr | undefined;
  let uses = 0;
  const isQuantized = (e: Expr) => e.checkedType?.kind === "TensorType" && dtypes.has(e.checkedType.dtype);
  postOrder(
    main.body,
    (e) => {
      if (isQuantized(e)) value ??= e;
      else for (const child of childrenOf(e)) if (isQuantized(child) && (child !== value || ++uses > 1)) throw endNotOneValue(child);
    },
    (e) => {
      if (e.kind !== "Op" && e.kind !== "Constructor" && e.checkedType?.kind !== "TensorType") throw noTensorAtTheEnd(e);
      return !isQuantized(e);
    },
  );
  if (!value) {
    const input = variable("input", main.body.checkedType);
    lineage.record(input, main.body);
    return { before: main, behind: func({ params: [input], body: input, returnType: main.body.checkedType }) };
  }
  const boundary = value;
  const handed = variable("input", boundary.checkedType, { checkedType: boundary.checkedType });
  const body = rewrite(main.body, { lineage, pre: (e) => (e === boundary ? handed : undefined) });
  const before = func({ params: main.params, body: boundary, returnType: boundary.checkedType });
  const [other] = [...freeVars(before), ...freeVars(body).filter((v) => v !== handed)];
  if (other) throw endNotOneValue(other);
  return { before, behind: func({ params: [handed], body, returnType: main.body.checkedType }) };
}
