/**
 * Ids of frames, made from the id of the expression that a frame represents, so that the same module gives the same ids
 * in every session and links can name them. A node that represents a closed card, stack or branch has its frame's id,
 * negated.
 */

export type FramePart =
  /** The body of a function or of a call drawn in place. */
  | "body"
  | "then"
  | "else"
  | "let"
  | "clause"
  /** A card of the map, by its first call. */
  | "card"
  /** A run that repeats, by the first call of its first run. */
  | "stack"
  /** A layer of an opened card, by its first call. */
  | "layer"
  /** A part of a long row, by its first node. */
  | "part";

const parts: Readonly<Record<FramePart, readonly [part: number, series: number]>> = {
  body: [0, 0],
  then: [1, 0],
  else: [2, 0],
  let: [3, 0],
  clause: [3, 1],
  card: [0, 2 ** 17],
  stack: [1, 2 ** 17],
  layer: [2, 2 ** 17],
  part: [3, 2 ** 17],
};

/** Frames of a series are this far apart; four parts of 2^32 expressions fit between. */
const stride = 2 ** 34;

/** The id of a frame; `index` distinguishes the clauses of a match and the stacks that start with the same call. */
export function frameIdOf(owner: number, part: FramePart, index = 0): number {
  const [offset, series] = parts[part];
  return owner * 4 + offset + (series + index) * stride;
}

/** Id of the expression that a frame represents. */
export function ownerOf(frameId: number): number {
  return Math.floor((frameId % stride) / 4);
}

/** Id of the same frame of another expression. */
export function frameOf(frameId: number, owner: number): number {
  return frameId + 4 * (owner - ownerOf(frameId));
}
