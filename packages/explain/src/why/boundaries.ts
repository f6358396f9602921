/** Every boundary of the last stage, with its cause: the values that cross from or to a region, and the neighbors of one target that are not one. */
import type { Call, Expr, Func, Var } from "@relayscope/ir";
import { type Crossing, crossingsOf, isDeclaration, type StageRegion, tensorSizeOf, unannotated } from "@relayscope/regions";
import type { Cause } from "./cause.ts";
import { compositeName, type Ground, isSameWork } from "./ground.ts";
import type { NodeCauses } from "./nodeCause.ts";
import type { PairCauses } from "./pairCause.ts";

export interface Boundary {
  /** `crossing`: a value is handed over. `gap`: two regions of one target have only the host between them. */
  readonly kind: "crossing" | "gap";
  /** The two nodes that it keeps apart, as they are at the base. */
  readonly from: Expr;
  readonly to: Expr;
  /** The same at the last stage. */
  readonly made: Expr;
  readonly taken: Expr;
  /** Their regions at the last stage; undefined for the host. */
  readonly fromRegion: StageRegion | undefined;
  readonly toRegion: StageRegion | undefined;
  /** Bytes of the value that crosses, as far as its size is known. None for a gap. */
  readonly bytes: number;
  readonly cause: Cause;
}

/** All boundaries, in the order of what takes the values. What comes in as a parameter and what goes out as a result is none. */
export function boundariesOf(ground: Ground, nodes: NodeCauses, pairs: PairCauses): readonly Boundary[] {
  const { history, last } = ground;
  const module = history.stages[last]?.module;
  if (!module) return [];
  const finder = new BoundaryFinder(ground, nodes, pairs, module.functions);
  return finder.find(crossingsOf(module));
}

/** How many gaps one stretch of the host may have. */
const mostGaps = 16;
/** How many tuples and items are looked through for the node that they hand on. */
const mostJoined = 64;

class BoundaryFinder {
  private readonly found: Boundary[] = [];
  private readonly causes = new Map<StageRegion, Map<StageRegion, Cause>>();
  private readonly paramUsers = new Map<Func, ReadonlyMap<Expr, Expr>>();
  private readonly argumentPlaces = new Map<Call, Map<Expr, number>>();

  constructor(
    private readonly ground: Ground,
    private readonly nodes: NodeCauses,
    private readonly pairs: PairCauses,
    private readonly functions: ReadonlyMap<string, Func>,
  ) {}

  find(crossings: readonly Crossing[]): readonly Boundary[] {
    for (const crossing of crossings) this.addCrossing(crossing);
    this.addGaps();
    return this.found;
  }

  private addCrossing({ value, from: fromRegion, to: toRegion, user }: Crossing): void {
    const made = this.makerOf(value);
    const taken = this.takerOf(user, value);
    if (value.kind === "Var" || made.kind === "Constant" || taken.kind === "Function") return;
    const maker = made.kind === "Var" ? this.handedOn(value, made, fromRegion) : this.atBase(made);
    const from = maker && this.insideOf(maker, fromRegion, this.ground.inputsOf);
    const taker = taken.kind === "Var" ? from && this.joinerOf(from, toRegion) : this.atBase(taken);
    const to = taker && this.insideOf(taker, toRegion, this.ground.usersOf);
    if (!from || !to) return;
    const cause = this.causeOf(from, to, fromRegion, toRegion);
    const { bytes } = tensorSizeOf(value.checkedType);
    this.found.push({ kind: "crossing", from, to, made, taken, fromRegion, toRegion, bytes, cause });
  }

  /** An item or a tuple that only hands on what a region makes or takes, itself on the host: the node in the region that does. */
  private insideOf(node: Expr, region: StageRegion | undefined, next: (node: Expr) => readonly Expr[]): Expr {
    const { ground } = this;
    const seen = new Set<Expr>([node]);
    if (region) {
      for (const at of seen) {
        if (ground.regionOf(at) === region) return at;
        if (at.kind !== "TupleGetItem" && at.kind !== "Tuple") continue;
        for (const beyond of next(at)) seen.add(beyond);
        if (seen.size > mostJoined) break;
      }
    }
    return node;
  }

