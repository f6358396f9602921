/**
 * Lineage if none was recorded: the origin of a node is the node of the previous module with the same operation on the
 * same arguments. Annotations are transparent, and so are functions that are called once, so the content of a composite
 * or a region is compared with what was there before. The rest is paired by operator and type if both modules have
 * equally many, and the results of functions with what they were.
 */
import { compositeName } from "@relayscope/explain";
import {
  type Attrs,
  at,
  attrsEqual,
  type Call,
  calledOp,
  childrenOf,
  type Expr,
  elementOf,
  type Func,
  keptIn,
  type Lineage,
  lineageRecorder,
  type Module,
  postOrder,
  present,
  pushTo,
  typeText,
} from "@relayscope/ir";

/** For each node of `after`, its assumed origins in `before`; empty if nothing is similar. */
export function lineageByStructure(before: Module, after: Module): Lineage {
  const kinds = new Kinds();
  const old = readModule(before, kinds);
  const now = readModule(after, kinds);
  const lineage = lineageRecorder();
  const known = new Set<Expr>();
  const used = new Set<Expr>();
  const waiting = grouped(old.order, (e) => old.kinds.get(e));
  for (const expr of now.order) {
    const alike = waiting.get(now.kinds.get(expr) ?? -1);
    const at = alike ? placeOfOrigin(alike, expr) : -1;
    const origin = at < 0 ? undefined : alike?.splice(at, 1)[0];
    if (!origin) continue;
    lineage.record(expr, origin);
    known.add(expr);
    used.add(origin);
  }
  const isLeft = (e: Expr) => e.kind === "Call" && (e.op.kind === "Op" || compositeName(e) !== undefined);
  const rest = grouped(
    old.order.filter((e) => isLeft(e) && !used.has(e)),
    looks,
  );
  const missing = grouped(
    now.order.filter((e) => isLeft(e) && !known.has(e)),
    looks,
  );
  for (const [look, exprs] of missing) {
    const origins = rest.get(look) ?? [];
    if (origins.length !== exprs.length) continue;
    for (const [i, expr] of exprs.entries()) {
      lineage.record(expr, origins[i]);
      known.add(expr);
    }
  }
  // The result of a function comes from the former result of this function.
  for (const [name, f] of after.functions) {
    const body = before.functions.get(name)?.body;
    if (body?.kind === "Call" && f.body.kind === "Call" && !known.has(f.body)) lineage.record(f.body, body);
  }
  const isOld = new Set(old.order);
  return { originsOf: (expr) => lineage.originsOf(expr).filter((origin) => isOld.has(origin)) };
}

/** The most nodes of one structure to search for one that does the same work. */
const mostAlike = 64;

/**
 * The place of a node's origin among nodes of its structure. A function's call has the structure of the function's
 * result, so the node itself comes first, then nodes with the same callee.
 */
function placeOfOrigin(alike: readonly Expr[], expr: Expr): number {
  const near = alike.slice(0, mostAlike);
  const own = near.indexOf(expr);
  if (own >= 0) return own;
  const [operator, composite] = [calledOp(expr), compositeName(expr)];
  const same = near.findIndex((e) => e.kind === expr.kind && calledOp(e) === operator && compositeName(e) === composite);
  return same >= 0 ? same : alike.findIndex((e) => e.kind === expr.kind);
}

function looks(expr: Expr): string {
  const name = calledOp(expr) ?? compositeName(expr) ?? expr.kind;
  return `${name} ${expr.checkedType ? typeText(expr.checkedType) : ""}`;
}

function grouped<K>(exprs: readonly Expr[], keyOf: (expr: Expr) => K | undefined): Map<K, Expr[]> {
  const groups = new Map<K, Expr[]>();
  for (const expr of exprs) {
    const key = keyOf(expr);
    if (key === undefined) continue;
    pushTo(groups, key, expr);
  }
  return groups;
}

/** Numbers structures of nodes: equal numbers mean equal structure. */
class Kinds {
  private readonly byText = new Map<string, number>();
  private readonly attrs = new Map<string, Attrs[]>();

  of(text: string): number {
    return keptIn(this.byText, text, () => this.byText.size);
  }

