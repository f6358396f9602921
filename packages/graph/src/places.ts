/**
 * Spatial indexes of a drawing's boxes and lines. The worker passes them to the page, which finds the content of a
 * rectangle without a full scan.
 */
import Flatbush from "flatbush";
import type { GraphLayout } from "./drawable.ts";

/** Indexes as bytes; empty if nothing is indexed. */
export interface PackedPlaces {
  readonly nodes: Uint8Array;
  readonly framePieces: Uint8Array;
  readonly hulls: Uint8Array;
  /** Of edges and their pieces. */
  readonly lines: Uint8Array;
  /** By line: its edge. */
  readonly edges: Uint32Array;
}

type Find = (left: number, top: number, right: number, bottom: number) => number[];

/** Finds, by index, what reaches into a rectangle. */
export interface Places {
  readonly nodesIn: Find;
  readonly framePiecesIn: Find;
  /** Pieces of hulls. */
  readonly hullsIn: Find;
  /** Edges that run through it, or close by. */
  readonly edgesIn: Find;
}

/** The indexes of a layout. */
export function packPlaces(layout: GraphLayout): PackedPlaces {
  const { nodes, framePieces, hulls } = layout;
  return { nodes: packBoxes(nodes), framePieces: packBoxes(framePieces), hulls: packBoxes(hulls), ...packLines(layout) };
}

/** Reads the packed indexes for look-ups. */
export function readPlaces({ nodes, framePieces, hulls, lines, edges }: PackedPlaces): Places {
  const linesIn = findIn(lines);
  return {
    nodesIn: findIn(nodes),
    framePiecesIn: findIn(framePieces),
    hullsIn: findIn(hulls),
    edgesIn: (...rectangle) => [...new Set(linesIn(...rectangle).map((line) => edges[line] ?? -1))],
  };
}

function packBoxes(boxes: Float32Array): Uint8Array {
  const index = boxes.length > 0 ? new Flatbush(boxes.length / 4) : undefined;
  for (let i = 0; i < boxes.length; i += 4) {
    const [x = 0, y = 0, width = 0, height = 0] = boxes.subarray(i, i + 4);
    index?.add(x, y, x + width, y + height);
  }
  return packed(index);
}

function packed(index: Flatbush | undefined): Uint8Array {
  index?.finish();
  return new Uint8Array(index?.data ?? new ArrayBuffer(0));
}

function findIn({ buffer }: Uint8Array): Find {
  const index = buffer.byteLength > 0 ? Flatbush.from(buffer) : undefined;
  return (...rectangle) => index?.search(...rectangle) ?? [];
}

/**
 * A line that is wider or higher than this is indexed by its pieces: it may span the whole picture, as may thousands of
 * lines.
 */
const longest = 600;

interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The bounds of the points of a line from one to another, both included. */
function boundsOf({ edgePoints }: GraphLayout, first: number, last: number): Bounds {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let p = first; p <= last; p++) {
    const [x, y] = [edgePoints[2 * p] ?? 0, edgePoints[2 * p + 1] ?? 0];
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds;
}

function packLines(layout: GraphLayout): Pick<PackedPlaces, "lines" | "edges"> {
  const owners: number[] = [];
  const found: Bounds[] = [];
  for (let i = 0; i + 1 < layout.edgeOffsets.length; i++) {
    const [first, last] = [layout.edgeOffsets[i] ?? 0, (layout.edgeOffsets[i + 1] ?? 0) - 1];
    const all = boundsOf(layout, first, last);
    const isLong = all.right - all.left > longest || all.bottom - all.top > longest;
    if (!isLong && last >= first) found.push(all);
    else for (let p = first; p < last; p++) found.push(boundsOf(layout, p, p + 1));
    while (owners.length < found.length) owners.push(i);
  }
  const index = found.length > 0 ? new Flatbush(found.length) : undefined;
  for (const { left, top, right, bottom } of found) index?.add(left, top, right, bottom);
  return { lines: packed(index), edges: Uint32Array.from(owners) };
}
