/**
 * Decides which nodes fuse together. Follows GraphPartitioner (src/relay/analysis/graph_partitioner.cc): three sweeps
 * over the graph, in each of which a node may join its immediate post-dominator, together with everything between the
 * two. Each check stops at the depth limit, so that a sweep stays linear.
 */
import { at, present } from "@relayscope/ir";
import { type ArgumentLimit, argumentLimit } from "./argumentLimit.ts";
import type { ForwardGraph } from "./forwardGraph.ts";
import { patterns } from "./forwardGraph.ts";
import { type FusionGroups, Groups } from "./groupSets.ts";
import { postDominators } from "./postDominators.ts";

export interface FusionLimits {
  /** 0 fuses nothing. */
  readonly level: number;
  /** The most operators in one fused function. */
  readonly maxDepth: number;
  /** The most arguments of one fused function; 0 for no limit. */
  readonly maxArguments: number;
}

/** Decides the groups. */
export function fusionGroups(graph: ForwardGraph, limits: FusionLimits): FusionGroups {
  const groups = new Groups(graph);
  if (limits.level === 0) return groups;
  const tree = postDominators(graph);
  const walk = walker(graph, groups);
  const limit = limits.maxArguments > 0 ? argumentLimit(graph, groups, limits.maxArguments) : undefined;
  for (let phase = 0; phase < 3; phase++) {
    for (let node = 0; node < graph.nodes.length; node++) {
      const parent = at(tree.parent, node);
      if (limit) fusePostponed(node, limit, walk, groups, tree.parent);
      const pattern = at(groups.pattern, node);
      if (pattern === patterns.opaque || parent < 0) continue;
      if (!mayFuse(node, tree, phase, groups, walk)) continue;
      if (!walk.fitsWithin(node, parent, limits.maxDepth)) continue;
      if (!limit?.isExceededBy(node)) commit(node, parent, limit, walk);
    }
  }
  return groups;
}

function fusePostponed(node: number, limit: ArgumentLimit, walk: Walker, groups: Groups, parentOf: Int32Array): void {
  for (const source of limit.takePostponed(node)) {
    const sink = at(parentOf, source);
    if (limit.fits(node) && groups.anchor[sink] === -1) walk.fuse(source, sink);
  }
}

function commit(node: number, parent: number, limit: ArgumentLimit | undefined, walk: Walker): void {
  if (!limit?.postpone(node)) walk.fuse(node, parent);
}

/**
 * Whether a node may join its post-dominator in this phase: anchors and broadcasts first, injective operators next,
 * tuples' fields last.
 */
function mayFuse(node: number, tree: ReturnType<typeof postDominators>, phase: number, groups: Groups, walk: Walker): boolean {
  const [parent, patternToParent] = [at(tree.parent, node), at(tree.patternTo, node)];
  const pattern = at(groups.pattern, node);
  const parentPattern = at(groups.pattern, parent);
  const upToInjective = (kind: number) => kind <= patterns.injective;
  if (phase === 2) {
    if (pattern > patterns.injective || groups.patternOf(parent) === patterns.tuple) return false;
    return parentPattern === patterns.tuple && upToInjective(groups.patternOf(parent)) && walk.allBetween(node, parent, upToInjective);
  }
  if (groups.rootOf(node) === groups.rootOf(parent) || parentPattern === patterns.tuple) return false;
  if (pattern === patterns.out_elemwise_fusable) {
    return phase === 0 && patternToParent === patterns.elemwise && walk.allBetween(node, parent, (kind) => kind <= patterns.broadcast);
  }
  if (pattern <= patterns.broadcast) {
    if (patternToParent > patterns.comm_reduce) return false;
    return walk.allBetween(node, parent, (kind, isSink) => kind <= (isSink ? patterns.out_elemwise_fusable : patterns.injective));
  }
  if (pattern === patterns.injective || pattern === patterns.tuple) return phase === 1 && walk.allBetween(node, parent, upToInjective);
  return false;
}

interface Walker {
  /** Whether fusing all from `source` up to `sink` keeps the group within `most` operators. */
  fitsWithin(source: number, sink: number, most: number): boolean;
  /** Whether each node after `source` up to and with `sink` belongs to a group whose pattern pleases `test`. */
  allBetween(source: number, sink: number, test: (groupPattern: number, isSink: boolean) => boolean): boolean;
  /** Merges everything from `source` up to `sink` into the group of `sink`. */
  fuse(source: number, sink: number): void;
}

/** Walks forward between a node and its post-dominator; marks are stamps, so that nothing is cleared between walks. */
function walker(graph: ForwardGraph, groups: Groups): Walker {
  const mark = new Int32Array(graph.nodes.length);
  let stamp = 0;
  const stack: number[] = [];
  /** Visits each node reachable from `start` before `sink`, in depth-first order, until `visit` says stop. */
  const forward = (start: readonly number[], sink: number, visit: (node: number) => boolean): boolean => {
    stamp++;
    stack.length = 0;
    for (let i = start.length - 1; i >= 0; i--) stack.push(at(start, i));
    while (stack.length > 0) {
      const node = present(stack.pop());
      if (mark[node] === stamp) continue;
      mark[node] = stamp;
      if (!visit(node)) return false;
      if (node === sink) continue;
      const next = at(graph.consumers, node);
      for (let i = next.length - 1; i >= 0; i--) stack.push(at(next, i));
    }
    return true;
  };
  return {
    fitsWithin(source, sink, most) {
      let total = at(groups.size, groups.rootOf(sink));
      return forward([source], sink, (node) => {
        if (node !== sink) total += at(groups.size, node);
        return total <= most;
      });
    },
    allBetween(source, sink, test) {
      return forward(at(graph.consumers, source), sink, (node) => test(groups.patternOf(node), node === sink));
    },
    fuse(source, sink) {
      forward([source], sink, (node) => {
        if (node !== sink) groups.merge(node, sink);
        return true;
      });
    },
  };
}
