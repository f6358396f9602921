/**
 * Whether a target could get two nodes into one region if it supported more operators, as far as that can be proved
 * without a run. A region grows along values from call to call, and never around a node outside of it. What the target
 * can never support has a reason.
 */
import { calledOp, childrenOf, type Expr, isSkippedByPasses } from "@relayscope/ir";
import { unannotated } from "@relayscope/regions";
import { called, calledAll, holding, kindOf, nameOf } from "../names.ts";
import type { CauseCode } from "./causes.ts";
import { compositeName, type Ground, isItem } from "./ground.ts";
import { externalCall } from "./node/externalAlready.ts";
import { idlePass } from "./pass/idlePass.ts";
import { partsSentence, scopeSentence } from "./scopeWords.ts";

/**
 * An operator that a target could support in addition: by a rule if it has none, or by a pattern if its rule refuses.
 */
export interface Addition {
  readonly kind: "add-rule" | "override-rule";
  readonly operator: string;
  readonly arity: number;
}

/** A node that the target can never support, and the reason as a sentence. */
export interface NeverTaken {
  readonly node: Expr;
  readonly why: string;
}

/** A proof that no set of operators brings two nodes into one region. */
export interface NoSetProof {
  readonly code: CauseCode;
  readonly sentence: string;
  /** A path between the two nodes, including both; empty if a pass is missing, or if nothing connects them. */
  readonly path: readonly Expr[];
  /** The nodes on that path that the target can never support. */
  readonly never: readonly NeverTaken[];
}

/** The possible effect of sets of operators on two nodes. */
export type SetChances =
  | { readonly kind: "none"; readonly proof: NoSetProof }
  /** Every sufficient set contains these: all paths of values from one to the other use them. */
  | { readonly kind: "open"; readonly required: readonly Addition[] };

/**
 * A node visited by a depth-first search: its predecessor, its time, and the earliest time that it or a later node
 * reaches.
 */
interface Visit {
  readonly node: Expr;
  readonly before: Visit | undefined;
  readonly next: readonly Expr[];
  at: number;
  readonly place: number;
  low: number;
}

type State =
  /** The target supports it already. */
  | { readonly kind: "own" }
  | { readonly kind: "addition"; readonly addition: Addition }
  /**
   * It belongs where its parts belong, all of which the target could support; or it is a composite that a pattern of
   * the target might split.
   */
  | { readonly kind: "open" }
  | { readonly kind: "never"; readonly code: CauseCode; readonly why: string };

const own: State = { kind: "own" };
const open: State = { kind: "open" };

/** The operators that one target could additionally support in a run. Analyzes the base once. */
export class TargetAdditions {
  private readonly states = new Map<Expr, State>();
  private readonly withNonCalls: boolean;
  /** The targets asked, in order. */
  private readonly order: readonly string[];

  /**
   * `canOverride`: whether the run matches the target's patterns, so that a further pattern can take calls that a rule
   * refuses.
   */
  constructor(
    private readonly ground: Ground,
    private readonly target: string,
    private readonly canOverride: boolean,
  ) {
    const view = ground.annotate === undefined ? undefined : ground.history.stages[ground.annotate];
    this.withNonCalls = view?.options.include_non_call_ops !== false;
    this.order = (view?.targets ?? []).map((t) => t.name);
    for (const node of ground.order) if (ground.unitOf(node) === node) this.states.set(node, this.stateOf(node));
  }

  /**
   * The operator that the target would have to support for a node of the base; undefined if that is impossible, or if
   * the target already has the node.
   */
  additionOf(node: Expr): Addition | undefined {
    const state = this.states.get(node);
    return state?.kind === "addition" ? state.addition : undefined;
  }

  /** All possible additions in the function around a node, in the order of the operators' first calls. */
  around(end: Expr): readonly Addition[] {
    const holder = this.ground.functionOf(end)?.func;
    const found = new Map<string, Addition>();
    const add = (addition: Addition) => {
      const key = keyOfAddition(addition);
      if (!found.has(key)) found.set(key, addition);
    };
    for (const [node, state] of this.states) {
      if (this.ground.functionOf(node)?.func !== holder) continue;
      if (state.kind === "addition") add(state.addition);
      else if (state.kind === "open" && compositeName(node) !== undefined)
        for (const call of this.ground.callsOf(node)) add({ kind: "override-rule", operator: nameOf(call), arity: arityOf(call) });
    }
    return [...found.values()];
  }

