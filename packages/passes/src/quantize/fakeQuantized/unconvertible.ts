/** Why a region is unchanged. Thrown by rules, and caught around the region. */
export class Unconvertible extends Error {
  /** `isUnknown`: with the data of its constants, it might have been converted. */
  constructor(
    readonly why: string,
    readonly isUnknown = false,
  ) {
    super(why);
  }
}
