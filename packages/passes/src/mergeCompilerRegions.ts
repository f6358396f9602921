/**
 * MergeCompilerRegions: merges neighboring regions of one target wherever that makes no cycle through another target.
 * Follows src/relay/transforms/merge_compiler_regions.cc.
 *
 * A region's restrictions are the regions it must not merge with: its parents of other targets and the restrictions of all its parents, and
 * of the regions that make a branch it takes in. Restrictions are fixed when a region is met; later merges only rename what is in them.
 * The reference goes through parents in the order of pointer hashes. No decision depends on that order; ours is that of the arguments.
 */
import { childAt, type Expr, type Func, isLeaf, type LineageRecorder, listedChildren, rewrite } from "@relayscope/ir";
import { AnnotatedRegionSet, type Region } from "./annotatedRegionSet.ts";
import { type Annotation, annotated, isBegin, isEnd } from "./annotations.ts";
import type { Decision, MergeDecision } from "./decisions.ts";
import { functionPass } from "./functionPass.ts";
import { inferType } from "./inferType.ts";
import { mutationOrder } from "./mutationOrder.ts";
import { definePass, type PassContext, type PassOptions } from "./pass.ts";
import { emptySet, intersects, type RestrictionSet, unionOf, withNumber } from "./restrictionSet.ts";
import { runSequence } from "./sequence.ts";
import { withTypeOf } from "./withType.ts";

const mergeFunctions = functionPass({
  name: "MergeCompilerRegions",
  summary: "Merges regions function by function.",
  optLevel: 0,
  requires: [],
  options: [],
  runFunction,
});

export const mergeCompilerRegions = definePass({
  name: "MergeCompilerRegions",
  infoName: "sequential",
  summary: "Merges neighboring regions of one target where that makes no cycle.",
  optLevel: 0,
  requires: [],
  options: [],
  run: (module, _options, context) => runSequence([{ pass: mergeFunctions }, { pass: inferType }], module, context),
});

function runFunction(f: Func, _options: PassOptions, context: PassContext, lineage: LineageRecorder, decisions: Decision[]): Func {
  const regions = new AnnotatedRegionSet(f, "default");
  if (regions.size === 0) return f;
  new RegionMerger(regions, context.trace ? decisions : undefined).visit(f);
  return rewrite(f, {
    lineage,
    children: mutationOrder,
    post: (original, rebuilt) => withoutInnerPair(original, rebuilt, regions),
  }) as Func;
}

/** Drops a `compiler_begin(compiler_end(x))` that has come to lie within one region. */
function withoutInnerPair(original: Expr, rebuilt: Expr, regions: AnnotatedRegionSet): Expr {
  if (isBegin(original) && isBegin(rebuilt)) {
    const end = annotated(original);
    const inner = annotated(rebuilt);
    if (isEnd(end) && inner.kind === "Call" && regions.regionOf(original) === regions.regionOf(end)) return inner.args[0] as Expr;
  }
  return withTypeOf(original, rebuilt);
}

/** A node on the way down: what of it is still to be visited. */
interface Visit {
  readonly expr: Expr;
  /** Undefined for those that `childAt` finds. */
  children: readonly Expr[] | undefined;
  next: number;
  /** For an end annotation: the inputs of its region, once its own argument is visited. */
  isOpened: boolean;
}

class RegionMerger {
  private readonly visited = new Set<Expr>();
  private readonly stack: Visit[] = [];
  /** Ids of the regions whose parents have been looked at. */
  private readonly finished = new Set<number>();
  private readonly restrictions = new Map<number, RestrictionSet>();
  /** For each region, those of its ids that stand in some region's restrictions. */
  private readonly exposed = new Map<number, RestrictionSet>();

  constructor(
    private readonly regions: AnnotatedRegionSet,
    private readonly decisions: Decision[] | undefined,
  ) {}

