/** The labels of regions and frames: from afar of a constant size on the screen; one that would cover another label or a box moves aside or is left out. */
import { edgeLine } from "@relayscope/engine";
import { changeSigns } from "./changes.ts";
import type { Coloring, Tint } from "./colors.ts";
import { boxAt, isOpenedCard, type Scene } from "./scene.ts";
import { cutWords, textWidth } from "./text.ts";

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

/** Between these labels grow with the zoom. */
const [least, most] = [0.92, 1.25];

/** From this zoom on frames of operators have their titles within them, with what they are; from further away above them. */
const near = 0.9;

/** What a title says besides the label of its frame. */
const kindNames: Readonly<Record<string, string>> = {
  composite: "composite",
  "external-function": "external",
  closure: "closure",
  let: "let",
  primitive: "primitive",
};

/** A label that looks for its place: from `x` on, a title within `room`, a region's beginning within it, the first of `texts` that has one. */
interface Wanted {
  readonly id: string;
  readonly x: number;
  /** Where it may end below, the best first. */
  readonly bottoms: readonly number[];
  readonly room: number;
  readonly texts: readonly string[];
  readonly tint: Tint | undefined;
  /** Whether it is a frame's: edges run into frames, and past their titles. */
  readonly isTitle: boolean;
}

/** The labels in sight at a zoom. From afar they are counted with the size that they have on the screen. */
export function placeLabels(
  scene: Scene,
  coloring: Coloring,
  zoom: number,
  inSight: (x: number, y: number, width: number, height: number) => boolean,
): readonly PlacedLabel[] {
  const { graph, layout } = scene.answer;
  // From afar 9.7 px, and 9 px still where the zoom has shrunk a little since; from near no larger than can be read well.
  const scale = zoom < least ? least / zoom : zoom > most ? most / zoom : 1;
  const put = placer(scene, scale);
  const isMap = graph.nodes.some((node) => node.summary);
  const titled = new Set<number>();
  const titles: Wanted[] = [];
  graph.frames.forEach((frame, i) => {
    const first = layout.frameOffsets[i] ?? 0;
    if (first === layout.frameOffsets[i + 1]) return;
    const { x, y, width, height } = boxAt(layout.framePieces, first);
    if (isOpenedCard(frame)) titled.add(frame.region);
    if (width <= 0 || !inSight(x, y, width, height)) return;
    const [above, within] = [y + 2, y + high * scale - 2];
    const bottoms = isMap ? [within + 3] : frame.isCollapsed ? [above] : zoom < near ? [above, within] : [within, above];
    const label = { id: `t${frame.id}`, x, bottoms, room: width, isTitle: true };
    if (isOpenedCard(frame)) {
      // A press on an opened card's title closes it: it has one at any zoom, and stands for its region's label.
      const tint = coloring.ofRegion(frame.region);
      const room = (width / 2 - 4 - (tint ? high * scale : 0)) / scale - pad;
      // One that shows one run opens to all.
      const sign = frame.repeat === undefined ? "▾" : "▸";
      const ends = Array.from(frame.label.matchAll(/ · |, |(?<=times) |$/g), ({ index }) => index);
      const starts = ends.map((to) => `${sign} ${frame.label.slice(0, to)}`);
      const text = starts.findLast((start) => textWidth(start, size) < room) ?? starts[0] ?? sign;
      put({ ...label, texts: [text, sign], tint });
      return;
    }
    const isNamed = frame.kind !== "function" && frame.region >= 0 && coloring.ofRegion(frame.region) !== undefined;
    if (zoom < near && isNamed) return;
    const detail = frame.detail !== "" ? frame.detail : (kindNames[frame.kind] ?? "");
    const whole =
      zoom < near ? frame.label : `${frame.isCollapsed ? "▸" : "▾"} ${[frame.label, detail].filter((t) => t !== "").join(" · ")}`;
    const room = width / scale - pad;
    const plain = zoom < near || textWidth(whole, size) <= room ? whole : `${frame.isCollapsed ? "▸" : "▾"} ${frame.label}`;
    const upToEnd = cutWords(plain, size, Math.max(room, (layout.width - x) / scale - pad));
    titles.push({ ...label, texts: [upToEnd, ...endsOf(frame.label), cutWords(plain, size, Math.max(0, room))], tint: undefined });
  });
  graph.regions.forEach((region, i) => {
    const tint = coloring.ofRegion(i);
    const first = layout.hullOffsets[i] ?? 0;
    if (!tint || !scene.hasHull[i] || titled.has(i) || first === layout.hullOffsets[i + 1]) return;
    const { x, y, width, height } = boxAt(layout.hulls, first);
    if (!inSight(x, y, width, height)) return;
    const room = (width - high * scale) / scale - pad;
    const whole = region.change === undefined ? region.label : `${region.label} ${changeSigns[region.change]}`;
    const isClose = zoom >= 0.6 || textWidth(whole, size) <= room;
    const short = whole.slice(region.target.length).trim();
    const texts = isClose ? [whole, short, cutWords(short, size, Math.max(0, room)), ""] : [short, ""];
    // Above the title of the function that the region became.
    put({ id: `l${i}`, x: x - 1, bottoms: [y - 2], room: width, texts, tint, isTitle: false });
  });
  for (const title of titles) put(title);
  return put.placed;
}

