/**
 * The type solver: classes of types that must be equal (union-find), and the relations that wait for a hole to be
 * filled. Follows src/relay/analysis/type_solver.cc.
 *
 * A type object belongs to a class by identity, as upstream: if `(?, 3)` meets `(2, 3)` both objects become `(?, 3)`,
 * and so does every expression whose type is one of the two. Such a *widening* can affect what was typed before it, and
 * then the order of events counts. It is rare, so an eager solver does not prepare for it: it throws `WideningNeeded`,
 * and inference starts again with a solver that keeps the reference's order of events.
 */
import {
  at,
  type Dim,
  dimText,
  dimValue,
  type FuncType,
  funcType,
  incompleteType,
  isIncomplete,
  present,
  type TensorType,
  type Type,
  type TypeVar,
  tupleType,
  typesEqual,
} from "@relayscope/ir";
import { mapType, substituteType } from "./substitute.ts";

/** Two types that had to be equal and are not. `detail` is a sentence without its full stop, or empty. */
export interface Mismatch {
  readonly left: Type;
  readonly right: Type;
  readonly detail: string;
}

/** Thrown if an eager solver is not sufficient: a type is open, or a type that it already returned would change. */
export class WideningNeeded extends Error {}

/** A computation of `result` from `args` that may have to wait until more is known of `args`. */
export interface PendingRelation {
  readonly args: readonly Type[];
  readonly result: Type;
  /**
   * The field of its only argument, a tuple, that is the result. Other fields are not resolved: otherwise each item of
   * a wide tuple would cost the tuple's width.
   */
  readonly field?: number;
  /** Returns the result's type, `failed` after reporting why there is none, or undefined if too little is known. */
  readonly compute: (args: readonly Type[]) => Type | "failed" | undefined;
  isQueued: boolean;
}

interface TypeClass {
  parent: TypeClass | undefined;
  /** The known type of the class; an IncompleteType while nothing is known. */
  type: Type;
  /** Relations that ask for this hole. */
  waiting: PendingRelation[];
  /** A hole that has been reported, or that cannot be filled: it agrees with everything and is not reported again. */
  isUnknown: boolean;
}

export class Solver {
  private readonly classes = new Map<Type, TypeClass>();
  private readonly symbols = new Map<string, Dim>();
  private queue: PendingRelation[] = [];

  /** An eager solver throws `WideningNeeded` if a complete type would change. */
  constructor(readonly isEager: boolean) {}

  /** Whether nothing was ever left open, so that every type is final. */
  get isIdle(): boolean {
    return this.classes.size === 0;
  }

  /** A new hole. It is not reported if it stays empty. */
  unknown(): Type {
    const type = incompleteType();
    this.classOf(type).isUnknown = true;
    return type;
  }

  /** Whether a type, as far as it is known, is a hole that was already reported. */
  isUnknown(type: Type): boolean {
    const known = this.classes.get(type);
    return known !== undefined && find(known).isUnknown;
  }

  markUnknown(type: Type): void {
    const root = this.rootOf(type);
    if (root.type.kind === "IncompleteType") root.isUnknown = true;
  }

  /** The known part of a type: its class's type, with the holes inside filled as far as possible. */
  resolve(type: Type): Type {
    return this.filled(type, (hole) => this.resolve(hole));
  }

  /** As `resolve`, but a type that filled a hole keeps the form it had then, since the reference records such types. */
  resolveOnce(type: Type): Type {
    return this.filled(type, (hole) => this.rootOf(hole).type);
  }

  /** The outermost known part of a type; holes within it stay. */
  outermost(type: Type): Type {
    const known = this.classes.get(type);
    return known ? find(known).type : type;
  }

  private filled(type: Type, fill: (hole: Type) => Type): Type {
    if (this.classes.size === 0) return type;
    const top = this.outermost(type);
    if (top.kind === "TensorType" || top.kind === "IncompleteType") return top;
    return mapType(top, (inner) => (inner.kind === "IncompleteType" ? fill(inner) : undefined));
  }

