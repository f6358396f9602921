/** Paints boxes, hulls and lines without words: what of a picture is too far away to be mounted. Runs in a worker. */
import type { View } from "./view.ts";

/** What is painted; colors are places in `colors`, boxes four numbers each, at zoom 1. */
export interface Drawing {
  readonly colors: readonly string[];
  readonly boxes: Float32Array;
  readonly boxColors: Uint16Array;
  /** By box: whether it is faded; undefined where nothing is. */
  readonly faded: Uint8Array | undefined;
  readonly hulls: Float32Array;
  readonly hullFills: Uint16Array;
  readonly hullLines: Uint16Array;
  /** Of lines: two numbers a point, and where each one's points begin. */
  readonly points: Float32Array;
  readonly offsets: Uint32Array;
  readonly lineColor: string;
}

/** How much of a faded box is left, and of hulls and lines where boxes are faded. */
const [fadedBox, fadedRest] = [0.18, 0.36];

interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A drawing made ready: boxes by color, and how far each line reaches. */
export class Painting {
  private readonly byColor: ReadonlyMap<number, readonly number[]>;
  private readonly reaches: Float32Array;

  constructor(private readonly drawing: Drawing) {
    const byColor = new Map<number, number[]>();
    drawing.boxColors.forEach((color, i) => {
      const list = byColor.get(color);
      if (list) list.push(i);
      else byColor.set(color, [i]);
    });
    this.byColor = byColor;
    this.reaches = reachesOf(drawing);
  }

  /** Paints what of the drawing is in a view, over all of the canvas. */
  paint(context: OffscreenCanvasRenderingContext2D, { x, y, zoom, width, height, ratio, isBrief }: View): void {
    const { drawing } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width * ratio, height * ratio);
    context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
    const bounds = { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom };
    context.globalAlpha = drawing.faded ? fadedRest : 1;
    if (!isBrief) {
      this.paintHulls(context, bounds, 1.5 / zoom);
      this.paintLines(context, bounds, 0.8 / zoom);
    }
    this.paintBoxes(context, bounds, 1 / zoom);
  }

  private paintHulls(context: OffscreenCanvasRenderingContext2D, bounds: Bounds, lineWidth: number): void {
    const { hulls, hullFills, hullLines, colors } = this.drawing;
    context.lineWidth = lineWidth;
    for (let i = 0; i < hullFills.length; i++) {
      const [x = 0, y = 0, width = 0, height = 0] = hulls.subarray(4 * i, 4 * i + 4);
      if (isOutside(bounds, x, y, x + width, y + height)) continue;
      context.strokeStyle = colors[hullLines[i] ?? 0] ?? "";
      context.fillStyle = colors[hullFills[i] ?? 0] ?? "";
      context.strokeRect(x, y, width, height);
      context.fillRect(x, y, width, height);
    }
  }

  private paintLines(context: OffscreenCanvasRenderingContext2D, bounds: Bounds, lineWidth: number): void {
    const { points, offsets, lineColor } = this.drawing;
    context.beginPath();
    for (let i = 0; i + 1 < offsets.length; i++) {
      const [left = 0, top = 0, right = 0, bottom = 0] = this.reaches.subarray(4 * i, 4 * i + 4);
      if (isOutside(bounds, left, top, right, bottom)) continue;
      const [first = 0, end = 0] = offsets.subarray(i, i + 2);
      context.moveTo(points[2 * first] ?? 0, points[2 * first + 1] ?? 0);
      for (let p = first + 1; p < end; p++) context.lineTo(points[2 * p] ?? 0, points[2 * p + 1] ?? 0);
    }
    context.strokeStyle = lineColor;
    context.lineWidth = lineWidth;
    context.stroke();
  }

  /** Boxes are at least `least` wide and high, so that the smallest are seen. */
  private paintBoxes(context: OffscreenCanvasRenderingContext2D, bounds: Bounds, least: number): void {
    const { boxes, faded, colors } = this.drawing;
    for (const [color, indices] of this.byColor) {
      context.fillStyle = colors[color] ?? "";
      for (const i of indices) {
        const [x = 0, y = 0, width = 0, height = 0] = boxes.subarray(4 * i, 4 * i + 4);
        if (isOutside(bounds, x, y, x + width, y + height)) continue;
        context.globalAlpha = faded?.[i] ? fadedBox : 1;
        context.fillRect(x, y, Math.max(width, least), Math.max(height, least));
      }
    }
  }
}

function isOutside(bounds: Bounds, left: number, top: number, right: number, bottom: number): boolean {
  return left > bounds.right || top > bounds.bottom || right < bounds.left || bottom < bounds.top;
}

/** By line: its left, top, right and bottom. */
function reachesOf({ points, offsets }: Drawing): Float32Array {
  const reaches = new Float32Array(4 * Math.max(0, offsets.length - 1));
  for (let i = 0; i + 1 < offsets.length; i++) {
    const [first = 0, end = 0] = offsets.subarray(i, i + 2);
    let [left, top, right, bottom] = [
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ];
    for (let p = first; p < end; p++) {
      const [x, y] = [points[2 * p] ?? 0, points[2 * p + 1] ?? 0];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    reaches.set([left, top, right, bottom], 4 * i);
  }
  return reaches;
}
