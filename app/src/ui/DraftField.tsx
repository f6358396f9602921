import { useState } from "react";

interface DraftFieldProps {
  readonly label: string;
  readonly value: string;
  readonly rows: number;
  /** Called when typing pauses or the field is left. */
  readonly onCommit: (text: string) => void;
}

/** A field of code whose text is taken when it is left or on Ctrl+Enter, so that half a word starts no run. */
export function DraftField({ label, value, rows, onCommit }: DraftFieldProps) {
  const [draft, setDraft] = useState<string>();
  return (
    <textarea
      aria-label={label}
      rows={Math.max(1, rows)}
      spellCheck={false}
      value={draft ?? value}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => {
        if (draft !== undefined && draft !== value) onCommit(draft);
        setDraft(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.blur();
      }}
      className="block w-full resize-y rounded border border-line-strong bg-panel px-2 py-1 font-mono text-[11.5px] leading-[17px] [overflow-wrap:anywhere] text-ink-2"
    />
  );
}
