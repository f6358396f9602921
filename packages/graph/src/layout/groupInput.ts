/** What the layout of a group starts from. */
import type { RowMetrics } from "./sizes.ts";

/** What a group needs to know of an item. */
export interface ItemBox {
  readonly width: number;
  /** Height of the content, without margins. */
  readonly height: number;
  readonly rows: number;
  readonly topMargin: number;
  readonly bottomMargin: number;
  readonly sideMargin: number;
  readonly isChip: boolean;
  readonly rank: number;
  /** Center and row in an earlier picture, in its coordinates; NaN where it was not in it. */
  readonly hintX: number;
  readonly hintRow: number;
}

export interface ItemLink {
  readonly from: number;
  readonly to: number;
  readonly fromOffset: number;
  readonly toOffset: number;
  readonly argument: number;
  /** Where the edge's lane was in an earlier picture; NaN where it had none. */
  readonly hint: number;
  /** Whether it may share a line with others that end where it does. */
  readonly isGathered: boolean;
}

export interface GroupInput {
  readonly items: readonly ItemBox[];
  readonly links: readonly ItemLink[];
  /** Edges that leave the group: from which item and port. */
  readonly exits: readonly { readonly item: number; readonly offset: number; readonly hint: number }[];
  /** Edges that enter: to which item and port. */
  readonly entries: readonly { readonly item: number; readonly offset: number; readonly argument: number; readonly hint: number }[];
  readonly rowMetrics: RowMetrics;
  /** How wide a row may be, without lanes and chips, before it goes on in the next one. */
  readonly widest: number;
  /** How many rows lanes may still take, and how many all edges together may pass on shared ones; longer edges than this leaves are drawn without a lane. Counted down. */
  readonly budget: { cells: number; shared: number };
}
