/** The learner's progress and number, in the browser's memory. Stored text is checked like that of a link. */
import type { PageStorage } from "../state/storage.ts";

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

/** Whether a value is an integer from 0. */
export const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

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

/** The progress in each lesson, by name. */
export function loadProgress(storage: PageStorage): Readonly<Record<string, LessonProgress>> {
  try {
    return checkedProgress(JSON.parse(storage.loadText("lessons")));
  } catch {
    return {};
  }
}

export function saveProgress(storage: PageStorage, name: string, progress: LessonProgress): void {
  storage.saveText("lessons", JSON.stringify({ ...loadProgress(storage), [name]: progress }));
}

/** A random number that this browser drew once. It only determines the order of answers. */
export function learnerOf(storage: PageStorage): string {
  const known = storage.loadText("learner");
  if (/^\d{1,10}$/.test(known)) return known;
  const drawn = String(Math.floor(Math.random() * 1e9));
  storage.saveText("learner", drawn);
  return drawn;
}
