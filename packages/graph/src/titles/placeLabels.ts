/**
 * The labels of regions and frames. From afar they have a constant size on the screen. A label that would cover another
 * label or a box moves aside or is left out.
 */
import { grouped } from "@relayscope/ir";
import { changeSigns } from "../changeSigns.ts";
import type { LabelBox } from "../edgeLabels.ts";
import { endSteps, endText, type RegionEnds } from "../ends.ts";
import { isMap } from "../isMap.ts";
import { boxAt, type Drawn, isOpenedCard } from "./drawn.ts";
import {
  edgesAcross,
  LabelPlaces,
  type Lettered,
  type PlacedLabel,
  labelPad as pad,
  labelSize as size,
  type TextWidth,
  type WantedTitle,
} from "./labelPlaces.ts";

/** Between these zooms labels grow with the zoom. */
const [least, most] = [0.96, 1.19];

/** From this zoom on frames of operators have their titles inside, with their kind; from further away above them. */
const near = 0.9;

/** From further away than this, names within regions are left out. */
const leastNamed = 0.6;

/** From the side of a frame to its title. */
const inset = 4;

/** What a title says in addition to the label of its frame. */
const kindNames: Readonly<Record<string, string>> = {
  composite: "composite",
  "external-function": "external",
  closure: "closure",
  let: "let",
  primitive: "primitive",
};

/** The part of a picture in sight, how many labels it may have, and how they are written. */
export interface Sight {
  readonly zoom: number;
  /** The largest number of labels. Regions narrower than `least` have none, in pixels on the screen. */
  readonly most: number;
  readonly narrowest: number;
  holds(x: number, y: number, width: number, height: number): boolean;
  readonly textWidth: TextWidth;
  /** Whether nothing opens or closes, so that titles have no signs for it. */
  readonly isStill?: boolean;
}

/**
 * The labels in sight, for a picture at the sight's zoom. From afar they take room at their size on the screen.
 * `tintOf`: the color of a region's label; regions without one have no label. `ends`: why regions end.
 */
