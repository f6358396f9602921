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
const lessonsKey = "relayscope.lessons";
const draftKey = "relayscope.lesson-draft";
const learnerKey = "relayscope.learner";
const weightsKey = "relayscope.weights";
const kept = "kept";

export type Sharing = typeof import("@relayscope/share");

export interface PageStorage {
  /** Loads the code that reads and writes snapshots, which the first picture does not need. */
  warm(): Promise<Sharing>;
  loadDocument(): Promise<Snapshot | undefined>;
  /** Another document that another tab stored meanwhile becomes the previous one. */
  saveDocument(snapshot: Snapshot): void;
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
  /** The progress in each lesson, by name. */
  loadProgress(): Readonly<Record<string, LessonProgress>>;
  saveProgress(name: string, progress: LessonProgress): void;
  /** What was done of the step of a lesson that was left last, as `learn/draft.ts` writes it; empty if nothing was. */
  loadDraft(): string;
  saveDraft(text: string): void;
  /** A random number that this browser drew once. It decides the order of answers and says nothing else. */
  learner(): string;
}

export interface LessonProgress {
  /** The current step, from 0. */
  readonly at: number;
  /** Steps that were done, from 0. */
  readonly done: readonly number[];
  readonly isFinished: boolean;
  /** The completed steps that were done with help: predicted and corrected, or shown. */
  readonly helped?: readonly number[];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

function checkedProgress(value: unknown): Readonly<Record<string, LessonProgress>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) => {
      if (name === "__proto__" || !isRecord(entry) || !isCount(entry.at) || !Array.isArray(entry.done)) return [];
      return [
        [
          name,
          {
            at: entry.at,
            done: entry.done.filter(isCount),
            isFinished: entry.isFinished === true,
            helped: Array.isArray(entry.helped) ? entry.helped.filter(isCount) : [],
          },
        ],
      ];
    }),
  );
}

function booleanOr(value: unknown, fallback: boolean): boolean {
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
  function saveDocument({ encodeFile, decodeStored }: Sharing, value: Snapshot): void {
    const present = read(documentKey);
    if (present !== undefined && present !== known) {
      const { opened } = decodeStored(present);
      if (opened.kind === "ok" && opened.snapshot.text !== value.text) write(previousKey, present);
    }
    const content = encodeFile(value);
    isFull = !write(documentKey, content);
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
  function loadProgress(): Readonly<Record<string, LessonProgress>> {
    try {
      return checkedProgress(JSON.parse(read(lessonsKey) ?? "{}"));
    } catch {
      return {};
    }
  }
  return {
    warm,
    loadDocument: () => snapshot(documentKey),
    saveDocument: (value) => withSharing((own) => saveDocument(own, value)),
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
    loadProgress,
    loadDraft: () => read(draftKey) ?? "",
    saveDraft: (text) => void write(draftKey, text),
    learner: () => {
      const known = read(learnerKey);
      if (known !== undefined && /^\d{1,10}$/.test(known)) return known;
      const drawn = String(Math.floor(Math.random() * 1e9));
      write(learnerKey, drawn);
      return drawn;
    },
    saveProgress: (name, progress) => void write(lessonsKey, JSON.stringify({ ...loadProgress(), [name]: progress })),
  };
}
