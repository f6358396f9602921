/** Draws a scene into a canvas: regions, frames, edges, nodes, labels, selection; only what the camera sees. */
import type { CameraPosition } from "./camera.ts";
import { drawEdges } from "./drawEdges.ts";
import { drawFrames } from "./drawFrames.ts";
import { drawNodes } from "./drawNodes.ts";
import { drawRegionLabels, drawRegions } from "./drawRegions.ts";
import type { Palette } from "./palette.ts";
import type { Scene } from "./scene.ts";

/** What every drawing step is given. Coordinates are the drawing's; `view` is the part of it in sight. */
export interface Drawing {
  readonly context: CanvasRenderingContext2D;
  readonly scene: Scene;
  readonly palette: Palette;
  readonly zoom: number;
  readonly view: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
  /** Indices of nodes. */
  readonly selected: ReadonlySet<number>;
  readonly hovered: number | undefined;
  /** What a list points at. */
  readonly pointed: ReadonlySet<number>;
  /** Index of the region to stress; the others fade. */
  readonly stressed: number | undefined;
  readonly hatch: (color: number) => CanvasPattern | null;
}

export const fonts = {
  sans: '"Inter Variable", system-ui, "Liberation Sans", sans-serif',
  mono: '"JetBrains Mono Variable", ui-monospace, "DejaVu Sans Mono", monospace',
} as const;

function drawDots({ context, palette, zoom, view }: Drawing): void {
  let gap = 24;
  while (gap * zoom < 18) gap *= 2;
  const size = 1.1 / zoom;
  context.fillStyle = palette.dots;
  for (let y = Math.ceil(view.top / gap) * gap; y < view.bottom; y += gap) {
    for (let x = Math.ceil(view.left / gap) * gap; x < view.right; x += gap) context.fillRect(x, y, size, size);
  }
}

/** Draws all; the canvas has `width` by `height` CSS pixels at `ratio` device pixels each. */
export function drawGraph(
  drawing: Omit<Drawing, "view" | "zoom">,
  camera: CameraPosition,
  width: number,
  height: number,
  ratio: number,
): void {
  const { context, palette } = drawing;
  const { x, y, zoom } = camera;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = palette.background;
  // The canvas is whole pixels and may be a fraction larger than its box.
  context.fillRect(0, 0, width + 1, height + 1);
  context.lineJoin = "round";
  context.lineCap = "butt";
  context.setTransform(ratio * zoom, 0, 0, ratio * zoom, -x * zoom * ratio, -y * zoom * ratio);
  const all: Drawing = { ...drawing, zoom, view: { left: x, top: y, right: x + width / zoom, bottom: y + height / zoom } };
  drawDots(all);
  drawRegions(all);
  drawFrames(all);
  drawEdges(all);
  drawNodes(all);
  drawRegionLabels(all);
}
