import { type ReactNode, useCallback, useState } from "react";
import { bringNear } from "../hooks/bringNear.ts";
import type { Suggestions } from "./useSuggestions.ts";

interface SuggestionListProps {
  readonly id: string;
  readonly text: string;
  readonly suggestions: Suggestions;
  readonly onPick: (place: number) => void;
  /** What is said below the suggestions. */
  readonly children: ReactNode;
}

const width = 288;

/** Suggestions under the caret, over a field that has the same text and font. The field keeps the focus. */
export function SuggestionList({ id, text, suggestions, onPick, children }: SuggestionListProps) {
  const { items, active, offset } = suggestions;
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const measure = useCallback((caret: HTMLElement | null) => {
    const field = caret?.offsetParent;
    if (!caret || !(field instanceof HTMLElement)) return;
    setPlace({ left: Math.max(0, Math.min(caret.offsetLeft, field.clientWidth - width)), top: caret.offsetTop + caret.offsetHeight + 2 });
  }, []);
  const start = items[0]?.range.start ?? offset;
  const before = text.slice(0, start);
  const documentation = items[active]?.kind === "operator" ? "" : (items[active]?.documentation ?? "");
  return (
    <>
      <div
        aria-hidden="true"
        className="pointer-events-none invisible absolute inset-0 px-2 py-1 [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {before}
        <span key={before} ref={measure}>
          {"\u200b"}
        </span>
      </div>
      <div
        style={{ ...place, width }}
        className="absolute z-20 max-w-full overflow-hidden rounded-md border border-line-strong bg-panel shadow-lg"
      >
        <div id={id} role="listbox" aria-label="Suggestions" className="max-h-[168px] overflow-y-auto py-1">
          {items.map((item, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
            <div
              key={`${item.kind} ${item.label}`}
              id={`${id}-${i}`}
              ref={i === active ? bringNear : null}
              role="option"
              tabIndex={-1}
              aria-selected={i === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onPick(i)}
              className="flex cursor-pointer gap-2 px-2 leading-5 whitespace-nowrap aria-selected:bg-accent-soft"
            >
              <span className="text-ink">{item.label}</span>
              <span className="min-w-0 flex-1 truncate text-ink-3">{item.detail}</span>
            </div>
          ))}
        </div>
        {documentation !== "" && <p className="border-line border-t px-2 py-1 font-sans text-note text-ink-2">{documentation}</p>}
        {children}
      </div>
    </>
  );
}
