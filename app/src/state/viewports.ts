/** Where the panes look: their React Flow viewports, moved together. Kept out of React's state: a pan renders nothing. */
import { letters, paneMargin as margin, wholeZoom as zoomForAll } from "@relayscope/engine";

/** As links carry it. */
export interface Place {
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

/** A pane's viewport as React Flow has it: the drawing's origin in the pane, and the zoom. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** One pane's own viewport. */
export interface PaneViewport {
  /** Goes there in `duration` milliseconds; what it passes is told to `Viewports.moved`. */
  set(viewport: Viewport, duration: number): void;
  size(): { readonly width: number; readonly height: number };
}

export const zoomLimits = { min: 0.02, max: 4 } as const;
/** What the tools take of a pane's height at its bottom, in pixels: nothing of a picture that is shown whole is below them. */
export const toolsHeight = 40;
/** Below this zoom an operator's label is not read. */
export const readable = letters.tiny.least;
/** From this zoom on no name is cut, whatever boxes were made for. */
const uncut = letters.near.least;
/** A picture that is taller than its pane by more than this is looked at from its top, at its full size. */
const crop = 1.25;
/** The share of a picture, or of the pane where that is smaller, that must be seen along each axis. */
const leastSeen = 0.6;
/** The same where the place was asked for: who shares a look at a corner means the corner. */
const leastSeenAsAsked = 0.1;
/** The same that a hand leaves in sight, however far it pans: enough to bring what is in a corner to the middle. */
const leastKept = 0.35;
const glideTime = 180;
/** Pictures of stages that could be shown larger by less than this keep the zoom, so that what they share is still. */
const loose = 1.25;
/** So much at the boundaries of pictures, in their own pixels, need not be seen. */
const spare = 24;
/** So much lower than in the middle a picture stands, in pixels: its title, which is no smaller from afar, is above it. */
const titleRoom = 9;
/** What labels below a picture take that is seen from afar, in pixels. */
const footRoom = 14;

export class Viewports {
  private viewport: Viewport = { x: margin, y: margin, zoom: 1 };
  private readonly panes: PaneViewport[] = [];
  private goal: Viewport | undefined;
  /** False until a user, a link or a fit placed it. */
  isPlaced = false;
  /** True while it stands where a fit put it: it may be fitted again when the pane's size changes. */
  isFitted = false;
  /** True while it stands where all of a picture was shown: what follows it is to be seen whole, too. */
  private isWhole = false;
  /** Whether all of it was asked for, however small: then all of what follows is shown, too. */
  private isWholeAsked = false;
  /** True while it stands where `place` put it. */
  private isAsked = false;
  /** The leading pane's picture; undefined where there is none. */
  private picture: Box | undefined;
  /** The other pane's picture, which is fitted along; undefined where there is none. */
  private companion: Box | undefined;
  private fittedTo:
    | { readonly box: Box; readonly start: Box; readonly width: number; readonly height: number; readonly isCut: boolean }
    | undefined;
  /** Whether it is looked at from afar, as on a projector: pictures are brought near, and what is shown of one nearer still. */
  isFarOff = false;
  /** The run whose first picture is to be fitted. */
  awaitedEpoch = 0;
  /** Ids of what one looked at when the place was forgotten: the first look at the picture that is awaited has them in view. */
  lookedAt: readonly number[] = [];
  /** The run whose picture was shown last. */
  shownEpoch = 0;

  private readonly watchers = new Set<() => void>();

  /** Calls `act` whenever the place changes, until the answer is called. */
  readonly onMove = (act: () => void): (() => void) => {
    this.watchers.add(act);
    return () => this.watchers.delete(act);
  };

  get current(): Viewport {
    return this.viewport;
  }

  /** Whether it is on its way to a goal. */
  get isMoving(): boolean {
    return this.goal !== undefined;
  }

  /** The place where one was taken, for links: on the way to a goal, the goal. */
  snapshot(): Place | undefined {
    if (!this.isPlaced) return undefined;
    const { x, y, zoom } = this.goal ?? this.viewport;
    return rounded({ x: -x / zoom, y: -y / zoom, zoom });
  }

  /** Takes a pane along from now on, the leading one first; the answer lets it go. */
  join(pane: PaneViewport, isLeading: boolean): () => void {
    if (isLeading) this.panes.unshift(pane);
    else this.panes.push(pane);
    pane.set(this.viewport, 0);
    return () => {
      this.panes.splice(this.panes.indexOf(pane), 1);
    };
  }

