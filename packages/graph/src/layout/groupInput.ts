/** The input of a group's layout. */
import type { RowMetrics } from "./sizes.ts";

/** The properties of an item that a group needs. */
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
  /** Center and row in an earlier picture, in its coordinates; NaN if it is new. */
  readonly hintX: number;
  readonly hintRow: number;
}

export interface ItemLink {
  readonly from: number;
  readonly to: number;
  readonly fromOffset: number;
  readonly toOffset: number;
  readonly argument: number;
  /** The place of the edge's lane in an earlier picture; NaN if it had none. */
  readonly hint: number;
  /** Whether the edge may share a line with other edges that end at the same place. */
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
  /** The largest width of a row, without lanes and chips, before it is split. */
  readonly widest: number;
  /**
   * The rows that lanes may still take, and the rows that all edges together may pass on shared lanes. Edges beyond
   * that are drawn without a lane. Counted down.
   */
  readonly budget: { cells: number; shared: number };
}
