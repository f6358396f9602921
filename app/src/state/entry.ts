/** The id of an entry of the history that this page wrote; undefined for another's, as of a link that was put into the address. */
export function entryOf(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("relayscope" in state)) return undefined;
  return typeof state.relayscope === "string" ? state.relayscope : undefined;
}
