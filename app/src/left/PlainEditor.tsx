import { type RefObject, useEffect, useRef } from "react";
import { usePage, usePageState } from "../state/page.ts";

/** Pixels, as the class below has it. */
const lineHeight = 18;

/** Characters that a plain field lays out at once without a pause; of longer texts it shows the beginning. */
const mostShown = 20_000;
/** The same for the end of a line that is long itself, as that of a network's parameters is, and what is shown behind it: a screenful of lines. */
const mostOfLine = 45_000;
const behindLine = 5_000;

/** Where what a plain field shows of a text ends: behind a line, or within one that is too long itself. */
export function shownEnd(text: string): number {
  if (text.length <= mostShown) return text.length;
  const line = text.lastIndexOf("\n", mostShown) + 1;
  if (line > mostShown / 2) return line;
  const end = text.indexOf("\n", mostShown) + 1;
  if (end === 0 || end > mostOfLine) return mostShown;
  return text.length <= end + behindLine ? text.length : text.lastIndexOf("\n", end + behindLine) + 1;
}

interface PlainEditorProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onFocus: () => void;
}

/** A text field that works before, and without, the full editor. */
export function PlainEditor({ field: ref, onFocus }: PlainEditorProps) {
  const { actions } = usePage();
  const text = usePageState((s) => s.document.text);
  const mark = usePageState((s) => s.textMark);
  const end = shownEnd(text);
  const isAllSelected = useRef(false);
  useEffect(() => {
    const field = ref.current;
    if (!field || mark?.from !== "graph" || document.activeElement === field) return;
    const { start } = mark.range;
    field.setSelectionRange(start, mark.range.end);
    const line = field.value.slice(0, start).split("\n").length - 1;
    field.scrollTop = line * lineHeight - field.clientHeight / 2;
  }, [mark, ref]);
  return (
    <textarea
      ref={ref}
      aria-label="Relay text"
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      wrap="off"
      value={text.slice(0, end)}
      placeholder="Paste what print(mod) gave you"
      onFocus={onFocus}
      onCompositionStart={(event) => {
        event.currentTarget.dataset.composing = "";
      }}
      onCompositionEnd={(event) => {
        delete event.currentTarget.dataset.composing;
      }}
      onChange={(event) => actions.setText(event.target.value + (isAllSelected.current ? "" : text.slice(end)))}
      onSelect={(event) => {
        const { selectionStart, selectionEnd, value } = event.currentTarget;
        isAllSelected.current = selectionStart === 0 && selectionEnd === value.length && value !== "";
        if (document.activeElement === event.currentTarget) void actions.selectText({ start: selectionStart, end: selectionEnd });
      }}
      className="absolute inset-0 block size-full resize-none bg-panel py-2 pr-2 pl-[52px] font-mono text-[12px] leading-[18px] text-ink outline-offset-[-2px]"
    />
  );
}
