/**
 * Paints boxes, hulls and lines without words: the part of a picture that is too far away to be mounted. Runs in a
 * worker.
 */
import { hatchOf, hatchSize } from "@relayscope/palette";
import type { View } from "./view.ts";

/** A hatch by its place in the palette, and the color of its lines. */
export interface Hatch {
  readonly pattern: number;
  readonly color: string;
}

/** What is painted. Colors are places in `colors`, boxes are four numbers each, at zoom 1. */
export interface Drawing {
  readonly colors: readonly string[];
  readonly boxes: Float32Array;
  readonly boxColors: Uint16Array;
  readonly hatches: readonly Hatch[];
  /** By box, and by hull: its place in `hatches`; -1 for none. */
  readonly boxHatches: Int16Array;
  readonly hullHatches: Int16Array;
  /** By box: whether it is faded; undefined if nothing is. */
  readonly faded: Uint8Array | undefined;
  readonly hulls: Float32Array;
  readonly hullFills: Uint16Array;
  readonly hullLines: Uint16Array;
  /** By painted region: where its hulls begin. It has one more entry than there are regions. */
  readonly hullStarts: Uint32Array;
  /** Of lines: two numbers a point, and where the points of each line begin. */
  readonly points: Float32Array;
  readonly offsets: Uint32Array;
  readonly lineColor: string;
}

/** The opacity of a faded box, and of hulls and lines if some boxes are faded. */
const [fadedBox, fadedRest] = [0.18, 0.36];

/** From this width and height on the screen, in CSS pixels, a box has its hatch. */
const leastHatched = 6;
/** The pixels of a hatch's tile by CSS pixel. */
const sharpness = 2;

interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A prepared drawing: boxes by color, and the pieces of lines. */
export class Painting {
  private readonly byColor: ReadonlyMap<number, readonly number[]>;
  private readonly pieces: Float32Array;
  private readonly tiles = new Map<number, CanvasPattern | null>();

  constructor(private readonly drawing: Drawing) {
    const byColor = new Map<number, number[]>();
    drawing.boxColors.forEach((color, i) => {
      const list = byColor.get(color);
      if (list) list.push(i);
      else byColor.set(color, [i]);
    });
    this.byColor = byColor;
    this.pieces = piecesOf(drawing);
  }

