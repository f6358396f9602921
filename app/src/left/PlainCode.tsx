import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { isFirstShown } from "../state/shownMarks.ts";

/** Edits the text: a plain field at first, the full editor once its text is drawn. */
export interface CodeEditorProps {
  readonly label: string;
  readonly text: string;
  readonly mark: { readonly line: number } | undefined;
  /** What is wrong at a line. */
  readonly problem: { readonly line: number; readonly message: string } | undefined;
  readonly onWrite: (text: string) => void;
  readonly onLeave: () => void;
}

export interface FullCodeProps extends CodeEditorProps {
  /** The field that the full editor replaces. */
  readonly plain: RefObject<HTMLTextAreaElement | null>;
  readonly onReady: () => void;
}

/** Height of a line, in CSS pixels, as in the field's style. */
const lineHeight = 17;

interface PlainCodeProps extends CodeEditorProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** A plain field with numbered lines. */
export function PlainCode({ label, text, mark, problem, onWrite, onLeave, field }: PlainCodeProps) {
  const gutter = useRef<HTMLPreElement>(null);
  const show = useEffectEvent((mark: { readonly line: number }) => {
    const { line } = mark;
    const element = field.current;
    if (!element) return;
    const lines = text.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, own) => sum + own.length + 1, 0);
    if (isFirstShown(mark)) element.focus();
    element.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    element.scrollTop = Math.max(0, (line - 5) * lineHeight);
  });
  useEffect(() => {
    if (mark) show(mark);
  }, [mark]);
  return (
    <div className="flex min-w-0 flex-1 font-mono text-note leading-[17px]">
      <pre ref={gutter} aria-hidden className="w-9 shrink-0 overflow-hidden py-1 pr-2 text-right text-ink-3 select-none">
        <Numbers count={text.split("\n").length} wrong={problem?.line} />
      </pre>
      <textarea
        ref={field}
        aria-label={label}
        aria-invalid={problem !== undefined}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        wrap="off"
        value={text}
        onChange={(event) => onWrite(event.target.value)}
        onBlur={onLeave}
        onCompositionStart={(event) => {
          event.currentTarget.dataset.composing = "";
        }}
        onCompositionEnd={(event) => {
          delete event.currentTarget.dataset.composing;
        }}
        onScroll={(event) => {
          if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
        className="min-w-0 flex-1 resize-none bg-transparent px-2 py-1 whitespace-pre text-ink outline-offset-[-2px]"
      />
    </div>
  );
}

/** The numbers of lines, with a mark on the one that is wrong. */
function Numbers({ count, wrong }: { readonly count: number; readonly wrong: number | undefined }) {
  const numbers = (first: number, last: number) =>
    Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => `${first + i}\n`).join("");
  if (wrong === undefined || wrong > count) return numbers(1, count);
  return (
    <>
      {numbers(1, wrong - 1)}
      <span className="code-problem text-danger">{`${wrong}\n`}</span>
      {numbers(wrong + 1, count)}
    </>
  );
}
