/** The labels of regions and frames: from afar of a constant size on the screen; one that would cover another label or a box moves aside or is left out. */
import { edgeLine, endSteps, endText } from "@relayscope/engine";
import { changeSigns } from "./changes.ts";
import type { Coloring, Tint } from "./colors.ts";
import type { Ends } from "./ends.ts";
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
  /** Where it may end at the foot of its frame, if there is no room at the head; without room there, either, it is left out. */
  readonly feet?: readonly number[];
  readonly room: number;
  /** Behind which nothing of it stands. */
  readonly end: number;
  readonly texts: readonly string[];
  readonly tint: Tint | undefined;
  /** Whether it is a frame's: edges run into frames, and past their titles. */
  readonly isTitle: boolean;
  /** Whether it has no letter. */
  readonly isPlain?: boolean;
}

/** The labels in sight at a zoom. From afar they are counted with the size that they have on the screen. */
export function placeLabels(
  scene: Scene,
  coloring: Coloring,
  zoom: number,
  inSight: (x: number, y: number, width: number, height: number) => boolean,
  ends: Ends = new Map(),
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
    const label = { id: `t${frame.id}`, x, bottoms, room: width, end: Number.POSITIVE_INFINITY, isTitle: true };
    if (isOpenedCard(frame)) {
      // A press on an opened card's title closes it: it has one at any zoom, and stands for its region's label.
      const tint = coloring.ofRegion(frame.region);
      const crossed = edgesAcross(scene, x, within - high * scale, x + width, within).filter(([from, to]) => to > x && from < x + width);
      const roomIn = (from: number, to: number) => (to - from - 4) / scale - pad;
      // Up to the edges that come in.
      const room = roomIn(x, Math.min(x + width, ...crossed.map(([from]) => from))) - (tint ? high : 0);
      // One that shows one run opens to all.
      const sign = frame.repeat === undefined ? "▾" : "▸";
      const stops = Array.from(frame.label.matchAll(/ · |, |(?<=times) |$/g), ({ index }) => index);
      const starts = stops.map((to) => `${sign} ${frame.label.slice(0, to)}`).toReversed();
      const own = ends.get(frame.region);
      const causes = own ? endSteps(endText(own)) : [];
      const wholes = causes.map((cause) => `${starts[0]} · ${cause}`);
      const text = [...wholes, ...starts].find((start) => textWidth(start, size) < room) ?? starts.at(-1) ?? sign;
      const isPut = put({ ...label, texts: [text], tint });
      if (!isPut) put({ ...label, texts: [sign], tint });
      if (crossed.length === 0 || wholes.includes(text)) return;
      // Why it ends has what room there is behind the edges.
      const behind = Math.max(...crossed.map(([, to]) => to));
      const cause = causes.find((step) => textWidth(step, size) < roomIn(behind, x + width));
      const rest = { id: `l${frame.region}`, x: behind, room: x + width - behind, end: x + width };
      if (cause !== undefined) put({ ...label, ...rest, texts: [cause], tint, isPlain: true });
      return;
    }
    const isNamed = frame.kind !== "function" && frame.region >= 0 && coloring.ofRegion(frame.region) !== undefined;
    if (zoom < near && isNamed) return;
    const detail = frame.detail !== "" ? frame.detail : (kindNames[frame.kind] ?? "");
    const sign = zoom < near ? "" : frame.isCollapsed ? "▸ " : "▾ ";
    const whole = `${sign}${[frame.label, zoom < near ? "" : detail].filter((t) => t !== "").join(" · ")}`;
    const room = width / scale - pad;
    const names = [...new Set([`${sign}${frame.label}`, frame.label]), ...endsOf(frame.label)];
    const texts = textWidth(whole, size) <= room ? [...new Set([whole, ...names])] : names;
    const end = Math.max(x + width, endAround(scene, frame.parent, x, y));
    titles.push({ ...label, end, feet: [y + height - 2, y + height + high * scale], texts, tint: undefined });
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
    put({ id: `l${i}`, x: x - 1, bottoms: [y - 2], room: width, end: Number.POSITIVE_INFINITY, texts, tint, isTitle: false });
  });
  for (const title of titles) put(title);
  return put.placed;
}

/** Where the piece of a frame ends to the right in which a point stands; without a frame, the picture. */
function endAround({ answer: { layout } }: Scene, frame: number, x: number, y: number): number {
  for (let p = layout.frameOffsets[frame] ?? 0; p < (layout.frameOffsets[frame + 1] ?? 0); p++) {
    const piece = boxAt(layout.framePieces, p);
    if (x >= piece.x && x <= piece.x + piece.width && y >= piece.y && y <= piece.y + piece.height) return piece.x + piece.width;
  }
  return layout.width;
}

/** How many letters of a name its end has at least. */
const leastLetters = 5;
/** Lengths of ends within a word, for names that have none at the beginning of one. */
const endLengths: readonly number[] = [14, 10, 7, leastLetters];