  private causeOf(from: Expr, to: Expr, a: StageRegion | undefined, b: StageRegion | undefined): Cause {
    if (!a || !b) return this.nodes.causeOf(a ? to : from, (a ?? b)?.target);
    let known = this.causes.get(a);
    if (!known) {
      known = new Map();
      this.causes.set(a, known);
    }
    const isThere = this.ground.regionOf(from) === a && this.ground.regionOf(to) === b;
    const cause = known.get(b) ?? (isThere ? this.pairs.causeOf(from, to) : this.pairs.neighborsCause(from, to, a.target, b.target));
    known.set(b, cause);
    return cause;
  }

  /** The regions on either side of each stretch of the host, where they are of one target. */
  private addGaps(): void {
    const { found } = this;
    const crossings = found.length;
    const stretchOf = this.stretches();
    const before = new Map<Expr, Boundary[]>();
    for (let i = 0; i < crossings; i++) {
      const boundary = found[i] as Boundary;
      if (boundary.toRegion) continue;
      const stretch = stretchOf(boundary.to);
      const list = before.get(stretch);
      if (list) list.push(boundary);
      else before.set(stretch, [boundary]);
    }
    const seen = new Map<StageRegion, Set<StageRegion>>();
    const count = new Map<Expr, number>();
    for (let i = 0; i < crossings; i++) {
      const out = found[i] as Boundary;
      if (out.fromRegion) continue;
      const stretch = stretchOf(out.from);
      for (const into of before.get(stretch) ?? []) {
        const [a, b] = [into.fromRegion, out.toRegion];
        // One tuple that PartitionGraph made several regions of is no gap between them.
        if (!a || !b || a === b || into.from === out.to || a.target !== b.target || seen.get(a)?.has(b) || this.causes.get(a)?.has(b))
          continue;
        const gaps = count.get(stretch) ?? 0;
        if (gaps >= mostGaps) break;
        count.set(stretch, gaps + 1);
        seen.set(a, (seen.get(a) ?? new Set()).add(b));
        const cause = this.causeOf(into.from, out.to, a, b);
        if (cause.code === "siblings") continue;
        found.push({
          kind: "gap",
          from: into.from,
          to: out.to,
          made: into.made,
          taken: out.taken,
          fromRegion: a,
          toRegion: b,
          bytes: 0,
          cause,
        });
      }
    }
  }

  /** Host nodes that values flow between, told by one of them. */
  private stretches(): (node: Expr) => Expr {
    const { ground } = this;
    const parents = new Map<Expr, Expr>();
    const root = (node: Expr): Expr => {
      let at = node;
      for (let next = parents.get(at); next; next = parents.get(at)) at = next;
      for (let walk = node; walk !== at; ) {
        const next = parents.get(walk) as Expr;
        parents.set(walk, at);
        walk = next;
      }
      return at;
    };
    const isHost = (node: Expr) => node.kind !== "Var" && node.kind !== "Constant" && node.kind !== "Function" && !ground.regionOf(node);
    for (const node of ground.order) {
      if (!isHost(node) || ground.unitOf(node) !== node) continue;
      for (const input of ground.inputsOf(node)) {
        if (!isHost(input)) continue;
        const [a, b] = [root(input), root(node)];
        if (a !== b) parents.set(a, b);
      }
    }
    return root;
  }

  /** What computes a value: inside the function that is called, where it is an external one. */
  private makerOf(value: Expr): Expr {
    const call = value.kind === "TupleGetItem" ? unannotated(value.tuple) : value;
    const f = this.calledFunction(call);
    if (!f) return value.kind === "TupleGetItem" && call.kind === "Call" ? call : value;
    const { body } = f;
    return value.kind === "TupleGetItem" && body.kind === "Tuple" ? (body.fields[value.index] ?? body) : body;
  }

