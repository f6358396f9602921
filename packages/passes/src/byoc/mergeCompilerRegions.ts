/**
 * MergeCompilerRegions: merges neighboring regions of one target wherever that makes no cycle through another target.
 * Follows src/relay/transforms/merge_compiler_regions.cc.
 *
 * Which regions merge is decided by `restrictedMerges`; the regions that compute a branch restrict each region that
 * takes this branch. The reference goes through parents in the order of pointer hashes. No decision depends on that
 * order; ours is that of the arguments.
 */
import { asFunction, at, type Expr, type Func, type LineageRecorder, postOrder, present } from "@relayscope/ir";
import { type AnnotatedRegionSet, type Annotation, defaultTarget, isBegin, isEnd, type Region } from "@relayscope/regions";
import type { RegionDecision } from "../core/decisions.ts";
import { type FunctionRun, functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";
import { definePass } from "../core/pass.ts";
import { runSequence } from "../core/sequence.ts";
import { withTypeOf } from "../core/withType.ts";
import { regionsForPass } from "./regionsForPass.ts";
import { repairSteps } from "./repairAnnotations.ts";
import { type RestrictedMerges, restrictedMerges } from "./restrictedMerges.ts";
import { emptySet, type RestrictionSet, unionOf } from "./restrictionSet.ts";

const mergeFunctions = functionPass({
  name: "MergeCompilerRegions",
  summary: "Merges regions function by function.",
  upstream: ["src/relay/transforms/merge_compiler_regions.cc"],
  runFunction,
});

export const mergeCompilerRegions = definePass({
  name: "MergeCompilerRegions",
  infoName: "sequential",
  summary: "Merges neighboring regions of one target where that makes no cycle.",
  upstream: ["src/relay/transforms/merge_compiler_regions.cc"],
  run: ({ module, context }) => runSequence([...repairSteps(context), { pass: mergeFunctions }, { pass: inferType }], module, context),
});

function runFunction({ f, name, lineage, decide }: FunctionRun): Func {
  const regions = regionsForPass(f, defaultTarget);
  if (regions.size === 0) return f;
  if (decide) for (const region of regionsFound(f, regions, name)) decide(region);
  new RegionMerger(regions, name, decide).visit();
  return withoutInnerPairs(f, regions, lineage);
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

/** The function without each `compiler_begin(compiler_end(x))` that is now within one region. */
function withoutInnerPairs(f: Func, regions: AnnotatedRegionSet, lineage: LineageRecorder): Func {
  const { numbered } = regions;
  const post = (original: Expr, rebuilt: Expr, number: number): Expr => {
    if (regions.isBeginAt(number) && isBegin(rebuilt)) {
      const end = numbered.firstArgument(number);
      const [inner] = rebuilt.args;
      const [value] = inner?.kind === "Call" ? inner.args : [];
      if (value && regions.isEndAt(end) && regions.regionAt(number) === regions.regionAt(end)) return value;
    }
    return withTypeOf(original, rebuilt);
  };
  return asFunction(numbered.rewritten(post, lineage)[0] ?? f);
}

class RegionMerger {
  private readonly isVisited: Uint8Array;
  /**
   * The stack of visited nodes, and for each the range still to visit, in `edges` or in the list of the sources of its
   * region's inputs.
   */
  private readonly nodes: number[] = [];
  private readonly next: number[] = [];
  private readonly ends: number[] = [];
  /** By end annotation: the origins of its region's inputs. They replace its own argument, which is visited already. */
  private readonly opened: (readonly number[] | undefined)[] = [];
  /** By region id: whether its parents have been looked at. */
  private readonly isFinished: Uint8Array;
  private readonly merges: RestrictedMerges<Region>;
  /** By region id: the last region that it was found to be a parent of. */
  private readonly parentOf: Int32Array;

  constructor(
    private readonly regions: AnnotatedRegionSet,
    private readonly functionName: string,
    private readonly decide: FunctionRun["decide"],
  ) {
    this.merges = restrictedMerges((parent, into) => regions.merge(parent, into));
    this.isVisited = new Uint8Array(regions.numbered.nodes.length);
    this.isFinished = new Uint8Array(regions.size);
    this.parentOf = new Int32Array(regions.size).fill(-1);
  }

  /** Visits all nodes, children first; at an end annotation, first whatever its region's inputs stem from. */
  visit(): void {
    this.push(0);
    const { nodes, next, ends, opened, regions } = this;
    const { edges } = regions.numbered;
    while (nodes.length > 0) {
      const top = nodes.length - 1;
      const node = present(nodes[top]);
      const list = opened[top];
      const at = present(next[top]);
      if (at < present(ends[top])) {
        next[top] = at + 1;
        const child = present((list ?? edges)[at]);
        if (child >= 0 && (!list || this.isUnfinished(child))) this.push(child);
      } else if (!list && regions.isEndAt(node) && this.isUnfinished(node)) {
        const stems = regions.inputsAt(present(regions.regionAt(node))).map((begin) => regions.numbered.firstArgument(begin));
        opened[top] = stems;
        next[top] = 0;
        ends[top] = stems.length;
      } else {
        nodes.pop();
        next.pop();
        ends.pop();
        opened.pop();
        if (list) this.mergeParents(present(regions.regionAt(node)));
      }
    }
  }

  private push(node: number): void {
    if (this.isVisited[node]) return;
    const { numbered } = this.regions;
    this.isVisited[node] = 1;
    this.nodes.push(node);
    this.next.push(at(numbered.firstEdge, node));
    this.ends.push(numbered.edgesEnd(node));
    this.opened.push(undefined);
  }

  /** Whether a node's region has not had its turn. */
  private isUnfinished(node: number): boolean {
    const region = this.regions.regionAt(node);
    return region !== undefined && !this.isFinished[region.id];
  }

  private mergeParents(region: Region): void {
    const { regions } = this;
    const { numbered } = regions;
    const parents: Region[] = [];
    /** The first annotation between each parent and the region. */
    const betweens: number[] = [];
    let inherited = emptySet;
    for (const begin of regions.inputsAt(region)) {
      const maker = numbered.firstArgument(begin);
      const parent = regions.regionAt(maker);
      if (parent === region) continue;
      if (!parent) {
        if (maker >= 0) inherited = this.withBranchRestrictions(at(numbered.nodes, maker), inherited);
      } else if (this.parentOf[parent.id] !== region.id) {
        this.parentOf[parent.id] = region.id;
        parents.push(parent);
        betweens.push(begin);
      }
    }
    const { decide, functionName } = this;
    this.merges.settle(
      region,
      parents,
      inherited,
      decide &&
        ((i, outcome, through) => {
          const parent = at(parents, i);
          decide({
            kind: "merge",
            functionName,
            parent: parent.id,
            child: region.id,
            target: parent.target,
            outcome,
            at: numbered.nodes[at(betweens, i)] as Annotation,
            through: through.map((r) => r.id),
          });
        }),
    );
    this.isFinished[region.id] = 1;
  }

  /** Adds the restrictions of the regions that compute a branch's condition and results, including nested branches. */
  private withBranchRestrictions(expr: Expr, set: RestrictionSet): RestrictionSet {
    let result = set;
    const pending = [expr];
    const seen = new Set<Expr>();
    for (let at = pending.pop(); at; at = pending.pop()) {
      if (at.kind !== "If" || seen.has(at)) continue;
      seen.add(at);
      for (const part of [at.condition, at.thenBranch, at.elseBranch]) {
        const region = this.regions.regionOf(part);
        if (region) result = unionOf(result, this.merges.restrictionsOf(region));
        else pending.push(part);
      }
    }
    return result;
  }
}
