import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Prose } from "../ui/Prose.tsx";
import { PatternBackdrop } from "./PatternBackdrop.tsx";
import { SuggestionList } from "./SuggestionList.tsx";
import { usePatternProblems } from "./usePatternProblems.ts";
import { type Suggestions, usePatternSuggestions } from "./usePatternSuggestions.ts";

interface PatternFieldProps {
  readonly label: string;
  readonly value: string;
  /** Whether the run could not read it. */
  readonly isWrong: boolean;
  /** Called when the field is left or on Ctrl+Enter, so that half a word starts no run. */
  readonly onCommit: (text: string) => void;
}

/** A pattern as text: suggestions while it is written, what is wrong underlined and told below. It grows with its text. */
export function PatternField({ label, value, isWrong, onCommit }: PatternFieldProps) {
  const listId = useId();
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState<string>();
  const text = draft ?? value;
  const problems = usePatternProblems(text, draft !== undefined || isWrong);
  const { suggestions, ask, choose, close } = usePatternSuggestions();

  const accept = (from: Suggestions) => {
    const chosen = from.items[from.active];
    const field = fieldRef.current;
    if (!chosen || !field) return;
    close();
    field.setSelectionRange(chosen.range.start, chosen.range.end);
    // As if it had been typed, so that it can be undone.
    document.execCommand("insertText", false, chosen.insert);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const field = event.currentTarget;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key === "Enter") field.blur();
    else if (event.ctrlKey && event.key === " ") ask(text, field.selectionStart, true);
    else if (!suggestions) return;
    else if (event.key === "ArrowDown") choose(1);
    else if (event.key === "ArrowUp") choose(-1);
    else if (event.key === "Enter" || event.key === "Tab") accept(suggestions);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className="relative rounded bg-page font-mono text-[11.5px] leading-[17px]">
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
            setDraft(event.target.value);
            ask(event.target.value, event.target.selectionStart, false);
          }}
          onPointerDown={close}
          onBlur={() => {
            close();
            if (draft !== undefined && draft !== value) onCommit(draft);
            setDraft(undefined);
          }}
          onKeyDown={onKeyDown}
          className="absolute inset-0 block size-full resize-none overflow-hidden rounded bg-transparent px-2 py-1 [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2"
        />
        {suggestions && (
          <SuggestionList id={listId} text={text} suggestions={suggestions} onPick={(active) => accept({ ...suggestions, active })} />
        )}
      </div>
      {problems.slice(0, 3).map((p) => (
        <p key={`${p.range?.start} ${p.message}`} className="px-1 pt-1 text-[12px] leading-4 text-danger">
          {p.line !== undefined && text.includes("\n") && <span className="tabular-nums">Line {p.line}: </span>}
          <Prose text={[p.message, ...p.hints].join(" ")} />
        </p>
      ))}
    </>
  );
}
