/**
 * Copies what must not be shared. The reference sometimes types a new call separately, and its inference copies the
 * calls that it types: nodes below such a call are no longer shared with nodes outside (Resolver::AttachCheckedType in
 * src/relay/transforms/type_infer.cc).
 */
import { at, childrenOf, type Expr, type Failure, keptIn, type LineageRecorder, postOrderList, withChildren } from "@relayscope/ir";

/** The owners on the path to a node, outermost first. Nodes are shared within one context, never between two. */
interface Context {
  readonly within: Map<Expr, Context>;
}

/** Copies beyond which we stop: nested owners can double their copies at each level, in the reference too. */
const copyLimit = 1_000_000;

/**
 * The expression in which nothing below an owner is shared with anything outside; the same object if nothing was
 * shared. Variables and names of functions and operators stay shared, and so do fields of variables and calls of
 * the module's functions with variables alone. Copies keep their types. Linear in the nodes of the result; throws
 * `tooMany` of a node beyond a limit.
 */
export function separateCopies(root: Expr, owners: ReadonlySet<Expr>, lineage: LineageRecorder, tooMany: (node: Expr) => Failure): Expr {
  if (owners.size === 0) return root;
  const order = postOrderList(root);
  const top: Context = { within: new Map() };
  const contexts = contextsOf(order, top, owners, tooMany);
  const instances = new Map<Expr, ReadonlyMap<Context, Expr>>();
  for (const node of order) {
    const made = new Map<Context, Expr>();
    for (const context of contexts.get(node) ?? []) {
      const inner = owners.has(node) ? contextWithin(context, node) : context;
      const rebuilt = withChildren(node, (child) => instances.get(child)?.get(inner) ?? child);
      const isFirst = made.size === 0;
      const instance = rebuilt === node && isFirst ? node : { ...rebuilt, checkedType: node.checkedType, span: node.span };
      if (instance !== node) lineage.record(instance, node);
      made.set(context, instance);
    }
    instances.set(node, made);
  }
  return instances.get(root)?.get(top) ?? root;
}

function contextsOf(
  order: readonly Expr[],
  top: Context,
  owners: ReadonlySet<Expr>,
  tooMany: (node: Expr) => Failure,
): ReadonlyMap<Expr, ReadonlySet<Context>> {
  const shared = staysShared(order);
  const contexts = new Map<Expr, Set<Context>>();
  let count = 0;
  const add = (node: Expr, context: Context) => {
    const known = contexts.get(node);
    if (!known) contexts.set(node, new Set([context]));
    else if (!known.has(context)) {
      known.add(context);
      if (++count > copyLimit) throw tooMany(node);
    }
  };
  for (let i = order.length - 1; i >= 0; i--) {
    const node = at(order, i);
    if (i === order.length - 1) add(node, top);
    for (const context of contexts.get(node) ?? []) {
      const inner = owners.has(node) ? contextWithin(context, node) : context;
      for (const child of childrenOf(node)) if (!shared.has(child)) add(child, inner);
    }
  }
  return contexts;
}

function contextWithin(context: Context, owner: Expr): Context {
  return keptIn(context.within, owner, () => ({ within: new Map() }));
}

/** The nodes whose types the inference finds to be the same objects as before. */
function staysShared(order: readonly Expr[]): ReadonlySet<Expr> {
  const shared = new Set<Expr>();
  for (const node of order) if (isLeftShared(node, shared)) shared.add(node);
  return shared;
}

function isLeftShared(node: Expr, shared: ReadonlySet<Expr>): boolean {
  switch (node.kind) {
    case "Var":
    case "Op":
    case "GlobalVar":
    case "Constructor":
      return true;
    case "TupleGetItem":
      return shared.has(node.tuple);
    case "Call":
      return node.op.kind === "GlobalVar" && node.args.every((arg) => shared.has(arg));
    default:
      return false;
  }
}