  /** A number for the attributes of calls of an operator. */
  ofAttrs(operator: string, attrs: Attrs | undefined): number {
    if (!attrs) return -1;
    const list = keptIn(this.attrs, operator, () => []);
    const at = list.findIndex((known) => attrsEqual(known, attrs));
    return at >= 0 ? at : list.push(attrs) - 1;
  }
}

interface Reading {
  /** The nodes of all functions, children first. */
  readonly order: readonly Expr[];
  readonly kinds: ReadonlyMap<Expr, number>;
}

function readModule(module: Module, numbers: Kinds): Reading {
  const order: Expr[] = [];
  for (const f of module.functions.values()) postOrder(f, (e) => void order.push(e));
  const inlined = calledOnce(module, order);
  const bound = new Map<Expr, Expr>();
  for (const [call, f] of inlined) for (const [i, param] of f.params.entries()) if (call.args[i]) bound.set(param, call.args[i]);
  const inner = (expr: Expr): readonly Expr[] => {
    if (expr.kind === "Var") return bound.has(expr) ? [present(bound.get(expr))] : [];
    const f = expr.kind === "Call" ? inlined.get(expr) : undefined;
    return expr.kind === "Call" && f ? [...expr.args, f.body] : childrenOf(expr);
  };
  const kinds = new Map<Expr, number>();
  const entered = new Set<Expr>();
  const called = new Set<Expr>([...inlined.values()]);
  const roots = [...module.functions.values()];
  const open: Expr[] = [...roots.filter((f) => called.has(f)), ...roots.filter((f) => !called.has(f)).reverse()];
  while (open.length > 0) {
    const expr = present(open.at(-1));
    if (entered.has(expr)) {
      open.pop();
      if (!kinds.has(expr)) kinds.set(expr, kindOf(expr, inner(expr), kinds, numbers, inlined));
      continue;
    }
    entered.add(expr);
    // Bodies are read after the arguments of their parameters.
    const below = inner(expr);
    for (let i = below.length - 1; i >= 0; i--) if (!entered.has(at(below, i))) open.push(at(below, i));
  }
  return { order, kinds };
}

/** Calls of functions that nothing else calls, in place or by name, each with its function. */
function calledOnce(module: Module, order: readonly Expr[]): ReadonlyMap<Call, Func> {
  const calls = new Map<Func, Call[]>();
  for (const expr of order) {
    if (expr.kind !== "Call") continue;
    const f = expr.op.kind === "Function" ? expr.op : expr.op.kind === "GlobalVar" ? module.functions.get(expr.op.name) : undefined;
    if (!f) continue;
    pushTo(calls, f, expr);
  }
  const once = new Map<Call, Func>();
  for (const [f, list] of calls) if (list.length === 1 && list[0]) once.set(list[0], f);
  return once;
}

function kindOf(
  expr: Expr,
  inner: readonly Expr[],
  kinds: ReadonlyMap<Expr, number>,
  numbers: Kinds,
  inlined: ReadonlyMap<Call, Func>,
): number {
  const below = () => inner.map((e) => kinds.get(e) ?? -1);
  const type = () => (expr.checkedType ? typeText(expr.checkedType) : "");
  switch (expr.kind) {
    case "Var":
      return inner[0] ? (kinds.get(inner[0]) ?? -1) : numbers.of(`var ${expr.name}`);
    case "Constant": {
      const value = expr.data && expr.data.shape.length === 0 ? String(elementOf(expr.data, 0)) : "";
      return numbers.of(`constant ${value} ${type()}`);
    }
    case "Op":
    case "GlobalVar":
      return numbers.of(`${expr.kind} ${expr.name}`);
    case "TupleGetItem":
      return numbers.of(`item ${expr.index} ${below()}`);
    case "Call": {
      const f = inlined.get(expr);
      if (f) return kinds.get(f.body) ?? -1;
      const name = calledOp(expr) ?? "";
      if (name === "annotation.compiler_begin" || name === "annotation.compiler_end") return kinds.get(expr.args[0] ?? expr) ?? -1;
      return numbers.of(`call ${numbers.ofAttrs(name, expr.attrs)} ${below()}`);
    }
    default:
      return numbers.of(`${expr.kind} ${below()}`);
  }
}
