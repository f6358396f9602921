/**
 * The address follows the document and the view. It is replaced while one document is shown and pushed when another
 * replaces it, so that back and forward go between documents. Each entry of the history has an id. What was on the page
 * at an entry is kept while the page lives; the entry that was left last is kept beyond a reload.
 */
import { setNewest } from "@relayscope/engine";
import { limits } from "@relayscope/files";
import type { Snapshot } from "@relayscope/share";
import { withShownPanes } from "../center/shownPanes.ts";
import { entryOf } from "./entry.ts";
import { guideAddressOf, guideFragment } from "./guideAddress.ts";
import { atOnce, inSteps } from "./inSteps.ts";
import { isInLesson, lessonAddress, lessonByAddress } from "./lessonAddress.ts";
import type { PageState } from "./model.ts";
import { openedByAddress } from "./openedByAddress.ts";
import type { Page } from "./page.ts";
import { isEmbedded } from "./site.ts";
import { snapshotOf, surroundingNames } from "./snapshots.ts";
import type { Sharing } from "./storage.ts";

/** How long document and view must rest before the address is written, in milliseconds. */
const rest = 400;
/** A longer text is not packed for the address: that takes time, and the result would nearly always be too long. */
const longestText = 200_000;
/** The most time that a lesson needs to restore what it found, in milliseconds. */
const lessonEnd = 500;
/** How many documents are kept for back and forward. */
const mostKept = 30;

/**
 * The fragment that opens a snapshot, with its `#`; empty if it would be too long for an address. Nobody reads the
 * address of a frame, so that may be longer.
 */
export function addressFragment(sharing: Sharing, snapshot: Snapshot, isFrame: boolean): string {
  return atOnce(addressInSteps(sharing, snapshot, isFrame));
}

function* addressInSteps({ encodeInSteps }: Sharing, snapshot: Snapshot, isFrame: boolean): Generator<void, string> {
  if (snapshot.text.length > longestText) return "";
  const fragment = `#${yield* encodeInSteps(snapshot)}`;
  return fragment.length > (isFrame ? limits.fileCharacters : limits.warnCharacters) ? "" : fragment;
}

/** The page's content at each entry of the history. */
export interface Entries {
  /** Continues as a new entry after the current one. */
  push(): void;
  /** The browser has gone to another entry. */
  arrive(entry: string | undefined): void;
  /** Keeps the page's content at the current entry. */
  keep(snapshot: Snapshot): void;
  /** The content that was kept at an entry. */
  at(entry: string | undefined): Snapshot | undefined;
  readonly current: string;
}

/**
 * An id that no other entry has, of this tab or another. Browsers withhold `crypto.randomUUID` from pages over plain
 * http.
 */
function newEntry(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(16).padStart(8, "0")).join("");
}

/** The entries of a history. The current one is `first` or a new one. */
export function createEntries(first: string | undefined): Entries {
  const kept = new Map<string, Snapshot>();
  let current = first ?? newEntry();
  return {
    push: () => {
      current = newEntry();
    },
    arrive: (entry) => {
      current = entry ?? newEntry();
    },
    keep: (snapshot) => setNewest(kept, current, snapshot, mostKept),
    at: (entry) => (entry === undefined ? undefined : kept.get(entry)),
    get current() {
      return current;
    },
  };
}

/** Whether the address is that of the document, and its content is known. */
function hasAddress(state: PageState): boolean {
  return !isInLesson(state) && state.guide === undefined && state.run.status !== "running";
}

/** Whether a link differs in more than document and view: the decision, the blackboard, colors, columns, panels. */
function isElsewhere(state: PageState, before: PageState): boolean {
  return (
    state.play?.at !== before.play?.at ||
    state.play?.stage !== before.play?.stage ||
    state.isBoard !== before.isBoard ||
    surroundingNames.some((name) => state[name] !== before[name])
  );
}

/**
 * The guide has its own entries in the history. After them comes what it covered: the lesson, or the document, which
 * `pushDocument` puts there.
 */
function pushGuide(state: PageState, pushDocument: () => void): void {
  const { guide, learning } = state;
  if (guideAddressOf(location.hash) === guide) return;
  if (guide !== undefined) history.pushState(undefined, "", guideFragment(guide));
  else if (isInLesson(state)) history.pushState(undefined, "", location.pathname + location.search + lessonAddress(learning));
  else pushDocument();
}

/**
 * Writes the address from now on, and opens what back, forward and links in the address ask for, also since the page
 * opened what was after `#` at its start.
 */
