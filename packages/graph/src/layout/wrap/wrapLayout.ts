/**
 * Sets tall pictures in columns, like a newspaper: the rows of a picture are cut at gaps between rows and continue at
 * the top of the next column, so that reading order is kept and the pane is filled. Near-linear.
 */
import { at } from "@relayscope/ir";
import type { DrawableGraph, GraphLayout } from "../../drawable.ts";
import { medianOf } from "../earlier.ts";
import { letters } from "../lettering.ts";
import { rectangleAt } from "../rectangles.ts";
import { type Bands, bandAt, bandsOf, type OtherRegions } from "./bands.ts";
import { type Block, blocksOf } from "./blocks.ts";
import { columnBoxesOf } from "./columnBoxes.ts";
import { columnsAlong, columnsOf, cutsRegion, extentOf, isLeftover } from "./columns.ts";
import { tracksOf } from "./crossings.ts";
import { shelve } from "./shelves.ts";
import { type Shift, shiftColumns, WrappedPicture } from "./wrappedPicture.ts";

export interface PaneSize {
  readonly width: number;
  readonly height: number;
}

/** How a picture was wrapped, for pictures that follow it. */
export interface Wrapping {
  /** By id of a function's frame (-1 for the whole picture): the number of its columns, and their moves. */
  readonly blocks: ReadonlyMap<number, { readonly count: number; readonly shifts: readonly Shift[] }>;
  /** By id of a node: the column that it is in. */
  readonly columnOf: ReadonlyMap<number, number>;
  /** How wide the shelves of functions are. */
  readonly shelf: number;
}

export interface WrappedLayout {
  readonly layout: GraphLayout;
  readonly wrapping: Wrapping;
  /** By node: its column within its block. */
  readonly columns: Int32Array;
}

export interface WrapHints {
  /** The scale down to which its text can be read, by default that of operators. */
  readonly readable?: number;
  /** How an earlier picture was wrapped, which this one follows. */
  readonly earlier?: Wrapping | undefined;
  /** The regions of stages that follow this picture: columns break between them, too. */
  readonly others?: OtherRegions;
}

/** Wraps a picture for a pane. */
export function wrapLayout(
  graph: DrawableGraph,
  flat: GraphLayout,
  pane: PaneSize,
  { readable = letters.tiny.least, earlier, others }: WrapHints = {},
): WrappedLayout {
  const blocks = blocksOf(graph, flat);
  const bands = blocks.map((block) => bandsOf(graph, block, flat, others));
  const idOf = (block: Block) => (block.root < 0 ? -1 : at(graph.frames, block.root).id);
  const height = earlier ? 0 : bestHeight(bands, pane, readable);
  const out = new WrappedPicture(graph, flat);
  const kept = new Map<number, { count: number; shifts: readonly Shift[] }>();
  blocks.forEach((block, i) => {
    const known = earlier?.blocks.get(idOf(block));
    const columns =
      known && earlier
        ? columnsAlong(at(bands, i), known.count, columnsByBand(graph, block, flat, at(bands, i), earlier))
        : columnsOf(at(bands, i), height || Number.POSITIVE_INFINITY);
    const boxes = columnBoxesOf(block, flat, at(bands, i), columns);
    const tracks = tracksOf(graph, block, flat, boxes);
    const shifts = shiftColumns(boxes, tracks, known?.shifts);
    out.add(block, boxes, tracks, shifts);
    kept.set(idOf(block), { count: columns.length - 1, shifts });
  });
  const { layout, shelf, columns } = out.finish(blocks, pane, earlier?.shelf);
  const columnOf = new Map(graph.nodes.map(({ id }, i) => [id, at(columns, i)]));
  return { layout, columns, wrapping: { blocks: kept, columnOf, shelf } };
}