export function placeLabels<T extends Lettered>(
  scene: Drawn,
  tintOf: (region: number) => T | undefined,
  sight: Sight,
  ends: RegionEnds = new Map(),
): readonly PlacedLabel<T>[] {
  const { zoom, most: count, textWidth, isStill = false } = sight;
  const { graph, layout } = scene.answer;
  // From afar 10 px; zoomed in no larger than is comfortable to read.
  const scale = zoom < least ? least / zoom : zoom > most ? most / zoom : 1;
  const places = new LabelPlaces<T>(scene, scale, textWidth);
  const high = places.height;
  const hasCards = isMap(graph);
  const titled = new Set<number>();
  /** By region: which form of `pieceForms` its title has. */
  const titleForms = new Map<number, number>();
  const titles: WantedTitle<T>[] = [];
  graph.frames.forEach((frame, i) => {
    const first = layout.frameOffsets[i] ?? 0;
    if (first === layout.frameOffsets[i + 1]) return;
    const { x, y, width, height } = boxAt(layout.framePieces, first);
    if (isOpenedCard(frame)) titled.add(frame.region);
    if (frame.kind === "stack" || frame.kind === "host") placeFurther(places, scene, i, sight);
    if (width <= 0 || !sight.holds(x, y, width, height)) return;
    const [above, within] = [y - 1, y + high + (hasCards ? 3 : 1)];
    const label = { id: `t${frame.id}`, x: x + inset, bottoms: frame.isCollapsed ? [above] : [within, above], room: width - 2 * inset };
    if (isOpenedCard(frame)) {
      // Pressing the title of an opened card closes it, so it has one at any zoom. The title replaces the label of its
      // region.
      const tint = tintOf(frame.region);
      const crossed = edgesAcross(scene, x, within - high, x + width, within).filter(([from, to]) => to > x && from < x + width);
      const roomIn = (from: number, to: number) => (to - from - 4) / scale - pad;
      // Up to the edges that enter.
      const room = roomIn(x, Math.min(x + width, ...crossed.map(([from]) => from))) - (tint ? high : 0);
      // A frame that shows one run of a stack opens to all runs.
      const sign = isStill ? "" : frame.repeat === undefined ? "▾" : "▸";
      const stops = Array.from(frame.label.matchAll(/ · |, |(?<=blocks) of |$/g), ({ index }) => index);
      const count = frame.region < 0 ? 1 : piecesOf(scene, frame.region).length;
      const names =
        count > 1 ? pieceForms(frame.label, count).map((form) => form(0)) : stops.map((to) => frame.label.slice(0, to)).toReversed();
      const starts = names.map((name) => `${sign} ${name}`.trimStart());
      const own = ends.get(frame.region);
      const causes = own ? endSteps(endText(own)) : [];
      const wholes = causes.map((cause) => `${starts[0]} · ${cause}`);
      const first = [...wholes, ...starts].find((start) => textWidth(start, size) < room) ?? starts.at(-1) ?? sign;
      // Which piece of a region it is matters more than the place before the edges.
      const widest = Math.max(room, ...betweenEdges(crossed, x, x + width).map(([from, to]) => roomIn(from, to) - (tint ? high : 0)));
      const isShort = count > 1 && first === starts.at(-1);
      const text = (isShort && starts.slice(0, -1).find((start) => textWidth(start, size) < widest)) || first;
      const title = { ...label, bottoms: [within], texts: [text, first, sign], tint };
      if (!places.putWithin(title)) [true, false].some((isClear) => places.put({ ...title, bottoms: [y] }, frame.region, isClear));
      titleForms.set(frame.region, Math.max(0, starts.indexOf(text)));
      if (crossed.length === 0 || wholes.includes(text) || text !== first) return;
      // After the edges come the name if there is none yet, else the number of operators and why it ends.
      const behind = Math.max(...crossed.map(([, to]) => to));
      const ops = frame.label.split(" · ").slice(1).join(" · ");
      const isNameless = sign !== "" && places.placed.at(-1)?.text === sign;
      const others = isNameless ? names : text.includes(ops) ? causes : [...causes.map((cause) => `${ops} · ${cause}`), ops];
      const other = others.find((step) => textWidth(step, size) < roomIn(behind, x + width));
      const rest = { id: `l${frame.region}`, x: behind, room: x + width - behind, end: x + width };
      if (other !== undefined) places.putWithin({ ...label, ...rest, texts: [other], tint, isPlain: true });
      return;
    }
    const isFar = zoom < near;
    // A name within a region is shown from afar only if it has room, as the region has a label.
    const isNeeded = !isFar || frame.kind === "function" || frame.region < 0 || tintOf(frame.region) === undefined;
    if (!isNeeded && zoom < leastNamed) return;
    const detail = isFar ? "" : frame.detail !== "" ? frame.detail : (kindNames[frame.kind] ?? "");
    const sign = isFar || isStill ? "" : frame.isCollapsed ? "▸ " : "▾ ";
    const named = `${sign}${frame.label}`;
    const whole = detail === "" ? named : `${named} · ${detail}`;
    const room = width / scale - pad;
    const texts = [...new Set([...(textWidth(whole, size) <= room ? [whole] : []), named, frame.label])];
    const cuts = isNeeded ? endsOf(frame.label) : [];
    const [start, end] = roomAround(scene, i, x, y, width);
    const [feet, beside] = [[y + height - 2, y + height + high + 1], [y + high + 4]];
    titles.push({ ...label, start, end, feet, beside, inside: [within, y + height], texts, cuts, frame: i, tint: undefined });
  });
  const counts: (() => void)[] = [];
  graph.regions.forEach((region, i) => {
    if (places.placed.length >= count) return;
    const tint = tintOf(i);
    const first = layout.hullOffsets[i] ?? 0;
    if (!tint || !scene.hasHull[i] || titled.has(i) || first === layout.hullOffsets[i + 1]) return;
    const { x, y, width, height } = boxAt(layout.hulls, first);
    if (width * zoom < sight.narrowest || !sight.holds(x, y, width, height)) return;
    const room = (width - high) / scale - pad;
    const whole = region.change === undefined ? region.label : `${region.label} ${changeSigns[region.change]}`;
    const isClose = zoom >= 0.6 || textWidth(whole, size) <= room;
    const short = whole.slice(region.target.length).trim();
    const [name = "", id = ""] = [whole, short].map((text) => text.split(" · ")[0]);
    const texts = [...(isClose ? [whole, name] : []), short, id];
    // Above the title of the function that the region became; at the foot if another region ends there.
    const label = { id: `l${i}`, x: x - 1, room: width, texts, tint, end: functionEnd(scene, region.nodes[0], x, y, width) };
    const own = putLabel(places, label, { x, y, width, height }, i);
    const isName = own?.text === name || own?.text === id;
    if (own && isClose && isName) counts.push(() => placeCount(places, { ...label, texts: [whole.slice(name.length + 3)] }, own, i));
  });
  graph.regions.forEach((region, i) => {
    const tint = tintOf(i);
    if (places.placed.length >= count || !tint || !scene.hasHull[i]) return;
    // A region that continues in another column says which piece this is, in the same form for each.
    const pieces = piecesOf(scene, i);
    const shown = pieces
      .map((box, p) => ({ box, p }))
      .filter(({ box: { x, y, width, height }, p }) => {
        return p > 0 && width * zoom >= sight.narrowest && sight.holds(x, y, width, height);
      });
    const forms = pieceForms(region.label, pieces.length).slice(titleForms.get(i) ?? 1);
    const put = ({ box: { x, y, width }, p }: (typeof shown)[number], own: typeof forms, last: readonly string[] = []) => {
      const room = (width - high) / scale - pad;
      const texts = [...own.map((form) => form(p)).filter((text) => textWidth(text, size) <= room), ...last];
      // Edges may run along the upper edge. Then the label is inside.
      const bottoms = [y, y + high + 1];
      return places.put({ id: `l${i}~${p}`, x: x - 1, bottoms, room: width, texts, tint }, i);
    };
    const isEven = forms.some((form) => {
      const before = places.placed.length;
      const isPut = shown.every((piece) => put(piece, [form]));
      if (!isPut) places.takeBack(before);
      return isPut;
    });
    if (!isEven) for (const piece of shown) put(piece, forms, [""]);
  });
  for (const title of titles) if (places.placed.length < count) places.putTitle(title);
  for (const put of counts) if (places.placed.length < count) put();
  return places.placed;
}

