/** Where a painted picture looks, and where it is shown after the pane has moved. */

/** A bitmap's part of a drawing: the origin of the drawing is at `x` and `y` of the bitmap, in CSS pixels. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  /** In CSS pixels, each of which has `ratio` bitmap pixels per side. */
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  /** Whether only boxes are painted. */
  readonly isBrief: boolean;
}

/** Where a pane looks. */
export interface Pane {
  readonly transform: readonly [x: number, y: number, zoom: number];
  readonly width: number;
  readonly height: number;
}

/** How far a view extends beyond its pane on each side, in panes, so that a move can shift the bitmap. */
const beyond = 0.3;
/**
 * If less than this is left of it, or if the zoom changes by more than these factors, the bitmap is painted again
 * during the move.
 */
const ahead = 0.02;
const zoomStep = { in: 1.5, out: 0.7 } as const;
/** No bitmap has more pixels. */
const mostPixels = 8e6;

/** The view to paint for a pane. */
export function viewAround({ transform: [x, y, zoom], width, height }: Pane, density: number): View {
  const [aside, above] = [Math.ceil(beyond * width), Math.ceil(beyond * height)];
  const [w, h] = [width + 2 * aside, height + 2 * above];
  const ratio = Math.min(2, density, Math.sqrt(mostPixels / Math.max(1, w * h)));
  return { x: x + aside, y: y + above, zoom, width: w, height: h, ratio, isBrief: false };
}

/** Where the bitmap of a view is over a pane, in CSS pixels, and its scale. */
export function placeOf(
  view: View,
  { transform: [x, y, zoom] }: Pane,
): { readonly left: number; readonly top: number; readonly scale: number } {
  const scale = zoom / view.zoom;
  return { left: x - view.x * scale, top: y - view.y * scale, scale };
}

/** Whether a bitmap is good enough during a move: it covers the pane and is neither coarse nor crowded. */
export function isGood(view: View, pane: Pane): boolean {
  const { left, top, scale } = placeOf(view, pane);
  const [aside, above] = [ahead * pane.width, ahead * pane.height];
  return (
    scale < zoomStep.in &&
    scale > zoomStep.out &&
    left <= -aside &&
    top <= -above &&
    left + view.width * scale >= pane.width + aside &&
    top + view.height * scale >= pane.height + above
  );
}
