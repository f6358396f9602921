/** Nodes: calls are cards, variables and constants chips, annotations tabs, `if` a hexagon. From afar all are plain boxes. */

import type { Box } from "./camera.ts";
import type { Drawing } from "./drawGraph.ts";
import { regionColor } from "./palette.ts";
import { boxAt } from "./scene.ts";
import { cutText, fontOf } from "./text.ts";

const far = 0.32;

function outline(context: CanvasRenderingContext2D, kind: string, { x, y, width, height }: Box): void {
  context.beginPath();
  switch (kind) {
    case "variable":
    case "output":
      context.roundRect(x, y, width, height, height / 2);
      break;
    case "constant":
    case "annotation":
    case "global":
      context.roundRect(x, y, width, height, 3);
      break;
    case "if":
    case "match": {
      const cut = Math.min(12, height / 2);
      context.moveTo(x + cut, y);
      context.lineTo(x + width - cut, y);
      context.lineTo(x + width, y + height / 2);
      context.lineTo(x + width - cut, y + height);
      context.lineTo(x + cut, y + height);
      context.lineTo(x, y + height / 2);
      context.closePath();
      break;
    }
    default:
      context.roundRect(x, y, width, height, 6);
  }
}

const chips = new Set(["variable", "constant", "annotation", "global", "output", "tuple", "tuple-item"]);

/** The nodes in sight. */
export function drawNodes(drawing: Drawing): void {
  const { context, scene, palette, zoom, view, selected, hovered, pointed, stressed } = drawing;
  const { graph, layout } = scene.answer;
  context.textBaseline = "middle";
  graph.nodes.forEach((node, i) => {
    const box = boxAt(layout.nodes, i);
    if (box.x > view.right || box.y > view.bottom || box.x + box.width < view.left || box.y + box.height < view.top) return;
    const region = graph.regions[node.region];
    const color = region ? regionColor(palette, region.color) : undefined;
    const isChip = chips.has(node.kind);
    const isSelected = selected.has(i);
    context.globalAlpha = stressed !== undefined && node.region !== stressed ? 0.35 : 1;
    if (isSelected) {
      context.beginPath();
      const halo = 4 / Math.min(1, Math.max(zoom, 0.3));
      context.roundRect(box.x - halo, box.y - halo, box.width + 2 * halo, box.height + 2 * halo, 9);
      context.fillStyle = palette.accentSoft;
      context.fill();
    }
    if (pointed.has(i)) {
      const scale = Math.min(1, Math.max(zoom, 0.3));
      const gap = 5 / scale;
      context.beginPath();
      context.roundRect(box.x - gap, box.y - gap, box.width + 2 * gap, box.height + 2 * gap, 10);
      context.strokeStyle = palette.ink;
      context.lineWidth = 2.5 / scale;
      context.setLineDash([6 / scale, 3 / scale]);
      context.stroke();
      context.setLineDash([]);
    }
    outline(context, node.kind, box);
    const isFar = zoom < far;
    context.fillStyle = isFar ? (isChip ? palette.chipLine : (color?.line ?? palette.muted)) : isChip ? palette.chip : palette.card;
    context.fill();
    if (node.kind === "constant" || node.kind === "variable") context.setLineDash(node.kind === "constant" ? [2.5, 2] : []);
    context.strokeStyle = isSelected
      ? palette.accent
      : hovered === i
        ? palette.ink
        : (color?.line ?? (isChip ? palette.chipLine : palette.cardLine));
    context.lineWidth = (isSelected ? 2 : 1) / Math.min(1, Math.max(zoom, 0.4));
    context.stroke();
    context.setLineDash([]);
    if (isFar) {
      context.globalAlpha = 1;
      return;
    }
    if (node.kind === "composite-call" || node.kind === "function-call") {
      context.fillStyle = color?.line ?? palette.compositeLine;
      context.fillRect(box.x + 3.5, box.y + 5, 2.5, box.height - 10);
    }
    const inset = isChip ? 8 : 12;
    const room = box.width - 2 * inset + 4;
    // Labels grow as one looks from farther away; then details give way.
    const growth = Math.min(1.5, Math.max(1, 0.85 / zoom));
    const hasDetail = node.detail !== "" && box.height >= 34 && growth < 1.2;
    context.textAlign = "center";
    const middle = box.x + box.width / 2;
    context.font = isChip
      ? fontOf({ size: 11 * Math.min(growth, 1.1), weight: 450, isMono: true })
      : fontOf({ size: 12 * growth, weight: 600 });
    context.fillStyle = isChip ? palette.muted : palette.ink;
    const label = cutText(context, node.label, room, scene.cuts);
    context.fillText(label, middle, box.y + (hasDetail ? box.height * 0.35 : box.height / 2 + 0.5));
    if (hasDetail) {
      context.font = fontOf({ size: 10, weight: 430, isMono: true });
      context.fillStyle = palette.muted;
      context.fillText(cutText(context, node.detail, room, scene.cuts), middle, box.y + box.height * 0.7);
    }
    if (node.isNew) {
      context.beginPath();
      context.arc(box.x + box.width - 1, box.y + 1, 3.2, 0, 7);
      context.fillStyle = palette.fresh;
      context.fill();
      context.strokeStyle = palette.background;
      context.lineWidth = 1.5;
      context.stroke();
    }
    context.globalAlpha = 1;
  });
}
