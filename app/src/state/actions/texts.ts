/** Text and files from the user: typed, pasted, dropped, imported from a model. */
import type { SentValues } from "@relayscope/engine/models";
import { fileProblems, isNotebookText, isPythonText, limits } from "@relayscope/files";
import { isOtherText } from "../drawn.ts";
import { lastStage } from "../model.ts";
import type { ActionContext, Opening } from "./context.ts";
import type { documentActions } from "./documents.ts";
import { newDocument, untitled, withoutText } from "./newDocument.ts";
import type { settingsActions } from "./settings.ts";
import { isScript, type targetFileActions } from "./targetFiles.ts";
import { putDocument } from "./withValues.ts";

/** Every recording of TVM's passes matches this somewhere. */
const mayBeRecording = /(?:Before|After) Running Pass|PrintIR\(|^\s*\{.*"(?:pass|relayscope)"/;

const opened = { id: "pasted", tone: "info", hasLesson: true } as const;

/** Opens what the user gives. Uses the actions over settings and documents. */
export function textActions(
  context: ActionContext,
  { editSettings, chooseTarget, offerUndo }: ReturnType<typeof settingsActions>,
  { open, openModel }: ReturnType<typeof documentActions>,
  { openTargetFiles, openNotebook, offerTarget }: ReturnType<typeof targetFileActions>,
) {
  const { getState, setState, notify, beginOpening, runner, viewports, storage } = context;

  /** Offers to open a text that records TVM's passes as a recording. */
  async function offerRecording(text: string): Promise<void> {
    if (!mayBeRecording.test(text)) return;
    const recordings = await import("./recordings.ts");
    await recordings.offerRecording(text, context, editSettings);
  }

  /** Opens a recording of TVM's passes; returns whether the text was a recording and still wanted. */
  async function openRecording(text: string, opening: Pick<Opening, "isWanted">): Promise<boolean> {
    if (!mayBeRecording.test(text)) return false;
    const recordings = await import("./recordings.ts");
    return recordings.openRecording(text, opening, context, editSettings);
  }

  /** Opens a file. The code that reads files is loaded with the first one. */
  async function openFile(file: File): Promise<void> {
    const opening = beginOpening();
    const { openGiven } = await import("./openGiven.ts");
    await openGiven(file, opening, {
      storage,
      notify,
      openModel,
      openTargetFiles,
      openNotebook,
      openSnapshot: (snapshot) => open(snapshot, true),
      openLesson: (text) => setState({ learning: { kind: "text", text, isFromFile: true } }),
      openRecording,
      openText: putText,
    });
  }

  /** Opens the text of an imported model, with the values of its weights. The previous document can be restored. */
  function openImported(name: string, text: string, sent?: SentValues): void {
    const { modelFile } = getState();
    // TVM's flows receive the weights, which they make constants.
    putDocument(context, text, sent && sent.values.parameters.size > 0 ? { bindParameters: true } : {}, sent);
    if (modelFile?.target !== undefined) chooseTarget(modelFile.target);
    void import("./heldValues.ts").then(({ sayImported }) => sayImported(context, name, sent));
  }

  /** The last script in the editor, and the text that was there before it was pasted and edited. */
  let script: { readonly text: string; readonly restored: string } | undefined;

  function setText(written: string): void {
    // Offsets count a line end as one character, as the editor does.
    const text = written.replaceAll("\r\n", "\n");
    const { text: before } = getState().document;
    if (text === before) return;
    if (isOtherText(before, text)) {
      setState((state) => ({
        document: { ...untitled(state.document), partitionsAgain: false },
        view: {
          ...state.view,
          stage: lastStage,
          selection: undefined,
          collapsed: [],
          opened: [],
          repetitions: [],
          expanded: [],
          mode: undefined,
        },
        ...newDocument(state),
      }));
      viewports.release(runner.startSoon());
    }
    setState((state) => ({ document: { ...state.document, text }, ...withoutText(state) }));
    runner.startSoon();
    void offerRecording(text);
    const restored = script?.text === before ? script.restored : before;
    script = isScript(text) ? { text, restored } : undefined;
    offerTarget(text, { run: () => setText(restored) });
  }

  /** Opens the content of the clipboard if the browser allows it; else the user pastes into the editor by its keys. */
  async function pasteFromClipboard(): Promise<void> {
    const opening = beginOpening();
    const { readClipboard } = await import("./readClipboard.ts");
    const text = await readClipboard(opening, notify);
    if (text !== undefined) paste(text);
  }

  /** Opens a text that was pasted outside of any field. */
  function paste(text: string): void {
    if (text.trim() === "") return;
    if (isPythonText(text)) return void openTargetFiles([{ name: "pasted.py", text }]);
    if (text.length > limits.textBytes) notify({ id: "pasted", tone: "error", text: fileProblems.textTooLarge("What was pasted") });
    else if (isNotebookText(text)) void pasteNotebook(text);
    else putText(text, "Pasted as a new document.");
  }

  /** Runs a notebook; one that builds nothing may show a module in its outputs. */
  async function pasteNotebook(text: string): Promise<void> {
    const { isWanted } = beginOpening();
    const why = await openNotebook({ name: "pasted.ipynb", text });
    if (why !== undefined && isWanted()) putText(text, `${why} Pasted as a new document.`.trim());
  }

  /** Puts a text in the document's place with the same settings, as one step of undo. */
  function putText(written: string, words: string): void {
    const text = written.replaceAll("\r\n", "\n");
    putDocument(context, text);
    notify({ ...opened, text: words, action: offerUndo() });
    void offerRecording(text);
    if (!isNotebookText(text)) offerTarget(text, offerUndo());
  }

  /** Begins an empty document. */
  const clearPage = () => putText("", "The page is empty.");

  return {
    paste,
    clearPage,
    pasteFromClipboard,
    openFile,
    openImported,
    setText,
    openPart: putText,
  };
}
