/**
 * Which regions merge with which: the decisions of MergeCompilerRegions, over regions of anything that has an id and a target.
 *
 * A region's restrictions are the regions it must not merge with: its parents of other targets and the restrictions of all its parents.
 * Restrictions are fixed when a region has its turn, parents first; later merges only rename what is in them.
 */
import { emptySet, intersects, type RestrictionSet, unionOf, withNumber } from "./restrictionSet.ts";

export interface Mergeable {
  readonly id: number;
  readonly target: unknown;
}

export interface MergeListener<Region> {
  /** Makes the two regions one, which keeps the id of `into`. */
  merge(parent: Region, into: Region): void;
  /** Hears of what became of the parent at a place of the list, and of the other parents through which a restriction came. */
  decide?: ((at: number, outcome: "merged" | "different-target" | "restricted", through: readonly Region[]) => void) | undefined;
}

export class RestrictedMerges<Region extends Mergeable> {
  /** By region id. */
  private readonly restrictions: (RestrictionSet | undefined)[] = [];
  /** By region id: those of its ids that are in some region's restrictions. */
  private readonly exposed: (RestrictionSet | undefined)[] = [];

  restrictionsOf({ id }: Region): RestrictionSet {
    return this.restrictions[id] ?? emptySet;
  }

  /** Gives a region its turn: merges it with each of its parents that it may merge with. `inherited` are restrictions that come by other ways. */
  settle(region: Region, parents: readonly Region[], inherited: RestrictionSet, { merge, decide }: MergeListener<Region>): void {
    let own = inherited;
    for (const parent of parents) own = unionOf(own, this.restrictionsOf(parent));
    for (const [at, parent] of parents.entries()) {
      const ids = this.exposed[parent.id] ?? emptySet;
      if (parent.target !== region.target) {
        own = withNumber(own, parent.id);
        this.exposed[parent.id] = withNumber(ids, parent.id);
        decide?.(at, "different-target", []);
      } else if (intersects(ids, own)) {
        decide?.(
          at,
          "restricted",
          parents.filter((other) => other !== parent && intersects(ids, this.restrictionsOf(other))),
        );
      } else {
        decide?.(at, "merged", []);
        merge(parent, region);
        this.exposed[region.id] = unionOf(this.exposed[region.id] ?? emptySet, ids);
        this.exposed[parent.id] = undefined;
      }
    }
    this.restrictions[region.id] = own;
  }
}
