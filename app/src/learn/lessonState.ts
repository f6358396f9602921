/** The state of a lesson in progress, and the interface that the lesson's view uses. */
import type { Guess, Lesson, NodeName, Remark, Step } from "@relayscope/lessons";
import type { Block } from "@relayscope/prose";
import type { StoreApi } from "zustand/vanilla";
import type { Draft } from "./draft.ts";
import type { Beginning } from "./handoutPages.ts";

export interface LessonState {
  /** The current step; the number of steps at the end. */
  readonly at: number;
  /** Steps that were done, from 0. */
  readonly done: ReadonlySet<number>;
  /** Steps that were done with help: predicted and corrected, or shown. */
  readonly helped: ReadonlySet<number>;
  /** What *Show me* did; empty while the learner does the step. */
  readonly shown: string;
  /** Whether the current step was just completed, so that its praise is shown. */
  readonly isDone: boolean;
  readonly remarks: readonly Remark[];
  /** What the lesson says about a completed step, with the values of the run. */
  readonly praise: string;
  /** How many attempts failed since the step began. */
  readonly misses: number;
  /** How many hints are open. */
  readonly hints: number;
  readonly answer: number | undefined;
  readonly guess: Guess | undefined;
  /** What is marked, and what is in the field for a number, before the passes run. */
  readonly marked: readonly NodeName[];
  readonly number: string;
  /** The step's words with the values of the run; undefined until they are known. */
  readonly words: readonly Block[] | undefined;
  /** The sentence that replaces the step if the module lacks what the step needs; empty otherwise. */
  readonly missing: string;
  /** Steps whose needs the module does not meet. */
  readonly needless: ReadonlySet<number>;
  /** Whether there is something to undo. */
  readonly canUndo: boolean;
}

export interface LessonSession {
  readonly store: StoreApi<LessonState>;
  readonly lesson: Lesson;
  goTo(at: number): void;
  answer(choice: number): void;
  /** Predicts, and runs the passes. */
  predict(guess: Guess): void;
  mark(nodes: readonly NodeName[]): void;
  writeNumber(text: string): void;
  /** What was done of the current step; undefined if nothing was, or if the document is the learner's own. */
  draft(): Draft | undefined;
  undo(): void;
  reset(): void;
  openHint(): void;
  /** The order in which a question's sentences are shown. */
  orderOf(step: Step): readonly number[];
  /** Whether the page can do the step by itself. */
  canShow(step: Step): boolean;
  /** Does the step, and says what it did. */
  show(): Promise<void>;
  /** Ids, at the stage on screen, of the nodes that the step points at and of those that are marked. */
  ringed(marked: readonly NodeName[]): Promise<readonly number[]>;
  /** What each step begins with, as if the earlier ones were done as the lesson says. */
  beginnings(): readonly Beginning[];
  /** Restores the page as it was before the lesson. */
  leave(): void;
}

export const noNodes: readonly NodeName[] = [];

/** A step as it begins. */
export const fresh = {
  isDone: false,
  remarks: [],
  praise: "",
  shown: "",
  misses: 0,
  hints: 0,
  answer: undefined,
  guess: undefined,
  marked: noNodes,
  number: "",
  canUndo: false,
  words: undefined,
  missing: "",
} as const;