/** What is left of a name without its beginning, longer ones first: `…_main_12` and `…n_12` of `tvmgen_default_main_12`, `…conv2d_relu` of `dnnl.conv2d_relu`. */
function endsOf(name: string): readonly string[] {
  const isLong = (start: number) => start > 0 && name.length - start >= leastLetters;
  const words = Array.from(name.matchAll(/_(?=\w)|(?<=\.)(?=\w)/g), ({ index }) => index).filter(isLong);
  const letters = endLengths.map((length) => name.length - length).filter((start) => isLong(start) && start > (words.at(-1) ?? 0));
  return [...words, ...letters].map((start) => `…${name.slice(start)}`);
}

/** The share of a title that stands over its own frame: where an edge enters in the middle it begins beside that and ends beyond the frame. */
const wellOver = 0.4;
const leastOver = 0.12;

/** From where to where something is in the way of a label, from left to right. */
type Span = readonly [from: number, to: number];

/** Puts labels one by one: where no label and no box is in the way, of frames where no edge is, either, if there is such a place. */
function placer(scene: Scene, scale: number): ((wanted: Wanted) => boolean) & { readonly placed: readonly PlacedLabel[] } {
  const height = high * scale;
  const placed: PlacedLabel[] = [];
  const { nodes } = scene.answer.layout;
  const boxesAt = (left: number, right: number, bottom: number): Span[] => {
    const y = bottom - height;
    const labels = placed.filter((l) => left < l.x + l.width && right > l.x && y + 2 < l.y + l.height && y + height - 2 > l.y);
    const found = scene.nodes?.search(left + 1, y + 3 * scale, right - 1, bottom - 4) ?? [];
    return [
      ...labels.map((l): Span => [l.x, l.x + l.width + 2]),
      ...found.map((i): Span => {
        const box = boxAt(nodes, i);
        return [box.x + 1, box.x + box.width + 2];
      }),
    ];
  };
  const put = ({ id, x, bottoms, feet, room, end, texts, tint, isTitle, isPlain = false }: Wanted) => {
    const letter = isPlain ? "" : (tint?.letter ?? "");
    const badge = letter === "" ? 0 : height;
    const widths = texts.map((text) => badge + (text === "" ? 0 : textWidth(text, size * scale) + pad * scale));
    const right = x + room + Math.max(...widths);
    const inOrder = (spans: readonly Span[]) => spans.toSorted((a, b) => a[0] - b[0]);
    const lineAt = (bottom: number) => ({ bottom, spans: inOrder(boxesAt(x, right, bottom)) });
    const clearLineAt = (bottom: number) => ({
      bottom,
      spans: inOrder([...boxesAt(x, right, bottom), ...edgesAcross(scene, x, bottom - height + 2, right, bottom - 2)]),
    });
    const placeIn = (lines: readonly ReturnType<typeof lineAt>[], overOf: (width: number) => number) => {
      for (const [i, text] of texts.entries()) {
        const width = widths[i] ?? 0;
        for (const { bottom, spans } of width === 0 ? [] : lines) {
          const left = firstGap(spans, x, width);
          if (left + width > end || (left > x && left + overOf(width) > x + room)) continue;
          placed.push({ id, x: left, y: bottom - height, width, height, text, letter, tint, scale });
          return true;
        }
      }
      return false;
    };
    if (!isTitle) return placeIn(bottoms.map(lineAt), () => 2 * height);
    const clear = bottoms.map(clearLineAt);
    const isOn = (share: number) => (width: number) => share * width;
    if (placeIn(clear, isOn(wellOver)) || placeIn(clear, isOn(leastOver))) return true;
    return feet ? placeIn(feet.map(clearLineAt), isOn(wellOver)) : placeIn(bottoms.map(lineAt), isOn(wellOver));
  };
  return Object.assign(put, { placed });
}

/** Where, from `x` on, nothing is in the way of something so wide; `spans` are in order. */
function firstGap(spans: readonly Span[], x: number, width: number): number {
  let left = x;
  for (const [from, to] of spans) {
    if (from >= left + width) break;
    left = Math.max(left, to);
  }
  return left;
}

/** Of more edges than this none is looked at. */
const mostEdges = 80;
/** Between an edge and a title. */
const besideEdge = 4;

/** Where edges run through a rectangle. */
function edgesAcross({ edges, answer }: Scene, left: number, top: number, right: number, bottom: number): readonly Span[] {
  const found = edges?.search(left, top, right, bottom) ?? [];
  if (found.length > mostEdges) return [];
  const spans: Span[] = [];
  for (const i of found) {
    const points = edgeLine(answer.layout, i);
    for (let p = 0; p + 1 < points.length; p++) {
      const [[x0, y0], [x1, y1]] = [points[p] ?? [0, 0], points[p + 1] ?? [0, 0]];
      const [low, high] = [Math.min(y0, y1), Math.max(y0, y1)];
      if (low > bottom || high < top) continue;
      const at = (y: number) => (y1 === y0 ? undefined : x0 + ((x1 - x0) * (Math.min(high, Math.max(low, y)) - y0)) / (y1 - y0));
      const [from, to] = [at(top) ?? x0, at(bottom) ?? x1];
      spans.push([Math.min(from, to) - besideEdge, Math.max(from, to) + besideEdge]);
    }
  }
  return spans;
}
