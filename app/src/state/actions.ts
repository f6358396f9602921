/** Everything the page can do to its state. Components call these and nothing else changes the store. */
import type { Engine, PipelineStep, Range, TargetSpec } from "@relayscope/engine";
import type { PaneMode, Snapshot } from "@relayscope/share";
import type { StoreApi } from "zustand/vanilla";
import type { Camera } from "../canvas/camera.ts";
import { loadExampleText } from "./examples.ts";
import {
  byocPipeline,
  type DialogName,
  type Example,
  type InspectorTab,
  initialView,
  type LeftTab,
  lastStage,
  type Notice,
  type PageState,
  type PageView,
  type Preferences,
  type Settings,
  settingsOf,
  shownStage,
} from "./model.ts";
import type { Runner } from "./runner.ts";
import { openedFrom } from "./snapshots.ts";
import type { PageStorage } from "./storage.ts";

const undoDepth = 200;
/** How long a run may take that was stopped and told to go on, in milliseconds. */
const patientLimit = 300_000;

export type Actions = ReturnType<typeof createActions>;

/** The actions over a store, an engine and a camera. */
export function createActions(store: StoreApi<PageState>, engine: Engine, runner: Runner, camera: Camera, storage: PageStorage) {
  const { getState, setState } = store;

  function setView(change: Partial<PageView>): void {
    setState((state) => ({ view: { ...state.view, ...change } }));
  }

  /** A change of pipeline, target or level: one step of undo, one run. */
  function editSettings(change: Partial<Settings>): void {
    setState((state) => ({
      past: [...state.past.slice(1 - undoDepth), settingsOf(state.document)],
      future: [],
      document: { ...state.document, ...change },
    }));
    runner.start();
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
    setState({
      [from]: state[from].slice(0, -1),
      [to]: [...state[to], settingsOf(state.document)],
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
    if (first === undefined) {
      setState({ textMark: undefined });
      return;
    }
    if (reveal) setState((state) => ({ revealRequest: state.revealRequest + 1 }));
    void markInText(stage, first, true);
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

  /** Puts a document and a view on screen; undo of settings starts anew. */
  function open(snapshot: Snapshot): void {
    const { document, view } = openedFrom(snapshot);
    if (snapshot.view.camera) camera.place(snapshot.view.camera);
    setState({ document, view, past: [], future: [], textMark: undefined });
    const epoch = runner.start();
    if (!snapshot.view.camera) camera.release(epoch);
  }

  async function openExample(example: Example): Promise<void> {
    try {
      const text = await loadExampleText(example);
      setState({
        document: { text, ...example.settings },
        view: { ...initialView, stage: example.stage },
        past: [],
        future: [],
        textMark: undefined,
      });
      camera.release(runner.start());
      notify({ id: "look", tone: "info", text: example.look });
    } catch (error) {
      notify({ id: "example", tone: "error", text: error instanceof Error ? error.message : String(error) });
    }
  }

  async function openFile(file: File): Promise<void> {
    if (file.size > 32 * 1024 * 1024) {
      notify({ id: "file", tone: "error", text: `\`${file.name}\` was not opened: it has more than 32 MiB.` });
      return;
    }
    const content = await file.text();
    const { decodeFile } = await storage.warm();
    const opened = decodeFile(content);
    if (opened.kind === "ok") open(opened.snapshot);
    else if (opened.kind === "error") notify({ id: "file", tone: "error", text: opened.message });
    else {
      setText(content);
      setView({ selection: undefined, collapsed: [] });
      camera.release(runner.start());
    }
  }

  function setText(written: string): void {
    // Offsets are counted with one character a line end, as the editor has it.
    const text = written.replaceAll("\r\n", "\n");
    if (text === getState().document.text) return;
    setState((state) => ({ document: { ...state.document, text }, notices: state.notices.filter((n) => n.id !== "look") }));
    runner.startSoon();
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
    setView,
    editSettings,
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
      if (stage >= 0 && stage <= state.document.pipeline.length) setView({ stage });
    },
    toggleFrame: (id: number) => {
      const { collapsed } = getState().view;
      setView({ collapsed: collapsed.includes(id) ? collapsed.filter((c) => c !== id) : [...collapsed, id] });
    },
    setPanes: (panes: PaneMode) => setView({ panes }),
    setPreferences: (change: Partial<Preferences>) => setState((state) => ({ preferences: { ...state.preferences, ...change } })),
    showLeft: (leftTab: LeftTab) => setState((state) => ({ leftTab, preferences: { ...state.preferences, isLeftOpen: true } })),
    showInspector: (inspectorTab: InspectorTab) =>
      setState((state) => ({ inspectorTab, isDrawerOpen: true, preferences: { ...state.preferences, isInspectorOpen: true } })),
    setDrawer: (isDrawerOpen: boolean) => setState({ isDrawerOpen }),
    setInspectorTab: (inspectorTab: InspectorTab) => setState({ inspectorTab }),
    showDialog: (dialog: DialogName | undefined) => setState({ dialog }),
    /** Shows a place of the input text in the editor. */
    showText: (range: Range) => {
      setState((state) => ({
        textMark: { range, from: "graph" },
        leftTab: "relay",
        preferences: { ...state.preferences, isLeftOpen: true },
      }));
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
    runAgain: () => void runner.start(),
    /** Runs once more, with time enough for a run that was stopped. */
    goOn: () => void runner.start(patientLimit),
    cancelRun: () => runner.cancel(),
  };
}
