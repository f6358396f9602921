/** Regions at the times of their merges, as a path that leaves one and comes back is looked for in. */
import { type Expr, present, pushTo } from "@relayscope/ir";
import type { StageRegion } from "@relayscope/regions";
import type { Ground } from "../ground.ts";

export interface MergingRegion {
  readonly target: string;
}

export interface MergeTimes {
  /** The time after all decisions. */
  readonly end: number;
  /**
   * The region that a node is in at a time; undefined for one that no region holds. Regions of one time are
   * distinguished by identity.
   */
  regionAt(time: number, expr: Expr): MergingRegion | undefined;
  /** The nodes of such a region at that time. */
  membersAt(time: number, region: MergingRegion): Iterable<Expr>;
  /** The time of the refused merge that keeps two nodes apart; undefined if none was refused. */
  refusalBetween(from: Expr, to: Expr): number | undefined;
}

/**
 * The regions of an already partitioned module. The text does not say how they merged, so they are the same at any
 * time.
 */
export function asTheyAre(ground: Ground): MergeTimes {
  let members: Map<StageRegion, Expr[]> | undefined;
  const read = () => {
    if (members) return members;
    members = new Map();
    for (const node of ground.order) {
      const region = ground.regionOf(node);
      if (!region) continue;
      pushTo(members, region, node);
    }
    return members;
  };
  const regions = new Map<MergingRegion, StageRegion>();
  return {
    end: 0,
    regionAt(_time, expr) {
      const region = ground.regionOf(ground.unitOf(expr));
      if (region) regions.set(region, region);
      return region;
    },
    membersAt: (_time, region) => read().get(present(regions.get(region))) ?? [],
    refusalBetween: () => undefined,
  };
}