  /** A pane's viewport is here now, by a hand or on its way to a goal; the other panes follow. A hand does not take the picture out of sight. */
  moved(viewport: Viewport, by: PaneViewport): void {
    const kept = this.goal ? viewport : this.inSight(viewport, by.size());
    if (kept.x !== viewport.x || kept.y !== viewport.y) {
      by.set(kept, 0);
      return;
    }
    const before = this.viewport;
    if (viewport.x === before.x && viewport.y === before.y && viewport.zoom === before.zoom) return;
    this.viewport = viewport;
    if (!this.goal) {
      this.isPlaced = true;
      this.isFitted = false;
      this.isAsked = false;
    } else if (viewport.x === this.goal.x && viewport.y === this.goal.y && viewport.zoom === this.goal.zoom) this.goal = undefined;
    for (const pane of this.panes) if (pane !== by) pane.set(viewport, 0);
    this.notify();
  }

  /** The nearest place from which enough of the pictures is seen. */
  private inSight(viewport: Viewport, { width, height }: ReturnType<PaneViewport["size"]>): Viewport {
    if (!this.picture || width <= 0 || height <= 0) return viewport;
    const { zoom } = viewport;
    const box = around(this.picture, this.companion);
    const along = (at: number, room: number, start: number, length: number) => {
      const least = leastKept * Math.min(room, length * zoom);
      return Math.min(room - least - start * zoom, Math.max(least - (start + length) * zoom, at));
    };
    return { x: along(viewport.x, width, box.x, box.width), y: along(viewport.y, height, box.y, box.height), zoom };
  }

  /** A hand takes hold: what was under way to a goal is not any more. */
  held(): void {
    this.goal = undefined;
  }

  place({ x, y, zoom }: Place): void {
    this.isFitted = false;
    this.go({ x: -x * zoom, y: -y * zoom, zoom }, false);
    this.isAsked = true;
  }

  /** Shows a part of the picture that is in the leading pane. */
  lookAt({ x, y, zoom }: Place): void {
    const [first] = this.panes;
    if (!first) return;
    this.isFitted = false;
    this.go(this.inSight({ x: -x * zoom, y: -y * zoom, zoom }, first.size()), false);
  }

  /** Zooms by `factor` around the middle of the leading pane. */
  zoomBy(factor: number): void {
    const [first] = this.panes;
    if (!first) return;
    const { width, height } = first.size();
    const { x, y, zoom } = this.viewport;
    const next = Math.min(zoomLimits.max, Math.max(zoomLimits.min, zoom * factor));
    const goal = { x: width / 2 - ((width / 2 - x) * next) / zoom, y: height / 2 - ((height / 2 - y) * next) / zoom, zoom: next };
    this.isFitted = false;
    this.go(this.inSight(goal, { width, height }), true);
  }

  /** Forgets the place, so that the first picture of run `epoch` is fitted, and shows what has these ids. */
  release(epoch: number, lookedAt: readonly number[] = []): void {
    this.isPlaced = false;
    this.isFitted = false;
    this.awaitedEpoch = epoch;
    this.lookedAt = lookedAt;
  }

  /** Keeps what is at `from` where it is on the screen, though it is drawn at `to` now: pans where they do not meet. */
  follow(from: Box, to: Box): void {
    const [x, y] = [from.x + from.width / 2, from.y + Math.min(from.height, to.height) / 2];
    if (x >= to.x && x <= to.x + to.width && y >= to.y && y <= to.y + to.height) return;
    const { zoom } = this.viewport;
    const { isFitted } = this;
    this.go({ x: this.viewport.x + (x - to.x - to.width / 2) * zoom, y: this.viewport.y + (from.y - to.y) * zoom, zoom }, false);
    this.isFitted = isFitted;
  }

  /** The leading pane shows another picture, or none any more. */
  lead(box: Box | undefined): void {
    this.picture = box;
  }

  /** Another picture is next to the leading one, or none any more: a fit shows it whole, too. */
  accompany(box: Box | undefined): void {
    const before = this.companion;
    this.companion = box;
    const isSame = before === box || (before && box && before.width === box.width && before.height === box.height);
    if (isSame || !box || !this.isFitted || !this.fittedTo) return;
    const { start, width, height, isCut } = this.fittedTo;
    const picture = this.picture ?? this.fittedTo.box;
    if (!this.isWhole || this.needsFit(picture, width, height)) this.refit(picture, start, width, height, isCut);
  }

