/**
 * What crosses a boundary: each value that is made in one region, or by the host, and used in another. A value counts
 * once for each region that uses it. The host uses the result of a function. Nodes that only rename a value do not
 * cross: annotations, lets, tuples and their items on the host. Constants do not cross, since PartitionGraph binds them
 * into their regions.
 */
import {
  bytesPerElement,
  dimValue,
  type Expr,
  type Func,
  keptIn,
  type Module,
  postOrder,
  type TensorType,
  type TupleType,
  type Type,
} from "@relayscope/ir";
import { isAnnotation } from "./annotations.ts";
import { type StageRegion, type StageRegions, stageRegions } from "./stageRegions.ts";

export interface Crossing {
  /** The value that crosses: a call, a parameter, an item of a tuple. */
  readonly value: Expr;
  /** The region that makes it; undefined for the host. */
  readonly from: StageRegion | undefined;
  /** The region that takes it; undefined for the host. */
  readonly to: StageRegion | undefined;
  /** The node that takes the value; the first of several. */
  readonly user: Expr;
}

const known = new WeakMap<Module, readonly Crossing[]>();

/** All crossings of a module, in the order of the nodes that take the values. Near-linear; read once a module. */
export function crossingsOf(module: Module): readonly Crossing[] {
  let found = known.get(module);
  if (!found) {
    const regions = stageRegions(module);
    found = regions.regions.length === 0 ? [] : new CrossingFinder(regions).find(module);
    known.set(module, found);
  }
  return found;
}

/** A value, and the node that computes it, which differs if the value is an item of that node's result. */
interface Source {
  readonly value: Expr;
  readonly maker: Expr;
}

class CrossingFinder {
  private readonly found: Crossing[] = [];
  /** The values of variables: a let's value, or an argument of a function that is called in place. */
  private readonly values = new Map<Expr, Expr>();
  /** For each value, the regions that have taken it. */
  private readonly takers = new Map<Expr, Set<StageRegion | undefined>>();

  constructor(private readonly regions: StageRegions) {}

  find(module: Module): readonly Crossing[] {
    const isHost = (f: Func) => this.regions.regionOf(f) === undefined;
    const roots = [...module.functions.values()].filter(isHost);
    for (const f of roots) postOrder(f, (expr) => this.learnNames(expr), this.isEntered);
    for (const f of roots) postOrder(f, (expr) => this.takeInputs(expr), this.isEntered);
    return this.found;
  }

  /** A function that belongs to a region is part of its call. */
  private readonly isEntered = (expr: Expr) => expr.kind !== "Function" || this.regions.regionOf(expr) === undefined;

  private learnNames(expr: Expr): void {
    if (expr.kind === "Let") this.values.set(expr.variable, expr.value);
    else if (expr.kind === "Call" && expr.op.kind === "Function") {
      expr.op.params.forEach((param, i) => {
        const arg = expr.args[i];
        if (arg) this.values.set(param, arg);
      });
    }
  }

  private takeInputs(expr: Expr): void {
    switch (expr.kind) {
      case "Call":
        if (!isAnnotation(expr)) for (const arg of expr.args) this.take(arg, expr);
        break;
      case "Tuple":
        if (!this.isHosts(expr)) for (const field of expr.fields) this.take(field, expr);
        break;
      case "TupleGetItem":
        if (!this.isHosts(expr)) this.take(expr.tuple, expr);
        break;
      case "Function":
        if (this.isHosts(expr)) this.take(expr.body, expr);
        break;
      case "If":
        for (const part of [expr.condition, expr.thenBranch, expr.elseBranch]) this.take(part, expr);
        break;
      case "Match":
        this.take(expr.data, expr);
        for (const clause of expr.clauses) this.take(clause.body, expr);
        break;
      case "RefCreate":
        this.take(expr.value, expr);
        break;
      case "RefRead":
        this.take(expr.ref, expr);
        break;
      case "RefWrite":
        this.take(expr.ref, expr);
        this.take(expr.value, expr);
        break;
      default:
    }
  }

