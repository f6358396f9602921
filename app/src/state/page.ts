/** The page's parts, made once and handed to components through a context. */
import type { Engine } from "@relayscope/engine";
import type { Opened } from "@relayscope/share";
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Actions, createActions } from "./actions.ts";
import { type Checks, createChecks } from "./checks.ts";
import { loadExamples } from "./examples.ts";
import { createGraphCache, type GraphCache } from "./graphCache.ts";
import { emptyDocument, initialRun, initialView, type Learning, type PageState } from "./model.ts";
import { createRunner } from "./runner.ts";
import { embeddedFragment, isOffline } from "./site.ts";
import { snapshotOf } from "./snapshots.ts";
import type { PageStorage } from "./storage.ts";
import { Viewports } from "./viewports.ts";

export interface Page {
  readonly store: StoreApi<PageState>;
  readonly engine: Engine;
  readonly graphs: GraphCache;
  readonly viewports: Viewports;
  readonly actions: Actions;
  readonly storage: PageStorage;
  readonly checks: Checks;
}

/** How long after the last change the document is stored, in milliseconds. */
const storingPause = 300;
/** How long what the first picture does without waits for it, in milliseconds. */
const patience = 3_000;

/** A page over an engine and a storage, empty until `start`. */
export function createPage(engine: Engine, storage: PageStorage): Page {
  const store = createStore<PageState>()(() => ({
    document: emptyDocument,
    past: [],
    future: [],
    changes: [],
    play: undefined,
    view: initialView,
    run: initialRun,
    isStarted: false,
    catalog: undefined,
    examples: [],
    preferences: storage.loadPreferences(),
    leftTab: "relay",
    inspectorTab: "regions",
    part: "picture",
    dialog: undefined,
    learning: undefined,
    modelFile: undefined,
    isDrawerOpen: false,
    drawerPane: "before",
    isInspectorWanted: false,
    notices: [],
    textMark: undefined,
    stressed: undefined,
    pointed: [],
    patterns: { isOpen: false, entry: undefined, request: 0 },
    revealRequest: 0,
    fitRequest: 0,
    isTraced: false,
    selectedRegion: undefined,
    isOnlyChanges: false,
    paneSize: undefined,
    documentNumber: 0,
    selectedEdge: undefined,
  }));
  const viewports = new Viewports();
  const graphs = createGraphCache(engine);
  const runner = createRunner(store, engine);
  const actions = createActions({ store, engine, runner, viewports, storage, graphs });
  return { store, engine, viewports, actions, storage, graphs, checks: createChecks(store, engine) };
}

/** Opens what the address, the page itself, else the browser's memory, else the gallery gives, and keeps storing from then on. */
export async function startPage(page: Page): Promise<void> {
  const { store, actions, storage } = page;
  const stop = store.subscribe(({ isStarted }) => {
    if (!isStarted) return;
    stop();
    loadCatalog(page);
  });
  setTimeout(() => started(store), patience);
  page.graphs.onAnswer(() => afterPaint(() => started(store)));
  const list = (isOffline ? Promise.resolve([]) : loadExamples()).catch(() => []);
  const [stored, opened, learning] = await Promise.all([storage.loadDocument(), openedByAddress(storage), lessonByAddress(page)]);
  if (opened.kind === "ok") {
    actions.open(opened.snapshot);
    if (stored && stored.text !== "" && stored.text !== opened.snapshot.text) {
      storage.savePrevious(stored);
      actions.notify({
        id: "previous",
        tone: "info",
        text: "This is a shared picture. Your own module is kept.",
        action: { label: "Back to mine", run: () => actions.open(stored) },
      });
    }
  } else if (opened.kind === "none" && stored) actions.open(stored);
  const examples = await list;
  store.setState({ examples });
  const first = examples[0];
  if (opened.kind === "error") {
    if (first) await actions.openExample(first);
    actions.notify({ id: "link", tone: "error", text: `${opened.message} The first example is shown instead.` });
  } else if (opened.kind === "none" && !stored && first) await actions.openExample(first);
  keep(page);
  if (learning) actions.learn(learning);
  setTimeout(() => void storage.warm(), 2_000);
}

/** Once what is in hand is on the screen: a frame to take the size of the canvas, and one to draw. */
function afterPaint(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(act)));
}

function started(store: Page["store"]): void {
  if (!store.getState().isStarted) store.setState({ isStarted: true });
}

function loadCatalog({ engine, store, actions }: Page): void {
  engine.catalog().then(
    (catalog) => store.setState({ catalog }),
    (error: unknown) =>
      actions.notify({
        id: "catalog",
        tone: "error",
        text: `The list of targets and passes could not be loaded: ${error instanceof Error ? error.message : error}`,
      }),
  );
}

/** What the address opens. The code that reads links is loaded only where there is one. */
async function openedByAddress(storage: PageStorage): Promise<Opened> {
  const fragment = location.hash || embeddedFragment();
  if (fragment === "") return { kind: "none" };
  const { decodeFragment } = await storage.warm();
  return decodeFragment(fragment);
}

/** The lesson that the address names or holds. */
async function lessonByAddress({ storage, actions }: Pick<Page, "storage" | "actions">): Promise<Learning | undefined> {
  const { hash } = location;
  const name = /^#lesson=([\w-]{1,100})$/.exec(hash)?.[1];
  if (name !== undefined) return { kind: "course", name };
  if (!hash.startsWith("#l=")) return undefined;
  const { decodeLesson } = await storage.warm();
  const opened = decodeLesson(hash);
  if (opened.kind === "error") actions.notify({ id: "link", tone: "error", text: opened.message });
  return opened.kind === "ok" ? { kind: "text", text: opened.text } : undefined;
}

function isInLesson({ learning }: PageState): boolean {
  return learning !== undefined && learning.kind !== "list";
}

/** Stores the document after changes, and when the page is left. */
function keep({ store, storage, viewports, actions }: Page): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeftOpen = true;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    storage.saveDocument(snapshotOf(store.getState(), viewports));
  };
  store.subscribe((state, before) => {
    if (isInLesson(state)) {
      // The document on screen and the folding of the editor are the lesson's: the user's own stay stored as they were.
      if (!isInLesson(before)) {
        isLeftOpen = before.preferences.isLeftOpen;
        if (timer !== undefined) storage.saveDocument(snapshotOf(before, viewports));
        clearTimeout(timer);
        timer = undefined;
      }
      if (state.preferences !== before.preferences) storage.savePreferences({ ...state.preferences, isLeftOpen });
      return;
    }
    if (state.preferences !== before.preferences) storage.savePreferences(state.preferences);
    if (state.document !== before.document && location.hash !== "" && before.document.text !== "") {
      history.replaceState(undefined, "", location.pathname + location.search);
    }
    if (state.document !== before.document || state.view !== before.view) {
      clearTimeout(timer);
      timer = setTimeout(save, storingPause);
    }
  });
  addEventListener("pagehide", () => {
    if (timer !== undefined) save();
  });
  addEventListener("hashchange", async () => {
    const learning = await lessonByAddress({ storage, actions });
    if (learning) actions.learn(learning);
    const opened = await openedByAddress(storage);
    if (opened.kind === "ok") actions.open(opened.snapshot);
    else if (opened.kind === "error") actions.notify({ id: "link", tone: "error", text: opened.message });
  });
}

export const PageContext = createContext<Page | undefined>(undefined);

/** The page that the component stands in. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error("no page around this component");
  return page;
}

/** A part of the page's state; the component renders again when it changes. */
export function usePageState<T>(select: (state: PageState) => T): T {
  return useStore(usePage().store, select);
}
