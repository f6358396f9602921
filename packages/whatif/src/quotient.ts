/**
 * A fast model of AnnotateTarget: how regions would merge if a target supported more operators. Calls and tuples are
 * units, numbered children first; a composite is one unit. It ranks changes, which are then really run; scopes
 * (branches, lets) count as the host's.
 */
import {
  at,
  bytesPerElement,
  calledOp,
  childrenOf,
  DisjointSets,
  type Expr,
  elementCount,
  inputsOf,
  keptIn,
  type Module,
  postOrder,
  present,
  type Type,
} from "@relayscope/ir";
import { emptySet, type Mergeable, restrictedMerges } from "@relayscope/passes";

export interface Quotient {
  readonly units: readonly Expr[];
  /** By unit, the units that its arguments are, in order; -1 for a variable or a constant. */
  readonly inputs: readonly (readonly number[])[];
  /** By unit: bytes of its value, and of the arguments that are variables. */
  readonly bytes: Float64Array;
  /** Whether a function returns the unit's value, or a node that is not a unit uses it. */
  readonly isOut: Uint8Array;
  /** By unit: the number of the operator that it calls; -1 if it does not call an operator, as a composite. */
  readonly operatorOf: Int32Array;
  readonly operators: readonly string[];
  /**
   * By unit: 0 for the host, 1 for the target that would take more, higher numbers for other targets; -1 for a tuple,
   * whose label follows from its parts.
   */
  readonly labels: Int8Array;
  /** Whether a unit is a call without arguments: an input of regions, and in none. */
  readonly isSource: Uint8Array;
  readonly isMerging: boolean;
}

export interface QuotientOptions {
  /** The target that AnnotateTarget gave a node; `default` for none. */
  targetOf(expr: Expr): string | undefined;
  readonly target: string;
  /** Whether regions are merged, and whether tuples take part. */
  readonly isMerging: boolean;
  readonly withNonCalls: boolean;
}

/** The outcome of a set of operators. */
export interface Simulated {
  readonly regions: number;
  readonly tensors: number;
  readonly bytes: number;
  /** By unit, its region: the number of one of the region's units. */
  readonly regionOf: Int32Array;
  /** By unit, its label with the operators taken. */
  readonly labels: Int8Array;
}

/** The quotient of a module on which targets have not been chosen yet. */
export function quotientOf(module: Module, options: QuotientOptions): Quotient {
  const units: Expr[] = [];
  const numbers = new Map<Expr, number>();
  const results = new Set<Expr>();
  const isEntered = (e: Expr) => !(e.kind === "Function" && e.attrs.has("Composite"));
  for (const f of module.functions.values()) {
    if (f.attrs.has("Compiler") || f.attrs.has("SkipOptimization") || f.attrs.has("Extern")) continue;
    results.add(f.body);
    const visit = (e: Expr) => {
      if (numbers.has(e) || !isUnit(e)) return;
      numbers.set(e, units.length);
      units.push(e);
    };
    postOrder(f, visit, isEntered);
    postOrder(
      f,
      (e) => {
        if (e.kind === "Let" || e.kind === "If" || e.kind === "Match" || e.kind === "Function")
          for (const part of childrenOf(e)) results.add(part);
      },
      isEntered,
    );
  }
  const operators: string[] = [];
  const operatorNumbers = new Map<string, number>();
  const operatorOf = new Int32Array(units.length).fill(-1);
  const labels = new Int8Array(units.length);
  const bytes = new Float64Array(units.length);
  const isOut = new Uint8Array(units.length);
  const others = new Map<string, number>();
  units.forEach((e, at) => {
    bytes[at] = bytesOf(e.checkedType);
    if (results.has(e)) isOut[at] = 1;
    const operator = calledOp(e);
    if (operator !== undefined) {
      const number = keptIn(operatorNumbers, operator, () => operators.push(operator) - 1);
      operatorOf[at] = number;
    }
    const target = options.targetOf(e);
    if (e.kind !== "Call") labels[at] = options.withNonCalls ? -1 : 0;
    else if (target === options.target) labels[at] = 1;
    else if (target !== undefined && target !== "default") {
      const known = keptIn(others, target, () => others.size + 2);
      labels[at] = known;
    }
  });
  const inputs = units.map((e) => inputsOf(e).map((arg) => numbers.get(arg) ?? -1));
  const isSource = Uint8Array.from(units, (e) => (e.kind === "Call" && e.args.length === 0 ? 1 : 0));
  return { units, inputs, bytes, isOut, operatorOf, operators, labels, isSource, isMerging: options.isMerging };
}

