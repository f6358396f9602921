/** Where the panes look: viewports of React Flow, moved together, outside of React's state: a pan renders nothing. */
import { paneMargin as margin, wholeZoom } from "@relayscope/engine";
import {
  around,
  type Box,
  centered,
  footHeight,
  inSight,
  isWellInside,
  type PaneViewport,
  type Place,
  rounded,
  seesLess,
  uncovered,
  type Viewport,
} from "./boxes.ts";
import {
  closeShare,
  crop,
  farOffShare,
  footRoom,
  glideTime,
  largest,
  leastSeen,
  leastWhole,
  loose,
  readable,
  spare,
  titleRoom,
  uncutsFirst,
  wellRead,
  zoomLimits,
} from "./pictureSizes.ts";

export class Viewports {
  private viewport: Viewport = { x: margin, y: margin, zoom: 1 };
  private readonly panes: PaneViewport[] = [];
  private goal: Viewport | undefined;
  /** False until a user, a link or a fit placed it. */
  isPlaced = false;
  /** True while it is where a fit put it: it may be fitted again when the pane's size changes. */
  isFitted = false;
  /** True while only `uncover` moved it away from a fit: then it may be fitted again, too. */
  isNudged = false;
  /** True while it shows a whole picture: the following pictures should be whole, too. */
  private isWhole = false;
  /** Whether the whole picture was requested, however small: then the following pictures are whole, too. */
  private isWholeAsked = false;
  /** True while it shows what was opened: in a pane of another size it is shown again. */
  isOnOpened = false;
  /** True while it is where `place` put it. */
  private isAsked = false;
  /** The leading pane's picture; undefined if there is none. */
  picture: Box | undefined;
  /** The other pane's picture, which is fitted together with it; undefined if there is none. */
  private companion: Box | undefined;
  private fittedTo:
    | { readonly box: Box; readonly start: Box; readonly width: number; readonly height: number; readonly isCut: boolean }
    | undefined;
  private legend = 0;
  /** The height that the panes gave to banners. Pictures are laid out, and panes divided, as if they still had it. */
  given = 0;
  /** How far the blackboard enlarges the picture; 1 on the page. From afar, shown parts have more around them. */
  enlarged = 1;
  /** The run whose first picture will be fitted. */
  awaitedEpoch = 0;
  /** Ids of the nodes in view when the place was forgotten. The first view of the awaited picture shows them. */
  lookedAt: readonly number[] = [];
  /** The run of the latest picture. */
  shownEpoch = 0;
  private readonly watchers = new Set<() => void>();

  /** Calls `act` whenever the place changes, until the returned function is called. */
  readonly onMove = (act: () => void): (() => void) => {
    this.watchers.add(act);
    return () => this.watchers.delete(act);
  };

  get current(): Viewport {
    return this.viewport;
  }

  /** Whether it is moving to a goal. */
  get isMoving(): boolean {
    return this.goal !== undefined;
  }

  /**
   * The place for links; while moving, the goal. Undefined for a picture that is shown whole, as that fits any pane.
   */
  snapshot(): Place | undefined {
    if (!this.isPlaced) return undefined;
    const { x, y, zoom } = this.goal ?? this.viewport;
    if (this.isFitted && this.isWhole && zoom >= leastWhole(this.fittedTo?.isCut ?? false)) return undefined;
    return rounded({ x: -x / zoom, y: -y / zoom, zoom });
  }

  /** Moves a pane from now on, the leading one first. The returned function removes it. */
  join(pane: PaneViewport, isLeading: boolean): () => void {
    if (isLeading) this.panes.unshift(pane);
    else this.panes.push(pane);
    pane.set(this.viewport, 0);
    return () => {
      this.panes.splice(this.panes.indexOf(pane), 1);
    };
  }

