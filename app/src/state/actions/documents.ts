/** Documents put on screen whole: from links, from the gallery, from what was stored. */
import type { Snapshot } from "@relayscope/share";
import { isModelExample, loadExampleModel, loadExampleText } from "../examples.ts";
import { type Example, initialView, nothingSelected } from "../model.ts";
import { isSettled, openedFrom, settledBy } from "../snapshots.ts";
import type { ActionContext } from "./context.ts";

/** Opens snapshots and examples; an example that is a model is handed to the dialog of models. */
export function documentActions({ setState, notify, dismiss, engine, runner, viewports }: ActionContext) {
  /** Puts a document and a view on screen; undo of settings starts anew. What names no passes waits for the catalog. */
  function open(snapshot: Snapshot): void {
    if (!isSettled(snapshot)) {
      engine.catalog().then(
        (catalog) => open(settledBy(catalog, snapshot)),
        (error: unknown) => notify({ id: "link", tone: "error", text: error instanceof Error ? error.message : String(error) }),
      );
      return;
    }
    const { document, view } = openedFrom(snapshot);
    if (snapshot.view.camera) viewports.place(snapshot.view.camera);
    setState((state) => ({ document, view, past: [], future: [], documentNumber: state.documentNumber + 1, ...nothingSelected }));
    const epoch = runner.start();
    if (!snapshot.view.camera) viewports.release(epoch);
    const words = [document.title, document.note].filter((t) => t).join(": ");
    if (words === "") dismiss("note");
    else notify({ id: "note", tone: "info", text: words, isPlain: true });
    if (words !== "" && view.selection) setState({ inspectorTab: "why" });
  }

  /** Asks for what a model file leaves open; its text is opened with the target at hand, or another. */
  function openModel(file: File, target?: string): void {
    setState({ modelFile: { file, target }, dialog: "model" });
  }

  async function openExample(example: Example): Promise<void> {
    try {
      if (isModelExample(example)) return openModel(await loadExampleModel(example), example.settings.target);
      const text = await loadExampleText(example);
      setState({
        document: { text, ...example.settings },
        view: { ...initialView, stage: example.stage },
        past: [],
        future: [],
        textMark: undefined,
      });
      viewports.release(runner.start());
      notify({ id: "look", tone: "info", text: example.look });
    } catch (error) {
      notify({ id: "example", tone: "error", text: error instanceof Error ? error.message : String(error) });
    }
  }

  return {
    /** Gives the document a title and a note, which links carry. */
    describe: ({ title, note }: { readonly title: string; readonly note: string }) =>
      setState(({ document: { title: _, note: __, ...rest } }) => ({
        document: { ...rest, ...(title === "" ? {} : { title }), ...(note === "" ? {} : { note }) },
      })),
    open,
    openExample,
    openModel,
  };
}
