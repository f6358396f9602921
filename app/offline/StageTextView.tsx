import { useEffect, useRef } from "react";
import { nodeAt, placesOf, type StageTextViewProps } from "../src/center/places.ts";

/** A file of its own shows a stage's text in a plain field, without colors. */
export function StageTextView({ value, label, selected, onSelect }: StageTextViewProps) {
  const ref = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const field = ref.current;
    const [first] = placesOf(value.places, new Set(selected));
    if (field && first && document.activeElement !== field) field.setSelectionRange(first.start, first.end);
  }, [value, selected]);
  return (
    <textarea
      ref={ref}
      aria-label={label}
      readOnly
      wrap="off"
      value={value.text}
      onClick={(event) => {
        const { selectionStart, selectionEnd } = event.currentTarget;
        const id = selectionStart === selectionEnd ? nodeAt(value.places, selectionStart) : undefined;
        if (id !== undefined) onSelect(id);
      }}
      className="block size-full resize-none bg-panel p-2 font-mono text-[12px] leading-[18px] text-ink outline-offset-[-2px]"
    />
  );
}