  /** Shows all of `picture` in a pane of the given size. */
  fit(picture: Box, width: number, height: number): void {
    this.isWholeAsked = true;
    this.showWhole(picture, width, height, this.isPlaced);
  }

  /** Fits a picture that stands where another was fitted: the whole of it where that was asked for, else as at a first look. */
  refit(box: Box, start: Box, width: number, height: number, isCut = false): void {
    if (this.isFitted && this.isWholeAsked) this.showWhole(box, width, height, false);
    else this.fitFirst(box, start, width, height, isCut);
  }

  /** How far small pictures are blown up. */
  private get largest(): number {
    return this.isFarOff ? nearest : largest;
  }

  private showWhole(picture: Box, width: number, height: number, isGlide: boolean): void {
    const box = around(picture, this.companion);
    if (width <= 0 || height <= 0 || box.width <= 0 || box.height <= 0) return;
    // Where boxes have no letters, labels of regions hang below the lowest of them.
    const foot = wholeZoom(box, width, height) < readable ? footRoom : 0;
    const zoom = Math.max(zoomLimits.min, wholeZoom(box, width, height - foot, this.largest));
    const free = (height - foot - toolsHeight) / zoom;
    this.show(box.x + box.width / 2 - width / 2 / zoom, box.y + box.height / 2 - free / 2 - titleRoom / zoom, zoom, isGlide);
    this.isFitted = true;
    this.isWhole = true;
  }

  /**
   * The first look at a picture, or at one that was laid out again: all of it, or, where that would be unreadably small, or cut its words, `start` of it
   * at a readable zoom. There at once: on the way to it the picture would be in part outside of its pane.
   */
  fitFirst(box: Box, start: Box, width: number, height: number, isCut = false): void {
    if (width <= 0 || height <= 0 || box.width <= 0 || box.height <= 0) return;
    this.fittedTo = { box, start, width, height, isCut };
    this.isWholeAsked = false;
    const leastWhole = isCut ? uncut : readable;
    if (wholeZoom(around(box, this.companion), width, height) >= leastWhole) {
      this.showWhole(box, width, height, false);
      return;
    }
    const zoom = Math.min(1, Math.max(0.8, Math.min((width - 2 * margin) / box.width, (height * crop) / box.height)));
    this.isWhole = false;
    const x = centered(start.x + start.width / 2, width / zoom, box.x, box.width, margin / zoom);
    const y = centered(start.y + height / 2 / zoom - margin / zoom, height / zoom, box.y, box.height, margin / zoom);
    this.show(x, y, zoom, false);
    this.isFitted = true;
  }

  /** Whether all was shown of the pictures before, and another stage's reach beyond a pane of the given size, or leave much of it free. */
  needsFit(picture: Box, width: number, height: number): boolean {
    if (!this.isFitted || !this.isWhole) return false;
    const { x, y, zoom } = this.viewport;
    const box = around(picture, this.companion);
    const isHeld = (at: number, length: number, room: number) => at >= -spare * zoom && at + length * zoom <= room + spare * zoom;
    const whole = wholeZoom(box, width, height, this.largest);
    return (
      !isHeld(box.x * zoom + x, box.width, width) || !isHeld(box.y * zoom + y, box.height, height - toolsHeight) || whole > zoom * loose
    );
  }

  /** Whether a pane of the given size shows little of a picture: an edit made it again, and it is elsewhere. */
  hasLost(picture: Box, width: number, height: number): boolean {
    const { zoom } = this.viewport;
    const least = this.isAsked ? leastSeenAsAsked : leastSeen;
    const seenAcross = overlap(-this.viewport.x / zoom, width / zoom, picture.x, picture.width);
    const seenDown = overlap(-this.viewport.y / zoom, height / zoom, picture.y, picture.height);
    return seenAcross < least * Math.min(width / zoom, picture.width) || seenDown < least * Math.min(height / zoom, picture.height);
  }

  /** Brings `box` of `picture` into a pane of the given size; a place in which it is seen already is kept. */
  reveal(box: Box, picture: Box, width: number, height: number): void {
    if (this.isFarOff) {
      this.closeUp(box, picture, width, height);
      return;
    }
    const zoom = Math.max(this.viewport.zoom, Math.min(0.8, wholeZoom(box, width, height)));
    const x = -this.viewport.x / this.viewport.zoom;
    const y = -this.viewport.y / this.viewport.zoom;
    const w = width / zoom;
    const h = height / zoom;
    const pad = 20 / zoom;
    const isInside =
      zoom === this.viewport.zoom &&
      box.x >= x + pad &&
      box.y >= y + pad &&
      box.x + box.width <= x + w - pad &&
      box.y + box.height <= y + h - pad;
    if (isInside) return;
    this.show(
      centered(box.x + box.width / 2, w, picture.x, picture.width, margin / zoom),
      centered(box.y + box.height / 2, h, picture.y, picture.height, margin / zoom),
      zoom,
    );
    this.isFitted = false;
  }