type RegionLabel<T> = Pick<WantedTitle<T>, "id" | "x" | "room" | "texts" | "tint" | "end">;

/**
 * Puts a region's label at its head or foot, else next to the region or inside. A label with little room touches
 * outlines rather than being left out. If no text has a place, the letter alone has one.
 */
function putLabel<T extends Lettered>(
  places: LabelPlaces<T>,
  label: RegionLabel<T>,
  { x, y, width, height }: LabelBox,
  region: number,
): PlacedLabel<T> | undefined {
  const head = { ...label, bottoms: [y] };
  const foot = { ...label, bottoms: [y + height + places.height] };
  const next = { ...label, x: x + width + 2, bottoms: [y + places.height + 1] };
  const within = { ...label, bottoms: [y + places.height + 1, y + height - 2] };
  const around = [head, foot, next, within];
  const isPut =
    [true, false].some((isClear) => around.some((place) => places.put(place, region, isClear))) ||
    [true, false].some((isClear) => around.some((place) => places.put({ ...place, texts: [""] }, region, isClear)));
  return isPut ? places.placed.at(-1) : undefined;
}

/** Puts a region's number of operators on the other side of the incoming edge, or below the region's name. */
function placeCount<T extends Lettered>(places: LabelPlaces<T>, label: RegionLabel<T>, own: PlacedLabel<T>, region: number) {
  const [from, bottom] = [own.x + own.width, own.y + own.height];
  const count = { ...label, id: `${own.id}~`, isPlain: true };
  const isBeside = places.put({ ...count, x: from, room: label.x + label.room - from, bottoms: [bottom] }, region);
  if (!isBeside) places.put({ ...count, bottoms: [bottom + places.height + 1] }, region);
}

/** What edges leave free between two places. */
function betweenEdges(edges: readonly (readonly [number, number])[], left: number, right: number): readonly (readonly [number, number])[] {
  let free = left;
  const found: (readonly [number, number])[] = [];
  for (const [from, to] of edges.toSorted(([a], [b]) => a - b)) {
    if (from > free) found.push([free, from]);
    free = Math.max(free, to);
  }
  return free < right ? [...found, [free, right]] : found;
}

/** Where an opened card goes on in other columns, its pieces there say so: nothing else joins them. */
function placeFurther<T extends Lettered>(places: LabelPlaces<T>, scene: Drawn, index: number, sight: Sight): void {
  const { graph, layout } = scene.answer;
  const { id, label = "" } = graph.frames[index] ?? {};
  const [first = 0, end = 0] = layout.frameOffsets.subarray(index, index + 2);
  const [name = label] = label.split(/ · |(?<=blocks) of /);
  for (let p = first + 1; p < end; p++) {
    const { x, y, width, height } = boxAt(layout.framePieces, p);
    if (!sight.holds(x, y, width, height)) continue;
    const texts = [`${name} · continued`, "continued"];
    // At its upper edge, or below it where edges run along that.
    const bottoms = [y + places.height + 3, y - 1, y + height + places.height + 1];
    places.putWithin({ id: `t${id}~${p - first}`, x: x + inset, room: width - 2 * inset, bottoms, texts, tint: undefined });
  }
}

