/** How large pictures are in their panes, and how much of them is in sight. */
import { letters } from "@relayscope/engine";

/** A picture that is taller than its pane by more than this factor is shown from its top, at its full size. */
export const crop = 1.25;
/** How far small pictures are enlarged. */
export const largest = 1.4;
/** The largest share of the pane that a close-up takes: normally, and from afar. */
export const closeShare = 0.85;
export const farOffShare = 0.6;

export const zoomLimits = { min: 0.02, max: 4 } as const;
/** Below this zoom an operator's label cannot be read. */
export const readable = letters.tiny.least;
/** Below this zoom the cards of a map have no words. */
export const leastTitled = letters.low.least;
/** From this zoom on no name is cut, whatever the boxes were sized for. */
const uncut = letters.near.least;
/** From this zoom on the lines of a card are drawn, too. */
export const wellRead = letters.mid.least;
/**
 * The share of a picture, or of the pane if that is smaller, that must be visible along each axis; less of a requested
 * place, as a shared view of a corner is meant.
 */
export const leastSeen = { usual: 0.6, asked: 0.1 } as const;
export const glideTime = 180;
/**
 * If pictures of stages could only grow by less than this factor the zoom stays, so that what they share does not move.
 */
export const loose = 1.25;
/** The margin of pictures that may be out of sight, in their own pixels. */
export const spare = 24;
/** A picture is this much below the middle, in pixels: its title, which does not shrink from afar, is above it. */
export const titleRoom = 9;
/** The height of labels below a picture that is seen from afar, in pixels. */
export const footRoom = 14;

/** Whether no word is cut at a zoom, and some are at the one before. */
export function uncutsFirst(zoom: number, before: number): boolean {
  return zoom >= uncut && before < uncut;
}

/** From this zoom on a picture is shown whole: its names can be read. */
export function leastWhole(isCut: boolean): number {
  return isCut ? uncut : readable;
}