  private isHosts(expr: Expr): boolean {
    return this.regions.offloadedTo(expr) === undefined;
  }

  /** Records the value `input` that `user` takes, unless the region of `user` already takes it. */
  private take(input: Expr, user: Expr): void {
    const to = this.regions.offloadedTo(user);
    const pending = [input];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { value, maker } = this.sourceOf(next);
      if (isSilent(maker)) continue;
      const from = this.regions.offloadedTo(maker);
      const isJoining = value === maker && maker.kind === "Tuple" && from === undefined;
      if ((from === to && !isJoining) || this.isTaken(value, to)) continue;
      if (isJoining) pending.push(...maker.fields.toReversed());
      else this.found.push({ value, from, to, user });
    }
  }

  private isTaken(value: Expr, to: StageRegion | undefined): boolean {
    const takers = this.takers.get(value);
    if (!takers) this.takers.set(value, new Set([to]));
    else if (takers.has(to)) return true;
    else takers.add(to);
    return false;
  }

  /** Follows names to the node that computes the value, and shortens the followed chain. */
  private sourceOf(expr: Expr): Source {
    const items: Expr[] = [];
    const names = new Set<Expr>();
    let at = expr;
    for (;;) {
      const named = this.renamed(at);
      if (named && !names.has(at)) {
        if (items.length === 0 && at.kind === "Var") names.add(at);
        at = named;
      } else if (at.kind === "TupleGetItem" && this.isHosts(at) && items.length < mostItems) {
        items.push(at);
        at = at.tuple;
      } else {
        const item = items.at(-1);
        const field = item?.kind === "TupleGetItem" && at.kind === "Tuple" && this.isHosts(at) ? at.fields[item.index] : undefined;
        if (!field) break;
        items.pop();
        at = field;
      }
    }
    const source = { value: items[0] ?? at, maker: at };
    for (const name of names) if (name !== source.value) this.values.set(name, source.value);
    return source;
  }

  private renamed(expr: Expr): Expr | undefined {
    if (isAnnotation(expr)) return expr.args[0];
    if (expr.kind === "Let") return expr.body;
    return expr.kind === "Var" ? this.values.get(expr) : undefined;
  }
}

/** A more deeply nested item counts as a separate value. */
const mostItems = 1000;

/** Nodes that produce no tensor of their own. */
function isSilent({ kind }: Expr): boolean {
  return kind === "Constant" || kind === "Function" || kind === "GlobalVar" || kind === "Op" || kind === "Constructor";
}

export interface TensorSize {
  readonly tensors: number;
  /** Of those whose shape and dtype are known. */
  readonly bytes: number;
  /** How many have no known size. */
  readonly unsized: number;
}

const sizes = new WeakMap<Type, TensorSize>();

const unknownSize: TensorSize = { tensors: 1, bytes: 0, unsized: 1 };

/**
 * The number of tensors in a type, and their bytes. An unknown type counts as one tensor. The content of a tuple type
 * is counted once.
 */
export function tensorSizeOf(type: Type | undefined): TensorSize {
  if (type?.kind === "TensorType") return tensorSize(type);
  if (type?.kind !== "TupleType") return unknownSize;
  return keptIn(sizes, type, tupleSize);
}

function tupleSize(tuple: TupleType): TensorSize {
  let [tensors, bytes, unsized] = [0, 0, 0];
  const pending: Type[] = [tuple];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.kind === "TupleType") {
      for (const field of next.fields) pending.push(field);
      continue;
    }
    const size = next.kind === "TensorType" ? tensorSize(next) : unknownSize;
    tensors += size.tensors;
    bytes += size.bytes;
    unsized += size.unsized;
  }
  return { tensors, bytes, unsized };
}

function tensorSize({ dtype, shape }: TensorType): TensorSize {
  let bytes = bytesPerElement(dtype);
  if (bytes === undefined) return unknownSize;
  for (const dim of shape) {
    const value = dimValue(dim);
    if (value === undefined) return unknownSize;
    bytes *= value;
  }
  return { tensors: 1, bytes, unsized: 0 };
}
