/**
 * The dataflow graph that fusion reasons on: each node with its fusion pattern and the nodes that consume it.
 * Follows IndexedForwardGraphCreator (src/relay/transforms/fuse_ops.cc).
 */
import { type Call, type Expr, type FusionKind, postOrder, type Type, typesEqual } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { fusionKindOf } from "../core/fusionKindOf.ts";
import { isDataDependent } from "./dataDependent.ts";

/**
 * Fusion kinds in the order in which they restrict: a larger one wins when two combine. The numbers are TOpPattern's.
 */
export const patterns = {
  elemwise: 0,
  broadcast: 1,
  injective: 2,
  comm_reduce: 3,
  out_elemwise_fusable: 4,
  tuple: 7,
  opaque: 8,
} as const satisfies Record<FusionKind, number>;

/** Nodes by index, children before parents. `consumers[i]` and `edgePatterns[i]` run in parallel. */
export interface ForwardGraph {
  readonly nodes: readonly Expr[];
  readonly indexOf: ReadonlyMap<Expr, number>;
  readonly patternOf: Uint8Array;
  /** Whether something outside the dataflow (a function's result, a let, a branch) refers to the node. */
  readonly isExternal: Uint8Array;
  readonly consumers: readonly number[][];
  readonly edgePatterns: readonly number[][];
}

/** Builds the graph of everything reachable from `root`, external functions left out. */
export function forwardGraph(root: Expr, operators: OperatorDefinitions): ForwardGraph {
  const nodes: Expr[] = [];
  const indexOf = new Map<Expr, number>();
  const all: Expr[] = [];
  postOrder(
    root,
    (e) => {
      all.push(e);
      if (!isIndexed(e)) return;
      indexOf.set(e, nodes.length);
      nodes.push(e);
    },
    (e) => !(e.kind === "Function" && e.attrs.has("Compiler")),
  );
  const patternOf = new Uint8Array(nodes.length).fill(patterns.opaque);
  const isExternal = new Uint8Array(nodes.length);
  const consumers: number[][] = nodes.map(() => []);
  const edgePatterns: number[][] = nodes.map(() => []);
  const external = (e: Expr) => {
    const at = indexOf.get(e);
    if (at !== undefined) isExternal[at] = 1;
  };
  const edge = (from: Expr, to: number, pattern: number) => {
    const at = indexOf.get(from);
    if (at === undefined) return;
    consumers[at]?.push(to);
    edgePatterns[at]?.push(pattern);
  };
  external(root);
  for (const e of all) {
    const at = indexOf.get(e) ?? -1;
    switch (e.kind) {
      case "Function":
        if (e.attrs.has("Compiler")) break;
        e.params.forEach(external);
        external(e.body);
        break;
      case "Constant":
        patternOf[at] = isSimpleScalar(e.checkedType) ? patterns.elemwise : patterns.opaque;
        break;
      case "Call": {
        const pattern = callPattern(e, operators);
        patternOf[at] = pattern;
        if (e.op.kind !== "Op") {
          edge(e.op, at, patterns.opaque);
          external(e.op);
        }
        for (const arg of e.args) {
          edge(arg, at, pattern === patterns.broadcast && haveSameShape(e.checkedType, arg.checkedType) ? patterns.elemwise : pattern);
        }
        break;
      }
      case "Tuple":
        patternOf[at] = patterns.tuple;
        for (const field of e.fields) {
          if (field.checkedType?.kind === "TensorType") edge(field, at, patterns.injective);
          else external(field);
        }
        break;
      case "TupleGetItem":
        if (isTupleOfTensors(e.tuple.checkedType)) {
          patternOf[at] = patterns.injective;
          edge(e.tuple, at, patterns.injective);
        } else external(e.tuple);
        break;
      case "Let":
        external(e.variable);
        external(e.value);
        external(e.body);
        break;
      case "If":
        external(e.condition);
        external(e.thenBranch);
        external(e.elseBranch);
        break;
      case "RefCreate":
        external(e.value);
        break;
      case "RefRead":
        external(e.ref);
        break;
      case "RefWrite":
        external(e.ref);
        external(e.value);
        break;
      case "Match":
        external(e.data);
        for (const clause of e.clauses) external(clause.body);
        break;
      case "Var":
      case "GlobalVar":
      case "Op":
      case "Constructor":
        break;
    }
  }
  return { nodes, indexOf, patternOf, isExternal, consumers, edgePatterns };
}

function isIndexed(e: Expr): boolean {
  return e.kind !== "Function" && e.kind !== "Op" && e.kind !== "GlobalVar" && e.kind !== "Constructor";
}

function callPattern(call: Call, operators: OperatorDefinitions): number {
  if (call.op.kind !== "Op") return patterns.opaque;
  if (isDynamic(call.checkedType) && isDataDependent(call.op.name)) return patterns.opaque;
  return patterns[fusionKindOf(call, operators)];
}

const simpleDtypes = new Set(["int32", "int64", "float32", "float64", "bool"]);

function isSimpleScalar(type: Type | undefined): boolean {
  return type?.kind === "TensorType" && type.shape.length === 0 && simpleDtypes.has(type.dtype);
}

function haveSameShape(a: Type | undefined, b: Type | undefined): boolean {
  return a?.kind === "TensorType" && b?.kind === "TensorType" && typesEqual(a, a.dtype === b.dtype ? b : { ...b, dtype: a.dtype });
}

function isTupleOfTensors(type: Type | undefined): boolean {
  return type?.kind === "TupleType" && type.fields.every((f) => f.kind === "TensorType");
}

/** Whether a type has a `?` dimension. */
export function isDynamic(type: Type | undefined): boolean {
  if (type?.kind === "TensorType") return type.shape.includes("?");
  return type?.kind === "TupleType" && type.fields.some(isDynamic);
}
