/** Makes a part of a module a module of its own: kept nodes are unchanged, values from elsewhere become inputs. */
import {
  childrenOf,
  type Expr,
  type Func,
  freeVars,
  func,
  type Module,
  patternVars,
  postOrderList,
  rewriter,
  type Type,
  tuple,
  tupleType,
  type Var,
  variable,
  withFunctions,
} from "@relayscope/ir";

export interface Excerpt {
  readonly module: Module;
  /** The replacement of each kept node. */
  readonly became: ReadonlyMap<Expr, Expr>;
}

/**
 * The kept nodes of a typed module. Their branches, closures and bindings are kept, too, and what cannot be an input.
 */
export function excerptOf(module: Module, kept: ReadonlySet<Expr>): Excerpt {
  const became = new Map<Expr, Expr>();
  const functions = new Map<string, Func>();
  for (const [name, f] of module.functions) {
    const own = withScopes(f, kept);
    if (own.size > 0) functions.set(name, excerptOfFunction(f, own, became));
  }
  for (const name of calledFrom(functions)) {
    const f = module.functions.get(name);
    if (f && !functions.has(name)) functions.set(name, f);
  }
  if (!functions.has("main") && functions.size > 0) functions.set("main", func({ params: [], body: tuple([]) }));
  return { module: withFunctions(module, functions), became };
}

function calledFrom(functions: ReadonlyMap<string, Func>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const f of functions.values()) for (const e of postOrderList(f)) if (e.kind === "GlobalVar") names.add(e.name);
  return names;
}

/** The kept nodes of a function, with the scopes around them. */
function withScopes(f: Func, kept: ReadonlySet<Expr>): ReadonlySet<Expr> {
  const own = new Set<Expr>();
  const holds = new Map<Expr, boolean>();
  for (const e of postOrderList(f.body)) {
    const inner = scopeParts(e).some((part) => holds.get(part));
    if (kept.has(e) || inner) own.add(e);
    holds.set(e, kept.has(e) || inner || childrenOf(e).some((part) => holds.get(part)));
  }
  return own;
}

/** The parts of a node with scopes of their own: they can't be separated from the node. */
function scopeParts(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case "If":
      return [e.thenBranch, e.elseBranch];
    case "Match":
      return e.clauses.map((c) => c.body);
    case "Function":
      return [e.body];
    case "Let":
      return [e.value];
    default:
      return [];
  }
}

function excerptOfFunction(f: Func, kept: ReadonlySet<Expr>, became: Map<Expr, Expr>): Func {
  const order = postOrderList(f.body);
  const bound = new Set<Var>();
  for (const e of kept) {
    if (e.kind === "Let") bound.add(e.variable);
    else if (e.kind === "Function") for (const p of e.params) bound.add(p);
    else if (e.kind === "Match") for (const c of e.clauses) for (const v of patternVars(c.pattern)) bound.add(v);
  }
  const names = new Set(f.params.map((p) => p.name));
  const fresh = (name: string, type: Type | undefined): Var => {
    let own = name;
    for (let i = 0; names.has(own); i++) own = `${name}_${i}`;
    names.add(own);
    return variable(own, type, { checkedType: type });
  };
  const inner = insideOf(kept);
  const excerpt = rewriter({
    pre(e) {
      if (e.kind === "Var") return bound.has(e) || f.params.includes(e) || inner.has(e) ? e : fresh(e.name, e.checkedType);
      if (kept.has(e) || inner.has(e) || !isValue(e)) return undefined;
      if (e.kind === "Let") return undefined;
      return fresh("input", e.checkedType);
    },
    post: (original, rebuilt) => (original.kind === "Let" && !kept.has(original) && rebuilt.kind === "Let" ? rebuilt.body : rebuilt),
  });
  const roots: Expr[] = [];
  const types: (Type | undefined)[] = [];
  for (const e of order.toReversed()) {
    if (!kept.has(e) || excerpt.rewritten(e)) continue;
    roots.push(excerpt.rewrite(e));
    types.push(e.checkedType);
  }
  for (const e of kept) {
    const made = excerpt.rewritten(e);
    if (made) became.set(e, made);
  }
  const [only] = roots;
  const body = roots.length === 1 && only ? only : tuple(roots.toReversed());
  // A function that is called before it is read needs its type.
  const known = types.toReversed().filter((type) => type !== undefined);
  const returnType = known.length < roots.length ? undefined : known.length === 1 ? known[0] : tupleType(known);
  return func({ ...f, params: freeVars(body), body, returnType: f.returnType && returnType });
}

/** Everything inside composites and other functions that are called in place, which stay whole. */
function insideOf(kept: ReadonlySet<Expr>): ReadonlySet<Expr> {
  const inner = new Set<Expr>();
  for (const e of kept) {
    if (e.kind === "Call" && e.op.kind === "Function") for (const part of postOrderList(e.op)) inner.add(part);
  }
  return inner;
}

/** Whether an input can represent a node. */
function isValue(e: Expr): boolean {
  if (e.kind === "Constant" || e.kind === "Op" || e.kind === "GlobalVar" || e.kind === "Constructor") return false;
  return isPlain(e.checkedType);
}

function isPlain(type: Type | undefined): boolean {
  return type?.kind === "TensorType" || (type?.kind === "TupleType" && type.fields.every(isPlain));
}