  /**
   * Makes two types equal and returns the result. `assignLeft` and `assignRight` decide whether the two objects become
   * this type. Reports mismatches to `report` and then returns the left type.
   */
  unify(left: Type, right: Type, report: (mismatch: Mismatch) => void, assignLeft = true, assignRight = true): Type {
    if (left === right) return this.outermost(left);
    if (this.isEager && areSameForGood(left, right)) return right;
    const a = this.rootOf(left);
    const b = this.rootOf(right);
    if (a === b) return a.type;
    if (a.type.kind === "IncompleteType") return this.fill(a, b, report);
    if (b.type.kind === "IncompleteType") return this.fill(b, a, report);
    let isReported = false;
    const joined = this.join(b.type, a.type, (mismatch) => {
      isReported = true;
      report(mismatch);
    });
    if (!joined) {
      if (!isReported) report({ left: this.resolve(a.type), right: this.resolve(b.type), detail: "" });
      return a.type;
    }
    const top = this.rootOf(joined);
    if (assignLeft) this.merge(a, top);
    if (assignRight) this.merge(b, top);
    return joined;
  }

  /** Puts a relation into the queue; `solve` computes it. */
  add(relation: PendingRelation): void {
    if (relation.isQueued) return;
    relation.isQueued = true;
    this.queue.push(relation);
  }

  /** Computes queued relations in order until no relation can make progress. */
  solve(report: (relation: PendingRelation) => (mismatch: Mismatch) => void): void {
    for (let at = 0; at < this.queue.length; at++) {
      const relation = present(this.queue[at]);
      const field = this.fieldOf(relation);
      let types = field ? none : relation.args.map((t) => this.resolveOnce(t));
      let result = field ?? relation.compute(types);
      if (result === undefined && types.some(isIncomplete)) {
        types = relation.args.map((t) => this.resolve(t));
        result = relation.compute(types);
      }
      relation.isQueued = false;
      if (result === "failed") this.markUnknown(relation.result);
      else if (result) this.unify(relation.result, result, report(relation));
      else this.wait(relation, types);
    }
    this.queue = [];
  }

  /** The field that a relation needs, resolved by `resolveOnce`; undefined if it needs none, or too little is known. */
  private fieldOf({ args: [tuple], field }: PendingRelation): Type | undefined {
    const top = tuple && field !== undefined ? this.outermost(tuple) : undefined;
    const own = top?.kind === "TupleType" && field !== undefined ? top.fields[field] : undefined;
    return own && mapType(own, (inner) => (inner.kind === "IncompleteType" ? this.outermost(inner) : undefined));
  }

  private wait(relation: PendingRelation, types: readonly Type[]): void {
    for (const type of types) {
      mapType(type, (inner) => {
        if (inner.kind === "IncompleteType") {
          const root = this.rootOf(inner);
          if (root.type.kind === "IncompleteType" && !root.waiting.includes(relation)) root.waiting.push(relation);
        }
        return undefined;
      });
    }
  }

  private rootOf(type: Type): TypeClass {
    return find(this.classOf(type));
  }

  private classOf(type: Type): TypeClass {
    let known = this.classes.get(type);
    if (!known) {
      known = { parent: undefined, type, waiting: [], isUnknown: false };
      this.classes.set(type, known);
    }
    return known;
  }

  private fill(hole: TypeClass, other: TypeClass, report: (mismatch: Mismatch) => void): Type {
    if (this.occurs(hole, other.type)) {
      report({ left: hole.type, right: this.resolve(other.type), detail: "a type cannot contain itself" });
      return other.type;
    }
    if (hole.isUnknown && other.type.kind === "IncompleteType") other.isUnknown = true;
    this.merge(hole, other);
    return other.type;
  }

  private occurs(hole: TypeClass, type: Type): boolean {
    if (type.kind === "TensorType") return false;
    let found = false;
    mapType(type, (inner) => {
      if (inner.kind === "IncompleteType") {
        const root = this.rootOf(inner);
        if (root === hole) found = true;
        else if (root.type.kind !== "IncompleteType" && this.occurs(hole, root.type)) found = true;
      }
      return undefined;
    });
    return found;
  }

  private merge(from: TypeClass, to: TypeClass): void {
    if (from === to) return;
    from.parent = to;
    const woken = from.waiting;
    from.waiting = [];
    for (const relation of woken) this.add(relation);
  }

