/** Everything the page can do to its state. Components call these and nothing else changes the store. */
import type { BoundaryNodes, Cure, Engine, PassStep, PipelineStep, Range, TargetSpec } from "@relayscope/engine";
import type { PaneMode, Snapshot, ViewMode } from "@relayscope/share";
import type { StoreApi } from "zustand/vanilla";
import { standingChanges } from "./changes.ts";
import { idsOf, isOtherText } from "./drawn.ts";
import { isModelExample, loadExampleModel, loadExampleText } from "./examples.ts";
import type { GraphCache } from "./graphCache.ts";
import { graphRequest, shownMode } from "./graphRequests.ts";
import {
  byocPipeline,
  type DialogName,
  type Example,
  initialView,
  type LeftTab,
  lastStage,
  type Notice,
  type PageDocument,
  type PagePart,
  type PageState,
  type PageView,
  type Preferences,
  type Settings,
  settingsOf,
  shownStage,
} from "./model.ts";
import { playAt, playOf } from "./play.ts";
import type { Runner } from "./runner.ts";
import { isSettled, openedFrom, settledBy, snapshotOf } from "./snapshots.ts";
import type { PageStorage } from "./storage.ts";
import type { Viewports } from "./viewports.ts";

const undoDepth = 200;
/** How long a run may take that was stopped and told to go on, in milliseconds. */
const patientLimit = 300_000;