  /** The possible effect of sets on two nodes of the base that are not in one region. Linear in the base. */
  chancesOf(a: Expr, b: Expr): SetChances {
    const { ground, target } = this;
    const ends = [ground.unitOf(a), ground.unitOf(b)] as const;
    const none = (proof: NoSetProof): SetChances => ({ kind: "none", proof });
    // A pass that failed may not fail on what else is given.
    const hasFailed = ground.history.stages.some((view) => view.status === "failed");
    if (ground.merge === undefined && !hasFailed) {
      const view = ground.history.stages.find((v) => v.pass === "MergeCompilerRegions");
      const sentence = `\`MergeCompilerRegions\` ${idlePass(view)}: each call that \`${target}\` takes stays a region of its own.`;
      return none({ code: "no-merge-pass", sentence, path: [], never: [] });
    }
    for (const end of ends) {
      const state = isSource(end) ? source(end) : this.states.get(end);
      if (state?.kind !== "never") continue;
      const sentence = `${beginning(called(end))} itself can never go to \`${target}\`. ${state.why}`;
      return none({ code: state.code, sentence, path: [], never: [{ node: end, why: state.why }] });
    }
    const proof = this.roundProof(ends);
    if (proof) return none(proof);
    const members = this.separators(...ends);
    if (!members) return none(this.apartProof(...ends));
    const round = this.roundProof(members);
    return round ? none(round) : { kind: "open", required: this.additionsFor(this.hull(members)) };
  }

  /**
   * The operators that the target must support in addition for some nodes. A node that follows its parts needs the
   * operators of all parts.
   */
  private additionsFor(nodes: Iterable<Expr>): readonly Addition[] {
    const required = new Map<string, Addition>();
    const needed = new Set<Expr>(nodes);
    for (const node of needed) {
      const state = this.states.get(node);
      if (state?.kind === "addition") required.set(keyOfAddition(state.addition), state.addition);
      else if (state?.kind === "open" && node.kind !== "Call")
        for (const part of partsOf(node)) needed.add(this.ground.unitOf(unannotated(part)));
    }
    return [...required.values()];
  }

  /**
   * Whether two nodes are connected within what the target supports with a set of additions. Otherwise no region holds
   * both.
   */
  areConnected(a: Expr, b: Expr, given?: ReadonlySet<string>): boolean {
    const isOpen = (node: Expr) => {
      const state = this.states.get(node);
      if (!state || state.kind === "never") return false;
      return given === undefined || state.kind !== "addition" || given.has(keyOfAddition(state.addition));
    };
    const [from, to] = [this.ground.unitOf(a), this.ground.unitOf(b)];
    const seen = new Set<Expr>([from]);
    for (const node of seen) {
      if (node === to) return true;
      for (const next of [...this.partsOf(node), ...this.takersOf(node)]) if (!seen.has(next) && isOpen(next)) seen.add(next);
    }
    return false;
  }