  /**
   * A pane's viewport moved, by hand or on the way to a goal; the other panes follow. By hand the picture cannot leave
   * the pane.
   */
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
      this.isNudged = false;
      this.isOnOpened = false;
      this.isAsked = false;
    } else if (viewport.x === this.goal.x && viewport.y === this.goal.y && viewport.zoom === this.goal.zoom) this.goal = undefined;
    for (const pane of this.panes) if (pane !== by) pane.set(viewport, 0);
    this.notify();
  }

  private inSight(viewport: Viewport, size: ReturnType<PaneViewport["size"]>): Viewport {
    return this.picture ? inSight(viewport, around(this.picture, this.companion), size) : viewport;
  }

  /** The user takes hold of the picture: cancels the move to a goal. */
  held(): void {
    this.goal = undefined;
  }

  place({ x, y, zoom }: Place): void {
    this.isFitted = false;
    this.go({ x: -x * zoom, y: -y * zoom, zoom }, false);
    this.isAsked = true;
  }

  /** Shows a part of the leading pane's picture. */
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

  /** Forgets the place. The first picture of run `epoch` is fitted and shows the nodes with these ids. */
  release(epoch: number, lookedAt: readonly number[] = []): void {
    this.isPlaced = false;
    this.isFitted = false;
    this.awaitedEpoch = epoch;
    this.lookedAt = lookedAt;
  }

  /** Keeps what is drawn at `from` in place on the screen when it is now drawn at `to`: pans if the two differ. */
  follow(from: Box, to: Box): void {
    const [x, y] = [from.x + from.width / 2, from.y + Math.min(from.height, to.height) / 2];
    if (x >= to.x && x <= to.x + to.width && y >= to.y && y <= to.y + to.height) return;
    const { zoom } = this.viewport;
    this.pan((x - to.x - to.width / 2) * zoom, (from.y - to.y) * zoom);
    this.isAsked = this.isOnOpened = false;
  }

  /** Moves everything by this many pixels. What was fitted counts as fitted. */
  pan(x: number, y: number): void {
    const { isFitted, isNudged, isOnOpened, isAsked, viewport } = this;
    this.go({ ...viewport, x: viewport.x + x, y: viewport.y + y }, false);
    Object.assign(this, { isFitted, isNudged, isOnOpened, isAsked });
  }

  /** The leading pane shows another picture, until the returned function is called. */
  lead(box: Box): () => void {
    this.picture = box;
    return () => {
      if (this.picture === box) this.picture = undefined;
    };
  }

  /** Another picture is in the other pane, or none. A fit shows it whole, too. */
  accompany(box: Box | undefined): void {
    const before = this.companion;
    this.companion = box;
    const isSame = before === box || (before && box && before.width === box.width && before.height === box.height);
    if (!isSame && box) this.fitAround();
  }

  /** The legend takes this height at the foot of the leading pane. What was fitted is above it. */
  setLegend(height: number): void {
    this.legend = height;
    if (this.isWhole) this.fitAround();
  }

  private foot(width: number): number {
    return Math.max(footHeight(width, this.enlarged), this.legend);
  }

  /** The zoom at which a pane shows all of a box above its tools and its legend. */
  wholeZoom(box: Box, width: number, height: number, most = largest): number {
    return wholeZoom(box, { width, height: height - this.foot(width) }, most);
  }

  /** Fits what was fitted again if it no longer has room. */
  private fitAround(): void {
    if (!this.isFitted || !this.fittedTo) return;
    const { start, width, height, isCut } = this.fittedTo;
    const picture = this.picture ?? this.fittedTo.box;
    const isRead = uncutsFirst(this.wholeZoom(around(picture, this.companion), width, height), this.viewport.zoom);
    if (!this.isWhole || isRead || this.needsFit(picture, width, height)) this.refit(picture, start, width, height, isCut);
  }

  /** Shows the whole of `picture` in a pane of the given size. */
  fit(picture: Box, width: number, height: number): void {
    this.isWholeAsked = true;
    this.showWhole(picture, width, height, this.isPlaced);
  }

  /** Fits a picture that replaces a fitted one: the whole of it if that was requested, else as at a first view. */
  refit(box: Box, start: Box, width: number, height: number, isCut = false): void {
    if (this.isFitted && this.isWholeAsked) this.showWhole(box, width, height, false);
    else this.fitFirst(box, start, width, height, isCut);
  }

  private showWhole(picture: Box, width: number, height: number, isGlide: boolean): void {
    const box = around(picture, this.companion);
    if (width <= 0 || height <= 0 || box.width <= 0 || box.height <= 0) return;
    // If boxes show no text, labels of regions extend below the lowest box.
    const foot = this.wholeZoom(box, width, height) < readable ? footRoom : 0;
    const zoom = Math.max(zoomLimits.min, this.wholeZoom(box, width, height - foot, largest));
    const free = (height - foot - this.foot(width)) / zoom;
    this.show(box.x + box.width / 2 - width / 2 / zoom, box.y + box.height / 2 - free / 2 - titleRoom / zoom, zoom, isGlide);
    this.isFitted = true;
    this.isWhole = true;
  }

  /**
   * The first view of a picture, or of one that was laid out again: all of it or, if that would be too small to read or
   * cut its words, `start` of it at a readable zoom. Without an animation, which would show the picture partly outside
   * its pane.
   */
  fitFirst(box: Box, start: Box, width: number, height: number, isCut = false): void {
    if (width <= 0 || height <= 0 || box.width <= 0 || box.height <= 0) return;
    this.fittedTo = { box, start, width, height, isCut };
    this.isWholeAsked = false;
    if (this.wholeZoom(around(box, this.companion), width, height) >= leastWhole(isCut)) {
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

  /**
   * Whether the previous pictures were shown whole and another stage's picture extends beyond a pane of the given size,
   * or leaves much of it empty.
   */
  needsFit(picture: Box, width: number, height: number): boolean {
    if (!this.isFitted || !this.isWhole) return false;
    const { x, y, zoom } = this.viewport;
    const box = around(picture, this.companion);
    const isHeld = (at: number, length: number, room: number) => at >= -spare * zoom && at + length * zoom <= room + spare * zoom;
    const whole = this.wholeZoom(box, width, height, largest);
    return (
      !isHeld(box.x * zoom + x, box.width, width) ||
      !isHeld(box.y * zoom + y, box.height, height - this.foot(width)) ||
      whole > zoom * loose
    );
  }

  /** Whether a pane of the given size shows little of a picture, or leaves much of it empty: it shrank. */
  isLoose(picture: Box, width: number, height: number): boolean {
    return (
      this.wholeZoom(around(picture, this.companion), width, height, largest) > this.viewport.zoom * loose ||
      this.hasLost(picture, width, height)
    );
  }

  /** Whether a pane of the given size shows little of a picture that an edit moved. */
  hasLost(picture: Box, width: number, height: number): boolean {
    return seesLess(this.viewport, picture, width, height, leastSeen[this.isAsked ? "asked" : "usual"]);
  }

  /** Brings `box` of `picture` into a pane of the given size. The view stays if it shows the box already. */
  reveal(box: Box, picture: Box, width: number, height: number): void {
    if (this.enlarged > 1) {
      this.closeUp(box, picture, width, height);
      return;
    }
    const zoom = Math.max(this.viewport.zoom, Math.min(0.8, this.wholeZoom(box, width, height)));
    const [w, h] = [width / zoom, (height - this.foot(width)) / zoom];
    const isInside = zoom === this.viewport.zoom && isWellInside(this.viewport, box, w, h);
    if (isInside) return;
    this.show(
      centered(box.x + box.width / 2, w, picture.x, picture.width, margin / zoom),
      centered(box.y + box.height / 2, h, picture.y, picture.height, margin / zoom),
      zoom,
    );
    this.isFitted = false;
  }

  /** Shows what was opened: in the whole picture if that can be read, else in a close-up. */
  showOpened(box: Box, picture: Box, width: number, height: number): void {
    if (this.enlarged === 1 && this.wholeZoom(around(picture, this.companion), width, height) >= wellRead)
      this.showWhole(picture, width, height, this.isPlaced);
    // At its full size, so that its surroundings are in sight, too.
    else this.closeUp(box, picture, width, height, true, this.enlarged > 1 ? largest : 1);
    this.isOnOpened = true;
  }

  /**
   * Zooms to `box` until it fills a good part of the pane, or shows the whole picture if that is larger. With `isRead`
   * its start is shown instead if its names could not be read.
   */
  closeUp(box: Box, picture: Box, width: number, height: number, isRead = false, most = largest): void {
    const share = this.enlarged > 1 ? farOffShare : closeShare;
    const [across, down] = [(width * share) / box.width, ((height - this.foot(width)) * share) / box.height];
    const near = Math.max(zoomLimits.min, Math.min(across, down, most));
    const zoom = Math.max(near, this.wholeZoom(picture, width, height, largest), isRead && near < readable ? leastWhole(true) : 0);
    const placed = (start: number, length: number, view: number, from: number, whole: number) =>
      isRead && length > view ? start - margin / zoom : centered(start + length / 2, view, from, whole, margin / zoom);
    this.show(
      placed(box.x, box.width, width / zoom, picture.x, picture.width),
      placed(box.y, box.height, (height - this.foot(width)) / zoom, picture.y, picture.height),
      zoom,
    );
    this.isFitted = false;
  }

  /**
   * Pans as little as needed to bring `box` into the part of a pane of the given size that legend and tools leave free;
   * if it has no room, its top left.
   */
  uncover(box: Box, width: number, height: number): void {
    const { zoom } = this.viewport;
    const [x, y] = [-this.viewport.x / zoom, -this.viewport.y / zoom];
    const toX = uncovered(x, width / zoom, box.x, box.width, zoom);
    const toY = uncovered(y, (height - this.foot(width)) / zoom, box.y, box.height, zoom);
    if (toX === x && toY === y) return;
    const wasFitted = this.isFitted || this.isNudged;
    this.show(toX, toY, zoom);
    this.isFitted = false;
    this.isNudged = wasFitted;
  }

  /**
   * Puts a point of the drawing at the pane's top left. The final place is rounded so that a link restores it to the
   * pixel.
   */
  private show(x: number, y: number, zoom: number, isGlide = this.isPlaced): void {
    const to = rounded({ x, y, zoom });
    this.go({ x: -to.x * to.zoom, y: -to.y * to.zoom, zoom: to.zoom }, isGlide);
  }

  private go(goal: Viewport, isGlide: boolean): void {
    this.isPlaced = true;
    this.isAsked = false;
    this.isNudged = false;
    this.isOnOpened = false;
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
