/** Edges: rounded paths with small heads; those of selected and hovered nodes stand out. */
import type { Drawing } from "./drawGraph.ts";

function trace(context: CanvasRenderingContext2D, points: Float32Array, start: number, end: number): void {
  const at = (p: number) => [points[2 * p] ?? 0, points[2 * p + 1] ?? 0] as const;
  const [x0, y0] = at(start);
  context.moveTo(x0, y0);
  if (end - start === 2) {
    const [x1, y1] = at(start + 1);
    if (Math.abs(x1 - x0) < 1) context.lineTo(x1, y1);
    else {
      const bend = (y1 - y0) / 2;
      context.bezierCurveTo(x0, y0 + bend, x1, y1 - bend, x1, y1);
    }
    return;
  }
  for (let p = start + 1; p < end - 1; p++) {
    const [x, y] = at(p);
    const [nextX, nextY] = at(p + 1);
    context.arcTo(x, y, nextX, nextY, 10);
  }
  context.lineTo(...at(end - 1));
}

function traceHead(context: CanvasRenderingContext2D, points: Float32Array, end: number, size: number): void {
  const x = points[2 * end - 2] ?? 0;
  const y = points[2 * end - 1] ?? 0;
  context.moveTo(x - size * 0.6, y - size);
  context.lineTo(x, y);
  context.lineTo(x + size * 0.6, y - size);
}

/** The edges in sight. */
export function drawEdges(drawing: Drawing): void {
  const { context, scene, palette, zoom, view, selected, hovered } = drawing;
  const { layout, graph } = scene.answer;
  const { edgePoints, edgeOffsets } = layout;
  const bounds = scene.edgeBounds;
  const pad = 12;
  const stressed: number[] = [];
  const headed = zoom > 0.35;
  context.beginPath();
  graph.edges.forEach((edge, i) => {
    if (
      (bounds[4 * i] ?? 0) > view.right + pad ||
      (bounds[4 * i + 1] ?? 0) > view.bottom + pad ||
      (bounds[4 * i + 2] ?? 0) < view.left - pad ||
      (bounds[4 * i + 3] ?? 0) < view.top - pad
    )
      return;
    if (selected.has(edge.from) || selected.has(edge.to) || hovered === edge.from || hovered === edge.to) {
      stressed.push(i);
      return;
    }
    const start = edgeOffsets[i] ?? 0;
    const end = edgeOffsets[i + 1] ?? 0;
    if (end - start < 2) return;
    trace(context, edgePoints, start, end);
    if (headed) traceHead(context, edgePoints, end, 5);
  });
  context.strokeStyle = palette.edge;
  context.lineWidth = 1.15 / Math.min(1, Math.max(zoom, 0.3));
  context.stroke();
  context.beginPath();
  for (const i of stressed) {
    const start = edgeOffsets[i] ?? 0;
    const end = edgeOffsets[i + 1] ?? 0;
    if (end - start < 2) continue;
    trace(context, edgePoints, start, end);
    if (headed) traceHead(context, edgePoints, end, 6);
  }
  context.strokeStyle = palette.accent;
  context.lineWidth = 1.8 / Math.min(1, Math.max(zoom, 0.3));
  context.stroke();
}
