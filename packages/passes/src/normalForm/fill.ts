/**
 * Putting nodes into let lists, scope by scope: the common part of ToANormalForm and ToBasicBlockNormalForm. Follows
 * Fill (src/relay/transforms/to_a_normal_form.cc). The compiled reference evaluates the arguments of a constructor from
 * right to left, which shows in the order and the names of bindings; so do we.
 */
import {
  asFunction,
  at,
  call,
  childrenOf,
  type Expr,
  type Func,
  freeAmong,
  if_,
  isCallOf,
  isLeaf,
  isTruthy,
  type LineageRecorder,
  let_,
  match,
  present,
  refCreate,
  refRead,
  refWrite,
  type Tuple,
  tupleGetItem,
  type Var,
  variable,
} from "@relayscope/ir";
import type { PassContext } from "../core/pass.ts";
import { freeVariables, onDevice } from "./diagnostics.ts";
import { type Scope, type ScopedNode, scopedNodes } from "./scopes.ts";

/** Whether every node is bound (A-normal form), or only those that several scopes share (basic-block normal form). */
export type Bound = "every" | "shared";

/** A function in normal form. */
export function inNormalForm(f: Func, name: string, bound: Bound, context: PassContext, lineage: LineageRecorder): Func {
  const nodes = scopedNodes(f);
  const free = freeAmong(nodes.keys());
  if (free.length > 0) throw freeVariables(name, free, f);
  return new NormalForm(nodes, bound, context.freshNames ?? { next: 0 }, lineage).of(f);
}

class NormalForm {
  /** The nodes whose children are visited, the variables that lets bind them to, and how many children were visited. */
  private readonly stack: ScopedNode[] = [];
  private readonly variables: (Var | undefined)[] = [];
  private readonly next: number[] = [];
  /** The replacements of the visited children of the nodes on the stack. */
  private readonly results: Expr[] = [];
  /** How many functions are open. */
  private depth = 0;

  constructor(
    private readonly nodes: ReadonlyMap<Expr, ScopedNode>,
    private readonly bound: Bound,
    private readonly names: { next: number },
    private readonly lineage: LineageRecorder,
  ) {}

  of(f: Func): Func {
    const { stack, variables, next, results } = this;
    this.visit(f, undefined);
    while (stack.length > 0) {
      const top = stack.length - 1;
      const node = at(stack, top);
      const index = at(next, top);
      const child = childToVisit(node.expr, index);
      if (child) {
        next[top] = index + 1;
        this.visit(child, node.expr.kind === "Let" && index === 0 ? node.expr.variable : undefined);
      } else {
        stack.pop();
        next.pop();
        const result = this.finished(node, results.splice(results.length - index), variables.pop());
        node.became = result;
        results.push(result);
      }
    }
    return asFunction(this.closed(this.nodeOf(f).scope, at(results, 0)));
  }

  private nodeOf(e: Expr): ScopedNode {
    return present(this.nodes.get(e));
  }

  /** Adds the replacement of a node to the results, or puts the node on the stack if its children come first. */
  private visit(e: Expr, v: Var | undefined): void {
    const node = this.nodeOf(e);
    if (node.became) {
      if (v) node.scope.push(v, node.became);
      this.results.push(node.became);
    } else if (isLeaf(e)) {
      if (v && e.kind !== "Constant") node.scope.push(v, e);
      node.became = e.kind === "Constant" ? this.compound(node, e, v) : (v ?? e);
      this.results.push(node.became);
    } else {
      if (isCallOf(e, "on_device")) throw onDevice(e);
      if (opensFunction(e)) this.depth++;
      this.stack.push(node);
      this.variables.push(v);
      this.next.push(0);
    }
  }

  /** The replacement of a node, given its visited children. */
  private finished(node: ScopedNode, children: Expr[], v: Var | undefined): Expr {
    const { expr } = node;
    switch (expr.kind) {
      case "Let":
        return this.finishedLet(node, at(children, 1), v);
      case "Function":
        return this.finishedFunction(node, expr, children[0], v);
      default:
        return this.compound(node, this.rebuilt(node, children), v);
    }
  }

