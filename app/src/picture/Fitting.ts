/** Moves a pane's viewport. */
import { isOpenedCard } from "@relayscope/engine/titles";
import type { ViewMode } from "@relayscope/share";
import { type Controller, differs } from "../hooks/useController.ts";
import type { ShownGraph } from "../hooks/useGraph.ts";
import type { PaneViewport, Viewport } from "../state/boxes.ts";
import type { PageState, Pane } from "../state/model.ts";
import { leastTitled, readable, uncutsFirst } from "../state/pictureSizes.ts";
import type { Request } from "../state/requests.ts";
import type { Viewports } from "../state/viewports.ts";
import { boundsOf, boxOfFrame, indicesOf, pictureBox, type Scene, startOf } from "./scene.ts";
import { turnedBetween } from "./turned.ts";
import { twice } from "./twice.ts";
import type { Marked } from "./useMarks.ts";

/** A pane's picture, its size, and the requests to it. */
export interface Fitted {
  readonly pane: Pane;
  readonly scene: Scene;
  readonly shown: ShownGraph;
  /** Size of the pane in CSS pixels; 0 before it is known. */
  readonly width: number;
  readonly height: number;
  readonly paneSize: PageState["paneSize"];
  readonly mode: ViewMode;
  readonly isWrapped: boolean;
  readonly selected: Marked;
  readonly pointed: Marked;
  readonly isInspectorOpen: boolean;
  readonly fit: Request<"fit"> | undefined;
  readonly opened: Request<"opened"> | undefined;
  readonly reveal: Request<"reveal"> | undefined;
}

/** What a picture was laid out for. If one of these differs, the picture counts as a new one. */
type LaidOut = Pick<Fitted, "paneSize" | "mode" | "isWrapped">;

/** React Flow, as far as its viewport is concerned. */
export interface Flow {
  readonly pane: PaneViewport;
  /** Calls back whenever the viewport has moved. */
  readonly onMove: (act: (viewport: Viewport) => void) => () => void;
}

/**
 * Moves the pane's viewport with that of the other pane. The leading pane also fits pictures and brings requested nodes
 * into view. Nothing moves before there is a picture.
 */
