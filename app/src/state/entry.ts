/** The id of a history entry that this page wrote; undefined for another one, such as a link typed into the address. */
export function entryOf(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("relayscope" in state)) return undefined;
  return typeof state.relayscope === "string" ? state.relayscope : undefined;
}
