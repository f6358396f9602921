/**
 * Every boundary of the last stage, with its cause. A boundary is where two regions meet, with only the host or nothing
 * between them, or where one region meets the host with no region of its target beyond. Each value that crosses belongs
 * to one boundary.
 */
import { type Call, type Expr, emptyModule, type Func, inputsOf, isDeclaration, keptIn, type Var } from "@relayscope/ir";
import { type Crossing, crossingsOf, type StageRegion, tensorSizeOf, unannotated } from "@relayscope/regions";
import type { Cause } from "../cause.ts";
import { compositeName, type Ground, isSameWork } from "../ground.ts";
import type { PairCauses } from "../pairCause.ts";
import { Neighbors } from "./neighbors.ts";

/** A value that crosses at a boundary. */
export interface BoundaryCrossing {
  /** The nodes on its two sides, as nodes of the base. */
  readonly from: Expr;
  readonly to: Expr;
  /** The same two as nodes of the last stage. */
  readonly made: Expr;
  readonly taken: Expr;
  /** The regions on its two sides; undefined for the host. */
  readonly fromRegion: StageRegion | undefined;
  readonly toRegion: StageRegion | undefined;
  /** The known part of its size. */
  readonly bytes: number;
  /** How many of its tensors have no known size. */
  readonly unsized: number;
}

/** Its sides are those that it separates, and its size is that of all that cross there. */
export interface Boundary extends BoundaryCrossing {
  /** `between` two regions; or a region `begin`s after values of the host, or `end`s before the host continues. */
  readonly kind: "between" | "begin" | "end";
  /** The values that cross there, in order. */
  readonly crossings: readonly BoundaryCrossing[];
  readonly cause: Cause;
}

/** How many tuples and items are looked through for the node that they hand on. */
const mostJoined = 64;

/** A boundary in the making. */
interface Sides extends Omit<Boundary, "crossings" | "bytes" | "unsized" | "cause"> {
  readonly crossings: BoundaryCrossing[];
}

/** Finds the boundaries of a run; results are cached. */
export class Boundaries {
  /** By the two sides, each a region or the host's node. */
  private readonly found = new Map<StageRegion | Expr, Map<StageRegion | Expr, Sides>>();
  private readonly inOrder: Sides[] = [];
  private readonly made = new Map<Sides, Boundary>();
  private readonly functions: ReadonlyMap<string, Func>;
  private readonly neighbors: Neighbors;
  private readonly paramUsers = new Map<Func, ReadonlyMap<Expr, Expr>>();
  private readonly argumentPlaces = new Map<Call, Map<Expr, number>>();

  constructor(
    private readonly ground: Ground,
    private readonly pairs: PairCauses,
  ) {
    this.neighbors = new Neighbors(ground);
    const { history, last } = ground;
    const module = history.stages[last]?.module ?? emptyModule;
    this.functions = module.functions;
    for (const crossing of crossingsOf(module)) this.addCrossing(crossing);
  }

  /** All boundaries, in the order of the consumers. Parameters coming in and results going out are not boundaries. */
  all(): readonly Boundary[] {
    return this.inOrder.map((sides) => this.boundaryOf(sides));
  }

  /**
   * The boundary between two regions; undefined if no value goes from one to the other, or to the host between them.
   */
  between(a: StageRegion, b: StageRegion): Boundary | undefined {
    const sides = this.found.get(a)?.get(b) ?? this.found.get(b)?.get(a);
    return sides && this.boundaryOf(sides);
  }

  /**
   * The boundary between two nodes of the last stage, or the boundary that a value crosses on the way from one to the
   * other.
   */
  ofLast(from: ReadonlySet<Expr>, to: ReadonlySet<Expr>): Boundary | undefined {
    const isMeant = ({ made, taken }: Pick<BoundaryCrossing, "made" | "taken">) => from.has(made) && to.has(taken);
    const sides = this.inOrder.find(isMeant) ?? this.inOrder.find(({ crossings }) => crossings.some(isMeant));
    return sides && this.boundaryOf(sides);
  }

  /**
   * The boundary where one node of the base passes its value to another; undefined if both are in one region, or in
   * none.
   */
  at(from: Expr, to: Expr): Boundary | undefined {
    const { ground } = this;
    const [fromRegion, toRegion] = [ground.regionOf(from), ground.regionOf(to)];
    if (fromRegion === toRegion) return undefined;
    const { bytes, unsized } = tensorSizeOf(from.checkedType);
    const crossing = { from, to, made: this.atLast(from), taken: this.atLast(to), fromRegion, toRegion, bytes, unsized };
    const sides = this.sidesOf(crossing);
    const known = this.found.get(sides.fromRegion ?? sides.from)?.get(sides.toRegion ?? sides.to);
    return this.boundaryOf(known ?? { ...sides, crossings: [crossing] });
  }

  /** Two nodes of the base that no value crosses between, as the sides of a boundary. */
  apart(from: Expr, to: Expr): Omit<Boundary, "cause"> {
    const { ground } = this;
    const [start, end] = ground.placeOf(from) <= ground.placeOf(to) ? [from, to] : [to, from];
    const [fromRegion, toRegion] = [ground.regionOf(start), ground.regionOf(end)];
    const kind = fromRegion && toRegion ? "between" : fromRegion ? "end" : "begin";
    const [made, taken] = [this.atLast(start), this.atLast(end)];
    return { kind, from: start, to: end, made, taken, fromRegion, toRegion, crossings: [], bytes: 0, unsized: 0 };
  }

