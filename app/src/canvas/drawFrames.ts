/** Frames: functions, composites, branches, closures; a header with a marker that folds. */
import type { Drawing } from "./drawGraph.ts";
import type { Palette } from "./palette.ts";
import { regionColor } from "./palette.ts";
import { boxAt } from "./scene.ts";
import { cutText, fontOf } from "./text.ts";

interface FrameStyle {
  readonly fill: string;
  readonly line: string;
  readonly dash: readonly number[];
}

function styleOf(palette: Palette, kind: string): FrameStyle {
  switch (kind) {
    case "composite":
    case "primitive":
      return { fill: palette.composite, line: palette.compositeLine, dash: [] };
    case "then":
    case "else":
    case "clause":
      return { fill: palette.frame, line: palette.frameLine, dash: [5, 4] };
    case "let":
    case "closure":
      return { fill: palette.frame, line: palette.frameLine, dash: [2, 3] };
    default:
      return { fill: palette.frame, line: palette.frameLine, dash: [] };
  }
}

const kindNames: Readonly<Record<string, string>> = {
  composite: "composite",
  "external-function": "external",
  closure: "closure",
  let: "let",
  primitive: "primitive",
};

/** The frames in sight, outer ones first. */
export function drawFrames({ context, scene, palette, zoom, view, stressed }: Drawing): void {
  const { graph, layout } = scene.answer;
  graph.frames.forEach((frame, i) => {
    const { x, y, width, height } = boxAt(layout.frames, i);
    if (width <= 0 || x > view.right || y > view.bottom || x + width < view.left || y + height < view.top) return;
    const style = styleOf(palette, frame.kind);
    const region = graph.regions[frame.region];
    const color = frame.kind === "external-function" && region ? regionColor(palette, region.color) : undefined;
    context.globalAlpha = color && stressed !== undefined && stressed !== frame.region ? 0.4 : 1;
    context.beginPath();
    context.roundRect(x, y, width, height, 8);
    // A partitioned function's hull is drawn with the regions; here it only gets its header.
    if (!color) {
      context.fillStyle = style.fill;
      context.fill();
    }
    context.setLineDash(style.dash.map((d) => d / Math.max(zoom, 0.5)));
    context.strokeStyle = style.line;
    context.lineWidth = 1 / Math.min(Math.max(zoom, 0.4), 1);
    if (!color) context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
    // From afar a partitioned function is named by its region alone.
    if (zoom < (color ? 0.68 : 0.42)) return;
    // Grows as one looks from farther away, as far as the header has room.
    const size = Math.min(12.5, Math.max(9.5, 8.5 / zoom));
    const middle = y + 9;
    drawMarker(context, x + 9, middle, frame.isCollapsed, palette.frameText);
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.fillStyle = color ? color.line : palette.frameText;
    context.font = fontOf({ size, weight: 600 });
    const room = width - 24;
    const label = cutText(context, frame.label, room, scene.cuts);
    context.fillText(label, x + 16, middle);
    const detail = frame.detail !== "" ? frame.detail : (kindNames[frame.kind] ?? "");
    const used = context.measureText(label).width + 8;
    if (detail === "" || room - used < 40) return;
    context.font = fontOf({ size: size - 0.5, weight: 450 });
    context.fillStyle = palette.muted;
    context.fillText(cutText(context, detail, room - used, scene.cuts), x + 16 + used, middle);
  });
}

function drawMarker(context: CanvasRenderingContext2D, x: number, y: number, isCollapsed: boolean, color: string): void {
  context.beginPath();
  if (isCollapsed) {
    context.moveTo(x - 2, y - 3.5);
    context.lineTo(x + 2, y);
    context.lineTo(x - 2, y + 3.5);
  } else {
    context.moveTo(x - 3.5, y - 2);
    context.lineTo(x, y + 2);
    context.lineTo(x + 3.5, y - 2);
  }
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.stroke();
}
