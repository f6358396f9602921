/** Boxes of a drawing, and views of it. */

/** A view as links carry it. */
export interface Place {
  /** The point of the drawing at the pane's top left. */
  readonly x: number;
  readonly y: number;
  /** Screen pixels per unit of the drawing. */
  readonly zoom: number;
}

/** A pane's viewport as React Flow has it: the drawing's origin in the pane, and the zoom. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** One pane's own viewport. */
export interface PaneViewport {
  /** Moves there in `duration` milliseconds. Every position on the way is reported to `Viewports.moved`. */
  set(viewport: Viewport, duration: number): void;
  size(): { readonly width: number; readonly height: number };
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The start of a view of length `view` around `middle` that shows no empty space while the picture could fill it. */
export function centered(middle: number, view: number, start: number, length: number, pad: number): number {
  if (length + 2 * pad <= view) return start + length / 2 - view / 2;
  return Math.max(start - pad, Math.min(start + length + pad - view, middle - view / 2));
}

export function around(a: Box, b: Box | undefined): Box {
  if (!b) return a;
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

export function overlap(a: number, aLength: number, b: number, bLength: number): number {
  return Math.max(0, Math.min(a + aLength, b + bLength) - Math.max(a, b));
}

export function rounded({ x, y, zoom }: Place): Place {
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10, zoom: Math.round(zoom * 1000) / 1000 };
}

/** The width from which a pane has room for its legend and its tools in one line, as in `picture.css`. */
const wide = 720;

/**
 * The height that tools and legend take at the bottom of a pane of this width, in pixels: a picture that is shown whole
 * has nothing below them.
 */
export function footHeight(width: number): number {
  return width < wide ? 76 : 40;
}
