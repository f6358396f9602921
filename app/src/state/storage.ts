/**
 * What the browser keeps between visits. Stored text is checked like that of a link. A browser without storage keeps
 * nothing.
 */
import type { Snapshot } from "@relayscope/share";
import { initialPreferences, type Preferences } from "./model.ts";
import { noWeightStore, type WeightStore } from "./weights/weightStore.ts";

const documentKey = "relayscope.document";
const previousKey = "relayscope.previous";
const entryKey = "relayscope.entry";
const preferencesKey = "relayscope.preferences";
const weightsKey = "relayscope.weights";
const kept = "kept";

export type Sharing = typeof import("@relayscope/share");

/**
 * The progress in lessons, the step that was left last, the number that decides the order of answers, and what is
 * written in target files and does not work yet.
 */
export type TextKey = "lessons" | "lesson-draft" | "learner" | "code-drafts";

export interface PageStorage {
  /** Loads the code that reads and writes snapshots, which the first picture does not need. */
  warm(): Promise<Sharing>;
  loadDocument(): Promise<Snapshot | undefined>;
  /** Another document that another tab stored meanwhile becomes the previous one. */
  saveDocument(snapshot: Snapshot): void;
  /** The stored document becomes the previous one; the next visit opens as the first one did. */
  forgetDocument(): void;
  /** Whether the browser refused the document that was stored last, so that an older one is stored. */
  isFull(): boolean;
  /** The loaded snapshots that were read in part, with the paths of what could not be read. */
  readonly lost: ReadonlyMap<Snapshot, readonly string[]>;
  /** Whether a link or an example replaced a stored document. */
  hasPrevious(): boolean;
  loadPrevious(): Promise<Snapshot | undefined>;
  savePrevious(snapshot: Snapshot): void;
  /** What was on this tab when it was left, if that was at the same entry of its history. */
  loadEntry(entry: string): Promise<Snapshot | undefined>;
  saveEntry(entry: string, snapshot: Snapshot): void;
  loadPreferences(): Preferences;
  savePreferences(preferences: Preferences): void;
  /** The values of weights next to the stored document. */
  readonly weights: WeightStore;
  /** Whether weights may be stored: the database is asked only then. */
  mayHaveWeights(): boolean;
  markWeights(areKept: boolean): void;
  /** A stored text, as `learn/learner.ts`, `learn/draft.ts` and `left/FileDraft.ts` write it; empty without one. */
  loadText(key: TextKey): string;
  saveText(key: TextKey, text: string): void;
}

function booleanOr<F>(value: unknown, fallback: F): boolean | F {
  return typeof value === "boolean" ? value : fallback;
}

function checkedPreferences(value: unknown): Preferences {
  if (typeof value !== "object" || value === null) return initialPreferences;
  const stored: Partial<Record<keyof Preferences, unknown>> = value;
  return {
    theme: stored.theme === "light" || stored.theme === "dark" ? stored.theme : "system",
    isLeftOpen: booleanOr(stored.isLeftOpen, initialPreferences.isLeftOpen),
    isInspectorOpen: booleanOr(stored.isInspectorOpen, initialPreferences.isInspectorOpen),
    isProblemsOpen: booleanOr(stored.isProblemsOpen, initialPreferences.isProblemsOpen),
    isMinimapShown: booleanOr(stored.isMinimapShown, initialPreferences.isMinimapShown),
    colorBy: initialPreferences.colorBy,
    isWrapped: booleanOr(stored.isWrapped, initialPreferences.isWrapped),
    isWheelZoom: booleanOr(stored.isWheelZoom, initialPreferences.isWheelZoom),
  };
}

function readFrom(backend: Storage | undefined, key: string): string | undefined {
  try {
    return backend?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether the browser took it: storage may be full or forbidden, and the page works without it. */
function writeTo(backend: Storage | undefined, key: string, value: string): boolean {
  try {
    backend?.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Storage in the browser and in the tab. On every failure (full, forbidden, damaged) it acts as if nothing were stored,
 * but for parts of a snapshot that can't be read: the others are loaded.
 */
export function createStorage(backend: Storage | undefined, tab?: Storage, weights: WeightStore = noWeightStore): PageStorage {
  const read = (key: string) => readFrom(backend, key);
  const write = (key: string, value: string) => writeTo(backend, key, value);
  let sharing: Sharing | undefined;
  let isFull = false;
  const lost = new Map<Snapshot, readonly string[]>();
  /** The stored document as this page left or found it; any other is from another tab. */
  let known: string | undefined;
  async function warm(): Promise<Sharing> {
    sharing ??= await import("@relayscope/share");
    return sharing;
  }
  /** Synchronous if the code is loaded, as it must be when the user leaves the page. */
  function withSharing(act: (sharing: Sharing) => void): void {
    if (sharing) act(sharing);
    else void warm().then(act);
  }
  function saveDocument({ encodeStored, decodeStored }: Sharing, value: Snapshot): void {
    const present = read(documentKey);
    if (present !== undefined && present !== known) {
      const { opened } = decodeStored(present);
      if (opened.kind === "ok" && opened.snapshot.text !== value.text) write(previousKey, present);
    }
    const content = encodeStored(value);
    isFull = !(content && write(documentKey, content));
    known = isFull ? present : content;
  }
  function restored({ decodeStored }: Sharing, content: string): Snapshot | undefined {
    const { opened, lost: left } = decodeStored(content);
    if (opened.kind !== "ok") return undefined;
    if (left.length > 0) lost.set(opened.snapshot, left);
    return opened.snapshot;
  }
  async function snapshot(key: string): Promise<Snapshot | undefined> {
    const content = read(key);
    if (key === documentKey) known = content;
    return content === undefined ? undefined : restored(await warm(), content);
  }
  return {
    warm,
    loadDocument: () => snapshot(documentKey),
    saveDocument: (value) => withSharing((own) => saveDocument(own, value)),
    forgetDocument: () => {
      const present = read(documentKey);
      if (present) write(previousKey, present);
      write(documentKey, "");
    },
    isFull: () => isFull,
    lost,
    hasPrevious: () => read(previousKey) !== undefined,
    loadPrevious: () => snapshot(previousKey),
    savePrevious: (value) => withSharing(({ encodeFile }) => write(previousKey, encodeFile(value))),
    loadEntry: async (entry) => {
      const content = readFrom(tab, entryKey);
      if (!content?.startsWith(`${entry}\n`)) return undefined;
      return restored(await warm(), content.slice(entry.length + 1));
    },
    saveEntry: (entry, value) => {
      if (sharing) writeTo(tab, entryKey, `${entry}\n${sharing.encodeFile(value)}`);
    },
    loadPreferences: () => {
      try {
        return checkedPreferences(JSON.parse(read(preferencesKey) ?? "{}"));
      } catch {
        return initialPreferences;
      }
    },
    savePreferences: (value) => void write(preferencesKey, JSON.stringify(value)),
    weights,
    mayHaveWeights: () => read(weightsKey) === kept,
    markWeights: (areKept) => void write(weightsKey, areKept ? kept : ""),
    loadText: (key) => read(`relayscope.${key}`) ?? "",
    saveText: (key, text) => void write(`relayscope.${key}`, text),
  };
}
