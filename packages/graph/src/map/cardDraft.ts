/** A card of the map before it has texts. */
export interface CardDraft {
  readonly kind: "region" | "host" | "node";
  /** Nodes of the picture in model order. */
  readonly nodes: readonly number[];
  /** Index into the picture's regions; -1 for the host. */
  readonly region: number;
  /** The control frame it is in; -1 for none. */
  readonly scope: number;
}
