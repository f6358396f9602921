import type { Completion, TextProblem } from "@relayscope/engine";
import { type KeyboardEvent, useId, useRef } from "react";
import { Prose } from "../ui/Prose.tsx";
import { LastValid } from "./LastValid.tsx";
import { PatternBackdrop } from "./PatternBackdrop.tsx";
import { SuggestionList } from "./SuggestionList.tsx";
import { type Suggestions, useSuggestions } from "./useSuggestions.ts";

interface SuggestingFieldProps {
  readonly label: string;
  readonly text: string;
  readonly problems: readonly TextProblem[];
  readonly isWrong: boolean;
  /** Whether the text in the field is not applied and can be discarded. */
  readonly canDrop: boolean;
  readonly complete: (text: string, offset: number) => Promise<readonly Completion[]>;
  readonly onWrite: (text: string) => void;
  /** Called when the field is left, or on Ctrl+Enter. */
  readonly onSettle: () => void;
  readonly onDrop: () => void;
}

/** A field for code: suggestions as you type, problems underlined and listed below. It grows with its text. */
export function SuggestingField(props: SuggestingFieldProps) {
  const { label, text, problems, isWrong, canDrop, complete, onWrite, onSettle, onDrop } = props;
  const listId = useId();
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const { suggestions, ask, choose, close } = useSuggestions(complete);

  /** Inserts the chosen suggestion; false if its text is there already. */
  const accept = (from: Suggestions): boolean => {
    const chosen = from.items[from.active];
    const field = fieldRef.current;
    close();
    if (!chosen || !field || text.slice(chosen.range.start, chosen.range.end) === chosen.insert) return false;
    field.setSelectionRange(chosen.range.start, chosen.range.end);
    // Inserted as if typed, so that it can be undone.
    document.execCommand("insertText", false, chosen.insert);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const field = event.currentTarget;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key === "Enter") field.blur();
    else if (event.ctrlKey && event.key === " ") ask(text, field.selectionStart, true);
    else if (!suggestions) return;
    else if (event.key === "ArrowDown") choose(1);
    else if (event.key === "ArrowUp") choose(-1);
    else if (event.key === "Enter" || event.key === "Tab") {
      if (!accept(suggestions)) return;
    } else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // The suggestions cover what is below the field.
  const said = problems.slice(0, 3).map((p) => (
    <p
      key={`${p.range?.start} ${p.message}`}
      className={`px-1 py-1 font-sans text-small leading-4 ${p.severity === "error" ? "text-danger" : "text-warn"}`}
    >
      {p.line !== undefined && text.includes("\n") && <span className="tabular-nums">Line {p.line}: </span>}
      <Prose text={[p.message, ...p.hints].join(" ")} />
    </p>
  ));
  return (
    <>
      <div className="relative rounded bg-page font-mono text-note leading-[17px]">
        <PatternBackdrop text={text} ranges={problems.flatMap((p) => p.range ?? [])} />
        <textarea
          ref={fieldRef}
          aria-label={label}
          aria-invalid={problems.length > 0 || isWrong}
          aria-autocomplete="list"
          aria-controls={suggestions ? listId : undefined}
          aria-activedescendant={suggestions ? `${listId}-${suggestions.active}` : undefined}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          value={text}
          onChange={(event) => {
            onWrite(event.target.value);
            ask(event.target.value, event.target.selectionStart, false);
          }}
          onPointerDown={close}
          onBlur={() => {
            close();
            onSettle();
          }}
          onKeyDown={onKeyDown}
          className="absolute inset-0 block size-full resize-none overflow-hidden rounded bg-transparent px-2 py-1 [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2"
        />
        {suggestions && (
          <SuggestionList id={listId} text={text} suggestions={suggestions} onPick={(active) => accept({ ...suggestions, active })}>
            {said}
          </SuggestionList>
        )}
      </div>
      {!suggestions && said}
      {canDrop && problems.some((p) => p.severity === "error") && <LastValid className="px-1 pt-1" onDrop={onDrop} />}
    </>
  );
}
