/** The labels of regions, and from afar those of frames: of a constant size on the screen; one that would cover another is left out. */
import type { Coloring, Tint } from "./colors.ts";
import { boxAt, type Scene } from "./scene.ts";
import { cutText, textWidth } from "./text.ts";

export interface PlacedLabel {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** The letter of its color; empty for a frame. */
  readonly letter: string;
  readonly tint: Tint | undefined;
  /** By how much it is drawn larger than at zoom 1. */
  readonly scale: number;
}

const size = 10.5;
const high = 17;
const pad = 12;

/** The labels in sight at a zoom. From afar they are counted with the size that they have on the screen. */
export function placeLabels(
  scene: Scene,
  coloring: Coloring,
  zoom: number,
  inSight: (x: number, y: number, width: number, height: number) => boolean,
): readonly PlacedLabel[] {
  const { graph, layout } = scene.answer;
  const scale = zoom >= 0.88 ? 1 : 0.88 / zoom;
  const height = high * scale;
  const taken: { left: number; top: number; right: number; bottom: number }[] = [];
  const placed: PlacedLabel[] = [];
  const put = (id: string, x: number, y: number, room: number, label: string, letter: string, tint: Tint | undefined, short: string) => {
    const badge = letter === "" ? 0 : height;
    const widthOf = (text: string) => badge + (text === "" ? 0 : textWidth(text, size * scale) + pad * scale);
    const top = y - height;
    const isClose = zoom >= 0.6 || widthOf(label) <= room;
    const options = isClose ? [label, cutText(label, size, Math.max(0, (room - badge) / scale - pad)), ""] : [short, ""];
    for (const text of letter === "" ? options.slice(0, 2) : options) {
      const width = widthOf(text);
      if (width === 0) continue;
      const isFree = !taken.some((t) => x < t.right && x + width > t.left && top < t.bottom && top + height > t.top);
      if (!isFree) continue;
      taken.push({ left: x, top, right: x + width, bottom: top + height });
      placed.push({ id, x, y: top, width, height, text, letter, tint, scale });
      return;
    }
  };
  // A press on an opened card's title closes it: it has one at any zoom, and stands for its region's label.
  const titled = new Set<number>();
  graph.frames.forEach((frame, i) => {
    const { x, y, width, height: deep } = boxAt(layout.frames, i);
    if (width <= 0 || !isOpened(frame)) return;
    titled.add(frame.region);
    if (!inSight(x, y, width, deep)) return;
    const tint = coloring.ofRegion(frame.region);
    // Within the frame, and no wider than what is left of the edge that enters in its middle.
    const first = layout.frameOffsets[i] ?? 0;
    const column = first < (layout.frameOffsets[i + 1] ?? 0) ? boxAt(layout.framePieces, first).width : width;
    const badge = tint ? height : 0;
    const words = frame.label.split(" · ").map((_, n, all) => `▾ ${all.slice(0, n + 1).join(" · ")}`);
    const label = words.findLast((text) => badge + textWidth(text, size * scale) + pad * scale < column / 2 - 4) ?? words[0] ?? "▾";
    put(`t${frame.id}`, x, y + height + 1, width, label, tint?.letter ?? "", tint, "▾");
  });
  graph.regions.forEach((region, i) => {
    const tint = coloring.ofRegion(i);
    const first = layout.hullOffsets[i] ?? 0;
    if (!tint || !scene.hasHull[i] || titled.has(i) || first === layout.hullOffsets[i + 1]) return;
    const box = boxAt(layout.hulls, first);
    if (!inSight(box.x, box.y, box.width, box.height)) return;
    // Above the title of the function that the region became.
    put(`l${i}`, box.x - 1, box.y - 2, box.width, region.label, tint.letter, tint, region.label.slice(region.target.length).trim());
  });
  if (zoom >= 0.9) return placed;
  graph.frames.forEach((frame, i) => {
    const box = boxAt(layout.frames, i);
    const isNamed = frame.kind !== "function" && frame.region >= 0 && coloring.ofRegion(frame.region) !== undefined;
    if (box.width <= 0 || isNamed || isOpened(frame) || !inSight(box.x, box.y, box.width, box.height)) return;
    const room = Math.max(0, box.width / scale - pad);
    put(`t${frame.id}`, box.x, box.y + 2, box.width, frame.label, "", undefined, cutText(frame.label, size, room));
  });
  return placed;
}

/** Whether a frame is an opened card of the map, whose cards begin at its top: its title stands above it. */
export function isOpened({ kind }: Scene["answer"]["graph"]["frames"][number]): boolean {
  return kind === "region" || kind === "host" || kind === "stack";
}
