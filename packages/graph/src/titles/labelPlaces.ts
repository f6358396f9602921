/** Finds places for labels that touch no label, no box, no edge, and no outline of a frame or hull. */
import { keptIn } from "@relayscope/ir";
import { edgeLine } from "../edgePath.ts";
import { boxAt, type Drawn } from "./drawn.ts";

/** What a region's label needs to know of its color; the caller's own type comes back with the label. */
export interface Lettered {
  readonly letter: string;
}

export interface PlacedLabel<T extends Lettered = Lettered> {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** The letter of its color; empty for a frame. */
  readonly letter: string;
  readonly tint: T | undefined;
  /** By how much it is drawn larger than at zoom 1. */
  readonly scale: number;
}

/** A label that needs a place near what it names: from `x` on, `room` wide. */
interface Wanted<T> {
  readonly id: string;
  readonly x: number;
  readonly room: number;
  /** Where its lower edge may be, best first. */
  readonly bottoms: readonly number[];
  /** What it may say, best first. */
  readonly texts: readonly string[];
  readonly tint: T | undefined;
  /** The label ends before this. */
  readonly end?: number;
  /** Whether it has no letter even if it has a color. */
  readonly isPlain?: boolean;
}

/** The title of a frame: edges run into frames, so it has more places to choose from. */
export interface WantedTitle<T> extends Wanted<T> {
  /** The label begins after this. */
  readonly start: number;
  readonly end: number;
  /** What it may say if there is no room for any of its texts. */
  readonly cuts: readonly string[];
  /** Where its lower edge may be at the foot of its frame, and next to it. */
  readonly feet: readonly number[];
  readonly beside: readonly number[];
  /** Between which heights its lower edge may be among what the frame holds. */
  readonly inside: readonly [head: number, foot: number];
  /** The index of its frame. */
  readonly frame: number;
}

/** The width of a text at a font size. */
export type TextWidth = (text: string, size: number) => number;

/** Font size at zoom 1. */
export const labelSize = 10.5;
export const labelPad = 12;

/** The share of a title that may be beyond its own frame: an edge may enter in the middle. */
const beyond = 0.8;
/** How many places among what a frame holds are tried for its title. */
const mostInside = 24;
/** Between a frame and a title next to it. */
const besideFrame = 3;
/** How far the label of a region may reach over another region, if it must. */
const overlap = 6;

/** If labels are this much larger than at zoom 1, lines are everywhere and are ignored: by regions, and by all. */
const crowded = 2;
const allCrowded = 9;

/** A horizontal span that a label must avoid. */
type Span = readonly [from: number, to: number];

interface Line {
  readonly bottom: number;
  /** In order. */
  readonly spans: readonly Span[];
}

/** Places labels one by one, and reports whether each has a place. */
export class LabelPlaces<T extends Lettered> {
  readonly placed: PlacedLabel<T>[] = [];
  /** Labels by the rows, as high as a label, that they reach into. */
  private readonly rows = new Map<number, PlacedLabel<T>[]>();
  /** Of each label, in whole pixels as they are drawn. Down to a zoom of 0.8 it fits above what a frame holds. */
  readonly height: number;

  constructor(
    private readonly scene: Drawn,
    private readonly scale: number,
    private readonly textWidth: TextWidth,
  ) {
    this.height = Math.round(12.5 * scale);
  }

  /**
   * Puts the label of a region on the upper edge of its hull, next to the edges that enter. The second text within the
   * width of the hull is better than the first beyond it.
   */
  put(label: Wanted<T>, region: number, isClear = true): boolean {
    const { x, room, texts } = label;
    const wide = this.widest(label, texts);
    const [from, to] = [Math.max(0, x - wide), x + room + wide];
    const lines = label.bottoms.map((bottom) =>
      this.clearLine(from, to, bottom, this.hullsBelow(region, label, [from, bottom, to], isClear), { most: crowded, isClear }),
    );
    const least = 2 * this.height;
    return [texts.slice(0, 2), texts.slice(2)].some(
      (some) =>
        this.putIn(lines, label, some, (spans, width) => gapNear(spans, x, width, x, x + room)) ||
        this.putIn(lines, label, some, (spans, width) =>
          gapNear(spans, x, width, Math.max(0, x + least - width), x + room - least + width),
        ),
    );
  }

  /** Puts a title within a frame, where no edge enters. */
  putWithin(label: Wanted<T>): boolean {
    const { x, room } = label;
    const lines = label.bottoms.map((bottom) => this.clearLine(x, x + room, bottom));
    return this.putIn(lines, label, label.texts, (spans, width) => gapNear(spans, x, width, x, x + room));
  }