  private boundaryOf(sides: Sides): Boundary {
    let made = this.made.get(sides);
    if (!made) {
      const bytes = sides.crossings.reduce((sum, crossing) => sum + crossing.bytes, 0);
      const unsized = sides.crossings.reduce((sum, crossing) => sum + crossing.unsized, 0);
      made = { ...sides, bytes, unsized, cause: this.causeOf(sides) };
      this.made.set(sides, made);
    }
    return made;
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
    const { bytes, unsized } = tensorSizeOf(value.checkedType);
    const crossed = { from, to, made, taken, fromRegion, toRegion, bytes, unsized };
    this.add(this.sidesOf(crossed), crossed);
  }

  /**
   * The two sides of the boundary that a value crosses. If the host makes or uses the value: the region and the next
   * one beyond the host.
   */
  private sidesOf(crossing: BoundaryCrossing): Omit<Sides, "crossings"> {
    const { ground } = this;
    const { from, to, fromRegion, toRegion } = crossing;
    const next = fromRegion && !toRegion ? this.neighbors.after(to, fromRegion.target) : undefined;
    const before = toRegion && !fromRegion ? this.neighbors.before(from, toRegion.target) : undefined;
    if (next && next.region !== fromRegion) {
      return { ...crossing, kind: "between", to: next.node, taken: this.atLast(next.node), toRegion: next.region };
    }
    if (before && before.region !== toRegion) {
      return { ...crossing, kind: "between", from: before.node, made: this.atLast(before.node), fromRegion: before.region };
    }
    const kind = fromRegion && toRegion ? "between" : fromRegion ? "end" : "begin";
    return { ...crossing, kind, from: ground.unitOf(from), to: ground.unitOf(to) };
  }

  private add({ kind, from, to, made, taken, fromRegion, toRegion }: Omit<Sides, "crossings">, crossing: BoundaryCrossing): void {
    const [a, b] = [fromRegion ?? from, toRegion ?? to];
    const own = keptIn(this.found, a, () => new Map());
    const known = own.get(b);
    if (known) {
      known.crossings.push(crossing);
      return;
    }
    const sides = { kind, from, to, made, taken, fromRegion, toRegion, crossings: [crossing] };
    own.set(b, sides);
    this.inOrder.push(sides);
  }

  /** The node of the last stage that a node of the base became; the given node if none is left. */
  private atLast(node: Expr): Expr {
    const { history, base, last } = this.ground;
    const calls = this.ground.callsOf(node);
    const shown = calls.at(-1) ?? node;
    const all = history.follow(base, last, shown);
    return all.find((e) => isSameWork(shown, e)) ?? all[0] ?? node;
  }

  private causeOf({ from, to, fromRegion: a, toRegion: b }: Sides): Cause {
    if (!a || !b) return this.pairs.causeOf(from, to);
    const isThere = this.ground.regionOf(from) === a && this.ground.regionOf(to) === b;
    return isThere ? this.pairs.causeOf(from, to) : this.pairs.neighborsCause(from, to, a.target, b.target);
  }

  /**
   * For an item or a tuple on the host that only passes on a region's value: the node in the region that makes or uses
   * it.
   */
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

  /** The node that computes a value: inside the called function if that is external. */
  private makerOf(value: Expr): Expr {
    const call = value.kind === "TupleGetItem" ? unannotated(value.tuple) : value;
    const f = this.calledFunction(call);
    if (!f) return value.kind === "TupleGetItem" && call.kind === "Call" ? call : value;
    const { body } = f;
    return value.kind === "TupleGetItem" && body.kind === "Tuple" ? (body.fields[value.index] ?? body) : body;
  }

  /** The node that uses a value: inside the called function if that is external. */
  private takerOf(user: Expr, value: Expr): Expr {
    const f = this.calledFunction(user);
    if (!f || user.kind !== "Call") return user;
    const param = f.params[this.placeAmongArguments(user, value)];
    return (param && this.usersOfParams(f).get(param)) ?? f.body;
  }

  /** The index of a call's first argument with the value; its first argument if it uses another form of the value. */
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

  /** A region that only passes on its input: a tuple of one field, which PartitionGraph flattened away. */
  private joinerOf(from: Expr, region: StageRegion | undefined): Expr | undefined {
    const { ground } = this;
    const joiners = ground.usersOf(from).filter((user) => user.kind === "Tuple" || user.kind === "TupleGetItem");
    return joiners.find((user) => region && !ground.regionOf(user) && ground.decisionOf(user)?.target === region.target) ?? joiners[0];
  }

  /** For the result of such a region: the original value, from the region's input. */
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
        for (const input of inputsOf(at)) {
          if (params.has(input)) made.set(input, at);
          else stack.push(input);
        }
      }
      users = made;
      this.paramUsers.set(f, users);
    }
    return users;
  }

  /** The external function that is called; undefined if the text lacks it, so that the call represents its content. */
  private calledFunction(call: Expr): Func | undefined {
    if (call.kind !== "Call") return undefined;
    if (call.op.kind === "GlobalVar") {
      const f = this.functions.get(call.op.name);
      return f?.attrs.has("Compiler") && !isDeclaration(f) ? f : undefined;
    }
    return call.op.kind === "Function" && call.op.attrs.has("Compiler") ? call.op : undefined;
  }

  /** The node of the base that a node of the last stage was. */
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