  /**
   * The nodes that every region with two nodes contains, from one to the other, including both: the cut points of all
   * paths between them. Undefined if no path uses only what the target may support. Linear in the base.
   */
  private separators(from: Expr, to: Expr): readonly Expr[] | undefined {
    const visits = new Map<Expr, Visit>();
    const visit = (node: Expr, before: Visit | undefined): Visit => {
      const next = [...this.partsOf(node), ...this.takersOf(node)].filter((other) => this.states.get(other)?.kind !== "never");
      const made = { node, before, next, at: 0, place: visits.size, low: visits.size };
      visits.set(node, made);
      return made;
    };
    const way: Visit[] = [visit(from, undefined)];
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const next = top.next[top.at++];
      if (next === undefined) {
        way.pop();
        if (top.before) top.before.low = Math.min(top.before.low, top.low);
        continue;
      }
      const known = visits.get(next);
      if (known) top.low = Math.min(top.low, known.place);
      else way.push(visit(next, top));
    }
    const end = visits.get(to);
    if (!end) return undefined;
    const found = [to];
    for (let at = end; at.before; at = at.before) if (at.before.node === from || at.low >= at.before.place) found.push(at.before.node);
    return found.reverse();
  }

  /**
   * All nodes on paths of values between the given nodes, including these, in order. A region with the given nodes
   * contains all of them.
   */
  private hull(members: readonly Expr[]): readonly Expr[] {
    const { ground } = this;
    const places = members.map((node) => ground.placeOf(node));
    const [first, last] = [places.reduce((a, b) => Math.min(a, b)), places.reduce((a, b) => Math.max(a, b))];
    const above = new Set<Expr>(members);
    for (const node of above) for (const part of this.partsOf(node)) if (ground.placeOf(part) >= first) above.add(part);
    const reached = new Set<Expr>(members);
    for (const node of reached)
      for (const user of this.takersOf(node)) if (ground.placeOf(user) <= last && above.has(user)) reached.add(user);
    return [...reached].sort((a, b) => ground.placeOf(a) - ground.placeOf(b));
  }

  /** A path between nodes that one region would have to contain, which leaves the target for good and returns. */
  private roundProof(members: readonly Expr[]): NoSetProof | undefined {
    const hull = this.hull(members);
    const first = hull.find((node) => this.states.get(node)?.kind === "never");
    if (!first) return undefined;
    const [inside, ends] = [new Set(hull), new Set(members)];
    const up = nearest(first, ends, (node) => this.partsOf(node).filter((part) => inside.has(part)));
    const down = nearest(first, ends, (node) => this.takersOf(node).filter((user) => inside.has(user)));
    const path = [...up.toReversed(), ...down.slice(1)];
    const [from = first, to = first] = [path[0], path.at(-1)];
    const state = this.states.get(first);
    const why = state?.kind === "never" ? state.why : "";
    const others = [from, to].filter((node) => node !== members[0] && node !== members.at(-1));
    const held = others.length > 0 ? `A region of both also holds ${calledAll(others)}, on every path between the two. ` : "";
    const sentence = `${held}Data flows from ${called(from)} to ${called(to)} through ${called(first)}, which can never go to \`${this.target}\`, so ${held === "" ? "one region of both" : "this region"} would form a cycle. ${why}`;
    return { code: "cycle", sentence, path, never: this.neverAmong(path) };
  }

  /** That everything that may be the target's falls into pieces between the two. */
  private apartProof(a: Expr, b: Expr): NoSetProof {
    const { ground, target } = this;
    const [f, g] = [ground.functionOf(a), ground.functionOf(b)];
    if (f && g && f.func !== g.func) {
      const sentence = `\`${nameOf(a)}\` is in \`@${f.name}\`, \`${nameOf(b)}\` in \`@${g.name}\`, and no region crosses a function call, whatever \`${target}\` takes.`;
      return { code: "scope", sentence, path: [], never: [] };
    }
    const isPassable = (node: Expr) => node.kind !== "Constant" && (node.kind !== "Var" || ground.binderOf(node)?.kind !== "Function");
    const users = (node: Expr) => ground.usersOf(node).filter(isPassable);
    const both = (node: Expr) => [...ground.usersOf(node), ...ground.inputsOf(node)].filter(isPassable);
    const cost = (node: Expr) => (node === a || node === b || this.states.get(node)?.kind !== "never" ? 0 : 1);
    const down = cheapestWay(a, b, users, cost);
    const up = down.length > 0 ? down : cheapestWay(b, a, users, cost);
    const path = up.length > 0 ? up : cheapestWay(a, b, both, cost);
    const never = this.neverAmong(path);
    const [first] = never;
    if (!first) {
      const sentence = `No data flows between them, and \`${target}\` can take nothing that reads both or feeds both.`;
      return { code: "siblings", sentence, path: [], never: [] };
    }
    const state = this.states.get(first.node);
    const sentence = `A region grows from call to call along data, and every path between the two goes through a node that can never go to \`${target}\`: here ${called(first.node)}. ${first.why}`;
    return { code: state?.kind === "never" ? state.code : "scope", sentence, path, never };
  }

  /** The nodes among some that the target can never have. */
  neverAmong(nodes: readonly Expr[]): readonly NeverTaken[] {
    return nodes.flatMap((node) => {
      const state = this.states.get(node);
      return state?.kind === "never" ? [{ node, why: state.why }] : [];
    });
  }

  /** The parts of a node that carry annotations, so that a region may grow along them. */
  private partsOf(node: Expr): readonly Expr[] {
    if (!this.isAnnotated(node)) return [];
    return partsOf(node)
      .map((part) => this.ground.unitOf(unannotated(part)))
      .filter((part) => this.isAnnotated(part));
  }

  private takersOf(node: Expr): readonly Expr[] {
    if (!this.isAnnotated(node)) return [];
    return this.ground.usersOf(node).filter((user) => this.isAnnotated(user) && !(user.kind === "Call" && user.op === node));
  }

  /** Whether a node gets annotations: regions then begin and end there, and pass on their restrictions. */
  private isAnnotated(node: Expr): boolean {
    if (this.ground.decisionOf(node) === undefined) return false;
    if (node.kind === "Call") return node.args.length > 0;
    return this.withNonCalls && isItem(node);
  }

  private stateOf(node: Expr): State {
    const { ground, target } = this;
    const never = (code: CauseCode, why: string): State => ({ kind: "never", code, why });
    switch (node.kind) {
      case "Call":
        return this.stateOfCall(node);
      case "Tuple":
      case "TupleGetItem":
      case "RefCreate":
      case "RefRead":
      case "RefWrite":
        break;
      case "If":
      case "Let":
      case "Match":
      case "Function":
        return never("scope", scopeSentence(node));
      default:
        return this.stateOfValue(node);
    }
    if (!this.withNonCalls) return never("not-a-call", partsSentence(ground, node));
    if (ground.decisionOf(node)?.target === target) return own;
    const parts = partsOf(node).map((part) => ground.unitOf(unannotated(part)));
    const values = parts.filter((part) => part.kind === "Var" || part.kind === "Constant");
    if (values.length > 0)
      return never(
        "not-a-call",
        `${holding(node, values)}, and variables and constants count as the host, so the ${kindOf(node)} does, too.${node.kind === "Tuple" && ground.compose !== undefined ? " Only a pattern can hold it." : ""}`,
      );
    const left = parts.find((part) => this.states.get(part)?.kind === "never");
    const state = left && this.states.get(left);
    if (left && state?.kind === "never")
      return never(
        state.code === "scope" ? "scope" : "not-a-call",
        `The ${kindOf(node)} goes to \`${target}\` only if all its parts do, and ${called(left)} never can.`,
      );
    return parts.length > 0 ? open : never("not-a-call", `An empty ${kindOf(node)} is in no region.`);
  }

  private stateOfValue(node: Expr): State {
    if (node.kind !== "Var")
      return { kind: "never", code: "not-a-call", why: `${beginning(called(node))} is not a call, and is in no region of its own.` };
    const binder = this.ground.binderOf(node);
    if (binder && binder.kind !== "Function") return { kind: "never", code: "scope", why: scopeSentence(binder) };
    return { kind: "never", code: "not-a-call", why: `\`${nameOf(node)}\` is a parameter, and parameters are in no region.` };
  }

  private stateOfCall(node: Expr & { kind: "Call" }): State {
    const { ground, target, order } = this;
    const never = (code: CauseCode, why: string): State => ({ kind: "never", code, why });
    const operator = calledOp(node);
    const composite = compositeName(node);
    const decision = ground.decisionOf(node);
    if (operator === undefined && composite === undefined) {
      if (node.op.kind === "Constructor") return never("not-a-call", `The constructor ${called(node)} is never taken by a target.`);
      const outside = externalCall(ground, node);
      return outside ? never(outside.code, outside.sentence) : never("scope", scopeSentence(node));
    }
    if (!decision) {
      const holder = ground.functionOf(node);
      if (holder && isSkippedByPasses(holder.func)) return never("skip-optimization", `The passes leave \`@${holder.name}\` alone.`);
      return never("annotated-input", "The input already annotates it, and `AnnotateTarget` keeps that.");
    }
    if (decision.target === target) return own;
    if (composite !== undefined) {
      if (this.couldTakeApart(node)) return open;
      return decision.target === "default"
        ? never("composite-unlisted", `It is the composite \`${composite}\`, which goes as a whole, and its target is not listed.`)
        : never("other-target", `It is the composite \`${composite}\`, which goes to \`${decision.target}\`.`);
    }
    const name = operator ?? "";
    const answer = decision.answers?.find((a) => a.target === target)?.answer ?? "none";
    if (answer !== "none") {
      if (this.canOverride) return { kind: "addition", addition: { kind: "override-rule", operator: name, arity: node.args.length } };
      return never("rule-refused", `The rule of \`${target}\` for \`${name}\` refuses it, and no pass matches patterns of \`${target}\`.`);
    }
    if (decision.target !== "default" && order.indexOf(decision.target) < order.indexOf(target))
      return never("other-target", `\`${decision.target}\` is listed before \`${target}\` and takes \`${name}\`.`);
    return { kind: "addition", addition: { kind: "add-rule", operator: name, arity: 0 } };
  }

  /**
   * Whether an added pattern for an operator that the target's rule refuses could take a part of another target's
   * composite first.
   */
  private couldTakeApart(composite: Expr): boolean {
    const { ground, target } = this;
    const view = ground.annotate === undefined ? undefined : ground.history.stages[ground.annotate]?.targets.find((t) => t.name === target);
    return this.canOverride && this.order.length > 1 && ground.callsOf(composite).some((call) => view?.rules[nameOf(call)] !== undefined);
  }
}

