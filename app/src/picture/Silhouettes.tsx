import type { Palette } from "@relayscope/palette";
import { useStoreApi } from "@xyflow/react";
import { memo, useEffect, useRef } from "react";
import type { Box } from "../state/viewports.ts";
import type { Coloring } from "./colors.ts";
import { barOf } from "./elements.ts";
import { boxAt, type Scene } from "./scene.ts";

interface SilhouettesProps extends Painted {
  readonly isShown: boolean;
}

interface Painted {
  readonly scene: Scene;
  readonly coloring: Coloring;
  readonly palette: Palette;
  /** Which nodes stand out; the others fade. Undefined: all alike. */
  readonly kept: ((node: number) => boolean) | undefined;
}

/** How much of a faded node is left. */
const faded = 0.18;

/** Paints, behind React Flow and by its viewport, what is too far away to be mounted: boxes, hulls and lines without words. */
export const Silhouettes = memo(function Silhouettes({ isShown, scene, coloring, palette, kept }: SilhouettesProps) {
  const store = useStoreApi();
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = isShown ? ref.current?.getContext("2d") : undefined;
    if (!context) return;
    let frame = 0;
    const draw = () => {
      frame = 0;
      const { transform, width, height } = store.getState();
      paint(context, { scene, coloring, palette, kept }, transform, width, height);
    };
    draw();
    const stop = store.subscribe((state, before) => {
      if (state.transform === before.transform && state.width === before.width && state.height === before.height) return;
      if (frame === 0) frame = requestAnimationFrame(draw);
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [store, isShown, scene, coloring, palette, kept]);
  return <canvas ref={ref} hidden={!isShown} aria-hidden className="pointer-events-none absolute inset-0 size-full" />;
});

function paint(
  context: CanvasRenderingContext2D,
  { scene, coloring, palette, kept }: Painted,
  [x, y, zoom]: readonly [number, number, number],
  width: number,
  height: number,
): void {
  const { canvas } = context;
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const { graph, layout } = scene.answer;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(zoom, 0, 0, zoom, x, y);
  const left = -x / zoom;
  const top = -y / zoom;
  const right = left + width / zoom;
  const bottom = top + height / zoom;
  context.globalAlpha = kept ? 2 * faded : 1;
  graph.regions.forEach((_, i) => {
    const tint = coloring.ofRegion(i);
    if (!tint) return;
    context.fillStyle = tint.fill;
    context.strokeStyle = tint.line;
    context.lineWidth = 1.5 / zoom;
    for (let h = layout.hullOffsets[i] ?? 0; h < (layout.hullOffsets[i + 1] ?? 0); h++) {
      const box = boxAt(layout.hulls, h);
      if (box.x > right || box.y > bottom || box.x + box.width < left || box.y + box.height < top) continue;
      context.strokeRect(box.x, box.y, box.width, box.height);
      context.fillRect(box.x, box.y, box.width, box.height);
    }
  });
  context.beginPath();
  for (const i of scene.edges?.search(left, top, right, bottom) ?? []) {
    const start = layout.edgeOffsets[i] ?? 0;
    const end = layout.edgeOffsets[i + 1] ?? 0;
    for (let p = start; p < end; p++) {
      const px = layout.edgePoints[2 * p] ?? 0;
      const py = layout.edgePoints[2 * p + 1] ?? 0;
      if (p === start) context.moveTo(px, py);
      else context.lineTo(px, py);
    }
  }
  context.strokeStyle = palette.edge;
  context.lineWidth = 0.8 / zoom;
  context.stroke();
  const byColor = new Map<string, number[]>();
  for (const i of scene.nodes?.search(left, top, right, bottom) ?? []) {
    const node = graph.nodes[i];
    const isChip = node?.card === "constant" || node?.card === "variable";
    const color = isChip ? palette.chipLine : (coloring.ofNode(i)?.line ?? palette.muted);
    const list = byColor.get(color);
    if (list) list.push(i);
    else byColor.set(color, [i]);
  }
  for (const [color, indices] of byColor) {
    for (const i of indices) {
      const box = boxAt(layout.nodes, i);
      const node = graph.nodes[i];
      context.globalAlpha = kept && !kept(i) ? faded : 1;
      if (!node || !paintBar(context, node, box, coloring, palette)) {
        context.fillStyle = color;
        context.fillRect(box.x, box.y, Math.max(box.width, 1 / zoom), Math.max(box.height, 1 / zoom));
      }
    }
  }
}

/** Paints a stack as the bar of its regions and host stretches, as large as its box; false for what is no stack. */
export function paintBar(
  context: CanvasRenderingContext2D,
  node: Scene["answer"]["graph"]["nodes"][number],
  box: Box,
  coloring: Coloring,
  palette: Palette,
): boolean {
  const bar = barOf(node, coloring);
  for (const { tint, isHost, start, length } of bar) {
    context.fillStyle = tint?.line ?? (isHost ? palette.cardLine : palette.muted);
    context.fillRect(box.x + start * box.width, box.y, length * box.width, box.height);
  }
  return bar.length > 0;
}