/** The boxes of a region, a column each. */
function piecesOf({ answer: { layout } }: Drawn, region: number): readonly LabelBox[] {
  const first = layout.hullOffsets[region] ?? 0;
  const count = (layout.hullOffsets[region + 1] ?? 0) - first - (layout.hullJoins[region] ?? 0);
  return Array.from({ length: Math.max(0, count) }, (_, p) => boxAt(layout.hulls, first + p));
}

/**
 * What the pieces of a region say, longest first: `dnnl 0 · 2 of 3 · 42 ops`, `dnnl 0 · 2 of 3`, `2 of 3`. In the last
 * form the first piece says the name.
 */
function pieceForms(label: string, count: number): readonly ((piece: number) => string)[] {
  const [name = label, ...rest] = label.split(" · ");
  const place = (piece: number) => `${grouped(piece + 1)} of ${grouped(count)}`;
  return [
    (piece) => [name, place(piece), ...rest].join(" · "),
    (piece) => `${name} · ${place(piece)}`,
    (piece) => (piece === 0 ? name : place(piece)),
  ];
}

/** The horizontal range of a title: the piece of the frame around it, and the hull of its region. */
function roomAround({ answer: { graph, layout } }: Drawn, frame: number, x: number, y: number, width: number): readonly [number, number] {
  const { parent = -1, region = -1 } = graph.frames[frame] ?? {};
  const hull = pieceAt(layout.hulls, layout.hullOffsets, region, x, y);
  // A function made of a region is as wide as its hull.
  const around = [pieceAt(layout.framePieces, layout.frameOffsets, parent, x, y), hull && hull.width > width ? hull : undefined];
  return [
    Math.min(x, Math.max(0, ...around.map((piece) => piece?.x ?? 0))),
    Math.max(x + width, Math.min(layout.width, ...around.map((piece) => (piece ? piece.x + piece.width : layout.width)))),
  ];
}

/** The right end of the function's piece around a hull. No label of the hull extends beyond it. */
function functionEnd({ answer: { graph, layout } }: Drawn, node: number | undefined, x: number, y: number, width: number): number {
  let frame = graph.nodes[node ?? -1]?.frame ?? -1;
  for (let parent = graph.frames[frame]?.parent ?? -1; parent >= 0; parent = graph.frames[frame]?.parent ?? -1) frame = parent;
  const piece = pieceAt(layout.framePieces, layout.frameOffsets, frame, x, y);
  return piece ? Math.max(x + width, piece.x + piece.width) : Number.POSITIVE_INFINITY;
}

/** The piece of something that holds a point. */
function pieceAt(pieces: Float32Array, offsets: ArrayLike<number>, index: number, x: number, y: number): LabelBox | undefined {
  for (let p = offsets[index] ?? 0; p < (offsets[index + 1] ?? 0); p++) {
    const piece = boxAt(pieces, p);
    if (x >= piece.x && x <= piece.x + piece.width && y >= piece.y && y <= piece.y + piece.height) return piece;
  }
  return undefined;
}

/** The least number of letters that the end of a name keeps. */
const leastLetters = 5;
/** Lengths of ends within a word, for names that have no end at the beginning of a word. */
const endLengths: readonly number[] = [14, 10, 7, leastLetters];

/**
 * The ends of a name without its beginning, longest first: `…_main_12` and `…n_12` of `tvmgen_default_main_12`,
 * `…conv2d_relu` of `dnnl.conv2d_relu`.
 */
function endsOf(name: string): readonly string[] {
  const isLong = (start: number) => start > 0 && name.length - start >= leastLetters;
  const words = Array.from(name.matchAll(/_(?=\w)|(?<=\.)(?=\w)/g), ({ index }) => index).filter(isLong);
  const letters = endLengths.map((length) => name.length - length).filter((start) => isLong(start) && start > (words.at(-1) ?? 0));
  return [...words, ...letters].map((start) => `…${name.slice(start)}`);
}