export function followAddress({ store, viewports, storage, actions }: Page, opened: string): void {
  const isFrame = isEmbedded();
  const entries = createEntries(entryOf(history.state));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sharing: Sharing | undefined;
  let settlings = 0;
  /** The number of the document that is loading for the current entry. It does not get an entry of its own. */
  let awaited: number | undefined;
  /** Whether the document on screen belongs to a lesson: the address is then that of the lesson. */
  let isLesson = isInLesson(store.getState());

  function write(how: "pushState" | "replaceState", fragment: string): void {
    const entry = { relayscope: entries.current };
    if (how === "replaceState" && fragment === location.hash && entryOf(history.state) === entries.current) return;
    history[how](entry, "", location.pathname + location.search + fragment);
  }

  async function settle(): Promise<void> {
    // The code that writes links is loaded after the first picture.
    if (!store.getState().isStarted) return follow();
    timer = undefined;
    sharing ??= await storage.warm();
    const { current } = entries;
    const settled = ++settlings;
    const isAtRest = () => timer === undefined && settled === settlings && entries.current === current && hasAddress(store.getState());
    if (!isAtRest()) return;
    const snapshot = snapshotOf(store.getState(), viewports);
    entries.keep(snapshot);
    const fragment = await inSteps(addressInSteps(sharing, withShownPanes(snapshot), isFrame), isAtRest);
    if (fragment !== undefined && isAtRest()) write("replaceState", fragment);
  }

  function follow(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void settle(), rest);
  }

  /** Leaves the previous document for the one that replaced it. */
  function turn(before: PageState): void {
    clearTimeout(timer);
    const camera = entries.at(entries.current)?.view.camera;
    const left = snapshotOf(before, undefined);
    const snapshot: Snapshot = { ...left, view: { ...left.view, camera } };
    entries.keep(snapshot);
    if (sharing) write("replaceState", addressFragment(sharing, snapshot, isFrame));
    // In a frame, back belongs to the page around it.
    if (isFrame) return;
    entries.push();
    write("pushState", "");
  }

  store.subscribe((state, before) => {
    if (state.guide !== before.guide)
      pushGuide(state, () => {
        write("pushState", "");
        follow();
      });
    if (isInLesson(state)) {
      isLesson = true;
      return;
    }
    if (state.documentNumber !== before.documentNumber) {
      // What was there before a lesson returns to its own entry.
      if (isLesson) isLesson = false;
      else if (state.documentNumber === awaited) awaited = undefined;
      else if (before.document.text.trim() !== "") turn(before);
    }
    if (
      state.document !== before.document ||
      state.view !== before.view ||
      state.run.status !== before.run.status ||
      isElsewhere(state, before)
    )
      follow();
  });
  viewports.onMove(follow);

  function arrive(snapshot: Snapshot, isShared: boolean): void {
    awaited = store.getState().documentNumber + 1;
    actions.open(snapshot, isShared);
  }

  /** Restores what was there before the lesson, if a lesson had begun. */
  function leaveLesson(): Promise<void> {
    return new Promise((done) => {
      const stop = store.subscribe((state, before) => {
        if (state.documentNumber !== before.documentNumber) end();
      });
      const end = () => {
        stop();
        done();
      };
      setTimeout(end, lessonEnd);
      actions.learn(undefined);
    });
  }

  async function go(state: unknown): Promise<void> {
    clearTimeout(timer);
    const { hash } = location;
    const guide = guideAddressOf(hash);
    actions.showGuide(guide);
    const { learning: own } = store.getState();
    if (guide !== undefined || entryOf(state) === entries.current || (hash !== "" && hash === lessonAddress(own))) return;
    if (isInLesson(store.getState())) await leaveLesson();
    const left = snapshotOf(store.getState(), viewports);
    entries.keep(left);
    const entry = entryOf(state);
    entries.arrive(entry);
    const kept = entries.at(entry);
    if (kept) {
      arrive(kept, false);
      return;
    }
    const learning = await lessonByAddress({ storage, actions }, hash);
    if (learning) {
      actions.learn(learning);
      return;
    }
    const linked = await openedByAddress(storage, hash);
    if (linked.kind === "ok") {
      if (entry === undefined) storage.savePrevious(left);
      arrive(linked.snapshot, entry === undefined);
    } else if (linked.kind === "error") actions.notify({ id: "link", tone: "error", text: linked.message });
    else if (entry !== undefined) {
      actions.notify({ id: "link", tone: "warning", text: "The earlier module was too long for an address, so it is not kept." });
    }
  }

  window.addEventListener("popstate", ({ state }) => void go(state));

  addEventListener("pagehide", () => {
    if (!isLesson) storage.saveEntry(entries.current, snapshotOf(store.getState(), viewports));
  });
  if (location.hash === opened) follow();
  else void go(history.state);
}
