/**
 * Compiler regions as the annotations draw them. A region is what lies between `compiler_begin`s and `compiler_end`s: a node shares the region of
 * its arguments, unless they are closed by a `compiler_end`. Follows AnnotatedRegionSet (src/relay/analysis/annotated_region_set.cc), with a
 * union-find instead of its look-ups, and tolerant of annotations that do not pair.
 */
import type { Call, Expr } from "@relayscope/ir";
import { attrOf } from "@relayscope/ir";

export interface AnnotatedRegions {
  /** Targets of the regions, in order of first appearance. */
  readonly targets: readonly string[];
  /** Region by place in the given order; -1 for none. */
  readonly regionOf: Int32Array;
}

/** Reads the regions of a module whose expressions are given, producers first. Undefined where nothing is annotated. */
export function annotatedRegions(order: readonly Expr[]): AnnotatedRegions | undefined {
  const place = new Map<Expr, number>();
  const parent = new Int32Array(order.length);
  const isInside = new Uint8Array(order.length);
  const targetOf = new Map<number, string>();
  const find = (at: number) => {
    let root = at;
    while (parent[root] !== root) root = parent[root] as number;
    for (let walk = at; parent[walk] !== root; ) {
      const next = parent[walk] as number;
      parent[walk] = root;
      walk = next;
    }
    return root;
  };
  let isAnnotated = false;
  order.forEach((expr, at) => {
    place.set(expr, at);
    parent[at] = at;
    const boundary = boundaryOf(expr);
    if (boundary) {
      isAnnotated = true;
      isInside[at] = 1;
      if (boundary === "begin") {
        targetOf.set(at, compilerOf(expr as Call));
        return;
      }
    }
    for (const arg of joinedArgs(expr)) {
      const from = place.get(arg);
      if (from === undefined || !isInside[from] || boundaryOf(arg) === "end") continue;
      isInside[at] = 1;
      const root = find(from);
      const mine = find(at);
      if (root === mine) continue;
      parent[mine] = root;
      const target = targetOf.get(mine);
      if (target !== undefined && !targetOf.has(root)) targetOf.set(root, target);
    }
    if (boundary === "end") {
      const root = find(at);
      if (!targetOf.has(root)) targetOf.set(root, compilerOf(expr as Call));
    }
  });
  if (!isAnnotated) return undefined;
  const targets: string[] = [];
  const numbers = new Map<number, number>();
  const regionOf = new Int32Array(order.length).fill(-1);
  order.forEach((expr, at) => {
    if (!isInside[at] || boundaryOf(expr)) return;
    const root = find(at);
    let number = numbers.get(root);
    if (number === undefined) {
      number = targets.length;
      numbers.set(root, number);
      targets.push(targetOf.get(root) ?? "default");
    }
    regionOf[at] = number;
  });
  // A boundary belongs to its region where the region has a node of its own; a begin that is ended at once has none.
  order.forEach((expr, at) => {
    if (isInside[at] && boundaryOf(expr)) regionOf[at] = numbers.get(find(at)) ?? -1;
  });
  return { targets, regionOf };
}

function boundaryOf(expr: Expr): "begin" | "end" | undefined {
  if (expr.kind !== "Call" || expr.op.kind !== "Op") return undefined;
  if (expr.op.name === "annotation.compiler_begin") return "begin";
  return expr.op.name === "annotation.compiler_end" ? "end" : undefined;
}

function compilerOf(expr: Call): string {
  const value = attrOf(expr.attrs, "compiler");
  return typeof value === "string" ? value : "default";
}

/** What a node shares its region with. A function keeps to itself, and so does a match. */
function joinedArgs(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "Call":
      return expr.args;
    case "Tuple":
      return expr.fields;
    case "TupleGetItem":
      return [expr.tuple];
    case "Let":
      return [expr.value, expr.body];
    case "If":
      return [expr.condition, expr.thenBranch, expr.elseBranch];
    case "RefCreate":
      return [expr.value];
    case "RefRead":
    case "RefWrite":
      return [expr.ref];
    default:
      return [];
  }
}
