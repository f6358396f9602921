/**
 * Which regions merge with which: the decisions of MergeCompilerRegions, over regions of anything that has an id and a
 * target.
 *
 * A region's restrictions are the regions that it must not merge with: its parents of other targets and the
 * restrictions of all its parents. They are fixed when the region is processed, parents first. Later merges only rename
 * their members.
 */
import type { MergeDecision } from "../core/decisions.ts";
import { emptySet, intersects, type RestrictionSet, unionOf, withNumber } from "./restrictionSet.ts";

export interface Mergeable {
  readonly id: number;
  readonly target: unknown;
}

export interface RestrictedMerges<Region> {
  restrictionsOf(region: Region): RestrictionSet;
  /**
   * Processes a region: merges it with each allowed parent. `inherited` are further restrictions. `decide` receives the
   * index and the outcome of each parent, and the other parents that caused a restriction.
   */
  settle(
    region: Region,
    parents: readonly Region[],
    inherited: RestrictionSet,
    decide?: (at: number, outcome: MergeDecision["outcome"], through: readonly Region[]) => void,
  ): void;
}

/** `merge` merges a region into another, which keeps its id. */
export function restrictedMerges<Region extends Mergeable>(merge: (parent: Region, into: Region) => void): RestrictedMerges<Region> {
  /** By region id. */
  const restrictions: (RestrictionSet | undefined)[] = [];
  /** By region id: those of its ids that are in some region's restrictions. */
  const exposed: (RestrictionSet | undefined)[] = [];
  const restrictionsOf = ({ id }: Region) => restrictions[id] ?? emptySet;
  return {
    restrictionsOf,
    settle(region, parents, inherited, decide) {
      let own = inherited;
      for (const parent of parents) own = unionOf(own, restrictionsOf(parent));
      for (const [at, parent] of parents.entries()) {
        const { id } = parent;
        const ids = exposed[id] ?? emptySet;
        if (parent.target !== region.target) {
          own = withNumber(own, id);
          exposed[id] = withNumber(ids, id);
          decide?.(at, "different-target", []);
        } else if (intersects(ids, own)) {
          decide?.(
            at,
            "restricted",
            parents.filter((other) => other !== parent && intersects(ids, restrictionsOf(other))),
          );
        } else {
          decide?.(at, "merged", []);
          merge(parent, region);
          exposed[region.id] = unionOf(exposed[region.id] ?? emptySet, ids);
          exposed[id] = undefined;
        }
      }
      restrictions[region.id] = own;
    },
  };
}