  /**
   * Brings `box` so near that it fills a good part of the pane, or shows the whole picture where that is nearer. With `isRead` its words can be read:
   * of one that has no room then, its start is shown.
   */
  closeUp(box: Box, picture: Box, width: number, height: number, isRead = false): void {
    const share = this.isFarOff ? farOffShare : closeShare;
    const near = Math.max(
      zoomLimits.min,
      Math.min((width * share) / box.width, ((height - toolsHeight) * share) / box.height, this.largest),
    );
    const zoom = Math.max(near, wholeZoom(picture, width, height, this.largest), isRead ? uncut : 0);
    const placed = (start: number, length: number, view: number, from: number, whole: number) =>
      isRead && length > view ? start - margin / zoom : centered(start + length / 2, view, from, whole, margin / zoom);
    this.show(
      placed(box.x, box.width, width / zoom, picture.x, picture.width),
      placed(box.y, box.height, height / zoom, picture.y, picture.height),
      zoom,
    );
    this.isFitted = false;
  }

  /** Pans as little as brings `box` into a free part of the pane of the given size, at its top left; where it has no room, its start. */
  uncover(box: Box, width: number, height: number): void {
    const { zoom } = this.viewport;
    const moved = (from: number, length: number, start: number, room: number) => {
      const pad = Math.min(20 / zoom, Math.max(0, (room - length) / 2));
      return Math.min(start - pad, Math.max(from, start + length + pad - room));
    };
    const x = -this.viewport.x / zoom;
    const y = -this.viewport.y / zoom;
    const isSeen = (from: number, room: number, start: number, length: number) => start >= from && start + length <= from + room;
    const toX = isSeen(x, width / zoom, box.x, box.width) ? x : moved(x, box.width, box.x, width / zoom);
    const toY = isSeen(y, height / zoom, box.y, box.height) ? y : moved(y, box.height, box.y, height / zoom);
    if (toX === x && toY === y) return;
    this.show(toX, toY, zoom);
    this.isFitted = false;
  }

  /** Puts a point of the drawing at the pane's top left; comes to rest where a link can put it again to the pixel. */
  private show(x: number, y: number, zoom: number, isGlide = this.isPlaced): void {
    const to = rounded({ x, y, zoom });
    this.go({ x: -to.x * to.zoom, y: -to.y * to.zoom, zoom: to.zoom }, isGlide);
  }

  private go(goal: Viewport, isGlide: boolean): void {
    this.isPlaced = true;
    this.isAsked = false;
    const [first] = this.panes;
    if (first && isGlide && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.goal = goal;
      first.set(goal, glideTime);
      return;
    }
    this.goal = undefined;
    this.viewport = goal;
    for (const pane of this.panes) pane.set(goal, 0);
    this.notify();
  }

  private notify(): void {
    for (const act of this.watchers) act();
  }
}

/** Small pictures are not blown up further; from afar they are to this. */
const largest = 1.4;
const nearest = 2.6;
/** The share of the pane that what is shown from near takes at most, and where one looks from afar. */
const closeShare = 0.85;
const farOffShare = 0.6;

/** The zoom at which a pane shows all of a box above its tools. */
function wholeZoom(box: Box, width: number, height: number, most = largest): number {
  return zoomForAll(box, { width, height: height - toolsHeight }, most);
}

/** The start of a view of length `view` around `middle` that shows no emptiness next to the picture where the picture could be seen instead. */
function centered(middle: number, view: number, start: number, length: number, pad: number): number {
  if (length + 2 * pad <= view) return start + length / 2 - view / 2;
  return Math.max(start - pad, Math.min(start + length + pad - view, middle - view / 2));
}

function around(a: Box, b: Box | undefined): Box {
  if (!b) return a;
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

function overlap(a: number, aLength: number, b: number, bLength: number): number {
  return Math.max(0, Math.min(a + aLength, b + bLength) - Math.max(a, b));
}

function rounded({ x, y, zoom }: Place): Place {
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10, zoom: Math.round(zoom * 1000) / 1000 };
}