  /** What takes a value: inside the function that is called, where it is an external one. */
  private takerOf(user: Expr, value: Expr): Expr {
    const f = this.calledFunction(user);
    if (!f || user.kind !== "Call") return user;
    const param = f.params[this.placeAmongArguments(user, value)];
    return (param && this.usersOfParams(f).get(param)) ?? f.body;
  }

  /** Where a call takes a value first; its first argument where it takes it in another form. */
  private placeAmongArguments(call: Call, value: Expr): number {
    let places = this.argumentPlaces.get(call);
    if (!places) {
      places = new Map();
      for (const [at, arg] of call.args.entries()) {
        const given = unannotated(arg);
        if (!places.has(given)) places.set(given, at);
      }
      this.argumentPlaces.set(call, places);
    }
    return places.get(value) ?? 0;
  }

  /** A region that hands on what it gets: a tuple of one, which PartitionGraph flattened away. */
  private joinerOf(from: Expr, region: StageRegion | undefined): Expr | undefined {
    const { ground } = this;
    const joiners = ground.usersOf(from).filter((user) => user.kind === "Tuple" || user.kind === "TupleGetItem");
    return joiners.find((user) => region && !ground.regionOf(user) && ground.decisionOf(user)?.target === region.target) ?? joiners[0];
  }

  /** Of the result of such a region: what it was before, behind what the region got. */
  private handedOn(value: Expr, param: Var, region: StageRegion | undefined): Expr | undefined {
    const call = value.kind === "TupleGetItem" ? value.tuple : value;
    const arg = call.kind === "Call" ? call.args[this.calledFunction(call)?.params.indexOf(param) ?? -1] : undefined;
    const before = arg && this.makerOf(unannotated(arg));
    const from = before && (before.kind === "Var" ? this.variableAtBase(before) : this.atBase(before));
    const joiner = from && this.joinerOf(from, region);
    return joiner ?? (from?.kind === "Var" ? undefined : from);
  }

  private variableAtBase(variable: Var): Expr | undefined {
    const { history, last, base } = this.ground;
    return history.follow(last, base, variable).find((e) => e.kind === "Var");
  }

  private usersOfParams(f: Func): ReadonlyMap<Expr, Expr> {
    let users = this.paramUsers.get(f);
    if (!users) {
      const made = new Map<Expr, Expr>();
      const params = new Set<Expr>(f.params);
      const stack: Expr[] = [f.body];
      const seen = new Set<Expr>();
      for (let at = stack.pop(); at; at = stack.pop()) {
        if (seen.has(at)) continue;
        seen.add(at);
        const inputs = at.kind === "Call" ? at.args : at.kind === "Tuple" ? at.fields : at.kind === "TupleGetItem" ? [at.tuple] : [];
        for (const input of inputs) {
          if (params.has(input)) made.set(input, at);
          else stack.push(input);
        }
      }
      users = made;
      this.paramUsers.set(f, users);
    }
    return users;
  }

  /** The external function that is called; undefined where the text does not have it, so that the call stands for its inside. */
  private calledFunction(call: Expr): Func | undefined {
    if (call.kind !== "Call") return undefined;
    if (call.op.kind === "GlobalVar") {
      const f = this.functions.get(call.op.name);
      return f?.attrs.has("Compiler") && !isDeclaration(f) ? f : undefined;
    }
    return call.op.kind === "Function" && call.op.attrs.has("Compiler") ? call.op : undefined;
  }

  /** What a node of the last stage was where targets were chosen. */
  private atBase(node: Expr): Expr | undefined {
    const { ground } = this;
    const all = ground.history.follow(ground.last, ground.base, node);
    const same =
      all.find((e) => isSameWork(e, node) && (compositeName(e) !== undefined || ground.unitOf(e) === e)) ??
      all.find((e) => isSameWork(e, node));
    const found = same ?? all.find((e) => e.kind === "Call" || e.kind === "Tuple" || e.kind === "TupleGetItem" || e.kind === "If");
    return found && ground.unitOf(found);
  }
}
