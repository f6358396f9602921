/** Packs a picture seen from afar into numbers, for the worker that paints it. */
import { boxAt } from "@relayscope/engine/titles";
import type { Palette } from "@relayscope/palette";
import type { Coloring, Tint } from "../colors/colors.ts";
import type { Scene } from "../scene.ts";
import type { Drawing, Hatch } from "./paint.ts";

/**
 * A picture in its colors. `kept` says which nodes are highlighted while the others fade; undefined if all are alike.
 */
export function drawingOf(
  { answer: { graph, layout } }: Scene,
  coloring: Coloring,
  palette: Palette,
  kept: ((node: number) => boolean) | undefined,
): Drawing {
  const places = new Map<string, number>();
  const placeOf = (color: string) => {
    const known = places.get(color);
    if (known === undefined) places.set(color, places.size);
    return known ?? places.size - 1;
  };
  // Hulls and cards have the hatches that they have near; operators have none.
  const hatches = new Map<string, { readonly hatch: Hatch; readonly place: number }>();
  const hatchPlace = (tint: Tint | undefined, color: string | undefined) => {
    if (!tint || tint.pattern < 0 || color === undefined) return -1;
    const key = `${tint.pattern} ${color}`;
    const { place } = hatches.get(key) ?? { place: hatches.size };
    hatches.set(key, { hatch: { pattern: tint.pattern, color }, place });
    return place;
  };
  const boxes: number[] = [];
  const boxHatches: number[] = [];
  const boxColors: number[] = [];
  const faded: number[] = [];
  graph.nodes.forEach((node, i) => {
    const { x, y, width, height } = boxAt(layout.nodes, i);
    const fading = kept && !kept(i) ? 1 : 0;
    const add = (color: string, tint: Tint | undefined, start: number, length: number) => {
      boxHatches.push(hatchPlace(tint, tint?.onLine));
      boxes.push(x + start * width, y, length * width, height);
      boxColors.push(placeOf(color));
      faded.push(fading);
    };
    const isChip = node.card === "constant" || node.card === "variable";
    const bar = coloring.barOf(i);
    if (bar.length === 0)
      add(isChip ? palette.chipLine : (coloring.ofNode(i)?.line ?? palette.muted), node.summary && coloring.ofNode(i), 0, 1);
    for (const { tint, isHost, start, length } of bar) add(tint?.line ?? (isHost ? palette.cardLine : palette.muted), tint, start, length);
  });
  const hulls: number[] = [];
  const hullFills: number[] = [];
  const hullLines: number[] = [];
  const hullHatches: number[] = [];
  const hullStarts: number[] = [0];
  graph.regions.forEach((_, i) => {
    const tint = coloring.ofRegion(i);
    for (let h = layout.hullOffsets[i] ?? 0; tint && h < (layout.hullOffsets[i + 1] ?? 0); h++) {
      hulls.push(...layout.hulls.subarray(4 * h, 4 * h + 4));
      hullFills.push(placeOf(tint.fill));
      hullLines.push(placeOf(tint.line));
      hullHatches.push(hatchPlace(tint, tint.hatch));
    }
    hullStarts.push(hullLines.length);
  });
  return {
    colors: [...places.keys()],
    boxes: Float32Array.from(boxes),
    boxColors: Uint16Array.from(boxColors),
    hatches: Array.from(hatches.values(), ({ hatch }) => hatch),
    boxHatches: Int16Array.from(boxHatches),
    hullHatches: Int16Array.from(hullHatches),
    faded: kept && Uint8Array.from(faded),
    hulls: Float32Array.from(hulls),
    hullFills: Uint16Array.from(hullFills),
    hullLines: Uint16Array.from(hullLines),
    hullStarts: Uint32Array.from(hullStarts),
    points: layout.edgePoints,
    offsets: layout.edgeOffsets,
    lineColor: palette.edge,
  };
}
