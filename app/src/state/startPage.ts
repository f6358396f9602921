/** The page's start: what it opens on, and what it keeps from then on. */
import type { Snapshot } from "@relayscope/share";
import { entryOf } from "./entry.ts";
import { loadExamples } from "./examples.ts";
import { turnToMap } from "./firstPicture.ts";
import { guideAddressOf } from "./guideAddress.ts";
import { isInLesson, lessonByAddress } from "./lessonAddress.ts";
import { weightsOf } from "./model.ts";
import { notOpened, openedByAddress } from "./openedByAddress.ts";
import type { Page } from "./page.ts";
import { isEmbedded, isKeepable, isOffline } from "./site.ts";
import { snapshotOf } from "./snapshots.ts";

/** How long after the last change the document is stored, in milliseconds. */
const storingPause = 300;
/** How long what the first picture does without waits for an answer of the engine, and then for the picture to stand, in milliseconds. */
const patience = { answer: 10_000, picture: 3_000 } as const;

/** How long after its start the page is kept for later, in milliseconds: what it needs now comes first. */
const restBeforeKeeping = 2_000;

/** Opens what this tab had before a reload, what the address, the page itself, else the browser's memory, else the gallery gives; keeps storing from then on. */
export async function startPage(page: Page): Promise<void> {
  const { store, actions, storage } = page;
  actions.showGuide(guideAddressOf(location.hash));
  whenStarted(page, () => {
    loadCatalog(page);
    void import("./commands/commands.ts");
    setTimeout(() => void storage.warm(), 2_000);
  });
  setTimeout(actions.pictured, patience.answer);
  // The picture says itself when it stands; where there is none to be drawn, nothing is waited for.
  page.graphs.onAnswer(({ graph }) => {
    const isDrawn = graph.nodes.length > 0 && store.getState().view.panes !== "diff";
    if (isDrawn) setTimeout(actions.pictured, patience.picture);
    else actions.pictured();
  });
  page.graphs.onAnswer((answer, request) => turnToMap(page, answer, request));
  const list = (isOffline ? Promise.resolve([]) : loadExamples()).catch(() => []);
  const own = entryOf(history.state);
  const [stored, opened, learning, left] = await Promise.all([
    storage.loadDocument(),
    openedByAddress(storage, location.hash),
    lessonByAddress(page, location.hash),
    own === undefined ? undefined : storage.loadEntry(own),
  ]);
  const linked = opened.kind === "ok" ? forThisWindow(opened.snapshot) : undefined;
  const shown = left ?? linked ?? (opened.kind === "none" ? stored : undefined);
  const isShared = !left && own === undefined && linked !== undefined;
  if (shown && (shown === left || shown === stored)) await bringWeights(page, shown.text);
  if (shown) actions.open(shown, isShared);
  if (isShared && stored && stored.text !== "" && stored.text !== shown?.text) offerBack(page, stored);
  const examples = await list;
  store.setState({ examples });
  const [first] = examples;
  if (!shown && first) await actions.openExample(first);
  if (!shown && !learning && opened.kind === "none" && !isEmbedded()) welcome(page);
  // Nothing is drawn: what waits for the first picture comes now, the notices among it.
  else if (!shown) actions.pictured();
  if (!left && opened.kind === "error") actions.notify({ id: "link", tone: "error", text: notOpened(opened.message, first !== undefined) });
  keep(page);
  // What follows the address is none that the first picture waits for.
  whenStarted(page, () => {
    import("./address.ts").then((m) => m.followAddress(page));
  });
  if (learning) actions.learn(learning);
  if (isKeepable()) setTimeout(() => void import("./keepOffline.ts").then((m) => m.keepOffline(page)), restBeforeKeeping);
}

/** Says to a new visitor what this is; it takes the place of what is said of the example behind it. */
function welcome({ actions }: Page): void {
  actions.dismiss("look");
  actions.notify({
    id: "welcome",
    tone: "info",
    text: "Paste Relay or drop a model: see what goes to your accelerator, where it is split, and why.",
    hasWaysIn: true,
  });
}

/** Acts once the first picture is there, or no longer waited for. */
function whenStarted({ store }: Page, act: () => void): void {
  if (store.getState().isStarted) {
    act();
    return;
  }
  const stop = store.subscribe(({ isStarted }) => {
    if (!isStarted) return;
    stop();
    act();
  });
}

/** The values of weights that were kept next to the document which is opened next. A link has none. */
export async function bringWeights({ store, storage }: Page, text: string): Promise<void> {
  const values = storage.mayHaveWeights() ? await storage.weights.load(text) : undefined;
  if (values) store.setState(({ documentNumber }) => ({ weights: { document: documentNumber + 1, values } }));
}

/** Keeps the values of weights next to the stored document: once when they come, and the text that they are of whenever it is stored. */
export function keepWeights({ store, storage }: Page): void {
  const { weights } = storage;
  const state = store.getState();
  const values = weightsOf(state);
  if (!values) {
    if (storage.mayHaveWeights()) weights.saveValues(undefined);
    storage.markWeights(false);
    return;
  }
  weights.saveValues(values);
  weights.saveText(state.document.text);
  storage.markWeights(true);
}

/** What a link shows, in a frame of another page fitted to it: one pane, unless two were asked for. */
function forThisWindow(snapshot: Snapshot): Snapshot {
  if (!isEmbedded()) return snapshot;
  const { view } = snapshot;
  return { ...snapshot, view: { ...view, camera: undefined, panes: view.panes === "split" ? "after" : view.panes } };
}

/** Says that a link took the place of one's own module, which can be had back. */
function offerBack({ storage, actions }: Page, stored: Snapshot): void {
  storage.savePrevious(stored);
  actions.notify({
    id: "previous",
    tone: "info",
    text: "This is a shared picture. Your own module is kept.",
    action: { label: "Back to mine", run: () => actions.open(stored) },
  });
}

/** Asks for the catalog; where that fails, once more after the next run that does not. */
function loadCatalog(page: Page): void {
  const { engine, store, actions } = page;
  engine.catalog().then(
    (catalog) => {
      store.setState({ catalog });
      actions.dismiss("catalog");
    },
    (error: unknown) => {
      actions.notify({
        id: "catalog",
        tone: "error",
        text: `The list of targets and passes could not be loaded: ${error instanceof Error ? error.message : error}`,
      });
      const stop = store.subscribe(({ run }, before) => {
        if (run.status !== "finished" || before.run.status === "finished") return;
        stop();
        loadCatalog(page);
      });
    },
  );
}

/** Stores the document after changes, and when the page is left. */
function keep(page: Page): void {
  const { store, storage, viewports } = page;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeftOpen = true;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    storage.saveDocument(snapshotOf(store.getState(), viewports));
    keepWeights(page);
  };
  // The code that stores is none that the first picture waits for.
  const saveWhenStarted = () => {
    if (store.getState().isStarted) save();
    else timer = setTimeout(saveWhenStarted, storingPause);
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
    if (state.document !== before.document || state.view !== before.view) {
      clearTimeout(timer);
      timer = setTimeout(saveWhenStarted, storingPause);
    }
  });
  addEventListener("pagehide", () => {
    if (timer !== undefined) save();
  });
}
