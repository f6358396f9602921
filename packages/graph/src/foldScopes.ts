/**
 * Chooses what is folded initially in a module: content that nests too deep to be read, and content with too many
 * boxes. A long row of boxes folds in parts. The choice depends on the module alone, so that opening or closing a frame
 * changes no other.
 */
import type { Expr } from "@relayscope/ir";
import { at, grouped } from "@relayscope/ir";
import { frameIdOf } from "./frameIds.ts";
import { FrameTree } from "./frameTree.ts";
import type { FrameDraft, Scopes } from "./scopes.ts";

/** Frames within frames that are open at first. */
const mostNesting = 32;
/** Boxes and frames that are drawn at first. */
export const mostBoxes = 25_000;
/** A longer row folds in parts of this many boxes if the picture has too many. */
const longestRow = 1_000;
/** The most parts of a row. A longer row gets larger parts. */
const mostParts = 500;

export interface FoldedScopes extends Scopes {
  /** By frame: the outermost folded frame that hides its content, possibly itself; -1 if the content is drawn. */
  readonly hiddenBy: Int32Array;
}

export interface FoldOptions {
  ids(expr: Expr): number;
  /** Ids of the frames that are not as they are at first. */
  readonly turned: ReadonlySet<number>;
  /** Boxes and frames that are drawn at first. */
  readonly most: number;
}

/** The scopes with their folded frames. */
export function foldScopes(unfolded: Scopes, { ids, turned, most }: FoldOptions): FoldedScopes {
  const isLarge = unfolded.order.length + unfolded.frames.length > most;
  const scopes = isLarge ? inParts(unfolded, ids) : unfolded;
  const { frames } = scopes;
  const sizes = sizesOf(scopes);
  const isOpen = openAtFirst(scopes, sizes, isLarge ? most : Number.POSITIVE_INFINITY);
  const hiddenBy = new Int32Array(frames.length).fill(-1);
  frames.forEach(({ id, parent }, f) => {
    const outer = parent < 0 ? -1 : at(hiddenBy, parent);
    const isFolded = (isOpen[f] === 1) === turned.has(id);
    hiddenBy[f] = outer >= 0 ? outer : isFolded ? f : -1;
  });
  const described = frames.map((frame, f) => {
    if (isOpen[f] === 1 || frame.detail !== "") return frame;
    const { all } = at(sizes, f);
    return { ...frame, detail: all === 1 ? "1 node" : `${all} nodes` };
  });
  return { ...scopes, frames: described, hiddenBy };
}

/** Whether an expression is drawn as a box. */
function isBox(expr: Expr, { alias }: Scopes): boolean {
  return expr.kind !== "Let" && !alias.has(expr);
}

/** The frame that a place's box is in; -1 for none. */
function frameAt({ order, frameOf, frameOfFunction }: Scopes, place: number): number {
  const expr = at(order, place);
  return expr.kind === "Function" ? (frameOfFunction.get(expr) ?? -1) : at(frameOf, place);
}

interface FrameSize {
  /** Boxes and frames in it, those in inner frames not counted. */
  own: number;
  /** Boxes in it and in inner frames. */
  all: number;
}

function sizesOf(scopes: Scopes): FrameSize[] {
  const sizes: FrameSize[] = scopes.frames.map(() => ({ own: 0, all: 0 }));
  scopes.order.forEach((expr, place) => {
    const size = sizes[frameAt(scopes, place)];
    if (!size || !isBox(expr, scopes)) return;
    size.own++;
    size.all++;
  });
  for (let f = scopes.frames.length - 1; f >= 0; f--) {
    const outer = sizes[at(scopes.frames, f).parent];
    if (!outer) continue;
    outer.own++;
    outer.all += at(sizes, f).all;
  }
  return sizes;
}

/**
 * By frame: 1 if it is initially open. Outer frames come before inner ones, and reading order decides among the others.
 */
function openAtFirst({ frames }: Scopes, sizes: readonly FrameSize[], most: number): Uint8Array {
  const isOpen = new Uint8Array(frames.length);
  const inner: number[][] = frames.map(() => []);
  const queue: number[] = [];
  // Frames are opened in reverse of reading order.
  for (let f = frames.length - 1; f >= 0; f--) (inner[at(frames, f).parent] ?? queue).push(f);
  const depth = new Int32Array(frames.length);
  let left = most - queue.length;
  for (const f of queue) {
    const { own } = at(sizes, f);
    if (at(frames, f).kind === "part" || own > left || at(depth, f) > mostNesting) continue;
    left -= own;
    isOpen[f] = 1;
    for (const child of at(inner, f)) {
      depth[child] = at(depth, f) + 1;
      queue.push(child);
    }
  }
  return isOpen;
}

