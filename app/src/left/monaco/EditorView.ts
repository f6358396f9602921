/** An editor in an element of the page, made while the browser is idle. */
import type { editor } from "monaco-editor/editor";
import { showTheme } from "./look.ts";
import { type MadeEditor, makeEditor } from "./makeEditor.ts";

interface Themed {
  readonly theme: "light" | "dark";
}

/**
 * Controls an editor: `attach` is the ref of its element, `show` receives the values of the page. Values from before
 * the editor exists are applied when it is created.
 */
export abstract class EditorView<Shown extends Themed> {
  private host: HTMLElement | undefined;
  private editing: MadeEditor | undefined;
  private shown: Shown | undefined;
  private dispose: (() => void) | undefined;

  protected constructor(
    private readonly options: editor.IStandaloneEditorConstructionOptions,
    private readonly language?: string,
  ) {}

  readonly attach = (host: HTMLElement | null): (() => void) => {
    this.host = host ?? undefined;
    return () => {
      this.dispose?.();
      if (this.editing) this.end();
      this.dispose = undefined;
      this.editing = undefined;
    };
  };

  show(shown: Shown): void {
    const before = this.shown;
    this.shown = shown;
    const { host, options, language, editing } = this;
    if (editing) this.change(editing, shown, before);
    else if (host)
      this.dispose ??= makeEditor({
        host,
        theme: shown.theme,
        options,
        ...(language ? { language } : {}),
        onMade: (made) => this.made(made),
      });
  }

  /** The current values of the page. */
  protected get now(): Shown | undefined {
    return this.shown;
  }

  private made(editing: MadeEditor): void {
    this.editing = editing;
    this.begin(editing);
    if (this.shown) this.change(editing, this.shown, undefined);
  }

  private change(editing: MadeEditor, now: Shown, before: Shown | undefined): void {
    if (now.theme !== before?.theme) showTheme(now.theme);
    this.update(editing, now, before);
  }

  /** Sets up a new editor. */
  protected abstract begin(editing: MadeEditor): void;

  /** Applies the current values of the page; `before` is undefined at first. */
  protected abstract update(editing: MadeEditor, now: Shown, before: Shown | undefined): void;

  /** Undoes `begin`. The editor is already disposed of. */
  protected abstract end(): void;
}
