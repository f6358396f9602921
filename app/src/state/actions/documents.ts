/** Opens whole documents: from links, from the gallery, from storage. */
import type { ArchivedFile } from "@relayscope/files";
import type { Snapshot } from "@relayscope/share";
import { isModelExample, loadExampleModel, loadExamples, loadExampleText } from "../examples.ts";
import { type Example, initialView, type OpenedModel, type Selection } from "../model.ts";
import { isSettled, openedFrom, settledBy, surroundingsFrom } from "../snapshots.ts";
import type { ActionContext } from "./context.ts";
import { markInText } from "./markInText.ts";
import { newDocument, stepFrom, untitled, wholeOf } from "./newDocument.ts";
import type { settingsActions } from "./settings.ts";

/** Opens snapshots and examples. An example that is a model goes to the dialog of models. */
export function documentActions(context: ActionContext, { offerUndo }: Pick<ReturnType<typeof settingsActions>, "offerUndo">) {
  const { store, setState, setView, notify, beginOpening, engine, runner, viewports } = context;

  /**
   * Once run `epoch` has ended: marks the selection in the text. `isExplained`: opens the explanation.
   */
  function present(epoch: number, { stage, nodes }: Selection, isExplained: boolean): void {
    const stop = store.subscribe(({ run }) => {
      if (run.epoch <= epoch && (run.epoch < epoch || run.status === "running")) return;
      stop();
      if (run.epoch === epoch && nodes.length > 0) void markInText(context, stage, nodes);
    });
    if (isExplained) setState({ inspectorTab: "selection", isDrawerOpen: true });
  }

  /**
   * Puts a document and a view on screen; undo of settings starts again. A document that names no passes waits for the
   * catalog. A shared document is presented with its selection.
   */
  function open(snapshot: Snapshot, isShared = false): void {
    const { isWanted } = beginOpening();
    if (!isSettled(snapshot)) {
      engine.catalog().then(
        (catalog) => isWanted() && open(settledBy(catalog, snapshot), isShared),
        (error: unknown) => notify({ id: "link", tone: "error", text: error instanceof Error ? error.message : String(error) }),
      );
      return;
    }
    const opened = openedFrom(snapshot);
    const { document, view } = opened;
    if (snapshot.view.camera) viewports.place(snapshot.view.camera);
    setState((state) => {
      const fresh = newDocument(state);
      return { ...opened, past: [], future: [], ...fresh, ...surroundingsFrom(snapshot.view, { ...state, ...fresh }) };
    });
    const epoch = runner.start();
    // The searches that were made belong to this run.
    setView({ expanded: view.expanded });
    if (!snapshot.view.camera) viewports.release(epoch);
    const { title = "", note = "" } = document;
    const words = title === "" || note === "" ? title + note : `${title}${/[.?!:]$/.test(title) ? "" : ":"} ${note}`;
    if (words !== "") notify({ id: "note", tone: "info", text: words, isPlain: true });
    // An inspector that was open shows what it showed.
    if (isShared && view.selection) present(epoch, view.selection, words !== "" && snapshot.view.inspector !== true);
  }

  /** Asks for the sizes that a model file leaves open. Its text is opened with the present target, or the given one. */
  function openModel(model: OpenedModel): void {
    beginOpening();
    setState({ modelFile: { target: undefined, sizes: new Map(), ...model }, dialog: "model" });
  }

  /** Opens another model of the archive that the dialog's model is from. */
  async function chooseModel(entry: ArchivedFile): Promise<void> {
    const opening = beginOpening();
    const { archive } = store.getState().modelFile ?? {};
    const { openModelOf } = await import("./openGiven.ts");
    if (archive) await openModelOf(archive, entry, opening, { notify, openModel });
  }

  /** Opens a model file of the gallery with sizes filled in, if the gallery has it. */
  async function openGalleryModel(file: string, sizes: ReadonlyMap<string, string>): Promise<void> {
    const { isWanted } = beginOpening();
    try {
      const example = (await loadExamples()).find((e) => e.file === file);
      const model = example && (await loadExampleModel(example));
      if (model && isWanted()) openModel({ file: model, target: example.settings.target, sizes });
    } catch (error) {
      notify({ id: "example", tone: "error", text: error instanceof Error ? error.message : String(error) });
    }
  }

  async function openExample(example: Example): Promise<void> {
    const { isWanted } = beginOpening();
    try {
      if (isModelExample(example)) {
        const model = await loadExampleModel(example);
        if (isWanted()) openModel({ file: model, target: example.settings.target });
        return;
      }
      const text = await loadExampleText(example);
      if (!isWanted()) return;
      setState((state) => ({
        document: { text, ...example.settings },
        view: { ...initialView, stage: example.stage },
        // Before the first document there is nothing to go back to.
        ...(state.document.text === "" && state.past.length === 0 ? {} : stepFrom(state, wholeOf(state))),
        ...newDocument(state),
      }));
      viewports.release(runner.start());
      const close = store.getState().past.length > 0 && { action: { ...offerUndo(), label: "Close the example" } };
      notify({ id: "look", tone: "info", text: example.look, ...close });
    } catch (error) {
      notify({ id: "example", tone: "error", text: error instanceof Error ? error.message : String(error) });
    }
  }

  return {
    /** Opens the module that was on the page before; does nothing if none is stored. */
    openPrevious: async () => {
      const { openPrevious } = await import("./previous.ts");
      await openPrevious(context, open);
    },
    /** Gives the document a title and a note, which links carry. */
    describe: ({ title, note }: { readonly title: string; readonly note: string }) =>
      setState(({ document }) => ({
        document: { ...untitled(document), ...(title === "" ? {} : { title }), ...(note === "" ? {} : { note }) },
      })),
    open,
    openExample,
    openGalleryModel,
    openModel,
    chooseModel,
    /** Fills in the sizes that the open model file leaves open. */
    setModelSizes: (sizes: ReadonlyMap<string, string>) =>
      setState(({ modelFile }) => (modelFile ? { modelFile: { ...modelFile, sizes } } : {})),
  };
}
