/**
 * Sets tall pictures in columns, like a newspaper: the rows of a picture are cut at gaps between rows and continue at
 * the top of the next column, so that reading order is kept and the pane is filled. Near-linear.
 */
import { at } from "@relayscope/ir";
import type { DrawableGraph, GraphLayout } from "../../drawable.ts";
import { medianOf } from "../earlier.ts";
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
  /** How an earlier picture was wrapped, which this one follows. */
  readonly earlier?: Wrapping | undefined;
  /** The regions of stages that follow this picture: columns break between them, too. */
  readonly others?: OtherRegions;
}

/** Wraps a picture for a pane. */
export function wrapLayout(graph: DrawableGraph, flat: GraphLayout, pane: PaneSize, { earlier, others }: WrapHints = {}): WrappedLayout {
  const blocks = blocksOf(graph, flat);
  const bands = blocks.map((block) => bandsOf(graph, block, flat, others));
  const idOf = (block: Block) => (block.root < 0 ? -1 : at(graph.frames, block.root).id);
  const height = earlier ? 0 : bestHeight(bands, pane);
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
function bestHeight(bands: readonly Bands[], pane: PaneSize): number {
  const tallest = bands.reduce((most, b) => Math.max(most, totalHeight(b)), 0);
  const none: Tried = { height: Number.POSITIVE_INFINITY, scale: 0, hasLeftover: false, cutsRegion: false };
  let [best, even, whole] = [none, none, none];
  let worse = 0;
  for (let count = 1; count <= 400 && worse < 4; count += count < 24 ? 1 : Math.ceil(count / 12)) {
    worse++;
    for (const share of count === 1 ? [Number.POSITIVE_INFINITY] : looseness) {
      const height = (tallest / count) * share;
      const tried = { height, ...triedAt(bands, pane, height) };
      if (!tried.cutsRegion && tried.scale > whole.scale * 1.02) whole = tried;
      if (!tried.hasLeftover && tried.scale > even.scale * 1.02) even = tried;
      if (tried.scale <= best.scale * 1.02) continue;
      worse = 0;
      best = tried;
    }
    if (best.scale === 1) break;
  }
  if (best.cutsRegion && whole.scale >= Math.min(comfortable, best.scale * worthACut)) return whole.height;
  const isNearly = even.scale >= best.scale * (even.scale >= comfortable ? 0.85 : 0.97);
  return best.hasLeftover && isNearly && !even.cutsRegion ? even.height : best.height;
}

/** At this scale a picture is easy to read, so that a little of it may be traded for its shape. */
const comfortable = 0.8;

/** If this keeps all regions whole, a picture may shrink to this share of its size. */
const worthACut = 0.75;

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