/** A call without arguments: an input of regions, whichever target supports it. */
function isSource(node: Expr): boolean {
  return node.kind === "Call" && node.args.length === 0;
}

function source(node: Expr): State {
  return {
    kind: "never",
    code: "not-a-call",
    why: `${beginning(called(node))} has no arguments: such a call can be an input of a region, but is never in it.`,
  };
}

/** A key that identifies an addition. */
export function keyOfAddition({ kind, operator, arity }: Addition): string {
  return `${kind} ${operator} ${arity}`;
}

function arityOf(node: Expr): number {
  return node.kind === "Call" ? node.args.length : 0;
}

function partsOf(node: Expr): readonly Expr[] {
  return node.kind === "Call" ? node.args : childrenOf(node);
}

/** The shortest path to the nearest of some nodes, including both ends; empty if there is none. */
function nearest(from: Expr, ends: ReadonlySet<Expr>, next: (node: Expr) => readonly Expr[]): readonly Expr[] {
  const before = new Map<Expr, Expr | undefined>([[from, undefined]]);
  for (const node of before.keys()) {
    if (ends.has(node)) return wayBack(before, node);
    for (const other of next(node)) if (!before.has(other)) before.set(other, node);
  }
  return [];
}

/** A short one of the cheapest paths, including both ends; empty if there is none. A node costs 0 or 1. */
function cheapestWay(from: Expr, to: Expr, next: (node: Expr) => readonly Expr[], cost: (node: Expr) => number): readonly Expr[] {
  const before = new Map<Expr, Expr | undefined>();
  let level: (readonly [Expr, Expr | undefined])[] = [[from, undefined]];
  while (level.length > 0) {
    const dearer: (readonly [Expr, Expr | undefined])[] = [];
    for (const [node, maker] of level) {
      if (before.has(node)) continue;
      before.set(node, maker);
      if (node === to) return wayBack(before, to);
      for (const other of next(node)) if (!before.has(other)) (cost(other) > 0 ? dearer : level).push([other, node]);
    }
    level = dearer;
  }
  return [];
}

function wayBack(before: ReadonlyMap<Expr, Expr | undefined>, to: Expr): readonly Expr[] {
  const path: Expr[] = [];
  for (let at: Expr | undefined = to; at; at = before.get(at)) path.push(at);
  return path.reverse();
}

function beginning(text: string): string {
  return text.startsWith("`") ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
