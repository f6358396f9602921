import { editor } from "monaco-editor/editor";
import { useEffect, useRef } from "react";
import { nodeAt, placesOf, type StageTextViewProps } from "../../center/places.ts";
import { useTheme } from "../../state/useTheme.ts";
import { editorRange } from "./providers.ts";
import { editorLook, leaveBracketsPlain, relayLanguage } from "./setup.ts";

/** How long the cursor rests before the picture follows it, in milliseconds. */
const cursorRest = 90;
/** A stage's text to be read: highlighted, with what is selected marked, and the place of the cursor told as the node that it is on. */
export function StageTextView({ value, label, selected, onSelect }: StageTextViewProps) {
  const hostRef = useRef<HTMLDivElement>(null);
  const editorRef = useRef<editor.IStandaloneCodeEditor>(undefined);
  const marksRef = useRef<editor.IEditorDecorationsCollection>(undefined);
  const told = useRef<number>(undefined);
  const latest = useRef({ value, onSelect });
  latest.current = { value, onSelect };
  const theme = useTheme();

  useEffect(() => {
    const host = hostRef.current;
    if (!host) return;
    const model = editor.createModel("", relayLanguage);
    leaveBracketsPlain(model);
    model.setEOL(editor.EndOfLineSequence.LF);
    const made = editor.create(host, {
      ...editorLook,
      model,
      readOnly: true,
      domReadOnly: true,
    });
    editorRef.current = made;
    marksRef.current = made.createDecorationsCollection();
    let timer: ReturnType<typeof setTimeout> | undefined;
    made.onDidChangeCursorSelection((event) => {
      if (event.source !== "mouse" && event.source !== "keyboard") return;
      clearTimeout(timer);
      // What is being selected to be copied selects no node.
      if (!event.selection.isEmpty()) return;
      const offset = model.getOffsetAt(event.selection.getPosition());
      timer = setTimeout(() => {
        const id = nodeAt(latest.current.value.places, offset);
        if (id === undefined) return;
        told.current = id;
        latest.current.onSelect(id);
      }, cursorRest);
    });
    return () => {
      clearTimeout(timer);
      made.dispose();
      model.dispose();
    };
  }, []);

  useEffect(() => editorRef.current?.updateOptions({ ariaLabel: label }), [label]);

  useEffect(() => {
    editor.setTheme(theme === "dark" ? "relay-dark" : "relay-light");
  }, [theme]);

  useEffect(() => {
    const made = editorRef.current;
    const model = made?.getModel();
    if (!made || !model) return;
    if (model.getValue() !== value.text) model.setValue(value.text);
    const ranges = placesOf(value.places, new Set(selected)).map((range) => editorRange(model, range));
    marksRef.current?.set(
      ranges.map((range) => ({ range, options: { className: "text-mark", overviewRuler: { color: "#3f4ac6", position: 4 } } })),
    );
    const [first] = ranges;
    if (first && selected[0] !== told.current)
      made.revealPositionInCenterIfOutsideViewport(first.getStartPosition(), editor.ScrollType.Smooth);
    told.current = undefined;
  }, [value, selected]);

  return <div ref={hostRef} className="size-full" />;
}
