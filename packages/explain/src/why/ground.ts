/**
 * The data that causes are found from: the module that targets were chosen on, how values flow in it, and where its
 * nodes are at the end. Made once for a run, and used by everything else.
 */
import { type Call, calledOp, type Expr, emptyModule, type Func, isDeclaration, type Module, patternVars, postOrder } from "@relayscope/ir";
import type { TargetDecision } from "@relayscope/passes";
import { defaultTarget, isAnnotation, isHostRegion, type StageRegion, stageRegions, unannotated } from "@relayscope/regions";
import type { History, StageView } from "../history.ts";

export interface Ground {
  readonly history: History;
  /** The stage of the nodes in answers: the one before targets were chosen. */
  readonly base: number;
  readonly last: number;
  /** The stages of MergeComposite, of the pass that chose targets and of MergeCompilerRegions, if they ran. */
  readonly compose: number | undefined;
  readonly annotate: number | undefined;
  readonly merge: number | undefined;
  /** Whether the base has regions although no targets were chosen in the run: the text came partitioned. */
  readonly isPartitioned: boolean;
  /** All nodes of the base, producers first. */
  readonly order: readonly Expr[];
  placeOf(expr: Expr): number;
  /**
   * The composite's call around a node. In a module that was partitioned before the run, the call of the region's
   * function. Otherwise the node itself.
   */
  unitOf(expr: Expr): Expr;
  /** The calls of operators inside a unit, in order: a composite's, or the call itself. */
  callsOf(unit: Expr): readonly Expr[];
  /**
   * The nodes that use a unit's value, and those that its value comes from: arguments, bound variables, branches,
   * results.
   */
  usersOf(unit: Expr): readonly Expr[];
  inputsOf(unit: Expr): readonly Expr[];
  /** The node that binds a variable: a let, a match or a function. */
  binderOf(variable: Expr): Expr | undefined;
  /** The innermost function around a node that is not a composite. */
  scopeOf(expr: Expr): Func | undefined;
  /** The module's function that holds a node. */
  functionOf(expr: Expr): { readonly name: string; readonly func: Func } | undefined;
  decisionOf(unit: Expr): TargetDecision | undefined;
  /** The region that a node is in at the last stage. */
  regionOf(expr: Expr): StageRegion | undefined;
  /** The node's region at another stage from the base on. */
  regionAt(stage: number, expr: Expr): StageRegion | undefined;
  /** How many nodes searches for paths between distant nodes may still visit, in total. */
  readonly effort: { left: number };
}

/** Whether a stage's pass ran to its end. */
export function didRun(view: StageView | undefined): boolean {
  return view?.status === "done" || view?.status === "unchanged";
}

/** The last stage of a pass that ran; undefined if none did. */
export function lastRun(history: Pick<History, "stages">, ...passes: readonly string[]): number | undefined {
  const at = history.stages.findLastIndex((view) => passes.includes(view.pass) && didRun(view));
  return at < 0 ? undefined : at;
}

/** The passes that choose targets. */
export const annotators = ["AnnotateTarget", "VitisAIAnnotationPass"];

/** The last stage of the partitioning that made regions. A later partitioning that takes no more nodes is ignored. */
function endOfRound({ stages }: History): number {
  const ran = stages.flatMap((view, at) => (annotators.includes(view.pass) && didRun(view) ? [at] : []));
  const took = ran.findLast((at) => stages[at]?.decisions.some((d) => d.kind === "target" && d.target !== defaultTarget));
  const next = ran.find((at) => took !== undefined && at > took);
  if (took === undefined || next === undefined) return stages.length;
  const end = stages.findIndex((view, at) => at > took && at < next && view.pass === "PartitionGraph" && didRun(view));
  return end < 0 ? stages.length : end;
}