/** By band: the column of most of its nodes in an earlier picture; -1 if none of them was there. */
function columnsByBand(graph: DrawableGraph, block: Block, flat: GraphLayout, { top, count }: Bands, earlier: Wrapping): Int32Array {
  const known: number[][] = Array.from({ length: count }, () => []);
  for (const i of block.nodes) {
    const [, y, , height] = rectangleAt(flat.nodes, i);
    const column = earlier.columnOf.get(at(graph.nodes, i).id);
    if (column !== undefined) known[bandAt(top, y + height / 2)]?.push(column);
  }
  return Int32Array.from(known, (columns) => (columns.length > 0 ? Math.round(medianOf(columns)) : -1));
}

interface Tried {
  readonly height: number;
  readonly scale: number;
  readonly hasLeftover: boolean;
  readonly cutsRegion: boolean;
}

/**
 * The height of columns at which a picture is largest in a pane, or nearly so without a column of little more than an
 * output, and without one that ends within a region.
 */
function bestHeight(bands: readonly Bands[], pane: PaneSize, readable: number): number {
  const tallest = bands.reduce((most, b) => Math.max(most, totalHeight(b)), 0);
  const none: Tried = { height: Number.POSITIVE_INFINITY, scale: 0, hasLeftover: false, cutsRegion: false };
  let [best, even, whole] = [none, none, none];
  const isLarger = (tried: Tried, than: Tried) => tried.scale > than.scale * 1.02;
  /** Whether columns of a height give the largest picture so far. */
  const isBest = (height: number) => {
    const tried = { height, ...triedAt(bands, pane, height) };
    if (!tried.cutsRegion && isLarger(tried, whole)) whole = tried;
    if (!tried.hasLeftover && isLarger(tried, even)) even = tried;
    if (!isLarger(tried, best)) return false;
    best = tried;
    return true;
  };
  let worse = 0;
  for (let count = 1; count <= 400 && worse < 4 && best.scale < 1; count += count < 24 ? 1 : Math.ceil(count / 12)) {
    worse++;
    for (const share of count === 1 ? [Number.POSITIVE_INFINITY] : looseness) if (isBest((tallest / count) * share)) worse = 0;
  }
  if (best.cutsRegion) {
    const highest = highestRegion(bands);
    for (const share of looseness) isBest(highest * share);
  }
  if (best.cutsRegion && isWorthAll(whole.scale, best.scale, readable)) return whole.height;
  const isNearly = even.scale >= best.scale * (even.scale >= comfortable ? 0.85 : 0.97);
  return best.hasLeftover && isNearly && !even.cutsRegion ? even.height : best.height;
}

/** At this scale a picture is easy to read, so that a little of it may be traded for its shape. */
const comfortable = 0.8;

/**
 * Whether a picture may shrink to a scale from a larger one if this keeps all regions whole. What can be read does not
 * become too small for it.
 */
function isWorthAll(scale: number, larger: number, readable: number): boolean {
  if (scale < readable) return larger < readable && scale >= larger * 0.75;
  return scale >= Math.min(comfortable, larger * 0.6);
}

/** The height of the highest region: columns as high as that cut none. */
function highestRegion(bands: readonly Bands[]): number {
  let highest = 0;
  for (const { lowestRegion } of bands)
    for (const height of lowestRegion) if (height < Number.POSITIVE_INFINITY) highest = Math.max(highest, height);
  return highest;
}

/** Columns are tried a little higher than evenly dealt out, so that the last one does not hold a leftover. */
const looseness: readonly number[] = [1.15, 1.05, 1];

function triedAt(bands: readonly Bands[], pane: PaneSize, columnHeight: number): Omit<Tried, "height"> {
  const sizes: (readonly [number, number])[] = [];
  let [hasLeftover, isCut] = [false, false];
  for (const b of bands) {
    const columns = columnsOf(b, columnHeight);
    sizes.push(extentOf(b, columns));
    hasLeftover ||= isLeftover(b, columns);
    isCut ||= cutsRegion(b, columns);
  }
  const { width, height } = shelve(sizes, pane);
  return { scale: Math.min(1, (pane.width - room) / width, (pane.height - room) / height), hasLeftover, cutsRegion: isCut };
}

/** Around a picture in its pane. */
const room = 60;

function totalHeight({ top, bottom, count }: Bands): number {
  return count === 0 ? 0 : at(bottom, count - 1) - at(top, 0);
}
