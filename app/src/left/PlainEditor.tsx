import type { Range } from "@relayscope/engine";
import { type RefObject, useMemo, useRef, useState } from "react";
import { type Controller, useController } from "../hooks/useController.ts";
import { useLatest } from "../hooks/useRequest.ts";
import { afterPaint } from "../picture/afterPaint.ts";
import type { PageState } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import type { Request } from "../state/requests.ts";
import { isFirstShown } from "../state/shownMarks.ts";
import { leaveText } from "./leaveText.ts";
import { firstLine } from "./typeComments.ts";

/** Position and font of the text. */
const place = "absolute inset-0 py-2 pr-2 pl-[52px] font-mono text-small leading-[18px]";
/** In pixels, as in the class above. */
const lineHeight = 18;

/** The most characters that a plain field lays out without a pause. Of longer texts the field shows the beginning. */
const mostShown = 20_000;
/** Lines that fill a tall screen, and characters that fill it across. */
const screenful = { lines: 80, characters: 400 } as const;

/**
 * The offset at which the shown part of a text ends: after a line, or within a very long line, such as the parameters
 * of a network.
 */
export function shownEnd(text: string): number {
  if (text.length <= mostShown) return text.length;
  const line = text.lastIndexOf("\n", mostShown) + 1;
  return line > mostShown / 2 ? line : mostShown;
}

/**
 * The visible part of a text whose lines are too long for a plain field, each line cut; empty if the field suffices.
 */
export function glanceAt(text: string): string {
  const end = shownEnd(text);
  if (end === text.length) return "";
  const lines: string[] = [];
  for (let start = 0; start < text.length && lines.length < screenful.lines; ) {
    const stop = text.indexOf("\n", start);
    const next = stop < 0 ? text.length : stop;
    lines.push(text.slice(start, Math.min(next, start + screenful.characters)));
    start = next + 1;
    if (lines.length === screenful.lines && start <= end) return "";
  }
  return lines.join("\n");
}

interface Shown {
  readonly mark: PageState["textMark"];
  /** The place that the focus was asked to move to. */
  readonly asked: Request<"text"> | undefined;
  readonly documentNumber: number;
}

/** Selects in a field what is marked in the text, and shows a new document from `@main`. */
class FieldSight implements Controller<Shown> {
  private before: Shown | undefined;
  private cancel: (() => void) | undefined;

  constructor(private readonly ref: RefObject<HTMLTextAreaElement | null>) {}

  show(now: Shown): void {
    const { before } = this;
    this.before = now;
    const field = this.ref.current;
    if (field && now.mark !== before?.mark && now.mark?.from === "graph" && document.activeElement !== field) {
      this.reveal(field, now.mark.range);
    }
    if (field && now.asked && isFirstShown(now.asked)) this.focus(field, now.asked.what);
    if (now.documentNumber !== before?.documentNumber) this.showFirstLine();
  }

  private reveal(field: HTMLTextAreaElement, { start, end }: Range): void {
    field.setSelectionRange(start, end);
    const line = field.value.slice(0, start).split("\n").length - 1;
    field.scrollTop = line * lineHeight - field.clientHeight / 2;
  }

  private focus(field: HTMLTextAreaElement, range: Range): void {
    this.reveal(field, range);
    field.focus({ preventScroll: true });
  }

  private showFirstLine(): void {
    this.cancel?.();
    this.cancel = afterPaint(() => {
      const field = this.ref.current;
      if (!field || this.before?.mark?.from === "graph") return;
      field.scrollTop = firstLine(field.value) * lineHeight;
      field.scrollLeft = 0;
    });
  }

  close(): void {
    this.cancel?.();
  }
}

interface PlainEditorProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onFocus: () => void;
}

/** A text field that works without the full editor, and before it. */
export function PlainEditor({ field: ref, onFocus }: PlainEditorProps) {
  const { actions } = usePage();
  const documentNumber = usePageState((s) => s.documentNumber);
  const text = usePageState((s) => s.document.text);
  const mark = usePageState((s) => s.textMark);
  const end = shownEnd(text);
  const isAllSelected = useRef(false);
  const [isUsed, setIsUsed] = useState(false);
  const glance = useMemo(() => (isUsed ? "" : glanceAt(text)), [isUsed, text]);
  const [sight] = useState(() => new FieldSight(ref));
  useController(sight, { mark, asked: useLatest("text"), documentNumber });
  return (
    <>
      <textarea
        ref={ref}
        aria-label="Relay text"
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        wrap="off"
        value={text.slice(0, end)}
        placeholder="Paste what print(mod) gave you"
        onFocus={() => {
          setIsUsed(true);
          onFocus();
        }}
        onCompositionStart={(event) => {
          event.currentTarget.dataset.composing = "";
        }}
        onCompositionEnd={(event) => {
          delete event.currentTarget.dataset.composing;
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
          // As in the full editor: the first Escape clears the selection, the next one leaves.
          const { selectionStart, selectionEnd } = event.currentTarget;
          event.preventDefault();
          if (selectionStart !== selectionEnd) event.currentTarget.setSelectionRange(selectionEnd, selectionEnd);
          else leaveText();
        }}
        onChange={(event) => actions.setText(event.target.value + (isAllSelected.current ? "" : text.slice(end)))}
        onSelect={(event) => {
          const { selectionStart, selectionEnd, value } = event.currentTarget;
          isAllSelected.current = selectionStart === 0 && selectionEnd === value.length && value !== "";
          if (document.activeElement === event.currentTarget) void actions.selectText({ start: selectionStart, end: selectionEnd });
        }}
        className={`${place} block size-full resize-none bg-panel outline-offset-[-2px] ${glance === "" ? "text-ink" : "text-transparent"}`}
      />
      {glance !== "" && (
        <pre aria-hidden className={`${place} pointer-events-none overflow-hidden text-ink`}>
          {glance}
        </pre>
      )}
    </>
  );
}
