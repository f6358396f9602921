/**
 * Tall pictures in columns, as a newspaper sets its lines: what stands in the rows of a picture is cut at gaps between rows and goes on at the top of
 * the next column, so that reading order is kept and the pane is filled. Near-linear.
 */
import { at } from "../../at.ts";
import type { DrawableGraph, GraphLayout } from "../../drawable.ts";
import { type Bands, bandsOf } from "./bands.ts";
import { type Block, blocksOf } from "./blocks.ts";
import { columnBoxesOf } from "./columnBoxes.ts";
import { columnsAt, columnsOf, extentOf, isLeftover } from "./columns.ts";
import { tracksOf } from "./crossings.ts";
import { shelve } from "./shelves.ts";
import { type Shift, shiftColumns, WrappedPicture } from "./wrappedPicture.ts";

export interface PaneSize {
  readonly width: number;
  readonly height: number;
}

/** How a picture was wrapped, for pictures that follow it. */
export interface Wrapping {
  /** By id of a function's frame (-1 for the whole picture): where columns end in the picture without columns, and how columns were moved. */
  readonly blocks: ReadonlyMap<number, { readonly cuts: readonly number[]; readonly shifts: readonly Shift[] }>;
  /** How wide the shelves of functions are. */
  readonly shelf: number;
}

export interface WrappedLayout {
  readonly layout: GraphLayout;
  readonly wrapping: Wrapping;
  /** By node: its column, in what wraps by itself. */
  readonly columns: Int32Array;
}

/** Wraps a picture for a pane, or as an earlier picture was wrapped. */
export function wrapLayout(graph: DrawableGraph, flat: GraphLayout, pane: PaneSize, earlier?: Wrapping): WrappedLayout {
  const blocks = blocksOf(graph, flat);
  const bands = blocks.map((block) => bandsOf(graph, block, flat));
  const idOf = (block: Block) => (block.root < 0 ? -1 : at(graph.frames, block.root).id);
  const height = earlier ? 0 : bestHeight(bands, pane);
  const out = new WrappedPicture(graph, flat);
  const kept = new Map<number, { cuts: readonly number[]; shifts: readonly Shift[] }>();
  blocks.forEach((block, i) => {
    const known = earlier?.blocks.get(idOf(block));
    const columns = known ? columnsAt(at(bands, i), known.cuts) : columnsOf(at(bands, i), height || Number.POSITIVE_INFINITY);
    const boxes = columnBoxesOf(block, flat, at(bands, i), columns);
    const tracks = tracksOf(graph, block, flat, boxes);
    const shifts = shiftColumns(boxes, tracks, known?.shifts);
    out.add(block, boxes, tracks, shifts);
    kept.set(idOf(block), { cuts: boxes.cuts, shifts });
  });
  const { layout, shelf, columns } = out.finish(blocks, pane, earlier?.shelf);
  return { layout, columns, wrapping: { blocks: kept, shelf } };
}

/** The height of columns at which a picture is largest in a pane, or nearly so without a column of little more than an output. */
function bestHeight(bands: readonly Bands[], pane: PaneSize): number {
  const tallest = bands.reduce((most, b) => Math.max(most, totalHeight(b)), 0);
  let best = { height: Number.POSITIVE_INFINITY, scale: 0, hasLeftover: false };
  let even = best;
  let worse = 0;
  for (let count = 1; count <= 400 && worse < 4; count += count < 24 ? 1 : Math.ceil(count / 12)) {
    worse++;
    for (const share of count === 1 ? [Number.POSITIVE_INFINITY] : looseness) {
      const height = (tallest / count) * share;
      const tried = { height, ...scaleAt(bands, pane, height) };
      if (!tried.hasLeftover && tried.scale > even.scale * 1.02) even = tried;
      if (tried.scale <= best.scale * 1.02) continue;
      worse = 0;
      best = tried;
    }
    if (best.scale === 1) break;
  }
  const isNearly = even.scale >= best.scale * (even.scale >= comfortable ? 0.85 : 0.97);
  return best.hasLeftover && isNearly ? even.height : best.height;
}

/** At this scale a picture can be read with ease, so that a little of it may be given up for its shape. */
const comfortable = 0.8;

/** Columns are tried a little higher than evenly dealt out, so that the last one does not hold a leftover. */
const looseness: readonly number[] = [1.15, 1.05, 1];

function scaleAt(bands: readonly Bands[], pane: PaneSize, columnHeight: number) {
  const sizes: (readonly [number, number])[] = [];
  let hasLeftover = false;
  for (const b of bands) {
    const columns = columnsOf(b, columnHeight);
    sizes.push(extentOf(b, columns));
    hasLeftover ||= isLeftover(b, columns);
  }
  const { width, height } = shelve(sizes, pane);
  return { scale: Math.min(1, (pane.width - room) / width, (pane.height - room) / height), hasLeftover };
}

/** Around a picture in its pane. */
const room = 60;

function totalHeight({ top, bottom, count }: Bands): number {
  return count === 0 ? 0 : at(bottom, count - 1) - at(top, 0);
}
