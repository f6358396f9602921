/**
 * Tokens as parallel arrays, so that a text of 100,000 lines costs no object per token. A punctuation token's kind is
 * its character code; the kinds below are less than 32, where there are no printable characters.
 */
import { at } from "@relayscope/ir";

export const tokenKind = {
  end: 0,
  /** `%name` */
  local: 1,
  /** `%12`: a temporary, bound by `%12 = ...`. */
  temporary: 2,
  /** `@name` */
  global: 3,
  /** A bare word, dots included: `nn.conv2d`, `Tensor`, `let`. */
  name: 4,
  integer: 5,
  float: 6,
  /** Quotes included. */
  string: 7,
  /** `meta[relay.Constant][3]` */
  meta: 8,
  /** `#[metadata]` with the JSON after it. */
  metadata: 9,
  /** `#[version = "0.0.5"]` */
  version: 10,
  arrow: 11,
  /** `...` */
  ellipsis: 12,
  /** A character that no Relay text has. */
  stray: 13,
} as const;

export interface Tokens {
  readonly text: string;
  readonly count: number;
  readonly kinds: Uint8Array;
  /** Offsets into the text: inclusive and exclusive. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /**
   * The comments between token `i - 1` and token `i` are numbers `firstComment[i]` to `firstComment[i + 1]`, exclusive.
   */
  readonly firstComment: Int32Array;
  /** Contents of the comments, two offsets each, delimiters left out. */
  readonly comments: Int32Array;
}

export interface TokenSink {
  add(kind: number, start: number, end: number): void;
  addComment(start: number, end: number): void;
  /** The kind of the newest token; `end` if there is no token. */
  last(): number;
  /** Where the newest token ends. */
  lastEnd(): number;
  finish(): Tokens;
}

/** Collects the tokens of `text` between two offsets; its arrays grow by doubling. */
export function tokenSink(text: string, start: number, end: number): TokenSink {
  let capacity = Math.max(16, (end - start) >> 2);
  let count = 0;
  let kinds = new Uint8Array(capacity);
  let starts = new Int32Array(capacity);
  let ends = new Int32Array(capacity);
  let firstComment = new Int32Array(capacity + 1);
  let comments = new Int32Array(Math.max(16, (end - start) >> 5));
  let commentCount = 0;
  const grow = () => {
    capacity *= 2;
    kinds = copyInto(new Uint8Array(capacity), kinds);
    starts = copyInto(new Int32Array(capacity), starts);
    ends = copyInto(new Int32Array(capacity), ends);
    firstComment = copyInto(new Int32Array(capacity + 1), firstComment);
  };
  const add = (kind: number, start: number, end: number) => {
    if (count === capacity) grow();
    kinds[count] = kind;
    starts[count] = start;
    ends[count] = end;
    count++;
    firstComment[count] = commentCount;
  };
  return {
    add,
    addComment(start, end) {
      if (commentCount * 2 + 1 >= comments.length) comments = copyInto(new Int32Array(comments.length * 2), comments);
      comments[commentCount * 2] = start;
      comments[commentCount * 2 + 1] = end;
      commentCount++;
    },
    last: () => (count === 0 ? tokenKind.end : at(kinds, count - 1)),
    lastEnd: () => (count === 0 ? 0 : at(ends, count - 1)),
    finish() {
      add(tokenKind.end, end, end);
      return { text, count, kinds, starts, ends, firstComment, comments };
    },
  };
}

function copyInto<T extends Uint8Array | Int32Array>(into: T, from: T): T {
  into.set(from);
  return into;
}
