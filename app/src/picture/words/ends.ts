/**
 * Why the regions of a picture end. The page joins this with the picture, which is made before the causes are known.
 */
import type { CauseCode, RegionEnd } from "@relayscope/engine";

/** The first cause of a region's boundaries, and the names of the others. */
export interface End extends RegionEnd {
  readonly code: CauseCode;
  /** The palette's color of its family; -1 if the cause is unknown. */
  readonly place: number;
  /** A letter of its own, and its place, within its family. */
  readonly letter: string;
  readonly shade: number;
}

/** By index of the region. Regions without a cause have no entry. */
export type Ends = ReadonlyMap<number, End>;