/** Reads a run. Linear in the nodes of the base. */
export function groundOf(history: History): Ground {
  const last = history.stages.length - 1;
  const round = { stages: history.stages.slice(0, endOfRound(history) + 1) };
  const annotate = lastRun(round, ...annotators);
  const merge = lastRun(round, "MergeCompilerRegions");
  const base = Math.max(0, (annotate ?? Math.min(merge ?? last, lastRun(history, "PartitionGraph") ?? last)) - 1);
  const order = history.order(base);
  const isRegion = (region: StageRegion) => !isHostRegion(region);
  const isPartitioned = annotate === undefined && stageRegions(history.stages[base]?.module ?? emptyModule).regions.some(isRegion);
  const flow = flowOf(history, base, isPartitioned);
  let decisions: Map<Expr, TargetDecision> | undefined;
  const decisionOf = (unit: Expr): TargetDecision | undefined => {
    if (!decisions) {
      decisions = new Map();
      const taken = annotate === undefined ? [] : (history.stages[annotate]?.decisions ?? []);
      for (const d of taken) if (d.kind === "target" && !decisions.has(d.node)) decisions.set(d.node, d);
    }
    return decisions.get(unit);
  };
  const regions = new Map<Expr, StageRegion | undefined>();
  const regionAt = (stage: number, expr: Expr): StageRegion | undefined => {
    // A variable is only a name: its binding does not show where the value is computed.
    if (expr.kind === "Var") return undefined;
    const module = history.stages[stage]?.module;
    const found = module && stageRegions(module);
    if (!found) return undefined;
    const all = history.follow(base, stage, expr);
    const same = all.filter((e) => isSameWork(expr, e));
    for (const e of same) {
      const region = found.offloadedTo(e);
      if (region) return region;
    }
    // Some targets' passes rewrite the calls of a region. A rewritten call is in the region that holds its replacement.
    const target = same.length > 0 || expr.kind !== "Call" ? undefined : decisionOf(flow.unitOf(expr))?.target;
    if (target === undefined) return undefined;
    for (const e of all) {
      const region = calledOp(e) === undefined ? undefined : found.offloadedTo(e);
      if (region?.target === target) return region;
    }
    // A pass of a target's flow can replace a composite by its body. The composite is where its calls are.
    for (const call of compositeName(expr) === undefined ? [] : flow.callsOf(expr)) {
      const region = regionAt(stage, call);
      if (region?.target === target) return region;
    }
    return undefined;
  };
  return {
    history,
    base,
    last,
    isPartitioned,
    compose: lastRun(round, "MergeComposite"),
    annotate,
    merge,
    order,
    ...flow,
    decisionOf,
    regionOf(expr) {
      if (!regions.has(expr)) regions.set(expr, regionAt(last, expr));
      return regions.get(expr);
    },
    regionAt,
    effort: { left: Number.POSITIVE_INFINITY },
  };
}

/**
 * Whether a later node does the work of an earlier one: a call of the same operator or composite, or the same kind of
 * node.
 */
export function isSameWork(a: Expr, b: Expr): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind !== "Call" || b.kind !== "Call") return true;
  if (a.op.kind !== b.op.kind) return false;
  if (a.op.kind === "Function" && b.op.kind === "Function") return a.op.attrs.get("Composite") === b.op.attrs.get("Composite");
  return calledOp(a) === calledOp(b);
}

/** Whether a node belongs where its parts belong: a tuple, a tuple item, a reference. */
export function isItem({ kind }: Expr): boolean {
  return kind === "Tuple" || kind === "TupleGetItem" || kind === "RefRead" || kind === "RefCreate" || kind === "RefWrite";
}

/** The composite's name of a call; undefined for other nodes. */
export function compositeName(expr: Expr): string | undefined {
  const name = expr.kind === "Call" && expr.op.kind === "Function" ? expr.op.attrs.get("Composite") : undefined;
  return typeof name === "string" ? name : undefined;
}

const none: readonly Expr[] = [];

function flowOf(history: History, base: number, isPartitioned: boolean) {
  const order = history.order(base);
  const module = history.stages[base]?.module;
  const places = new Map<Expr, number>();
  for (const [place, expr] of order.entries()) places.set(expr, place);
  const unit = new Map<Expr, Expr>();
  const insides = new Map<Expr, readonly Expr[]>();
  const hold = (call: Call, held: Func) => {
    const calls: Expr[] = [];
    postOrder(held.body, (inner) => {
      if (inner.kind === "Op" || inner.kind === "Var" || inner.kind === "GlobalVar") return;
      if (!unit.has(inner)) unit.set(inner, call);
      if (calledOp(inner) !== undefined) calls.push(inner);
    });
    insides.set(call, calls);
  };
  // A region's function can contain composites. All their nodes map to the call of the region.
  for (const heldBy of [isPartitioned ? regionOfCall(module) : undefined, compositeOfCall]) {
    for (const expr of heldBy ? order : []) {
      if (expr.kind !== "Call" || unit.has(expr)) continue;
      const held = heldBy?.(expr);
      if (held) hold(expr, held);
    }
  }
  const users = new Map<Expr, Expr[]>();
  const inputs = new Map<Expr, Expr[]>();
  const binders = new Map<Expr, Expr>();
  const edge = (annotated: Expr, to: Expr) => {
    const from = unannotated(annotated);
    if (from.kind === "Op" || from.kind === "GlobalVar" || from.kind === "Constructor") return;
    const [out, into] = [users.get(from), inputs.get(to)];
    if (!out) users.set(from, [to]);
    else if (out.length > 16 || !out.includes(to)) out.push(to);
    if (into) into.push(from);
    else inputs.set(to, [from]);
  };
  for (const expr of order)
    if (!unit.has(expr) && !isAnnotation(expr)) flowInto(expr, edge, (variable, binder) => binders.set(variable, binder));
  const { functionOf, scopeOf } = scopesOf(module?.functions ?? new Map());
  return {
    placeOf: (expr: Expr) => places.get(expr) ?? -1,
    unitOf: (expr: Expr) => unit.get(expr) ?? expr,
    callsOf: (expr: Expr): readonly Expr[] => insides.get(expr) ?? [expr],
    usersOf: (expr: Expr): readonly Expr[] => users.get(expr) ?? none,
    inputsOf: (expr: Expr): readonly Expr[] => inputs.get(expr) ?? none,
    binderOf: (variable: Expr) => binders.get(variable),
    scopeOf,
    functionOf,
  };
}

