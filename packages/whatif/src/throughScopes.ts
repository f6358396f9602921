/** Finds the nodes that represent a side of a boundary inside or after a scope. */
import { type Expr, type Module, patternVars } from "@relayscope/ir";

/** A module's nodes with their users. */
interface Scoped {
  readonly module: Module;
  readonly users: ReadonlyMap<Expr, readonly Expr[]>;
}

/**
 * The origins of a scope's result: the results of an `if`'s branches, the body of a called function; else the node
 * itself.
 */
export function resultsOf({ module }: Scoped, node: Expr): readonly Expr[] {
  const found = new Set<Expr>();
  const seen = new Set<Expr>();
  const pending = [node];
  for (let e = pending.pop(); e; e = pending.pop()) {
    if (seen.has(e)) continue;
    seen.add(e);
    if (e.kind === "If") pending.push(e.elseBranch, e.thenBranch);
    else if (e.kind === "Let") pending.push(e.body);
    else if (e.kind === "Match") pending.push(...e.clauses.map((clause) => clause.body));
    else if (e.kind === "RefCreate") pending.push(e.value);
    else if (e.kind === "RefRead") pending.push(e.ref);
    else if (e.kind === "Call" && e.op.kind === "Constructor") pending.push(...e.args);
    else {
      const body = e.kind === "Call" ? calleeOf(module, e)?.body : undefined;
      if (body) pending.push(body);
      else found.add(e);
    }
  }
  return [...found];
}

/**
 * The users of a value beyond the scope that it enters: the users of an `if`'s result or of a parameter. For any other
 * node, the node itself.
 */
export function takersOf({ module, users }: Scoped, node: Expr, from: ReadonlySet<Expr>): readonly Expr[] {
  const found = new Set<Expr>();
  const seen = new Set<Expr>();
  const pending = [node];
  for (let e = pending.pop(); e; e = pending.pop()) {
    if (seen.has(e)) continue;
    seen.add(e);
    const inner = e.kind === "Call" ? calleeOf(module, e) : undefined;
    if (e.kind === "If" || e.kind === "RefCreate" || e.kind === "RefRead") pending.push(...(users.get(e) ?? []));
    else if (e.kind === "Call" && e.op.kind === "Constructor") pending.push(...(users.get(e) ?? []));
    else if (e.kind === "Match") {
      const bound = e.clauses.flatMap((clause) => patternVars(clause.pattern));
      pending.push(...bound.flatMap((v) => users.get(v) ?? []), ...(seen.has(e.data) || from.has(e.data) ? [] : (users.get(e) ?? [])));
    } else if (e.kind === "Let") pending.push(...(users.get(seen.has(e.body) ? e : e.variable) ?? []));
    else if (e.kind === "Call" && inner) {
      const given = inner.params.filter((_, i) => e.args.some((arg, at) => at === i && (from.has(arg) || seen.has(arg))));
      for (const param of given) pending.push(...(users.get(param) ?? []));
    } else if (e.kind !== "Function") found.add(e);
  }
  return found.size > 0 ? [...found] : [node];
}

/** The function whose body a call represents; undefined for operators, composites and what another compiler has. */
function calleeOf(module: Module, { op }: Expr & { kind: "Call" }) {
  const callee = op.kind === "GlobalVar" ? module.functions.get(op.name) : op.kind === "Function" ? op : undefined;
  return callee?.attrs.has("Compiler") || callee?.attrs.has("Composite") ? undefined : callee;
}
