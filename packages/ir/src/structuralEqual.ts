/**
 * Structural equality of expressions, without recursion on depth. Sharing counts: two graphs are equal only where their
 * shared nodes correspond. Follows src/node/structural_equal.cc and the nodes' SEqualReduce.
 */
import { assertNever } from "./assertNever.ts";
import { at, present } from "./at.ts";
import { attrsEqual, attrValuesEqual } from "./attributes.ts";
import type { Constant } from "./constant.ts";
import type { Expr, Func, FunctionAttrs, MatchPattern, Var } from "./expressions.ts";
import { tensorsEqual } from "./tensors.ts";
import { type Type, type TypeVar, typesEqual } from "./types.ts";

export interface StructuralEqualOptions {
  /** Whether free variables may represent one another; without it a free variable equals only itself. */
  readonly mapFreeVars?: boolean;
}

/**
 * Whether two expressions are structurally equal: same kinds, operators, attributes and constants, and variables that
 * are bound at the same places.
 */
export function structurallyEqual(a: Expr, b: Expr, options: StructuralEqualOptions = {}): boolean {
  const comparison = new Comparison(options.mapFreeVars === true);
  return comparison.run(a, b);
}

class Comparison {
  /** From left nodes to right nodes, where sharing matters; `taken` has the right ones. */
  private readonly pairs = new Map<Expr, Expr>();
  private readonly taken = new Set<Expr>();
  private readonly typeVars = new Map<TypeVar, TypeVar>();
  /** Pairs yet to compare, alternating left and right; the last pair is next. */
  private readonly pending: Expr[] = [];

  constructor(private readonly mapFreeVars: boolean) {}

  run(a: Expr, b: Expr): boolean {
    this.push(a, b);
    while (this.pending.length > 0) {
      const right = present(this.pending.pop());
      const left = present(this.pending.pop());
      if (!this.compare(left, right)) return false;
    }
    return true;
  }

  private push(a: Expr, b: Expr): void {
    this.pending.push(a, b);
  }

  /** Queues two lists so that they are compared from first to last; false where their lengths differ. */
  private pushLists(a: readonly Expr[], b: readonly Expr[]): boolean {
    if (a.length !== b.length) return false;
    for (let i = a.length - 1; i >= 0; i--) this.push(at(a, i), at(b, i));
    return true;
  }

  private compare(a: Expr, b: Expr): boolean {
    if (a.kind !== b.kind) return false;
    const known = this.pairs.get(a);
    if (known) return known === b;
    if (this.taken.has(b)) return false;
    if (sharingCounts(a)) {
      if (a.kind === "Var") return b.kind === "Var" && this.compareVars(a, b, this.mapFreeVars || a.id === b.id);
      this.pair(a, b);
    }
    return this.compareParts(a, b);
  }

  private compareParts(a: Expr, b: Expr): boolean {
    switch (a.kind) {
      case "Op":
      case "GlobalVar":
      case "Constructor":
        return b.kind === a.kind && a.name === b.name;
      case "Constant":
        return b.kind === a.kind && constantsEqual(a, b);
      case "Var":
        return false;
      case "Call": {
        if (b.kind !== a.kind || !attrsEqual(a.attrs, b.attrs)) return false;
        if (a.op.kind !== "Op" && !this.typesEqual(a.typeArgs, b.typeArgs)) return false;
        if (!this.pushLists(a.args, b.args)) return false;
        this.push(a.op, b.op);
        return true;
      }
      case "Tuple":
        return b.kind === a.kind && this.pushLists(a.fields, b.fields);
      case "TupleGetItem":
        if (b.kind !== a.kind) return false;
        this.push(a.tuple, b.tuple);
        return a.index === b.index;
      case "Function":
        return b.kind === a.kind && this.compareFunctions(a, b);
      case "Let": {
        if (b.kind !== a.kind) return false;
        this.push(a.body, b.body);
        this.push(a.value, b.value);
        return this.compareVars(a.variable, b.variable, true);
      }
      case "If":
        return b.kind === a.kind && this.pushLists([a.condition, a.thenBranch, a.elseBranch], [b.condition, b.thenBranch, b.elseBranch]);
      case "Match": {
        if (b.kind !== a.kind || a.isComplete !== b.isComplete || a.clauses.length !== b.clauses.length) return false;
        for (let i = a.clauses.length - 1; i >= 0; i--) {
          const left = a.clauses[i];
          const right = b.clauses[i];
          if (!left || !right || !this.comparePatterns(left.pattern, right.pattern)) return false;
          this.push(left.body, right.body);
        }
        this.push(a.data, b.data);
        return true;
      }
      case "RefCreate":
        if (b.kind !== a.kind) return false;
        this.push(a.value, b.value);
        return true;
      case "RefRead":
        if (b.kind !== a.kind) return false;
        this.push(a.ref, b.ref);
        return true;
      case "RefWrite":
        return b.kind === a.kind && this.pushLists([a.ref, a.value], [b.ref, b.value]);
      default:
        return assertNever(a);
    }
  }

