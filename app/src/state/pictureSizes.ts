/** How large pictures are in their panes. */

/** A picture that is taller than its pane by more than this factor is shown from its top, at its full size. */
export const crop = 1.25;
/** How far small pictures are enlarged. */
export const largest = 1.4;
/** The largest share of the pane that a close-up takes: normally, and from afar. */
export const closeShare = 0.85;
export const farOffShare = 0.6;