export class Fitting implements Controller<Fitted> {
  private placed: Fitted | undefined;
  private shown: Fitted | undefined;
  private unlead: (() => void) | undefined;
  private leave: (() => void) | undefined;
  private size = { width: 0, height: 0 };
  private laidOut: LaidOut;
  private stage: number;
  /** The frames of the picture before, whose opened cards may be closed now. */
  private frames: Frames = [];
  /** The latest answered requests, at first those from before this pane existed. */
  private answered: { opened: Request<"opened"> | undefined; fit: Request<"fit"> | undefined; reveal?: Request<"reveal"> };
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly viewports: Viewports,
    private readonly flow: Flow,
    { paneSize, mode, isWrapped, shown, opened, fit }: Fitted,
  ) {
    // A picture from before this pane was laid out for another size.
    this.laidOut = { paneSize: shown.isCurrent ? paneSize : undefined, mode, isWrapped };
    this.stage = shown.stage;
    this.answered = { opened, fit };
  }

  /** Before the frame is painted, so that no frame shows the picture at its place in a pane of another size. */
  place(now: Fitted): void {
    const before = this.placed;
    this.placed = now;
    const isLed = isLeading(now);
    // Comes before the picture next to it is reported, which is fitted with it.
    if (!isLed) this.unlead?.();
    else if (!before || !isLeading(before) || before.shown.answer !== now.shown.answer)
      this.unlead = this.viewports.lead(pictureBox(now.shown.answer.layout));
    if (before && isLed && differs(now, before, ["scene", "shown"])) this.follow(before, now);
    const isResized = before !== undefined && this.isResized(now);
    if (differs(now, before, ["scene", "shown", "width", "height", "paneSize", "mode", "isWrapped"])) this.fitAgain(now);
    if (isLed) this.showOpened(now, isResized);
  }

  show(now: Fitted): void {
    const before = this.shown;
    this.shown = now;
    if (!before || isThere(now) !== isThere(before)) this.join(now);
    if (!isLeading(now)) return;
    const { width, height } = now;
    if (now.fit && now.fit !== this.answered.fit) {
      this.answered.fit = now.fit;
      this.viewports.fit(pictureBox(now.shown.answer.layout), width, height);
    }
    // Answered once, with what is pointed at or selected then.
    if (differs(now, before, ["reveal", "selected"])) this.revealAsked(now);
    if (!differs(now, before, ["scene", "width", "height", "isInspectorOpen", "selected"])) return;
    clearTimeout(this.timer);
    if (width === 0 || !now.isInspectorOpen) return;
    // The inspector covers a part of the picture when it opens.
    const box = boundsOf(now.scene, [...now.selected]);
    // The target of a double press stays under the pointer meanwhile.
    this.timer = setTimeout(() => box && this.viewports.uncover(box, width, height), twice);
  }

  close(): void {
    clearTimeout(this.timer);
    this.leave?.();
    this.unlead?.();
  }

  private join(now: Fitted): void {
    this.leave?.();
    this.leave = undefined;
    if (!isThere(now)) return;
    const { pane, onMove } = this.flow;
    const stop = onMove((viewport) => this.viewports.moved(viewport, pane));
    const leave = this.viewports.join(pane, isLeading(now));
    this.leave = () => {
      leave();
      stop();
    };
  }

  /** Keeps a card or frame that was opened or closed in its place on the screen. */
  private follow(before: Fitted, now: Fitted): void {
    const isSame = !differs(now.shown, before.shown, ["stage", "epoch", "view"]);
    const turned = isSame && this.viewports.isPlaced ? turnedBetween(before.scene, now.scene) : undefined;
    if (turned) this.viewports.follow(turned.from, turned.to);
  }

  /** Whether the pane has another size, with what it gave to a banner. */
  private isResized({ width, height }: Fitted): boolean {
    return this.size.width !== width || this.size.height !== height + this.viewports.given;
  }

  private fitAgain(now: Fitted): void {
    const { viewports } = this;
    const { scene, shown, width, height, paneSize, mode, isWrapped } = now;
    const laidOut: LaidOut = { paneSize, mode, isWrapped };
    if (!isThere(now)) this.laidOut = laidOut;
    if (!isLeading(now) || width === 0) return;
    const isResized = this.isResized(now);
    const isShrunk = isResized && width <= this.size.width && height <= this.size.height;
    const isOtherRun = viewports.shownEpoch !== shown.epoch;
    const isLaidOutAgain = shown.isCurrent && differs(laidOut, this.laidOut, ["paneSize", "mode", "isWrapped"]);
    const isFolded =
      shown.isCurrent && shown.epoch === viewports.shownEpoch && this.stage === shown.stage && foldedSince(this.frames, scene);
    const isOtherStage = this.stage !== shown.stage;
    this.size = { width, height: height + viewports.given };
    this.stage = shown.stage;
    this.frames = scene.answer.graph.frames;
    if (shown.isCurrent) this.laidOut = laidOut;
    viewports.shownEpoch = shown.epoch;
    const picture = pictureBox(shown.answer.layout);
    const isAwaited = !viewports.isPlaced && shown.isCurrent && shown.epoch >= viewports.awaitedEpoch;
    const isOutgrown =
      viewports.isPlaced &&
      ((isOtherStage && viewports.needsFit(picture, width, height)) ||
        (isFolded && viewports.isLoose(picture, width, height)) ||
        (viewports.isFitted && (isResized || isLaidOutAgain)) ||
        (viewports.isNudged && isResized) ||
        ((isOtherRun || isResized || isLaidOutAgain) && viewports.hasLost(picture, width, height)));
    const whole = viewports.wholeZoom(picture, width, height);
    const zoom = viewports.isPlaced ? viewports.current.zoom : 0;
    const least = mode === "map" ? leastTitled : readable;
    // What takes the room, such as the inspector, is about what is in sight: that stays as large as it was.
    const isKept = isShrunk && !isLaidOutAgain && zoom >= least && whole < least;
    // The run that follows a change of the room is the first that is drawn in it.
    const isUncut = isOtherRun && viewports.isFitted && uncutsFirst(whole, zoom);
    if (isAwaited) viewports.fitFirst(picture, startOf(scene), width, height, shown.answer.isCut);
    else if ((isOutgrown && !isKept) || isUncut) viewports.refit(picture, startOf(scene), width, height, shown.answer.isCut);
    const lookedAt = isAwaited ? boundsOf(scene, [...indicesOf(scene, viewports.lookedAt)].slice(0, 1)) : undefined;
    if (lookedAt) viewports.uncover(lookedAt, width, height);
  }

  /**
   * Shows an opened card as soon as it is drawn, each repetition that is stepped to, and the card again if the pane is
   * resized.
   */
  private showOpened({ scene, shown, opened, width, height }: Fitted, isResized: boolean): void {
    if (!opened || !shown.isCurrent || width === 0) return;
    if (this.answered.opened === opened && !(isResized && this.viewports.isOnOpened)) return;
    this.answered.opened = opened;
    const index = shown.answer.graph.frames.findIndex((frame) => frame.id === opened.what && isOpenedCard(frame));
    if (index >= 0) this.viewports.showOpened(boxOfFrame(scene, index), pictureBox(shown.answer.layout), width, height);
  }

  private revealAsked({ scene, shown, pointed, selected, reveal, width, height }: Fitted): void {
    if (!reveal || reveal === this.answered.reveal) return;
    const box = boundsOf(scene, [...(pointed.size > 0 ? pointed : selected)]);
    if (!box || width === 0) return;
    this.answered.reveal = reveal;
    const picture = pictureBox(shown.answer.layout);
    if (reveal.what.isCloseUp) this.viewports.closeUp(box, picture, width, height);
    else this.viewports.reveal(box, picture, width, height);
  }
}

type Frames = Scene["answer"]["graph"]["frames"];

/** Whether a card that was open is closed. */
function foldedSince(frames: Frames, scene: Scene): boolean {
  const open = new Set(scene.answer.graph.frames.filter(isOpenedCard).map(({ id }) => id));
  return frames.some((frame) => isOpenedCard(frame) && !open.has(frame.id));
}

function isThere({ scene }: Fitted): boolean {
  return scene.answer.graph.nodes.length > 0;
}

function isLeading(now: Fitted): boolean {
  return now.pane === "after" && isThere(now);
}