  private compareFunctions(a: Func, b: Func): boolean {
    if (a.params.length !== b.params.length || a.typeParams.length !== b.typeParams.length) return false;
    a.typeParams.forEach((v, i) => {
      this.typeVars.set(v, at(b.typeParams, i));
    });
    for (let i = 0; i < a.params.length; i++) {
      if (!this.compareVars(at(a.params, i), at(b.params, i), true)) return false;
    }
    this.push(a.body, b.body);
    return this.optionalTypesEqual(a.returnType, b.returnType) && functionAttrsEqual(a.attrs, b.attrs);
  }

  private compareVars(a: Var, b: Var, mayPair: boolean): boolean {
    const known = this.pairs.get(a);
    if (known) return known === b;
    if (!mayPair || this.taken.has(b) || !this.optionalTypesEqual(a.annotation, b.annotation)) return false;
    if (!attrValuesEqual(a.virtualDevice ?? null, b.virtualDevice ?? null)) return false;
    this.pair(a, b);
    return true;
  }

  private comparePatterns(a: MatchPattern, b: MatchPattern): boolean {
    if (a.kind === "PatternWildcard") return b.kind === "PatternWildcard";
    if (a.kind === "PatternVar") return b.kind === "PatternVar" && this.compareVars(a.variable, b.variable, true);
    if (a.kind !== b.kind || a.patterns.length !== b.patterns.length) return false;
    if (a.kind === "PatternConstructor" && b.kind === "PatternConstructor" && a.constructor_.name !== b.constructor_.name) return false;
    return a.patterns.every((p, i) => this.comparePatterns(p, at(b.patterns, i)));
  }

  private pair(a: Expr, b: Expr): void {
    this.pairs.set(a, b);
    this.taken.add(b);
  }

  private typesEqual(a: readonly Type[], b: readonly Type[]): boolean {
    return a.length === b.length && a.every((t, i) => typesEqual(t, at(b, i), this.typeVars));
  }

  private optionalTypesEqual(a: Type | undefined, b: Type | undefined): boolean {
    return a === b || (a !== undefined && b !== undefined && typesEqual(a, b, this.typeVars));
  }
}

function sharingCounts(expr: Expr): boolean {
  switch (expr.kind) {
    case "Constant":
    case "Op":
    case "GlobalVar":
    case "Constructor":
    case "TupleGetItem":
      return false;
    case "Tuple":
      return expr.fields.length > 0;
    default:
      return true;
  }
}

/** Constants are equal where their data are, dtype and shape included; one without data equals only itself. */
function constantsEqual(a: Constant, b: Constant): boolean {
  return a === b || (a.data !== undefined && b.data !== undefined && tensorsEqual(a.data, b.data));
}

function functionAttrsEqual(a: FunctionAttrs, b: FunctionAttrs): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [name, value] of a) {
    const other = b.get(name);
    if (other === undefined || !attrValuesEqual(value, other)) return false;
  }
  return true;
}