  /** Puts the title of a frame at its head, at its foot or next to it, cut to the room there is; else inside. */
  putTitle(title: WantedTitle<T>): boolean {
    const { x, room, start, end, texts, cuts } = title;
    const wide = this.widest(title, [...texts, ...cuts]) + besideFrame * this.scale;
    const [from, to] = [Math.max(start, x - wide), Math.min(end, x + room + wide)];
    const lineAt = (bottom: number, below = bottom) =>
      this.clearLine(from, to, bottom, otherFrames(this.scene, title.frame, [from, bottom - this.height, to, below]));
    const heads = title.bottoms.map((bottom) => lineAt(bottom));
    const over = (spans: readonly Span[], width: number) =>
      gapNear(spans, x, width, Math.max(from, x - beyond * width), Math.min(to, x + room + beyond * width));
    let feet: readonly Line[] | undefined;
    for (const words of [texts, cuts]) {
      if (this.putIn(heads, title, words, over)) return true;
      // Right above another frame it would be taken for the title of that frame.
      feet ??= title.feet.map((bottom) => lineAt(bottom, bottom + this.height));
      if (this.putIn(feet, title, words, over)) return true;
      if (words === texts && this.putBeside(title, lineAt)) return true;
    }
    const [head, foot] = title.inside;
    const rows = Array.from({ length: mostInside }, (_, row) => head + ((row + 1) * this.height) / 2);
    return this.putWithin({ ...title, bottoms: rows.filter((bottom) => bottom < foot) });
  }

  private putBeside(title: WantedTitle<T>, lineAt: (bottom: number) => Line): boolean {
    const lines = title.beside.map((bottom) => lineAt(bottom));
    const gap = besideFrame * this.scale;
    const before = (spans: readonly Span[], width: number) => {
      const left = title.x - gap - width;
      return left >= title.start ? gapNear(spans, left, width, left, left + width) : undefined;
    };
    const behind = (spans: readonly Span[], width: number) => {
      const left = title.x + title.room + gap;
      return gapNear(spans, left, width, left, left + width);
    };
    return this.putIn(lines, title, title.texts, before) || this.putIn(lines, title, title.texts, behind);
  }

  /** Puts the first of the texts that has a place in one of the lines. */
  private putIn(
    lines: readonly Line[],
    { id, tint, isPlain = false, end = Number.POSITIVE_INFINITY }: Wanted<T>,
    texts: readonly string[],
    place: (spans: readonly Span[], width: number) => number | undefined,
  ): boolean {
    const letter = isPlain ? "" : (tint?.letter ?? "");
    for (const text of texts) {
      const width = this.widthOf(text, letter !== "");
      for (const { bottom, spans } of width === 0 ? [] : lines) {
        const left = place(spans, width);
        if (left === undefined || left + width > end) continue;
        const label = { id, x: left, y: bottom - this.height, width, height: this.height, text, letter, tint, scale: this.scale };
        this.placed.push(label);
        for (const row of this.rowsOf(label.y)) row.push(label);
        return true;
      }
    }
    return false;
  }

  /** Takes back the labels that were placed last, so that `count` are left. */
  takeBack(count: number): void {
    for (const { y } of this.placed.splice(count)) for (const row of this.rowsOf(y)) row.pop();
  }

  /** The rows that a label with this upper edge reaches into. */
  private rowsOf(y: number): readonly PlacedLabel<T>[][] {
    const first = Math.floor(y / this.height);
    return [first, first + 1].map((row) => keptIn(this.rows, row, () => []));
  }

  private widthOf(text: string, hasLetter: boolean): number {
    return (hasLetter ? this.height : 0) + (text === "" ? 0 : this.textWidth(text, labelSize * this.scale) + labelPad * this.scale);
  }

  private widest({ tint, isPlain }: Wanted<T>, texts: readonly string[]): number {
    const hasLetter = !isPlain && tint !== undefined && tint.letter !== "";
    return Math.max(0, ...texts.map((text) => this.widthOf(text, hasLetter)));
  }

  private boxesAt(left: number, right: number, bottom: number): readonly Span[] {
    const y = bottom - this.height;
    const near = this.rowsOf(y).flat();
    const labels = near.filter((l) => left < l.x + l.width && right > l.x && y < l.y + l.height && bottom > l.y);
    const found = this.scene.nodesIn(left, y, right, bottom);
    return [
      ...labels.map((l): Span => [l.x, l.x + l.width + 2]),
      ...found.map((i): Span => {
        const box = boxAt(this.scene.answer.layout.nodes, i);
        return [box.x - 2, box.x + box.width + 2];
      }),
    ];
  }

