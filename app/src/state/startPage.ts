/** The page's start: what it opens, and what it stores from then on. */
import type { Snapshot } from "@relayscope/share";
import { entryOf } from "./entry.ts";
import { loadExamples } from "./examples.ts";
import { turnToMap } from "./firstPicture.ts";
import { guideAddressOf } from "./guideAddress.ts";
import { lessonByAddress } from "./lessonAddress.ts";
import { openedByAddress } from "./openedByAddress.ts";
import type { Page } from "./page.ts";
import { isEmbedded, isKeepable, isOffline } from "./site.ts";

/**
 * How long the parts that load after the first picture wait for an answer of the engine, and then for the picture, in
 * milliseconds.
 */
const patience = { answer: 10_000, picture: 3_000 } as const;

/** How long after its start the page is stored for offline use, in milliseconds: more urgent parts come first. */
const restBeforeKeeping = 2_000;

/**
 * Opens what this tab had before a reload, else what the address, the page itself, the browser's memory or the gallery
 * gives. Stores the document from then on.
 */
export async function startPage(page: Page): Promise<void> {
  const { store, actions, storage } = page;
  const { hash } = location;
  actions.showGuide(guideAddressOf(hash));
  whenStarted(page, () => {
    void import("./loadCatalog.ts").then((m) => m.loadCatalog(page));
    void import("./commands/commands.ts");
    void import("./keepSelection.ts").then((m) => m.keepSelection(page));
    void import("./keepFrames.ts").then((m) => m.keepFrames(page));
    setTimeout(() => void storage.warm(), 2_000);
  });
  setTimeout(actions.pictured, patience.answer);
  // The picture reports when it is drawn. If there is none to draw, nothing waits for it.
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
    openedByAddress(storage, hash),
    lessonByAddress(page, hash),
    own === undefined ? undefined : storage.loadEntry(own),
  ]);
  const linked = opened.kind === "ok" ? forThisWindow(opened.snapshot) : undefined;
  // The first click stores what is shown: what a broken link would replace is the user's own module.
  const shown = left ?? linked ?? stored;
  const isShared = !left && own === undefined && linked !== undefined;
  if (shown && (shown === left || shown === stored)) await bringWeights(page, shown.text);
  if (shown) actions.open(shown, isShared);
  if (isShared && stored && stored.text !== "" && stored.text !== shown?.text) {
    storage.savePrevious(stored);
    await import("./actions/ofLinks.ts").then((m) => m.offerBack(page, stored)).catch(unsaid);
  }
  const examples = await list;
  store.setState({ examples });
  const [first] = examples;
  if (!shown && first) await actions.openExample(first);
  if (!shown && !learning && opened.kind === "none" && !isEmbedded()) welcome(page);
  // Nothing is drawn: the parts that wait for the first picture are loaded now, including notices.
  else if (!shown) actions.pictured();
  if (!left && opened.kind === "error") {
    const instead = shown ? "own" : first ? "example" : "nothing";
    const { message } = opened;
    await import("./actions/ofLinks.ts").then((m) => m.sayNotOpened(page, message, instead)).catch(unsaid);
  }
  if (shown && shown !== linked && storage.lost.size > 0)
    await import("./actions/lostParts.ts").then((m) => m.sayLost(page, shown, stored)).catch(unsaid);
  // The code that stores the document and follows the address is loaded after the first picture.
  const before = store.getState();
  whenStarted(page, () => {
    void import("./keepDocument.ts").then((m) => m.keepDocument(page, before));
    void import("./address.ts").then((m) => m.followAddress(page, hash));
  });
  if (learning) actions.learn(learning);
  if (isKeepable()) setTimeout(() => void import("./keepOffline.ts").then((m) => m.keepOffline(page)), restBeforeKeeping);
}

/** Ignores that the code of a message fails to load: the page works without the message. */
function unsaid(): void {}

/** Explains the page to a new visitor, instead of the notice about the example below, until the first other stage. */
function welcome({ actions }: Page): void {
  actions.dismiss("look");
  actions.notify({
    id: "welcome",
    tone: "info",
    text: "Paste Relay or drop a model: see what goes to your accelerator, where it is split, and why.",
    hasWaysIn: true,
  });
}

/** Calls `act` once the first picture is there, or is no longer waited for. */
export function whenStarted({ store }: Page, act: () => void): void {
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

/** Loads the values of weights that were stored with the document. A link has none. */
export async function bringWeights({ store, storage }: Page, text: string): Promise<void> {
  const values = storage.mayHaveWeights() ? await storage.weights.load(text) : undefined;
  if (values) store.setState(({ documentNumber }) => ({ weights: { document: documentNumber + 1, values } }));
}

/** The content of a link, adapted to a frame of another page: one pane, unless two were asked for. */
function forThisWindow(snapshot: Snapshot): Snapshot {
  if (!isEmbedded()) return snapshot;
  const { view } = snapshot;
  return { ...snapshot, view: { ...view, camera: undefined, panes: view.panes === "split" ? "after" : view.panes } };
}