  /** Visits everything below `root`, children first; at an end annotation, first whatever its region's inputs stem from. */
  visit(root: Expr): void {
    this.push(root);
    for (let top = this.stack.at(-1); top; top = this.stack.at(-1)) {
      const at = top.next++;
      const child = top.children ? top.children[at] : childAt(top.expr, at);
      if (child) {
        if (!top.isOpened || this.isUnfinished(child)) this.push(child);
      } else if (isEnd(top.expr) && !top.isOpened && this.isUnfinished(top.expr)) {
        top.isOpened = true;
        top.next = 0;
        top.children = this.regions.inputsOf(this.regionOf(top.expr)).map(annotated);
      } else {
        this.stack.pop();
        if (top.isOpened && isEnd(top.expr)) this.mergeParents(this.regionOf(top.expr));
      }
    }
  }

  private push(expr: Expr): void {
    if (this.visited.has(expr)) return;
    this.visited.add(expr);
    if (!isLeaf(expr)) this.stack.push({ expr, children: listedChildren(expr), next: 0, isOpened: false });
  }

  private regionOf(end: Annotation): Region {
    return this.regions.regionOf(end) as Region;
  }

  /** Whether a node's region has not had its turn. */
  private isUnfinished(expr: Expr): boolean {
    const region = this.regions.regionOf(expr);
    return region !== undefined && !this.finished.has(region.id);
  }

  private mergeParents(region: Region): void {
    const { regions } = this;
    /** Each parent with the first annotation between the two. */
    const parents = new Map<Region, Annotation>();
    let own = emptySet;
    for (const begin of regions.inputsOf(region)) {
      const parent = regions.regionOf(annotated(begin));
      if (parent === region) continue;
      if (!parent) own = this.withBranchRestrictions(annotated(begin), own);
      else if (!parents.has(parent)) {
        parents.set(parent, begin);
        own = unionOf(own, this.restrictionsOf(parent));
      }
    }
    for (const [parent, at] of parents) {
      if (parent.target !== region.target) {
        own = withNumber(own, parent.id);
        this.exposed.set(parent.id, withNumber(this.exposed.get(parent.id) ?? emptySet, parent.id));
        this.decide(parent, region, "different-target", at, []);
        continue;
      }
      const ids = this.exposed.get(parent.id) ?? emptySet;
      if (intersects(ids, own)) {
        if (this.decisions) {
          const between = [...parents.keys()].filter((other) => other !== parent && intersects(ids, this.restrictionsOf(other)));
          this.decide(parent, region, "restricted", at, between);
        }
        continue;
      }
      this.decide(parent, region, "merged", at, []);
      regions.merge(parent, region);
      this.exposed.set(region.id, unionOf(this.exposed.get(region.id) ?? emptySet, ids));
      this.exposed.delete(parent.id);
    }
    this.restrictions.set(region.id, own);
    this.finished.add(region.id);
  }

  private restrictionsOf(region: Region): RestrictionSet {
    return this.restrictions.get(region.id) ?? emptySet;
  }

  /** Adds the restrictions of the regions that make a branch's condition and results, through branches of branches. */
  private withBranchRestrictions(expr: Expr, set: RestrictionSet): RestrictionSet {
    let result = set;
    const pending = [expr];
    const seen = new Set<Expr>();
    for (let at = pending.pop(); at; at = pending.pop()) {
      if (at.kind !== "If" || seen.has(at)) continue;
      seen.add(at);
      for (const part of [at.condition, at.thenBranch, at.elseBranch]) {
        const region = this.regions.regionOf(part);
        if (region) result = unionOf(result, this.restrictionsOf(region));
        else pending.push(part);
      }
    }
    return result;
  }

  private decide(parent: Region, child: Region, outcome: MergeDecision["outcome"], at: Annotation, through: readonly Region[]): void {
    this.decisions?.push({
      kind: "merge",
      parent: parent.id,
      child: child.id,
      target: parent.target,
      outcome,
      at,
      through: through.map((r) => r.id),
    });
  }
}