/** What a recording of TVM's passes has somewhere. */
const mayBeRecording = /(?:Before|After) Running Pass|PrintIR\(|^\s*\{.*"pass"/;

/** What is selected besides nodes, where nothing is. */
const nothingSelected = { textMark: undefined, selectedEdge: undefined, selectedRegion: undefined, isTraced: false, pointed: [] };

/** Whether a file is to be opened as a model: by its name, else by bytes that no text has. */
async function isModel(file: File): Promise<boolean> {
  if (file.name.toLowerCase().endsWith(".onnx")) return true;
  return new Uint8Array(await file.slice(0, 64).arrayBuffer()).some((byte) => byte < 9);
}

export type Actions = ReturnType<typeof createActions>;

/** The actions over a store, an engine and the panes' viewports. */
export function createActions(
  store: StoreApi<PageState>,
  engine: Engine,
  runner: Runner,
  viewports: Viewports,
  storage: PageStorage,
  graphs: GraphCache,
) {
  const { getState, setState } = store;

  function setView(change: Partial<PageView>): void {
    setState((state) => ({ view: { ...state.view, ...change } }));
  }

  /** A change of pipeline, target or level, with another text where one is given: one step of undo, one run. */
  function editSettings(change: Partial<Settings>, text = getState().document.text): void {
    setState((state) => ({
      past: [...state.past.slice(1 - undoDepth), settingsOf(state.document)],
      future: [],
      document: { ...state.document, ...change, text },
    }));
    runner.start();
  }

  /** Makes a change that was tried: one step of undo, whatever of text, pipeline and target it touches. */
  function applyChange({ label, run, before, after }: Cure): void {
    const { text, ...settings } = run;
    const { document, changes } = getState();
    const standing = standingChanges({ changes, document });
    const changed: PageDocument = { ...document, ...settingsOf(settings), text };
    setState((state) => ({
      past: [...state.past.slice(1 - undoDepth), text === document.text ? settingsOf(document) : { ...document }],
      future: [],
      document: changed,
      changes: [...standing, { label, before, after, document: changed }],
    }));
    runner.start();
  }

  /** Opens the smallest module that still has a boundary of the last stage, as a new document. */
  async function reduce(boundary: BoundaryNodes): Promise<void> {
    const { run, document } = getState();
    const reduced = await engine.reduce(run.epoch, document.pipeline.length, boundary).catch(() => undefined);
    if (getState().run.epoch !== run.epoch) return;
    if (!reduced) {
      notify({
        id: "reduce",
        tone: "warning",
        text: "This boundary can't be told by the lines of the text, so nothing smaller was found.",
      });
      return;
    }
    const { text, ...settings } = reduced.run;
    const whole = { ...document };
    setState({
      document: { ...document, ...settingsOf(settings), text },
      view: { ...initialView, stage: lastStage },
      past: [],
      future: [],
      changes: [],
    });
    viewports.release(runner.start());
    const { calls, cause } = reduced;
    notify({
      id: "reduce",
      tone: "info",
      text: `Reduced to ${calls} ${calls === 1 ? "call" : "calls"} that still have the boundary, for the same cause (${cause}).`,
      action: {
        label: "Back to the whole",
        run: () => {
          setState({ document: whole, past: [], future: [], changes: [] });
          viewports.release(runner.start());
        },
      },
    });
  }

  function editPipeline(edit: (pipeline: PipelineStep[]) => void): void {
    const pipeline = [...getState().document.pipeline];
    edit(pipeline);
    editSettings({ pipeline });
  }

  function travel(from: "past" | "future", to: "past" | "future"): void {
    const state = getState();
    const settings = state[from].at(-1);
    if (!settings) return;
    const own = "text" in settings ? { ...state.document } : settingsOf(state.document);
    setState({
      [from]: state[from].slice(0, -1),
      [to]: [...state[to], own],
      document: { ...state.document, ...settings },
    });
    runner.start();
  }

  function notify(notice: Notice): void {
    setState((state) => ({ notices: [...state.notices.filter((n) => n.id !== notice.id), notice] }));
  }

  function dismiss(id: string): void {
    setState((state) => ({ notices: state.notices.filter((n) => n.id !== id) }));
  }

  async function markInText(stage: number, node: number, revealText: boolean): Promise<void> {
    const { epoch } = getState().run;
    const details = await engine.node(epoch, stage, node).catch(() => undefined);
    const { selection } = getState().view;
    if (selection?.stage !== stage || selection.nodes[0] !== node) return;
    setState({ textMark: details?.source && revealText ? { range: details.source, from: "graph" } : undefined });
  }

  /** Selects nodes of a stage, marks them in the text, and brings them into view. */
  function select(stage: number, nodes: readonly number[], reveal = false): void {
    const first = nodes[0];
    setView({ selection: first === undefined ? undefined : { stage, nodes } });
    setState({ selectedEdge: undefined, selectedRegion: undefined });
    if (first === undefined) {
      setState({ textMark: undefined });
      return;
    }
    if (reveal) setState((state) => ({ revealRequest: state.revealRequest + 1 }));
    void markInText(stage, first, true);
  }

  /** Selects all that a region holds, by its place in the stage's graph; its row is marked. */
  async function selectRegion(stage: number, region: number, reveal = false): Promise<void> {
    const { graph } = await graphs.load(graphRequest(getState(), stage, "after", "operators"));
    select(
      stage,
      (graph.regions[region]?.nodes ?? []).flatMap((i) => graph.nodes[i]?.id ?? []),
      reveal,
    );
    setState({ selectedRegion: { stage, region } });
  }

  /** Selects the next node that the pass changed, or the one before. */
  function goToChange(by: 1 | -1): void {
    const state = getState();
    const stage = shownStage(state);
    const answer = graphs.peek(graphRequest(state, stage, "after"));
    const { nodes = [] } = answer?.graph ?? {};
    const changed =
      answer && answer.changes.length > 0 ? answer.changes.flatMap((i) => nodes[i] ?? []) : nodes.filter((node) => node.isNew);
    if (changed.length === 0) {
      notify({ id: "changes", tone: "info", text: "This pass changed nothing that is drawn." });
      return;
    }
    const { selection } = state.view;
    const at = changed.findIndex((node) => selection?.stage === stage && selection.nodes.includes(idsOf(node)[0] ?? node.id));
    const next = changed[(at + by + (at < 0 && by < 0 ? 1 : 0) + changed.length) % changed.length];
    if (next) select(stage, idsOf(next), true);
  }

  async function selectText(range: Range): Promise<void> {
    const state = getState();
    if (state.run.epoch === 0) return;
    const stage = Math.min(shownStage(state), state.run.stages.length - 1);
    if (state.run.status === "running") return;
    const nodes = await engine.nodesAt(state.run.epoch, stage, range).catch(() => []);
    if (nodes.length === 0) return;
    setState((now) => ({
      view: { ...now.view, selection: { stage, nodes } },
      textMark: { range, from: "text" },
      revealRequest: now.revealRequest + 1,
    }));
  }

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

  /** Opens a log or a file of TVM's own passes as the pipeline that it recorded; answers whether the text was one. */
  async function openRecording(text: string): Promise<boolean> {
    const recording = await engine.recording(text).catch(() => undefined);
    if (!recording) return false;
    const { input, pipeline, left } = recording;
    storage.savePrevious(snapshotOf(getState(), viewports));
    editSettings({ pipeline }, input);
    setView({ ...initialView, stage: lastStage });
    viewports.release(getState().run.epoch);
    const more = left > 0 ? ` ${left} more were left out.` : "";
    notify({
      id: "recording",
      tone: "info",
      text: `${pipeline.length} passes as TVM ran them: each stage is TVM's, and says whether the pass gives the same here.${more}`,
    });
    return true;
  }

  /** Says of a text that holds what TVM did pass by pass that it can be seen so. */
  function offerRecording(text: string): void {
    if (!mayBeRecording.test(text)) return;
    void engine.recording(text).then((recording) => {
      if (!recording || getState().document.text !== text) return;
      notify({
        id: "recording",
        tone: "info",
        text: `This text has ${recording.pipeline.length} passes that TVM ran.`,
        action: { label: "Show them pass by pass", run: () => void openRecording(text) },
      });
    });
  }

  /** Asks for what a model file leaves open; its text is opened with the target at hand, or another. */
  function openModel(file: File, target?: string): void {
    setState({ modelFile: { file, target }, dialog: "model" });
  }

  async function openFile(file: File): Promise<void> {
    if (await isModel(file)) {
      openModel(file);
      return;
    }
    if (file.size > 32 * 1024 * 1024) {
      notify({ id: "file", tone: "error", text: `\`${file.name}\` was not opened: it has more than 32 MiB.` });
      return;
    }
    const content = await file.text();
    const { decodeFile } = await storage.warm();
    const opened = decodeFile(content);
    if (opened.kind === "ok") open(opened.snapshot);
    else if (opened.kind === "error") notify({ id: "file", tone: "error", text: opened.message });
    else if (!(await openRecording(content))) {
      setText(content);
      setView({ selection: undefined, collapsed: [], opened: [] });
      viewports.release(runner.start());
    }
  }

  /** Opens the text of an imported model; what stood before can be had back. */
  function openImported(name: string, text: string): void {
    storage.savePrevious(snapshotOf(getState(), viewports));
    const { modelFile, documentNumber } = getState();
    setState({ documentNumber: documentNumber + 1, ...nothingSelected });
    editSettings({}, text);
    if (modelFile?.target !== undefined) chooseTarget(modelFile.target);
    setView({ ...initialView, stage: lastStage });
    viewports.release(getState().run.epoch);
    notify({ id: "model", tone: "info", text: `\`${name}\` as Relay. Weights have types, not values: a link holds the text alone.` });
  }

  function setText(written: string): void {
    // Offsets are counted with one character a line end, as the editor has it.
    const text = written.replaceAll("\r\n", "\n");
    const { text: before } = getState().document;
    if (text === before) return;
    if (isOtherText(before, text)) {
      setState((state) => ({
        view: { ...state.view, selection: undefined, collapsed: [], opened: [], mode: undefined },
        documentNumber: state.documentNumber + 1,
        ...nothingSelected,
      }));
      viewports.release(runner.startSoon());
    }
    setState((state) => ({ document: { ...state.document, text }, notices: state.notices.filter((n) => n.id !== "look") }));
    runner.startSoon();
    offerRecording(text);
  }

  /** Chooses a target and, with it, the flow that the target's users run. */
  function chooseTarget(name: string): void {
    const info = getState().catalog?.targets.find((t) => t.name === name);
    const flow = info && { pipeline: info.pipeline, optLevel: info.optLevel, bindParameters: info.bindsParameters };
    editSettings({ target: name, ...(flow ?? { pipeline: byocPipeline }) });
    setView({ stage: lastStage });
  }

  /** Puts an edited target in the place of the one of the same name, or adds it. */
  function editTarget(name: string, spec: TargetSpec): void {
    const { customTargets, target } = getState().document;
    const isKnown = customTargets.some((t) => t.name === name);
    editSettings({
      customTargets: isKnown ? customTargets.map((t) => (t.name === name ? spec : t)) : [...customTargets, spec],
      target: target === name ? spec.name : target,
    });
  }

  return {
    /** Gives the document a title and a note, which links carry. */
    describe: ({ title, note }: { readonly title: string; readonly note: string }) =>
      setState(({ document: { title: _, note: __, ...rest } }) => ({
        document: { ...rest, ...(title === "" ? {} : { title }), ...(note === "" ? {} : { note }) },
      })),
    setView,
    editSettings,
    applyChange,
    reduce,
    editPipeline,
    undo: () => travel("past", "future"),
    redo: () => travel("future", "past"),
    notify,
    dismiss,
    select,
    selectText,
    open,
    openExample,
    openFile,
    openImported,
    setText,
    chooseTarget,
    editTarget,
    removeTarget: (name: string) => {
      editSettings({ customTargets: getState().document.customTargets.filter((t) => t.name !== name) });
    },
    showStage: (stage: number) => setView({ stage }),
    /** Moves along the strip; stops at its ends. */
    step: (by: number) => {
      const state = getState();
      const stage = shownStage(state) + by;
      if (stage < 0 || stage > state.document.pipeline.length) return;
      setView({ stage });
      setState({ play: undefined });
    },
    /** Opens a card of the map in place. */
    openCard: (id: number) => {
      const { opened } = getState().view;
      if (!opened.includes(id)) setView({ opened: [...opened, id] });
    },
    /** Folds or unfolds a frame; one that an opened card became closes to the card. */
    toggleFrame: (id: number) => {
      const { collapsed, opened } = getState().view;
      if (opened.includes(id)) setView({ opened: opened.filter((o) => o !== id) });
      else setView({ collapsed: collapsed.includes(id) ? collapsed.filter((c) => c !== id) : [...collapsed, id] });
    },
    setPanes: (panes: PaneMode) => setView({ panes }),
    setPreferences: (change: Partial<Preferences>) => setState((state) => ({ preferences: { ...state.preferences, ...change } })),
    showLeft: (leftTab: LeftTab) =>
      setState((state) => ({ leftTab, part: "text", preferences: { ...state.preferences, isLeftOpen: true } })),
    showInspector: (inspectorTab: string) =>
      setState((state) => ({
        inspectorTab,
        part: "inspector",
        isDrawerOpen: true,
        preferences: { ...state.preferences, isInspectorOpen: true },
      })),
    setDrawer: (isDrawerOpen: boolean) => setState({ isDrawerOpen }),
    setInspectorTab: (inspectorTab: string) => setState({ inspectorTab }),
    showDialog: (dialog: DialogName | undefined) => setState({ dialog }),
    /** Shows a place of the input text in the editor. */
    showText: (range: Range) => {
      setState((state) => ({
        textMark: { range, from: "graph" },
        leftTab: "relay",
        part: "text",
        preferences: { ...state.preferences, isLeftOpen: true },
      }));
    },
    /** Plays a stage's pass from its first decision on; the panes show the stage before it beside it. */
    enterPass: (stage: number) => {
      const { panes } = getState().view;
      setView({ stage, mode: "operators", panes: panes === "after" || panes === "diff" ? "split" : panes });
      setState({ play: playOf(stage) });
    },
    leavePass: () => setState({ play: undefined, pointed: [] }),
    goToStep: (at: number) =>
      setState(({ play }) => (play && at >= 0 && (play.last === 0 || at <= play.last) ? { play: { ...play, at } } : {})),
    /** Shows a step of the played pass in the picture. */
    showStep: (stage: number, steps: readonly PassStep[], at: number) => {
      const play = playAt(stage, steps, at);
      const pointed = [...play.nodes, ...play.blockers];
      setState((state) => ({ play, pointed, revealRequest: state.revealRequest + (pointed.length > 0 ? 1 : 0) }));
    },
    stress: (stressed: PageState["stressed"]) => setState({ stressed }),
    /** Rings nodes in the picture; with `reveal`, also brings them into view. */
    point: (pointed: readonly number[], reveal = false) =>
      setState((state) => ({ pointed, revealRequest: state.revealRequest + (reveal && pointed.length > 0 ? 1 : 0) })),
    /** Lists the patterns at the selected node in the inspector, with one of them open. */
    showPatterns: (entry: string) =>
      setState((state) => ({ inspectorTab: "why", patterns: { isOpen: true, entry, request: state.patterns.request + 1 } })),
    openPattern: (entry: number | undefined) => setState((state) => ({ patterns: { ...state.patterns, entry } })),
    setPatternsOpen: (isOpen: boolean) =>
      setState(({ patterns }) => ({ patterns: { entry: undefined, isOpen, request: patterns.request + (isOpen ? 1 : 0) } })),
    reveal: () => setState((state) => ({ revealRequest: state.revealRequest + 1 })),
    selectRegion,
    /** Selects the tensor between two nodes. */
    selectEdge: (selectedEdge: NonNullable<PageState["selectedEdge"]>) => {
      select(selectedEdge.stage, [selectedEdge.consumer]);
      setState({ selectedEdge });
    },
    /** Lights the paths from the selection to the inputs and the outputs, or no more. */
    trace: () => setState((state) => ({ isTraced: !state.isTraced })),
    goToChange,
    toggleOnlyChanges: () => setState((state) => ({ isOnlyChanges: !state.isOnlyChanges })),
    showPart: (part: PagePart) => setState({ part }),
    setMode: (mode: ViewMode) => {
      if (shownMode(getState()) === mode) return;
      setView({ mode });
      viewports.release(getState().run.epoch);
    },
    /** Tells the size of the leading pane, to which pictures are laid out. */
    setPaneSize: (width: number, height: number) => {
      const { paneSize } = getState();
      if (paneSize?.width !== width || paneSize.height !== height) setState({ paneSize: { width, height } });
    },
    fit: () => setState((state) => ({ fitRequest: state.fitRequest + 1 })),
    runAgain: () => void runner.start(),
    /** Runs once more, with time enough for a run that was stopped. */
    goOn: () => void runner.start(patientLimit),
    cancelRun: () => runner.cancel(),
  };
}
