/** Why the regions of a picture end where they do: joined in the page, as the picture is before the causes are known. */
import type { CauseCode, RegionEnd } from "@relayscope/engine";

/** The costliest cause of a region's boundaries, and the names of the others. */
export interface End extends RegionEnd {
  readonly code: CauseCode;
  /** The palette's color of its family; -1 for the cause that is not known. */
  readonly place: number;
  /** Its own, also within its family. */
  readonly letter: string;
}

/** By index of the region; those without a cause have none. */
export type Ends = ReadonlyMap<number, End>;
