/** The camera that both panes look through, so that they pan and zoom in step. Kept out of React: a pan redraws canvases, nothing else. */
export interface CameraPosition {
  /** The point of the drawing at the pane's top left. */
  readonly x: number;
  readonly y: number;
  /** Screen pixels per unit of the drawing. */
  readonly zoom: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const zoomLimits = { min: 0.02, max: 4 } as const;
const margin = 20;
/** Below this zoom labels are not read. */
export const readable = 0.5;
/** A picture that is taller than its pane by more than this is looked at from its top, at its full size. */
const crop = 1.25;

/** The share of a picture, or of the pane where that is smaller, that must be seen along each axis. */
const leastSeen = 0.6;

export class Camera {
  private position: CameraPosition = { x: -margin, y: -margin, zoom: 1 };
  private readonly listeners = new Set<() => void>();
  /** False until a user, a link or a fit placed it. */
  isPlaced = false;
  /** True while it stands where a fit put it: it may be fitted again when the pane's size changes. */
  isFitted = false;
  /** The run whose first picture is to be fitted. */
  awaitedEpoch = 0;
  /** The run whose picture was shown last. */
  shownEpoch = 0;
  private frame = 0;

  get current(): CameraPosition {
    return this.position;
  }

  /** The position where one was taken, for links. */
  snapshot(): CameraPosition | undefined {
    if (!this.isPlaced) return undefined;
    return rounded(this.position);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  place(position: CameraPosition): void {
    cancelAnimationFrame(this.frame);
    this.isFitted = false;
    this.move(position);
  }

  /** Forgets the place, so that the first picture of run `epoch` is fitted. */
  release(epoch: number): void {
    this.isPlaced = false;
    this.awaitedEpoch = epoch;
  }

  panBy(dx: number, dy: number): void {
    const { x, y, zoom } = this.position;
    this.place({ x: x - dx / zoom, y: y - dy / zoom, zoom });
  }

  /** Zooms by `factor`, holding the point at (`left`, `top`) of the pane. */
  zoomBy(factor: number, left: number, top: number): void {
    const { x, y, zoom } = this.position;
    const next = Math.min(zoomLimits.max, Math.max(zoomLimits.min, zoom * factor));
    this.place({ x: x + left / zoom - left / next, y: y + top / zoom - top / next, zoom: next });
  }

  /** Shows all of `box` in a pane of the given size; where that would be unreadably small, its top at a readable zoom. */
  fit(box: Box, width: number, height: number, whole: boolean): void {
    if (width <= 0 || height <= 0 || box.width <= 0 || box.height <= 0) return;
    this.isFitted = true;
    const all = Math.min((width - 2 * margin) / box.width, (height - 2 * margin) / box.height, 1.15);
    if (whole || all >= readable) {
      const zoom = Math.max(zoomLimits.min, all);
      this.glide({ x: box.x + box.width / 2 - width / 2 / zoom, y: box.y + box.height / 2 - height / 2 / zoom, zoom });
      return;
    }
    const zoom = Math.min(1, Math.max(readable, Math.min((width - 2 * margin) / box.width, (height * crop) / box.height)));
    const fitsAcross = box.width * zoom <= width - 2 * margin;
    this.glide({
      x: fitsAcross ? box.x + box.width / 2 - width / 2 / zoom : box.x - margin / zoom,
      y: box.height * zoom <= height - 2 * margin ? box.y + box.height / 2 - height / 2 / zoom : box.y - margin / zoom,
      zoom,
    });
  }

  /** Whether a pane of the given size shows little of a picture: an edit made it anew, and it stands elsewhere. */
  hasLost(picture: Box, width: number, height: number): boolean {
    const { x, y, zoom } = this.position;
    const seenAcross = overlap(x, width / zoom, picture.x, picture.width);
    const seenDown = overlap(y, height / zoom, picture.y, picture.height);
    return seenAcross < leastSeen * Math.min(width / zoom, picture.width) || seenDown < leastSeen * Math.min(height / zoom, picture.height);
  }

  /** Brings `box` of `picture` into a pane of the given size; a place in which it is seen already is kept. */
  reveal(box: Box, picture: Box, width: number, height: number): void {
    const { x, y } = this.position;
    const zoom = Math.max(this.position.zoom, 0.5);
    const w = width / zoom;
    const h = height / zoom;
    const pad = 40 / zoom;
    const isInside =
      zoom === this.position.zoom &&
      box.x >= x + pad / 2 &&
      box.y >= y + pad / 2 &&
      box.x + box.width <= x + w - pad / 2 &&
      box.y + box.height <= y + h - pad / 2;
    if (isInside) return;
    this.isFitted = false;
    this.glide({
      x: centered(box.x + box.width / 2, w, picture.x, picture.width, margin / zoom),
      y: centered(box.y + box.height / 2, h, picture.y, picture.height, margin / zoom),
      zoom,
    });
  }

  private move(position: CameraPosition): void {
    this.position = position;
    this.isPlaced = true;
    for (const listener of this.listeners) listener();
  }

  /** Comes to rest where a link can put it again to the pixel. */
  private glide(goal: CameraPosition): void {
    cancelAnimationFrame(this.frame);
    const to = rounded(goal);
    if (!this.isPlaced || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.move(to);
      return;
    }
    const from = this.position;
    const start = performance.now();
    const duration = 180;
    const tick = (now: number) => {
      const t = Math.min(1, Math.max(0, (now - start) / duration));
      const s = 1 - (1 - t) ** 3;
      if (t === 1) {
        this.move(to);
        return;
      }
      this.move({ x: from.x + (to.x - from.x) * s, y: from.y + (to.y - from.y) * s, zoom: from.zoom + (to.zoom - from.zoom) * s });
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }
}

/** The start of a view of length `view` around `middle` that shows no emptiness beside the picture where the picture could be seen instead. */
function centered(middle: number, view: number, start: number, length: number, pad: number): number {
  if (length + 2 * pad <= view) return start + length / 2 - view / 2;
  return Math.max(start - pad, Math.min(start + length + pad - view, middle - view / 2));
}

function overlap(a: number, aLength: number, b: number, bLength: number): number {
  return Math.max(0, Math.min(a + aLength, b + bLength) - Math.max(a, b));
}

function rounded({ x, y, zoom }: CameraPosition): CameraPosition {
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10, zoom: Math.round(zoom * 1000) / 1000 };
}