  /** Paints the part of the drawing that is in a view, over the whole canvas. */
  paint(context: OffscreenCanvasRenderingContext2D, { x, y, zoom, width, height, ratio, isBrief }: View): void {
    const { drawing } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width * ratio, height * ratio);
    context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
    const bounds = { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom };
    context.globalAlpha = drawing.faded ? fadedRest : 1;
    if (!isBrief) {
      this.paintHulls(context, bounds, 1.5 / zoom, 1 / zoom);
      this.paintLines(context, bounds, 0.8 / zoom);
    }
    this.paintBoxes(context, bounds, 1 / zoom, isBrief);
  }

  private paintHulls(context: OffscreenCanvasRenderingContext2D, bounds: Bounds, lineWidth: number, pixel: number): void {
    const { hulls, hullFills, hullLines, hullHatches, hullStarts, colors } = this.drawing;
    context.lineWidth = lineWidth;
    const each = (region: number, paint: (i: number, x: number, y: number, width: number, height: number) => void) => {
      for (let i = hullStarts[region] ?? 0; i < (hullStarts[region + 1] ?? 0); i++) {
        const [x = 0, y = 0, width = 0, height = 0] = hulls.subarray(4 * i, 4 * i + 4);
        if (!isOutside(bounds, x, y, x + width, y + height)) paint(i, x, y, width, height);
      }
    };
    for (let region = 0; region + 1 < hullStarts.length; region++) {
      // The fill of touching pieces covers the outline between them.
      each(region, (i, x, y, width, height) => {
        context.strokeStyle = colors[hullLines[i] ?? 0] ?? "";
        context.strokeRect(x, y, width, height);
      });
      each(region, (i, x, y, width, height) => {
        context.fillStyle = colors[hullFills[i] ?? 0] ?? "";
        context.fillRect(x, y, width, height);
        this.hatch(context, hullHatches[i] ?? -1, pixel, [x, y, width, height]);
      });
    }
  }

  /** Horizontal and vertical pieces are rectangles: one path of thousands of overlapping lines takes seconds. */
  private paintLines(context: OffscreenCanvasRenderingContext2D, bounds: Bounds, lineWidth: number): void {
    const { pieces } = this;
    context.fillStyle = this.drawing.lineColor;
    context.strokeStyle = this.drawing.lineColor;
    context.lineWidth = lineWidth;
    for (let i = 0; i < pieces.length; i += 4) {
      const [x, y, toX, toY] = [pieces[i] ?? 0, pieces[i + 1] ?? 0, pieces[i + 2] ?? 0, pieces[i + 3] ?? 0];
      const [left, top, width, height] = [Math.min(x, toX), Math.min(y, toY), Math.abs(toX - x), Math.abs(toY - y)];
      const isSpeck = width < lineWidth / 2 && height < lineWidth / 2;
      if (isSpeck || isOutside(bounds, left, top, left + width, top + height)) continue;
      const isSquare = width < lineWidth || height < lineWidth;
      if (isSquare) context.fillRect(left - lineWidth / 2, top - lineWidth / 2, width + lineWidth, height + lineWidth);
      else strokeLine(context, x, y, toX, toY);
    }
  }

  /** Boxes are at least `least` wide and high, so that the smallest are visible. */
  private paintBoxes(context: OffscreenCanvasRenderingContext2D, bounds: Bounds, least: number, isBrief: boolean): void {
    const { boxes, boxHatches, faded, colors } = this.drawing;
    for (const [color, indices] of this.byColor) {
      context.fillStyle = colors[color] ?? "";
      for (const i of indices) {
        const [x = 0, y = 0, width = 0, height = 0] = boxes.subarray(4 * i, 4 * i + 4);
        if (isOutside(bounds, x, y, x + width, y + height)) continue;
        context.globalAlpha = faded?.[i] ? fadedBox : 1;
        context.fillRect(x, y, Math.max(width, least), Math.max(height, least));
      }
    }
    if (isBrief) return;
    boxHatches.forEach((place, i) => {
      const [x = 0, y = 0, width = 0, height = 0] = boxes.subarray(4 * i, 4 * i + 4);
      if (place < 0 || isOutside(bounds, x, y, x + width, y + height)) return;
      context.globalAlpha = faded?.[i] ? fadedBox : 1;
      this.hatch(context, place, least, [x, y, width, height]);
    });
  }

  /** Fills a box with a hatch that is as large on the screen as it is near; nothing where that has no room. */
  private hatch(
    context: OffscreenCanvasRenderingContext2D,
    place: number,
    pixel: number,
    box: readonly [number, number, number, number],
  ): void {
    const [, , width, height] = box;
    if (place < 0 || Math.min(width, height) < leastHatched * pixel) return;
    const tile = this.tileOf(context, place);
    if (!tile) return;
    tile.setTransform({ a: pixel / sharpness, d: pixel / sharpness });
    context.fillStyle = tile;
    context.fillRect(...box);
  }

  private tileOf(context: OffscreenCanvasRenderingContext2D, place: number): CanvasPattern | null {
    const known = this.tiles.get(place);
    if (known !== undefined) return known;
    const { pattern = 0, color = "" } = this.drawing.hatches[place] ?? {};
    const { path, width } = hatchOf(pattern);
    const tile = new OffscreenCanvas(sharpness * hatchSize, sharpness * hatchSize);
    const lines = tile.getContext("2d");
    if (lines) {
      lines.scale(sharpness, sharpness);
      lines.strokeStyle = color;
      lines.lineWidth = width;
      lines.stroke(new Path2D(path));
    }
    const made = context.createPattern(tile, "repeat");
    this.tiles.set(place, made);
    return made;
  }
}

function strokeLine(context: OffscreenCanvasRenderingContext2D, x: number, y: number, toX: number, toY: number): void {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(toX, toY);
  context.stroke();
}

function isOutside(bounds: Bounds, left: number, top: number, right: number, bottom: number): boolean {
  return left > bounds.right || top > bounds.bottom || right < bounds.left || bottom < bounds.top;
}

/** The pieces of lines, four numbers each. A piece that many lines share is there once. */
function piecesOf({ points, offsets }: Drawing): Float32Array {
  const pieces: number[] = [];
  const known = new Set<string>();
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let p = 2 * (offsets[i] ?? 0); p + 2 < 2 * (offsets[i + 1] ?? 0); p += 2) {
      const [x = 0, y = 0, toX = 0, toY = 0] = points.subarray(p, p + 4);
      const piece = `${x},${y},${toX},${toY}`;
      if (known.has(piece)) continue;
      known.add(piece);
      pieces.push(x, y, toX, toY);
    }
  }
  return Float32Array.from(pieces);
}
