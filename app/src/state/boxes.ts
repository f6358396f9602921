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

/** The share of a picture, or of a smaller pane, that a pan keeps in sight: enough to bring a corner to the middle. */
const leastKept = 0.35;

/**
 * The position of a viewport along an axis, nearest to `at`, that keeps enough of what begins at `start` in the pane.
 */
function keptInSight(at: number, room: number, start: number, length: number): number {
  const least = leastKept * Math.min(room, length);
  return Math.min(room - least - start, Math.max(least - (start + length), at));
}

/** The nearest place that keeps enough of a picture in a pane of this size. */
export function inSight(viewport: Viewport, box: Box, { width, height }: ReturnType<PaneViewport["size"]>): Viewport {
  if (width <= 0 || height <= 0) return viewport;
  const { zoom } = viewport;
  return {
    x: keptInSight(viewport.x, width, box.x * zoom, box.width * zoom),
    y: keptInSight(viewport.y, height, box.y * zoom, box.height * zoom),
    zoom,
  };
}

/**
 * The start of a view along an axis that shows the part from `start` on with a margin. It is `from` if that shows the
 * part already, and the start of the part if there is no room.
 */
export function uncovered(from: number, room: number, start: number, length: number, zoom: number): number {
  if (start >= from && start + length <= from + room) return from;
  const pad = Math.min(20 / zoom, Math.max(0, (room - length) / 2));
  return Math.min(start - pad, Math.max(from, start + length + pad - room));
}

export function around(a: Box, b: Box | undefined): Box {
  if (!b) return a;
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

function overlap(a: number, aLength: number, b: number, bLength: number): number {
  return Math.max(0, Math.min(a + aLength, b + bLength) - Math.max(a, b));
}

export function rounded({ x, y, zoom }: Place): Place {
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10, zoom: Math.round(zoom * 1000) / 1000 };
}

/** Whether a pane shows less than a share of a box, or of itself if it is smaller, along an axis. */
export function seesLess({ x, y, zoom }: Viewport, box: Box, width: number, height: number, share: number): boolean {
  const across = overlap(-x / zoom, width / zoom, box.x, box.width);
  const down = overlap(-y / zoom, height / zoom, box.y, box.height);
  return across < share * Math.min(width / zoom, box.width) || down < share * Math.min(height / zoom, box.height);
}

/** Whether a pane shows all of a picture. */
export function showsAll({ x, y, zoom }: Viewport, picture: Pick<Box, "width" | "height">, width: number, height: number): boolean {
  return x >= 0 && y >= 0 && x + picture.width * zoom <= width && y + picture.height * zoom <= height;
}

/** Whether a view of a width and height, in the drawing's units, shows a box with a margin around it. */
export function isWellInside({ x, y, zoom }: Viewport, box: Box, width: number, height: number): boolean {
  const [left, top, pad] = [-x / zoom, -y / zoom, 20 / zoom];
  const isInside = (from: number, length: number, start: number, room: number) =>
    from >= start + pad && from + length <= start + room - pad;
  return isInside(box.x, box.width, left, width) && isInside(box.y, box.height, top, height);
}

/** The width from which a pane has room for its legend in one line next to its tools. */
const wide = 720;

/**
 * The height that tools and legend take at the bottom of a pane of this width, in pixels: a picture that is shown whole
 * has nothing below them. The blackboard shows its picture `enlarged`, but not its tools.
 */
export function footHeight(width: number, enlarged = 1): number {
  if (enlarged > 1) return boardTools / enlarged;
  return width < wide ? 56 : 40;
}

/** The height that the tools of the blackboard take on the screen, in pixels. */
const boardTools = 64;