  /** The join of `a` and `b`, both known at the top; undefined if they cannot be equal. */
  private join(a: Type, b: Type, report: (mismatch: Mismatch) => void): Type | undefined {
    switch (a.kind) {
      case "TensorType":
        return b.kind === "TensorType" ? this.joinTensors(a, b, report) : undefined;
      case "TupleType":
        if (b.kind !== "TupleType" || a.fields.length !== b.fields.length) return undefined;
        return tupleType(a.fields.map((f, i) => this.unify(f, at(b.fields, i), report)));
      case "FuncType":
        return b.kind === "FuncType" && a.params.length === b.params.length ? this.joinFunctions(a, b, report) : undefined;
      case "RefType":
        return b.kind === "RefType" ? { kind: "RefType", value: this.unify(a.value, b.value, report) } : undefined;
      case "TypeCall":
        if (b.kind !== "TypeCall" || a.args.length !== b.args.length) return undefined;
        return {
          kind: "TypeCall",
          func: this.unify(a.func, b.func, report),
          args: a.args.map((t, i) => this.unify(t, at(b.args, i), report)),
        };
      case "GlobalTypeVar":
        return b.kind === "GlobalTypeVar" && a.name === b.name ? a : undefined;
      default:
        return a === b ? a : undefined;
    }
  }

  private joinTensors(a: TensorType, b: TensorType, report: (mismatch: Mismatch) => void): Type | undefined {
    if (sameTensor(a, b)) return a;
    if (a.dtype !== b.dtype || a.shape.length !== b.shape.length) return undefined;
    const conflicts: string[] = [];
    const shape = a.shape.map((dim, i) => {
      const other = at(b.shape, i);
      const joined = this.joinDims(dim, other);
      if (joined === undefined) conflicts.push(`dimension ${i} differs, \`${dimText(other)}\` and \`${dimText(dim)}\``);
      return joined ?? dim;
    });
    if (conflicts.length > 0) {
      report({ left: b, right: a, detail: conflicts.join(", ") });
      return undefined;
    }
    if (this.isEager) throw new WideningNeeded();
    return { kind: "TensorType", shape, dtype: a.dtype };
  }

  private joinDims(a: Dim, b: Dim): Dim | undefined {
    const left = this.symbolValue(a);
    const right = this.symbolValue(b);
    if (left === right) return left;
    if (hangsOnUnknown(left) || hangsOnUnknown(right)) return "?";
    const leftSize = dimValue(left);
    const rightSize = dimValue(right);
    if (leftSize !== undefined && rightSize !== undefined) return leftSize === rightSize ? left : undefined;
    if (leftSize === undefined && rightSize === undefined) return dimText(left) === dimText(right) ? left : undefined;
    if (this.isEager) throw new WideningNeeded();
    const [symbol, size] = leftSize === undefined ? [left, right] : [right, left];
    this.symbols.set(dimText(symbol), size);
    return size;
  }

  private symbolValue(dim: Dim): Dim {
    if (typeof dim !== "object" || dim.kind !== "SymbolicDim") return dim;
    return this.symbols.get(dim.name) ?? dim;
  }

  private joinFunctions(a: FuncType, b: FuncType, report: (mismatch: Mismatch) => void): Type {
    const [more, fewer] = a.typeParams.length < b.typeParams.length ? [b, a] : [a, b];
    const map = new Map<TypeVar, Type>(more.typeParams.map((v, i) => [v, fewer.typeParams[i] ?? incompleteType()]));
    const opened = substituteType(funcType(more.params, more.result), map) as FuncType;
    const result = this.unify(opened.result, fewer.result, report);
    const params = opened.params.map((p, i) => this.unify(p, at(fewer.params, i), report));
    return funcType(params, result, fewer.typeParams);
  }
}

const none: readonly Type[] = [];

function find(start: TypeClass): TypeClass {
  let root = start;
  while (root.parent) root = root.parent;
  let at = start;
  while (at.parent) {
    const next: TypeClass = at.parent;
    at.parent = root;
    at = next;
  }
  return root;
}

/** Whether a dimension is `?` or an expression, which occurs only if a size was computed from an unknown one. */
function hangsOnUnknown(dim: Dim): boolean {
  return dim === "?" || (typeof dim === "object" && dim.kind === "SymbolicDim" && dim.name.startsWith("meta["));
}

/** Equality to the letter: `3` and `3i64` differ. */
function sameTensor(a: TensorType, b: TensorType): boolean {
  if (a === b) return true;
  if (a.dtype !== b.dtype || a.shape.length !== b.shape.length) return false;
  for (let i = 0; i < a.shape.length; i++) {
    const x = at(a.shape, i);
    const y = at(b.shape, i);
    if (x !== y && dimText(x) !== dimText(y)) return false;
  }
  return true;
}

/** Whether two types are complete and equal, so that nothing has to be unified. */
function areSameForGood(a: Type, b: Type): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === "TensorType") return b.kind === "TensorType" && sameTensor(a, b);
  return !isIncomplete(a) && !isIncomplete(b) && typesEqual(a, b);
}
