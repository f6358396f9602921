/**
 * Numbers for nodes, stable through the passes: a node that a pass kept or only rebuilt has the same number afterwards.
 * Numbers are given in model order from the text on, so that the same text and pipeline give the same numbers in every
 * session.
 */
import type { Follower } from "@relayscope/explain";
import { attrsEqual, calledOp, type Expr, type Module, typesEqual } from "@relayscope/ir";

/** The numbers of one stage's nodes. */
export interface StageIndex {
  /** All nodes of the stage's module, functions in the module's order, children first. */
  readonly order: readonly Expr[];
  idOf(expr: Expr): number;
  exprOf(id: number): Expr | undefined;
  /** Whether this stage's pass made the node, or changed more than what feeds it. */
  isNew(expr: Expr): boolean;
}

/** The numbers of one run. */
export interface Identities {
  readonly byExpr: Map<Expr, number>;
  next: number;
}

/** Numbers a stage's nodes. `before` is the index of the stage before; undefined at stage 0. */
export function indexStage(
  identities: Identities,
  follower: Follower,
  stage: number,
  module: Module,
  before: { readonly index: StageIndex; readonly module: Module } | undefined,
): StageIndex {
  if (before?.module === module) return { ...before.index, isNew: () => false };
  const order = follower.order(stage);
  const exprs = new Map<number, Expr>();
  const { byExpr } = identities;
  const idOf = (expr: Expr) => {
    let id = byExpr.get(expr);
    if (id === undefined) {
      id = identities.next++;
      byExpr.set(expr, id);
    }
    return id;
  };
  const fresh: Expr[] = [];
  for (const expr of order) {
    const known = byExpr.get(expr);
    if (known === undefined) fresh.push(expr);
    else exprs.set(known, expr);
  }
  const inherit = (expr: Expr, origin: Expr | undefined) => {
    const id = origin && byExpr.get(origin);
    if (id === undefined || exprs.has(id)) return false;
    byExpr.set(expr, id);
    exprs.set(id, expr);
    return true;
  };
  if (before) {
    for (const [name, f] of module.functions) if (!byExpr.has(f)) inherit(f, before.module.functions.get(name));
  }
  for (const expr of fresh) {
    if (byExpr.has(expr)) continue;
    if (follower.follow(stage, stage - 1, expr).some((o) => isSameThing(o, expr) && inherit(expr, o))) continue;
    exprs.set(idOf(expr), expr);
  }
  return {
    order,
    idOf,
    exprOf: (id) => exprs.get(id),
    isNew(expr) {
      if (!before) return false;
      const old = before.index.exprOf(idOf(expr));
      return old === undefined || (old !== expr && !looksSame(old, expr));
    },
  };
}

/** Whether a node does the same as its origin: the same call, whatever its inputs are. */
function isSameThing(a: Expr, b: Expr): boolean {
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case "Call":
      return b.kind === "Call" && calledOp(a) === calledOp(b) && a.args.length === b.args.length && a.op.kind === b.op.kind;
    case "Var":
      return b.kind === "Var" && a.name === b.name;
    case "GlobalVar":
    case "Op":
    case "Constructor":
      return a.name === (b as { name: string }).name;
    case "TupleGetItem":
      return b.kind === "TupleGetItem" && a.index === b.index;
    case "Tuple":
      return b.kind === "Tuple" && a.fields.length === b.fields.length;
    case "Function":
      return b.kind === "Function" && a.attrs.get("Composite") === b.attrs.get("Composite") && a.params.length === b.params.length;
    default:
      return true;
  }
}

/** Whether a rebuilt node differs from the old one only in its inputs. */
export function looksSame(a: Expr, b: Expr): boolean {
  if (!isSameThing(a, b)) return false;
  const types = a.checkedType === b.checkedType || (a.checkedType && b.checkedType && typesEqual(a.checkedType, b.checkedType));
  if (a.kind === "Call" && b.kind === "Call") return Boolean(types) && attrsEqual(a.attrs, b.attrs);
  if (a.kind === "Constant" && b.kind === "Constant") return Boolean(types) && a.data === b.data;
  return Boolean(types);
}