/**
 * A frame's direct content in model order. A box is ordered by its own place, a frame by the place of the expression
 * that it represents.
 */
interface Row {
  readonly boxes: number[];
  readonly frames: Set<number>;
}

/** The rows that are too long to be drawn whole, by frame; the top level has the key -1. */
function longRows(scopes: Scopes): ReadonlyMap<number, Row> {
  const { order, frames, roots } = scopes;
  const rows = new Map<number, Row>();
  const rowOf = (frame: number) => {
    const row = rows.get(frame) ?? { boxes: [], frames: new Set() };
    rows.set(frame, row);
    return row;
  };
  order.forEach((expr, place) => {
    // A function's output closes its frame, even if parts of the function are folded.
    if (isBox(expr, scopes) && expr.kind !== "Function") rowOf(frameAt(scopes, place)).boxes.push(place);
  });
  frames.forEach(({ parent, func }, f) => {
    if (!func || roots.get(func) !== "main") rowOf(parent).frames.add(f);
  });
  for (const [frame, row] of rows) if (row.boxes.length + row.frames.size <= longestRow) rows.delete(frame);
  return rows;
}

/** The scopes with additional frames, each of which holds a part of a long row. */
function inParts(scopes: Scopes, ids: FoldOptions["ids"]): Scopes {
  const rows = longRows(scopes);
  if (rows.size === 0) return scopes;
  const place = new Map<Expr, number>();
  scopes.order.forEach((expr, here) => void place.set(expr, here));
  const placeOf = (f: number) => {
    const { owner } = at(scopes.frames, f);
    return (owner && place.get(owner)) ?? 0;
  };
  const frames: FrameDraft[] = [];
  const numbers = new Int32Array(scopes.frames.length);
  const frameOf = Int32Array.from(scopes.frameOf);
  /** By frame of the scopes: the part that it is in. */
  const partOf = new Map<number, number>();
  const placed = new Set<number>();
  const divide = (frame: number, parent: number) => {
    const row = rows.get(frame);
    if (!row) return;
    const items = [...row.boxes, ...[...row.frames].map(placeOf)].sort((a, b) => a - b);
    const size = Math.max(longestRow, Math.ceil(items.length / mostParts));
    const count = Math.ceil(items.length / size);
    const ends = Array.from({ length: count }, (_, i) => items[(i + 1) * size] ?? Number.POSITIVE_INFINITY);
    const first = frames.length;
    for (let i = 0; i < count; i++) {
      const id = frameIdOf(ids(at(scopes.order, at(items, i * size))), "part");
      frames.push({
        id,
        kind: "part",
        label: `part ${grouped(i + 1)} of ${grouped(count)}`,
        detail: "",
        parent,
        owner: undefined,
        func: undefined,
      });
    }
    const partAt = (here: number) => first + ends.findIndex((end) => here < end);
    let part = 0;
    for (const here of row.boxes) {
      while (here >= at(ends, part)) part++;
      frameOf[here] = first + part;
      placed.add(here);
    }
    for (const f of row.frames) partOf.set(f, partAt(placeOf(f)));
  };
  divide(-1, -1);
  scopes.frames.forEach((frame, f) => {
    const parent = partOf.get(f) ?? (frame.parent < 0 ? -1 : at(numbers, frame.parent));
    numbers[f] = frames.length;
    frames.push({ ...frame, parent });
    divide(f, at(numbers, f));
  });
  scopes.order.forEach((_, here) => {
    const frame = at(scopes.frameOf, here);
    if (!placed.has(here) && frame >= 0) frameOf[here] = at(numbers, frame);
  });
  const frameOfFunction = new Map([...scopes.frameOfFunction].map(([func, f]) => [func, at(numbers, f)]));
  const tree = new FrameTree();
  for (const { parent } of frames) tree.add(parent);
  return { ...scopes, frames, tree, frameOf, frameOfFunction };
}