/** What is left of a name without its beginning, longer ones first: `…_main_12` and `…_12` of `tvmgen_default_main_12`, `…relu` of `dnnl.relu`. */
function endsOf(name: string): readonly string[] {
  const starts = [...name.matchAll(/_(?=\w)|(?<=\.)(?=\w)/g)].flatMap(({ index }) => (index > 0 ? [index] : []));
  return starts.map((start) => `…${name.slice(start)}`);
}

/** How often a label moves aside. */
const mostMoves = 6;

/** Puts labels one by one: where no label and no box is in the way, of frames where no edge is, either, if there is such a place. */
function placer(scene: Scene, scale: number): ((wanted: Wanted) => void) & { readonly placed: readonly PlacedLabel[] } {
  const height = high * scale;
  const placed: PlacedLabel[] = [];
  const put = ({ id, x, bottoms, room, texts, tint, isTitle }: Wanted) => {
    const badge = tint ? height : 0;
    /** Where what is in the way ends; undefined where nothing is. */
    const blockedTo = (left: number, bottom: number, width: number, isClear: boolean) => {
      const y = bottom - height;
      const label = placed.find((l) => left < l.x + l.width && left + width > l.x && y + 2 < l.y + l.height && y + height - 2 > l.y);
      if (label) return label.x + label.width + 2;
      const [node] = scene.nodes?.search(left + 1, y + 3 * scale, left + width - 1, bottom - 4) ?? [];
      if (node === undefined) return isClear ? edgeAcross(scene, left, y + 2, left + width, bottom - 2) : undefined;
      const box = boxAt(scene.answer.layout.nodes, node);
      return box.x + box.width + 2;
    };
    const placeFor = (width: number, isClear: boolean) => {
      for (const bottom of bottoms) {
        let left = x;
        for (let move = 0; move <= mostMoves; move++) {
          const to = blockedTo(left, bottom, width, isClear);
          if (to === undefined) return { x: left, y: bottom - height };
          if ((isTitle ? to + width : to + 2 * height) > x + room) break;
          left = to;
        }
      }
      return undefined;
    };
    for (const text of texts) {
      const width = badge + (text === "" ? 0 : textWidth(text, size * scale) + pad * scale);
      if (width === 0) continue;
      const place = (isTitle ? placeFor(width, true) : undefined) ?? placeFor(width, false);
      if (place === undefined) continue;
      placed.push({ id, ...place, width, height, text, letter: tint?.letter ?? "", tint, scale });
      return;
    }
  };
  return Object.assign(put, { placed });
}

/** Of more edges than this none is looked at. */
const mostEdges = 80;

/** Where the last edge that runs through a rectangle leaves it to the right, with a little room; undefined where none runs through. */
function edgeAcross({ edges, answer }: Scene, left: number, top: number, right: number, bottom: number): number | undefined {
  const found = edges?.search(left, top, right, bottom) ?? [];
  if (found.length > mostEdges) return undefined;
  let last: number | undefined;
  for (const i of found) {
    const points = edgeLine(answer.layout, i);
    for (let p = 0; p + 1 < points.length; p++) {
      const [[x0, y0], [x1, y1]] = [points[p] ?? [0, 0], points[p + 1] ?? [0, 0]];
      const [low, high] = [Math.min(y0, y1), Math.max(y0, y1)];
      if (low > bottom || high < top) continue;
      const at = (y: number) => (y1 === y0 ? undefined : x0 + ((x1 - x0) * (Math.min(high, Math.max(low, y)) - y0)) / (y1 - y0));
      const [from, to] = [at(top) ?? x0, at(bottom) ?? x1];
      if (Math.max(from, to) < left || Math.min(from, to) > right) continue;
      last = Math.max(last ?? Number.NEGATIVE_INFINITY, Math.max(from, to) + 4);
    }
  }
  return last;
}