  /** A node over its visited children, a call's operator last; each branch with the bindings of its scope. */
  private rebuilt({ expr, inner }: ScopedNode, children: Expr[]): Expr {
    switch (expr.kind) {
      case "Call":
        return call(present(children.pop()), children, expr.attrs, { typeArgs: expr.typeArgs });
      case "Tuple":
        return withFields(expr, children);
      case "TupleGetItem":
        return tupleGetItem(at(children, 0), expr.index);
      case "RefCreate":
        return refCreate(at(children, 0));
      case "RefRead":
        return refRead(at(children, 0));
      case "RefWrite":
        return refWrite(at(children, 1), at(children, 0));
      case "If": {
        const elseBranch = this.closed(at(inner, 1), at(children, 0));
        return if_(at(children, 2), this.closed(at(inner, 0), at(children, 1)), elseBranch);
      }
      case "Match": {
        const [data, ...bodies] = children;
        const clauses = expr.clauses.map(({ pattern }, i) => ({ pattern, body: this.closed(at(inner, i), at(bodies, i)) }));
        return match(present(data), clauses, expr.isComplete);
      }
      default:
        return expr;
    }
  }

  private finishedFunction(node: ScopedNode, e: Func, visited: Expr | undefined, v: Var | undefined): Expr {
    let result = e;
    if (visited) {
      const body = this.closed(at(node.inner, 0), visited);
      this.depth--;
      if (body !== e.body) result = { ...e, span: undefined, body };
    }
    if (this.depth > 0) return this.compound(node, result, v);
    if (result !== e) this.lineage.record(result, e);
    return result;
  }

  private finishedLet(node: ScopedNode, body: Expr, v: Var | undefined): Expr {
    const inner = at(node.inner, 0);
    if (this.bound === "shared" || inner.isEmpty || body.kind === "Let") return this.compound(node, this.closed(inner, body), v);
    // As `compound` with the closed list, but without building the list.
    const made = v ?? this.fresh();
    if (!v) this.lineage.record(made, node.expr);
    node.scope.take(inner);
    node.scope.push(made, body);
    return made;
  }

  /** Binds the replacement of a node, if it has to be bound. */
  private compound({ expr, scope, isLifted }: ScopedNode, now: Expr, v: Var | undefined): Expr {
    const { lineage } = this;
    if (now !== expr) lineage.record(now, expr);
    // The reference uses up a name even for a value that it does not bind.
    const made = v ?? this.fresh();
    if (!v && this.bound === "shared" && !isLifted) return now;
    if (!v) lineage.record(made, expr);
    let value = now;
    for (; value.kind === "Let"; value = value.body) scope.push(value.variable, value.value);
    scope.push(made, value);
    return made;
  }

  private fresh(): Var {
    return variable(`x_${this.names.next++}`);
  }

  /** Wraps the bindings of a scope around a body; the scope is used up. */
  private closed(scope: Scope, body: Expr): Expr {
    let out = body;
    for (const { variable: v, value } of scope.reversed()) {
      out = let_(v, value, out);
      this.lineage.record(out, value);
    }
    return out;
  }
}

/** The children to visit before a node, in the reference's order: undefined after the last. */
function childToVisit(e: Expr, index: number): Expr | undefined {
  switch (e.kind) {
    case "Call":
      return index === e.args.length ? e.op : e.args[index];
    case "Function":
      return index === 0 && opensFunction(e) ? e.body : undefined;
    case "Let":
      return index === 0 ? e.value : index === 1 ? e.body : undefined;
    case "If":
      return [e.elseBranch, e.thenBranch, e.condition][index];
    case "RefWrite":
      return index === 0 ? e.value : index === 1 ? e.ref : undefined;
    case "Match":
      return index === 0 ? e.data : e.clauses[index - 1]?.body;
    default:
      return childrenOf(e)[index];
  }
}

/** Whether a node is a function whose body is put into normal form. */
function opensFunction(e: Expr): boolean {
  return e.kind === "Function" && !isTruthy(e.attrs.get("Primitive"));
}

/** The reference changes a tuple's fields in place and keeps its type. */
function withFields(original: Tuple, fields: readonly Expr[]): Tuple {
  return fields.every((field, i) => field === original.fields[i]) ? original : { ...original, span: undefined, fields };
}
