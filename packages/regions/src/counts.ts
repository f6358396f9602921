/** A stage in numbers. Strip, lists, answers and tables show these and count nothing themselves. */
import { calledOp, type Expr, keptIn, type Module, moduleOrder } from "@relayscope/ir";
import { isAnnotation } from "./annotations.ts";
import { crossingsOf, type TensorSize, tensorSizeOf } from "./crossings.ts";
import { isHostRegion, stageRegions } from "./stageRegions.ts";

export interface TargetCount {
  readonly target: string;
  readonly regions: number;
  /** Calls of operators in its regions. */
  readonly operators: number;
  /** Regions whose operators are unknown: calls of functions that the text does not have. */
  readonly unknown: number;
  /** Regions that annotations draw, not functions. */
  readonly annotated: number;
}

export interface OperatorCount {
  /** The operator's whole name. */
  readonly operator: string;
  readonly calls: number;
  readonly offloaded: number;
}

export interface RegionCount {
  readonly operators: number;
  /** Values that it takes from outside. */
  readonly inputs: TensorSize;
  /** Values that it hands out, each once. */
  readonly outputs: TensorSize;
}

export interface StageCounts {
  /** Calls of operators, each node once, wherever it is; without `compiler_begin` and `compiler_end`. */
  readonly operators: number;
  /** Those of them in a region of a target. */
  readonly offloaded: number;
  /** The targets that have regions, in order of first appearance, without `default`. */
  readonly targets: readonly TargetCount[];
  /** Operators of the largest region. */
  readonly largest: number;
  /** What crosses a boundary; see crossings.ts. */
  readonly crossing: TensorSize;
  /** By operator, those most left to the host first. */
  readonly byOperator: readonly OperatorCount[];
  /** In the order of `stageRegions`. Regions of `default` have no crossings. */
  readonly byRegion: readonly RegionCount[];
}

const known = new WeakMap<Module, StageCounts>();

/** The numbers of a module. Near-linear; counted once a module. */
export function countsOf(module: Module): StageCounts {
  return keptIn(known, module, count);
}

function count(module: Module): StageCounts {
  const { regions, regionOf } = stageRegions(module);
  const operatorsOf = regions.map(() => 0);
  const byOperator = new Map<string, { operator: string; calls: number; offloaded: number }>();
  for (const expr of moduleOrder(module)) {
    const operator = calledOp(expr);
    if (operator === undefined || isAnnotation(expr)) continue;
    let entry = byOperator.get(operator);
    if (!entry) {
      entry = { operator, calls: 0, offloaded: 0 };
      byOperator.set(operator, entry);
    }
    entry.calls++;
    const region = regionOf(expr);
    if (!region) continue;
    operatorsOf[region.index] = (operatorsOf[region.index] ?? 0) + 1;
    if (!isHostRegion(region)) entry.offloaded++;
  }
  const byTarget = new Map<string, { target: string; regions: number; operators: number; unknown: number; annotated: number }>();
  let largest = 0;
  for (const region of regions) {
    if (isHostRegion(region)) continue;
    const operators = operatorsOf[region.index] ?? 0;
    largest = Math.max(largest, operators);
    const entry = byTarget.get(region.target) ?? { target: region.target, regions: 0, operators: 0, unknown: 0, annotated: 0 };
    entry.regions++;
    entry.operators += operators;
    if (region.isDeclared) entry.unknown++;
    if (region.kind === "annotated") entry.annotated++;
    byTarget.set(region.target, entry);
  }
  const operators = [...byOperator.values()];
  const { all, inputs, outputs } = sizesOf(module, regions.length);
  return {
    operators: operators.reduce((total, o) => total + o.calls, 0),
    offloaded: operators.reduce((total, o) => total + o.offloaded, 0),
    targets: [...byTarget.values()],
    largest,
    crossing: all,
    byOperator: operators.sort((a, b) => b.calls - b.offloaded - (a.calls - a.offloaded) || b.calls - a.calls),
    byRegion: operatorsOf.map((own, i) => ({ operators: own, inputs: inputs[i] ?? nothing, outputs: outputs[i] ?? nothing })),
  };
}

/** What crosses boundaries in total, and by region. */
function sizesOf(module: Module, regions: number) {
  let all = nothing;
  const inputs: TensorSize[] = Array.from({ length: regions }, () => nothing);
  const outputs = [...inputs];
  const handedOut = new Set<Expr>();
  for (const { value, from, to } of crossingsOf(module)) {
    const size = tensorSizeOf(value.checkedType);
    all = sum(all, size);
    if (to) inputs[to.index] = sum(inputs[to.index], size);
    if (!from || handedOut.has(value)) continue;
    handedOut.add(value);
    outputs[from.index] = sum(outputs[from.index], size);
  }
  return { all, inputs, outputs };
}

const nothing: TensorSize = { tensors: 0, bytes: 0, unsized: 0 };

function sum(a: TensorSize = nothing, b: TensorSize = nothing): TensorSize {
  return { tensors: a.tensors + b.tensors, bytes: a.bytes + b.bytes, unsized: a.unsized + b.unsized };
}