/** Regions, tensors and bytes crossing if the target took some more operators. */
export function simulate(quotient: Quotient, taken: ReadonlySet<number>): Simulated {
  return simulateWith(quotient, (at) => quotient.labels[at] === 0 && taken.has(present(quotient.operatorOf[at])));
}

/** The same if the target took some more units. */
export function simulateWith(quotient: Quotient, isGiven: (unit: number) => boolean): Simulated {
  const labels = labelsWith(quotient, isGiven);
  const regionOf = quotient.isMerging ? merged(quotient, labels) : Int32Array.from(labels, (_, at) => at);
  const { inputs, bytes, isOut, isSource } = quotient;
  const isTarget = (at: number) => present(labels[at]) > 0 && !isSource[at];
  const regions = new Set<number>();
  const crossing = new Set<number>();
  const leaving = new Uint8Array(labels.length);
  const count = labels.length;
  let [tensors, sum] = [0, 0];
  inputs.forEach((args, at) => {
    const region = present(regionOf[at]);
    const isTaken = isTarget(at);
    if (isTaken) {
      regions.add(region);
      if (isOut[at]) leaving[at] = 1;
    }
    for (const arg of args) {
      if (arg < 0 || regionOf[arg] === region) continue;
      if (!isTaken && isTarget(arg)) leaving[arg] = 1;
      const key = region * count + arg;
      if (!isTaken || crossing.has(key)) continue;
      crossing.add(key);
      tensors++;
      sum += present(bytes[arg]);
    }
  });
  for (let at = 0; at < count; at++) {
    if (!leaving[at]) continue;
    tensors++;
    sum += present(bytes[at]);
  }
  return { regions: regions.size, tensors, bytes: sum, regionOf, labels };
}

/** Labels once units are given; tuples have what their parts agree on. */
function labelsWith({ inputs, labels }: Quotient, isGiven: (unit: number) => boolean): Int8Array {
  const now = labels.slice();
  for (let at = 0; at < now.length; at++) {
    if (isGiven(at)) now[at] = 1;
    if (now[at] !== -1) continue;
    const parts = (inputs[at] ?? []).map((arg) => (arg < 0 ? 0 : present(now[arg])));
    now[at] = parts.every((label) => label === parts[0]) ? (parts[0] ?? 0) : 0;
  }
  return now;
}

/** Merges each unit's region with those of its arguments, as MergeCompilerRegions does. Answers regions by unit. */
function merged({ inputs, isSource }: Quotient, labels: Int8Array): Int32Array {
  const sets = new DisjointSets(labels.length);
  const regions = Array.from(labels, (target, id) => ({ id, target }));
  const merges = restrictedMerges<Mergeable>((parent, into) => sets.join(into.id, parent.id));
  for (const region of regions) {
    const makers = (inputs[region.id] ?? []).filter((arg) => arg >= 0 && !isSource[arg]);
    const parents = new Set(makers.map((arg) => at(regions, sets.rootOf(arg))));
    merges.settle(region, [...parents], emptySet);
  }
  return sets.roots();
}

function isUnit(e: Expr): boolean {
  return e.kind === "Call" || e.kind === "Tuple" || e.kind === "TupleGetItem";
}

/** Bytes of a type's tensors; one of unknown size counts as none. */
function bytesOf(type: Type | undefined): number {
  if (type?.kind === "TupleType") return type.fields.reduce((sum, field) => sum + bytesOf(field), 0);
  if (type?.kind !== "TensorType") return 0;
  return elementCount(type.shape.map((dim) => (typeof dim === "number" ? dim : 0))) * (bytesPerElement(type.dtype) ?? 0);
}