  /**
   * Places where a label would seem to name another region: one that begins below it, ends under it, or does not hold
   * the label's own region. It may reach over the edge of one below it, and, if it need not be clear, of any.
   */
  private hullsBelow(region: number, { x, room }: Wanted<T>, at: readonly [left: number, bottom: number, right: number], isClear: boolean) {
    const [left, bottom, right] = at;
    const { hullsIn, regionOfHull, answer } = this.scene;
    return hullsIn(left, bottom - this.height, right, bottom + this.height / 2).flatMap((piece): readonly Span[] => {
      const box = boxAt(answer.layout.hulls, piece);
      const isHigh = box.y <= bottom - this.height && box.y + box.height >= bottom + this.height;
      const isInside = isHigh && box.x <= x + 2 && box.x + box.width >= x + room - 2;
      const lap = isClear && box.y < bottom ? 0 : overlap * this.scale;
      return regionOfHull[piece] === region || isInside ? [] : [[box.x + lap, box.x + box.width]];
    });
  }

  /** What a label must avoid. Labels larger than `most` ignore lines; if it need not be clear, it may meet outlines. */
  private clearLine(
    left: number,
    right: number,
    bottom: number,
    others: readonly Span[] = [],
    { most = allCrowded, isClear = true } = {},
  ): Line {
    const sides = [left, bottom - this.height, right, bottom] as const;
    const edges = this.scale > most ? [] : edgesAcross(this.scene, ...sides);
    const outlines = this.scale > most || !isClear ? [] : outlinesAcross(this.scene, ...sides);
    return { bottom, spans: [...this.boxesAt(left, right, bottom), ...edges, ...outlines, ...others].toSorted((a, b) => a[0] - b[0]) };
  }
}

/** The free place for this width nearest to `x` between `start` and `end`; undefined if there is none. */
function gapNear(spans: readonly Span[], x: number, width: number, start: number, end: number): number | undefined {
  let nearest: number | undefined;
  let open = start;
  for (const [from, to] of [...spans, [end, end] as const]) {
    const last = Math.min(from, end) - width;
    if (last >= open) {
      const left = Math.min(last, Math.max(open, x));
      if (nearest === undefined || Math.abs(left - x) < Math.abs(nearest - x)) nearest = left;
    }
    open = Math.max(open, to);
  }
  return nearest;
}

/** The spans, between these sides, of frames that neither hold this one nor are in it. */
function otherFrames(scene: Drawn, frame: number, sides: Parameters<Drawn["framePiecesIn"]>): readonly Span[] {
  const { frames } = scene.answer.graph;
  const holds = (outer: number, inner: number) => {
    for (let at = inner; at >= 0; at = frames[at]?.parent ?? -1) if (at === outer) return true;
    return false;
  };
  return scene.framePiecesIn(...sides).flatMap((piece): readonly Span[] => {
    const other = scene.frameOfPiece[piece] ?? -1;
    if (holds(other, frame) || holds(frame, other)) return [];
    const box = boxAt(scene.answer.layout.framePieces, piece);
    return [[box.x - 2, box.x + box.width + 2]];
  });
}

/** The spans of outlines of frames and hulls that cross a rectangle. */
function outlinesAcross(scene: Drawn, ...sides: Parameters<Drawn["hullsIn"]>): readonly Span[] {
  const { framePieces, hulls } = scene.answer.layout;
  const [, top, , bottom] = sides;
  const boxes = [
    ...scene.framePiecesIn(...sides).map((p) => boxAt(framePieces, p)),
    ...scene.hullsIn(...sides).map((p) => boxAt(hulls, p)),
  ];
  return boxes.flatMap(({ x, y, width, height }): readonly Span[] => {
    const right = x + width + 1;
    const isAlong = (top < y + 1 && bottom > y) || (top < y + height && bottom > y + height - 1);
    return isAlong
      ? [[x - 1, right]]
      : [
          [x - 1, x + 2],
          [right - 3, right],
        ];
  });
}

/** With more edges than this, all are ignored. */
const mostEdges = 80;
/** Between an edge and a title. */
const besideEdge = 4;

/** The spans of edges that cross a rectangle. */
export function edgesAcross({ edgesIn, answer }: Drawn, left: number, top: number, right: number, bottom: number): readonly Span[] {
  const found = edgesIn(left, top, right, bottom);
  if (found.length > mostEdges) return [];
  const spans: Span[] = [];
  for (const i of found) {
    const points = edgeLine(answer.layout, i);
    for (let p = 0; p + 1 < points.length; p++) {
      const [[x0, y0], [x1, y1]] = [points[p] ?? [0, 0], points[p + 1] ?? [0, 0]];
      const [low, high] = [Math.min(y0, y1), Math.max(y0, y1)];
      if (low > bottom || high < top) continue;
      const at = (y: number) => (y1 === y0 ? undefined : x0 + ((x1 - x0) * (Math.min(high, Math.max(low, y)) - y0)) / (y1 - y0));
      const [from, to] = [at(top) ?? x0, at(bottom) ?? x1];
      spans.push([Math.min(from, to) - besideEdge, Math.max(from, to) + besideEdge]);
    }
  }
  return spans;
}
