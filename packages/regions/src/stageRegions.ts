/**
 * The regions of a module at any stage of the flow. Every count, picture and answer takes them from here.
 *
 * - Before PartitionGraph a region is what annotations mark: a region of the reference's AnnotatedRegionSet that
 * contains a node other than an annotation. (AnnotateTarget annotates a `let`'s value again; an unused begin like that
 * computes nothing and is not a region.) Regions that MergeCompilerRegions merged are one, whatever annotations are
 * left in them.
 * - After it a region is a function with the attribute `Compiler`, however often it is called. A function that a later
 * pass inlined is gone, and so is its region.
 * - What a region calls in place, a composite, is part of it. A call of an external function represents its region.
 * - Regions of `default` belong to the host. They are listed, since the annotations mark them, and do not count.
 */
import { type Expr, type Func, isDeclaration, keptIn, type Module, postOrder, postOrderList } from "@relayscope/ir";
import { defaultTarget, isAnnotation } from "./annotations.ts";
import { AnnotatedRegionSet } from "./regionSet.ts";

export interface StageRegion {
  /** Its place among the regions of the stage, which are in order of first appearance. */
  readonly index: number;
  /** `default` for regions that stay on the host. */
  readonly target: string;
  readonly kind: "annotated" | "external-function";
  /** The global function that it is in, or that it is. */
  readonly functionName: string;
  /** The function that it is, once it is one. */
  readonly func: Func | undefined;
  /**
   * Whether the function is declared alone: the text calls it and does not have it, so that its operators are unknown.
   */
  readonly isDeclared: boolean;
}

export interface StageRegions {
  readonly regions: readonly StageRegion[];
  /** The region a node belongs to; undefined for one outside of all. */
  regionOf(expr: Expr): StageRegion | undefined;
  /** The region of a target that a node belongs to; undefined for nodes on the host. */
  offloadedTo(expr: Expr): StageRegion | undefined;
}

/** Whether a region is the host's own. */
export function isHostRegion(region: StageRegion): boolean {
  return region.target === defaultTarget;
}

const known = new WeakMap<Module, StageRegions>();

/** The regions of a module. Near-linear; tolerant of annotations that do not pair; read once a module. */
export function stageRegions(module: Module): StageRegions {
  return keptIn(known, module, readRegions);
}

function readRegions(module: Module): StageRegions {
  const regions: StageRegion[] = [];
  const regionOf = new Map<Expr, StageRegion>();
  const add = (target: string, kind: StageRegion["kind"], functionName: string, func?: Func): StageRegion => {
    const region: StageRegion = {
      index: regions.length,
      target: target || defaultTarget,
      kind,
      functionName,
      func,
      isDeclared: func !== undefined && isDeclaration(func),
    };
    regions.push(region);
    return region;
  };
  /** Adds a function and everything in it to a region, except nodes that already have one. */
  const giveAll = (f: Func, region: StageRegion) => {
    postOrder(
      f,
      (expr) => {
        if (!isName(expr) && !regionOf.has(expr)) regionOf.set(expr, region);
      },
      (expr) => !regionOf.has(expr),
    );
  };
  const external = new Map<string, StageRegion>();
  for (const [name, f] of module.functions) {
    const target = compilerOf(f);
    if (target !== undefined) {
      const region = add(target, "external-function", name, f);
      external.set(name, region);
      giveAll(f, region);
    } else readFunction(name, f);
  }

  function readFunction(name: string, f: Func): void {
    const order = postOrderList(f);
    if (order.some(isAnnotation)) {
      const set = new AnnotatedRegionSet(f, name);
      const ofSet = new Map<object, StageRegion>();
      for (const expr of order) {
        const own = isAnnotation(expr) ? undefined : set.regionOf(expr);
        if (!own) continue;
        let region = ofSet.get(own);
        if (!region) {
          region = add(own.target, "annotated", name);
          ofSet.set(own, region);
        }
        regionOf.set(expr, region);
      }
      for (const expr of order) {
        const own = isAnnotation(expr) && set.regionOf(expr);
        const region = own && ofSet.get(own);
        if (region) regionOf.set(expr, region);
      }
    }
    // Callers come after their callees; the outermost function gives its region to everything inside.
    for (const expr of order.toReversed()) {
      if (expr.kind === "Function") {
        const target = regionOf.has(expr) ? undefined : compilerOf(expr);
        if (target !== undefined) giveAll(expr, add(target, "external-function", name, expr));
      } else if (expr.kind === "Call" && expr.op.kind === "Function") {
        const region = regionOf.get(expr);
        if (region) giveAll(expr.op, region);
      }
    }
  }

  const ofNode = (expr: Expr): StageRegion | undefined => {
    const own = regionOf.get(expr);
    if ((own && !isHostRegion(own)) || expr.kind !== "Call") return own;
    // The host's annotations may be around the call of a function that an earlier partition made.
    if (expr.op.kind === "GlobalVar") return external.get(expr.op.name) ?? own;
    if (own) return own;
    return expr.op.kind === "Function" && compilerOf(expr.op) !== undefined ? regionOf.get(expr.op) : undefined;
  };
  return {
    regions,
    regionOf: ofNode,
    offloadedTo(expr) {
      const region = ofNode(expr);
      return region && !isHostRegion(region) ? region : undefined;
    },
  };
}

/** Nodes that only name something are in no region. */
function isName(expr: Expr): boolean {
  return expr.kind === "Op" || expr.kind === "GlobalVar" || expr.kind === "Constructor";
}

/** The target whose compiler a function goes to; undefined for a function of the host. */
function compilerOf(f: Func): string | undefined {
  const target = f.attrs.get("Compiler");
  return typeof target === "string" && target !== "" && target !== defaultTarget ? target : undefined;
}

/**
 * The numbers in the names of regions, in their order: for an annotated one its index among those of its kind, for a
 * function the number at the end of PartitionGraph's name; undefined if there is none.
 */
export function regionNumbers(regions: readonly StageRegion[]): readonly (number | undefined)[] {
  let offloaded = 0;
  let left = 0;
  return regions.map((region) => {
    const counted = isHostRegion(region) ? left++ : offloaded++;
    if (region.kind === "annotated") return counted;
    const symbol = region.func?.attrs.get("global_symbol");
    const name = typeof symbol === "string" && symbol !== "" ? symbol : region.func && region.functionName;
    const found = name && /_(\d+)$/.exec(name)?.[1];
    return found ? Number(found) : undefined;
  });
}
