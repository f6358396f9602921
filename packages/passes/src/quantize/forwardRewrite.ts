/**
 * Rewrites a function forward. A rule may return a value that is not yet in its final form: consumers with a rule take
 * it as it is, all others get its final form. Such held values are in a side table, and variables represent them in the
 * graph. Follows src/relay/transforms/forward_rewrite.cc and its TempExpr.
 */
import {
  asFunction,
  at,
  type Call,
  calledOp,
  childrenOf,
  type Expr,
  type Func,
  keptIn,
  type LineageRecorder,
  rewriter,
  variable,
} from "@relayscope/ir";
import { mutationOrder } from "../core/mutationOrder.ts";
import type { OperatorCalls } from "../core/operatorCalls.ts";
import { heldValueLeft } from "./diagnostics.ts";
import { type Maker, makerFor } from "./makeFor.ts";

/** Access to held values for rules. */
export interface HeldValues<T> {
  /** The held value of an argument; undefined for an ordinary expression. */
  of(arg: Expr | undefined): T | undefined;
  /** A placeholder for a value. */
  hold(value: T): Expr;
}

/**
 * The arguments of a rule: the original call, its rewritten arguments, and a factory for nodes. Undefined keeps the
 * call, with its arguments in final form.
 */
export type ForwardRule<T> = (call: Call, args: readonly Expr[], held: HeldValues<T>, make: Maker) => Expr | undefined;

export interface ForwardParts<T> {
  readonly calls: OperatorCalls;
  readonly lineage: LineageRecorder;
  /** The rule of an operator, if it has one. */
  rule(operator: string): ForwardRule<T> | undefined;
  /** A value's final form, made once for all consumers without a rule; `consumer` is the first of these. */
  settle(value: T, make: Maker, consumer: Call | undefined): Expr;
  /** Called if a value has several consumers: returns the form that each of them gets; by default the value itself. */
  share?(value: T, make: Maker): T;
}

/** The function after its calls were rewritten, each once, arguments first. */
export function forwardRewrite<T>(root: Func, parts: ForwardParts<T>): Func {
  const { calls, lineage } = parts;
  const values = new Map<Expr, { readonly value: T; readonly make: Maker }>();
  const settled = new Map<Expr, Expr>();
  const uses = parts.share ? useCounts(root) : undefined;
  let consumer: Call | undefined;

  const standIn = (value: T, make: Maker): Expr => {
    const e = make.record(variable("held"));
    values.set(e, { value, make });
    return e;
  };
  const settler = rewriter({
    lineage,
    children: mutationOrder,
    pre(e) {
      const entry = values.get(e);
      if (!entry) return undefined;
      return keptIn(settled, e, () => parts.settle(entry.value, entry.make, consumer));
    },
  });
  const settle = (e: Expr, by?: Call): Expr => {
    consumer = by;
    return settler.rewrite(e);
  };
  const shared = (original: Expr, rewritten: Expr): Expr => {
    const entry = values.get(rewritten);
    if (!entry || !parts.share || (uses?.get(original) ?? 0) < 2) return rewritten;
    return standIn(parts.share(entry.value, entry.make), entry.make);
  };

  const rewriteCall = (call: Call, rebuilt: Call): Expr => {
    const callee = rebuilt.op.kind === "Function" ? settle(rebuilt.op) : rebuilt.op;
    const rule = parts.rule(calledOp(call) ?? "");
    let args = rebuilt.args.map((arg, i) => shared(at(call.args, i), arg));
    if (rule) {
      const make = makerFor(call, calls, lineage);
      const held: HeldValues<T> = {
        of: (arg) => arg && values.get(arg)?.value,
        hold: (value) => standIn(value, make),
      };
      const result = rule(call, args, held, make);
      if (result) return result;
    }
    args = args.map((arg) => settle(arg, call));
    if (callee === call.op && args.every((arg, i) => arg === call.args[i])) return call;
    return { ...call, checkedType: undefined, span: undefined, op: callee, args };
  };
  const forward = rewriter({
    lineage,
    keepsLeaves: true,
    children: mutationOrder,
    post(original, rebuilt) {
      if (original.kind === "Call" && rebuilt.kind === "Call") return rewriteCall(original, rebuilt);
      if (original.kind === "TupleGetItem" && rebuilt.kind === "TupleGetItem") {
        const tuple = shared(original.tuple, rebuilt.tuple);
        if (tuple.kind === "Tuple") return tuple.fields[rebuilt.index] ?? rebuilt;
        return tuple === rebuilt.tuple ? rebuilt : { ...rebuilt, checkedType: undefined, span: undefined, tuple };
      }
      if (original.kind === "Tuple" && rebuilt.kind === "Tuple" && parts.share) {
        const fields = rebuilt.fields.map((field, i) => shared(at(original.fields, i), field));
        return fields.every((field, i) => field === rebuilt.fields[i])
          ? rebuilt
          : { ...rebuilt, checkedType: undefined, span: undefined, fields };
      }
      return rebuilt;
    },
  });
  const result = asFunction(settle(forward.rewrite(root)));
  if (values.size > 0) demandNothingHeld(result, values);
  return result;
}

function demandNothingHeld(root: Expr, values: ReadonlyMap<Expr, { readonly make: Maker }>): void {
  const seen = new Set<Expr>();
  const pending = [root];
  for (let e = pending.pop(); e; e = pending.pop()) {
    if (seen.has(e)) continue;
    seen.add(e);
    const entry = values.get(e);
    if (entry) throw heldValueLeft(entry.make.origin);
    pending.push(...(mutationOrder(e) ?? childrenOf(e)));
  }
}

/**
 * How often each node is used, as the reference counts: uses by calls, tuples and tuple items all count. A use by a
 * let, a branch or a function counts only if it is the node's first visit (MixedModeVisitor,
 * src/relay/ir/expr_functor.cc).
 */
function useCounts(root: Expr): ReadonlyMap<Expr, number> {
  const counts = new Map<Expr, number>([[root, 1]]);
  const nodes: Expr[] = [root];
  const pending: (readonly Expr[])[] = [visitingOrder(root)];
  const next: number[] = [0];
  while (nodes.length > 0) {
    const top = nodes.length - 1;
    const node = at(nodes, top);
    const child = pending[top]?.[at(next, top)];
    if (!child) {
      nodes.pop();
      pending.pop();
      next.pop();
      continue;
    }
    next[top] = at(next, top) + 1;
    const count = counts.get(child);
    if (count === undefined) {
      counts.set(child, 1);
      nodes.push(child);
      pending.push(visitingOrder(child));
      next.push(0);
    } else if (node.kind === "Call" || node.kind === "Tuple" || node.kind === "TupleGetItem") counts.set(child, count + 1);
  }
  return counts;
}

function visitingOrder(e: Expr): readonly Expr[] {
  return e.kind === "Let" ? [e.value, e.variable, e.body] : (mutationOrder(e) ?? childrenOf(e));
}
