/** Hatches, one a target, so that regions are told apart without color. */
const size = 8;

type Stroke = (context: CanvasRenderingContext2D) => void;

const strokes: readonly Stroke[] = [
  (c) => lines(c, [-2, 2, 2, -2, -2, 10, 10, -2, 6, 10, 10, 6]),
  (c) => lines(c, [-2, 6, 2, 10, -2, -2, 10, 10, 6, -2, 10, 2]),
  (c) => {
    c.beginPath();
    c.arc(2, 2, 1.1, 0, 7);
    c.arc(6, 6, 1.1, 0, 7);
    c.fill();
  },
  (c) => lines(c, [0, 4, 8, 4]),
  (c) => lines(c, [4, 0, 4, 8]),
  (c) => lines(c, [0, 4, 8, 4, 4, 0, 4, 8]),
];

function lines(context: CanvasRenderingContext2D, points: readonly number[]): void {
  context.beginPath();
  for (let i = 0; i < points.length; i += 4) {
    context.moveTo(points[i] ?? 0, points[i + 1] ?? 0);
    context.lineTo(points[i + 2] ?? 0, points[i + 3] ?? 0);
  }
  context.stroke();
}

/** A fill of the hatch that belongs to a region's color, in `ink`. */
export function hatchPattern(context: CanvasRenderingContext2D, color: number, ink: string): CanvasPattern | null {
  const scale = 2;
  const tile = document.createElement("canvas");
  tile.width = size * scale;
  tile.height = size * scale;
  const inner = tile.getContext("2d");
  if (!inner) return null;
  inner.scale(scale, scale);
  inner.strokeStyle = ink;
  inner.fillStyle = ink;
  inner.lineWidth = 1;
  strokes[color % strokes.length]?.(inner);
  return context.createPattern(tile, "repeat");
}
