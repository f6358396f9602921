/** Compiler regions: a filled and hatched hull, and a label that keeps its size when one looks from afar. */
import type { Drawing } from "./drawGraph.ts";
import { regionColor, regionLetter } from "./palette.ts";
import { boxAt } from "./scene.ts";
import { cutText, fontOf } from "./text.ts";

const corner = 10;

function hullPath({ scene, view }: Drawing, region: number): Path2D | undefined {
  const { hulls, hullOffsets } = scene.answer.layout;
  const path = new Path2D();
  let isSeen = false;
  for (let h = hullOffsets[region] ?? 0; h < (hullOffsets[region + 1] ?? 0); h++) {
    const { x, y, width, height } = boxAt(hulls, h);
    if (x > view.right || y > view.bottom || x + width < view.left || y + height < view.top) continue;
    path.roundRect(x, y, width, height, corner);
    isSeen = true;
  }
  return isSeen ? path : undefined;
}

/** The hulls, below everything else. */
export function drawRegions(drawing: Drawing): void {
  const { context, scene, palette, zoom, hatch, stressed } = drawing;
  scene.answer.graph.regions.forEach((region, i) => {
    const color = regionColor(palette, region.color);
    const path = color && hullPath(drawing, i);
    if (!path) return;
    context.globalAlpha = stressed !== undefined && stressed !== i ? 0.3 : 1;
    // The outline is stroked first and the fill covers its inner half, so that touching rectangles become one shape.
    context.strokeStyle = color.line;
    context.lineWidth = (stressed === i ? 5 : 3) / Math.max(zoom, 0.45);
    context.stroke(path);
    context.fillStyle = color.fill;
    context.fill(path);
    const pattern = hatch(region.color);
    if (pattern && zoom > 0.12) {
      pattern.setTransform(new DOMMatrix().scale(1 / (zoom * 2)));
      context.fillStyle = pattern;
      context.fill(path);
    }
    context.globalAlpha = 1;
  });
}

/** The labels, above everything else; one that would cover another is left out. */
export function drawRegionLabels(drawing: Drawing): void {
  const { context, scene, palette, zoom, view, stressed } = drawing;
  const { graph, layout } = scene.answer;
  const scale = 1 / Math.max(zoom, 0.01) / (zoom >= 0.8 ? 1 / Math.min(zoom, 1.4) : 1 / 0.8);
  const height = (zoom >= 0.8 ? 18 : 15) * scale;
  const taken: { left: number; top: number; right: number; bottom: number }[] = [];
  context.textBaseline = "middle";
  graph.regions.forEach((region, i) => {
    const color = regionColor(palette, region.color);
    const first = layout.hullOffsets[i] ?? 0;
    if (!color || first === layout.hullOffsets[i + 1]) return;
    const box = boxAt(layout.hulls, first);
    if (box.x > view.right || box.y > view.bottom || box.x + box.width < view.left || box.y + box.height < view.top) return;
    context.font = fontOf({ size: 10.5 * scale, weight: 600 });
    const badge = height;
    const left = box.x - 1.5 / Math.max(zoom, 0.45);
    // From afar the label sits on the border, so that it leaves the node above in sight.
    const top = box.y - height + (zoom >= 0.8 ? 2 : 5) * scale;
    const isFree = (width: number) => !taken.some((t) => left < t.right && left + width > t.left && top < t.bottom && top + height > t.top);
    const widthOf = (text: string) => (text === "" ? badge : badge + context.measureText(text).width + 12 * scale);
    // The whole label where nothing stands in its way, else what fits the hull, else the letter alone.
    const label = [region.label, cutText(context, region.label, Math.max(0, box.width - badge - 14 * scale), scene.cuts), ""].find((text) =>
      isFree(widthOf(text)),
    );
    if (label === undefined) return;
    const width = widthOf(label);
    const right = left + width;
    taken.push({ left, top, right, bottom: top + height });
    context.globalAlpha = stressed !== undefined && stressed !== i ? 0.4 : 1;
    context.beginPath();
    context.roundRect(left, top, width, height, [5 * scale, 5 * scale, 5 * scale, 0]);
    context.fillStyle = color.line;
    context.fill();
    context.fillStyle = color.onLine;
    context.textAlign = "center";
    context.font = fontOf({ size: 10.5 * scale, weight: 750 });
    context.fillText(regionLetter(region.color), left + badge / 2 + scale, top + height / 2 + 0.5 * scale);
    if (label !== "") {
      context.fillRect(left + badge, top + 4 * scale, 0.8 * scale, height - 8 * scale);
      context.textAlign = "left";
      context.font = fontOf({ size: 10.5 * scale, weight: 600 });
      context.fillText(label, left + badge + 6 * scale, top + height / 2 + 0.5 * scale);
    }
    context.globalAlpha = 1;
  });
}