/** The function of a composite that a call calls. */
function compositeOfCall(call: Call): Func | undefined {
  return compositeName(call) !== undefined && call.op.kind === "Function" ? call.op : undefined;
}

/** The region function of a call, if the text has it. */
function regionOfCall(module: Module | undefined): (call: Call) => Func | undefined {
  return ({ op }) => {
    const callee = op.kind === "GlobalVar" ? module?.functions.get(op.name) : op.kind === "Function" ? op : undefined;
    return callee?.attrs.has("Compiler") && !isDeclaration(callee) ? callee : undefined;
  };
}

/**
 * The edges along which values reach a node, and the variables that it binds. Annotations pass on the annotated value.
 */
function flowInto(expr: Expr, edge: (from: Expr, to: Expr) => void, binds: (variable: Expr, binder: Expr) => void): void {
  switch (expr.kind) {
    case "Call":
      if (compositeName(expr) === undefined) edge(expr.op, expr);
      for (const arg of expr.args) edge(arg, expr);
      return;
    case "Tuple":
      for (const field of expr.fields) edge(field, expr);
      return;
    case "TupleGetItem":
      edge(expr.tuple, expr);
      return;
    case "Function":
      for (const param of expr.params) binds(param, expr);
      if (!expr.attrs.has("Composite")) edge(expr.body, expr);
      return;
    case "Let":
      binds(expr.variable, expr);
      edge(expr.value, expr.variable);
      edge(expr.body, expr);
      return;
    case "If":
      for (const part of [expr.condition, expr.thenBranch, expr.elseBranch]) edge(part, expr);
      return;
    case "Match":
      for (const { pattern, body } of expr.clauses) {
        for (const variable of patternVars(pattern)) {
          binds(variable, expr);
          edge(expr.data, variable);
        }
        edge(body, expr);
      }
      edge(expr.data, expr);
      return;
    case "RefCreate":
      edge(expr.value, expr);
      return;
    case "RefRead":
      edge(expr.ref, expr);
      return;
    case "RefWrite":
      edge(expr.ref, expr);
      edge(expr.value, expr);
      return;
    default:
  }
}

/** By node: its function of the module, and its innermost function that is not a composite. Computed on first use. */
function scopesOf(functions: ReadonlyMap<string, Func>) {
  let holders: Map<Expr, { name: string; func: Func }> | undefined;
  let scopes: Map<Expr, Func> | undefined;
  const read = () => {
    if (holders && scopes) return { holders, scopes };
    holders = new Map();
    scopes = new Map();
    for (const [name, func] of functions) {
      const holder = { name, func };
      const pending: Func[] = [func];
      for (let at = pending.pop(); at; at = pending.pop()) {
        const scope = at;
        postOrder(
          scope,
          (expr) => {
            if (!holders?.has(expr)) holders?.set(expr, holder);
            if (expr !== scope && !scopes?.has(expr)) scopes?.set(expr, scope);
          },
          (expr) => {
            if (expr === scope || expr.kind !== "Function" || expr.attrs.has("Composite")) return true;
            pending.push(expr);
            return false;
          },
        );
      }
    }
    return { holders, scopes };
  };
  return {
    functionOf: (expr: Expr) => read().holders.get(expr),
    scopeOf: (expr: Expr) => read().scopes.get(expr),
  };
}
