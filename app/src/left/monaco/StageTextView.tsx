import { editor } from "monaco-editor/editor";
import { useState } from "react";
import { nodeAt, placesOf, type StageTextViewProps } from "../../center/places.ts";
import { useController } from "../../hooks/useController.ts";
import { useTheme } from "../../hooks/useTheme.ts";
import { EditorView } from "./EditorView.ts";
import type { MadeEditor } from "./makeEditor.ts";
import { editorRange } from "./providers.ts";

/** How long the cursor must rest before the picture follows it, in milliseconds. */
const cursorRest = 90;

interface Shown extends StageTextViewProps {
  readonly theme: "light" | "dark";
}

class StageText extends EditorView<Shown> {
  private marks: editor.IEditorDecorationsCollection | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The node at the cursor that was reported last. It is in view already. */
  private reported: number | undefined;

  constructor() {
    super({ readOnly: true, domReadOnly: true });
  }

  protected begin({ made, model }: MadeEditor): void {
    this.marks = made.createDecorationsCollection();
    made.onDidChangeCursorSelection((event) => {
      if (event.source !== "mouse" && event.source !== "keyboard") return;
      clearTimeout(this.timer);
      // Selecting text to copy it does not select a node.
      if (!event.selection.isEmpty()) return;
      const offset = model.getOffsetAt(event.selection.getPosition());
      this.timer = setTimeout(() => {
        const id = this.now && nodeAt(this.now.value.places, offset);
        if (id === undefined) return;
        this.reported = id;
        this.now?.onSelect(id);
      }, cursorRest);
    });
  }

  protected update({ made, model }: MadeEditor, { value, label, selected }: Shown, before: Shown | undefined): void {
    if (label !== before?.label) made.updateOptions({ ariaLabel: label });
    if (value === before?.value && selected === before.selected) return;
    if (model.getValue() !== value.text) model.setValue(value.text);
    const ranges = placesOf(value.places, new Set(selected)).map((range) => editorRange(model, range));
    this.marks?.set(
      ranges.map((range) => ({ range, options: { className: "text-mark", overviewRuler: { color: "#3f4ac6", position: 4 } } })),
    );
    const [first] = ranges;
    if (first && selected[0] !== this.reported)
      made.revealPositionInCenterIfOutsideViewport(first.getStartPosition(), editor.ScrollType.Smooth);
    this.reported = undefined;
  }

  protected end(): void {
    clearTimeout(this.timer);
  }
}

/** A read-only stage text: highlighted, with the selection marked. The node at the cursor is reported. */
export function StageTextView(props: StageTextViewProps) {
  const theme = useTheme();
  const [view] = useState(() => new StageText());
  useController(view, { ...props, theme });
  return <div ref={view.attach} className="size-full" />;
}
