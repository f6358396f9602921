import { editor } from "monaco-editor/editor";
import { useEffect, useRef, useState } from "react";
import { nodeAt, placesOf, type StageTextViewProps } from "../../center/places.ts";
import { useTheme } from "../../state/useTheme.ts";
import { showTheme } from "./look.ts";
import { type MadeEditor, makeEditor } from "./makeEditor.ts";
import { editorRange } from "./providers.ts";

/** How long the cursor must rest before the picture follows it, in milliseconds. */
const cursorRest = 90;

const options: editor.IStandaloneEditorConstructionOptions = { readOnly: true, domReadOnly: true };

/** A read-only stage text: highlighted, with the selection marked. The node at the cursor is reported. */
export function StageTextView({ value, label, selected, onSelect }: StageTextViewProps) {
  const hostRef = useRef<HTMLDivElement>(null);
  const marksRef = useRef<editor.IEditorDecorationsCollection>(undefined);
  const [editing, setEditing] = useState<MadeEditor>();
  const reported = useRef<number>(undefined);
  const theme = useTheme();
  const latest = useRef({ value, onSelect, theme });
  latest.current = { value, onSelect, theme };

  useEffect(() => {
    const host = hostRef.current;
    return host ? makeEditor({ host, theme: latest.current.theme, options, onMade: setEditing }) : undefined;
  }, []);

  useEffect(() => {
    if (!editing) return;
    const { made, model } = editing;
    marksRef.current = made.createDecorationsCollection();
    let timer: ReturnType<typeof setTimeout> | undefined;
    made.onDidChangeCursorSelection((event) => {
      if (event.source !== "mouse" && event.source !== "keyboard") return;
      clearTimeout(timer);
      // Selecting text to copy it does not select a node.
      if (!event.selection.isEmpty()) return;
      const offset = model.getOffsetAt(event.selection.getPosition());
      timer = setTimeout(() => {
        const id = nodeAt(latest.current.value.places, offset);
        if (id === undefined) return;
        reported.current = id;
        latest.current.onSelect(id);
      }, cursorRest);
    });
    return () => clearTimeout(timer);
  }, [editing]);

  useEffect(() => editing?.made.updateOptions({ ariaLabel: label }), [editing, label]);

  useEffect(() => {
    if (editing) showTheme(theme);
  }, [editing, theme]);

  useEffect(() => {
    if (!editing) return;
    const { made, model } = editing;
    if (model.getValue() !== value.text) model.setValue(value.text);
    const ranges = placesOf(value.places, new Set(selected)).map((range) => editorRange(model, range));
    marksRef.current?.set(
      ranges.map((range) => ({ range, options: { className: "text-mark", overviewRuler: { color: "#3f4ac6", position: 4 } } })),
    );
    const [first] = ranges;
    if (first && selected[0] !== reported.current)
      made.revealPositionInCenterIfOutsideViewport(first.getStartPosition(), editor.ScrollType.Smooth);
    reported.current = undefined;
  }, [editing, value, selected]);

  return <div ref={hostRef} className="size-full" />;
}
