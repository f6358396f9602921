import type { Range } from "@relayscope/engine";
import { Fragment } from "react";

/** The text under a field, invisible except for wavy lines under ranges. It gives the field its height. */
export function PatternBackdrop({ text, ranges }: { readonly text: string; readonly ranges: readonly Range[] }) {
  return (
    <div aria-hidden="true" className="px-2 py-1 [overflow-wrap:anywhere] whitespace-pre-wrap text-transparent select-none">
      {pieces(text, ranges).map((piece) => (
        <Fragment key={piece.start}>
          {piece.isMarked ? (
            <span className="underline decoration-danger decoration-wavy decoration-1 underline-offset-2">{piece.text}</span>
          ) : (
            piece.text
          )}
        </Fragment>
      ))}
      {"\u200b"}
    </div>
  );
}

interface Piece {
  readonly start: number;
  readonly text: string;
  readonly isMarked: boolean;
}

function pieces(text: string, ranges: readonly Range[]): readonly Piece[] {
  const found: Piece[] = [];
  let at = 0;
  const add = (end: number, isMarked: boolean) => {
    if (end > at) found.push({ start: at, text: text.slice(at, end), isMarked });
    at = Math.max(at, end);
  };
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    // An empty range, such as at the text's end, marks the character before it.
    add(Math.min(range.start, Math.max(0, range.end - 1)), false);
    add(range.end, true);
  }
  add(text.length, false);
  return found;
}
