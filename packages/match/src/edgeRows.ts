/** The edges of a graph in rows. */

/** Edges in rows: row `i` is `targets[offsets[i]]` to `targets[offsets[i + 1] - 1]`, one entry per use. */
export interface EdgeRows {
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
}
