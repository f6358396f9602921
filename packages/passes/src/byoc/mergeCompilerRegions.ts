/**
 * MergeCompilerRegions: merges neighboring regions of one target wherever that makes no cycle through another target.
 * Follows src/relay/transforms/merge_compiler_regions.cc.
 *
 * A region's restrictions are the regions it must not merge with: its parents of other targets and the restrictions of all its parents, and
 * of the regions that make a branch it takes in. Restrictions are fixed when a region is met; later merges only rename what is in them.
 * The reference goes through parents in the order of pointer hashes. No decision depends on that order; ours is that of the arguments.
 */
import { addNew, childAt, type Expr, type Func, isLeaf, listedChildren, postOrder, rewriteFunction } from "@relayscope/ir";
import { type AnnotatedRegionSet, type Annotation, annotated, defaultTarget, isBegin, isEnd, type Region } from "@relayscope/regions";
import type { MergeDecision, RegionDecision } from "../core/decisions.ts";
import { type FunctionRun, functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";
import { mutationOrder } from "../core/mutationOrder.ts";
import { definePass } from "../core/pass.ts";
import { runSequence } from "../core/sequence.ts";
import { withTypeOf } from "../core/withType.ts";
import { regionsForPass } from "./regionsForPass.ts";
import { emptySet, intersects, type RestrictionSet, unionOf, withNumber } from "./restrictionSet.ts";

const mergeFunctions = functionPass({
  name: "MergeCompilerRegions",
  summary: "Merges regions function by function.",
  upstream: ["src/relay/transforms/merge_compiler_regions.cc"],
  optLevel: 0,
  requires: [],
  options: {},
  runFunction,
});

export const mergeCompilerRegions = definePass({
  name: "MergeCompilerRegions",
  infoName: "sequential",
  summary: "Merges neighboring regions of one target where that makes no cycle.",
  upstream: ["src/relay/transforms/merge_compiler_regions.cc"],
  optLevel: 0,
  requires: [],
  options: {},
  run: ({ module, context }) => runSequence([{ pass: mergeFunctions }, { pass: inferType }], module, context),
});

function runFunction({ f, name, lineage, decide }: FunctionRun): Func {
  const regions = regionsForPass(f, defaultTarget);
  if (regions.size === 0) return f;
  if (decide) for (const region of regionsFound(f, regions, name)) decide(region);
  new RegionMerger(regions, name, decide).visit(f);
  return rewriteFunction(f, {
    lineage,
    keepsLeaves: true,
    children: mutationOrder,
    post: (original, rebuilt) => withoutInnerPair(original, rebuilt, regions),
  });
}

/** The regions before any merge, in order of number. */
function regionsFound(f: Func, regions: AnnotatedRegionSet, functionName: string): readonly RegionDecision[] {
  const found = new Map<number, { region: number; target: string; nodes: Expr[] }>();
  postOrder(f, (expr) => {
    const region = isBegin(expr) || isEnd(expr) ? undefined : regions.regionOf(expr);
    if (!region) return;
    const known = found.get(region.id);
    if (known) known.nodes.push(expr);
    else found.set(region.id, { region: region.id, target: region.target, nodes: [expr] });
  });
  return [...found.values()].sort((a, b) => a.region - b.region).map((parts) => ({ kind: "region", functionName, ...parts }));
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

class RegionMerger {
  private readonly visited = new Set<Expr>();
  /** The nodes on the way down, and of each what is still to be visited: its children (undefined for those that `childAt` finds), from where. */
  private readonly nodes: Expr[] = [];
  private readonly children: (readonly Expr[] | undefined)[] = [];
  private readonly next: number[] = [];
  /** For an end annotation: whether what its region's inputs stem from took the place of its own argument, which is visited. */
  private readonly isOpened: boolean[] = [];
  /** Ids of the regions whose parents have been looked at. */
  private readonly finished = new Set<number>();
  private readonly restrictions = new Map<number, RestrictionSet>();
  /** For each region, those of its ids that stand in some region's restrictions. */
  private readonly exposed = new Map<number, RestrictionSet>();

  constructor(
    private readonly regions: AnnotatedRegionSet,
    private readonly functionName: string,
    private readonly tell: FunctionRun["decide"],
  ) {}

  /** Visits everything below `root`, children first; at an end annotation, first whatever its region's inputs stem from. */
  visit(root: Expr): void {
    this.push(root);
    const { nodes, children, next, isOpened } = this;
    while (nodes.length > 0) {
      const top = nodes.length - 1;
      const expr = nodes[top] as Expr;
      const list = children[top];
      const at = next[top] as number;
      next[top] = at + 1;
      const child = list ? list[at] : childAt(expr, at);
      if (child) {
        if (!isLeaf(child) && (!isOpened[top] || this.isUnfinished(child))) this.push(child);
      } else if (!isOpened[top] && isEnd(expr) && this.isUnfinished(expr)) {
        isOpened[top] = true;
        next[top] = 0;
        children[top] = this.regions.inputsOf(this.regionOf(expr)).map(annotated);
      } else {
        const isParent = isOpened[top] && isEnd(expr);
        nodes.pop();
        children.pop();
        next.pop();
        isOpened.pop();
        if (isParent) this.mergeParents(this.regionOf(expr));
      }
    }
  }

  private push(expr: Expr): void {
    if (!addNew(this.visited, expr)) return;
    this.nodes.push(expr);
    this.children.push(listedChildren(expr));
    this.next.push(0);
    this.isOpened.push(false);
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
        if (this.tell) {
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
    this.tell?.({
      kind: "merge",
      functionName: this.functionName,
      parent: parent.id,
      child: child.id,
      target: parent.target,
      outcome,
      at,
      through: through.map((r) => r.id),
    });
  }
}
