/** A lesson as plain data: steps with words, what they point at, what must become true, and how to get there. */
import type { CauseCode, PipelineStep, RunSpec, TargetSpec } from "@relayscope/engine";
import type { Block } from "@relayscope/prose";

/**
 * A call by its operator, or a variable by its name; `nth` counts calls of one operator in the order of the model, from
 * 1.
 */
export interface NodeName {
  readonly name: string;
  readonly nth: number;
}

/** The counts of a run that lessons use. */
export const counts = ["regions", "composites", "functions", "operators", "offloaded", "tensors"] as const;
export type Count = (typeof counts)[number];

/** What a pass decided. */
export const outcomes = ["merged", "refused"] as const;
export type Outcome = (typeof outcomes)[number];

/** What can be selected in any module that has it. */
export const selectables = ["region", "boundary", "host operator"] as const;
export type Selectable = (typeof selectables)[number];

/** What a step can need. `first regions`: a stage between the input and the last one has regions first. */
export const things = ["operator", ...selectables, "first regions"] as const;
export type Thing = (typeof things)[number];

export type Comparison = "=" | "<=" | ">=";

/** What must be true of the page. `after` names the pass it is looked at after; undefined: the last one. */
export type Goal =
  | {
      readonly kind: "count";
      readonly count: Count;
      readonly target: string | undefined;
      readonly after: string | undefined;
      readonly comparison: Comparison;
      readonly number: number;
    }
  | {
      readonly kind: "calls";
      readonly operator: string;
      readonly after: string | undefined;
      readonly comparison: Comparison;
      readonly number: number;
    }
  /** All calls of the operator are in regions, or none is. */
  | { readonly kind: "place"; readonly operator: string; readonly isOffloaded: boolean; readonly target: string | undefined }
  /** A composite of this name was made; `number` of them where it is given. */
  | { readonly kind: "composite"; readonly name: string; readonly number: number | undefined }
  /** The operator is in every composite of the name. */
  | { readonly kind: "holds"; readonly name: string; readonly operator: string }
  /** The composite's function takes so many inputs. */
  | { readonly kind: "parameters"; readonly name: string; readonly number: number }
  /** The chosen target's table has the pattern. */
  | { readonly kind: "pattern"; readonly name: string }
  | { readonly kind: "cause"; readonly code: CauseCode; readonly at: string | undefined; readonly isThere: boolean }
  | { readonly kind: "together"; readonly from: NodeName; readonly to: NodeName }
  /** The result of a call at the input has this shape, `1x4x2x2`. */
  | { readonly kind: "shape"; readonly node: NodeName; readonly shape: string }
  | { readonly kind: "function"; readonly name: string }
  | { readonly kind: "target"; readonly name: string }
  | { readonly kind: "stage"; readonly pass: string }
  | { readonly kind: "inside"; readonly pass: string }
  /** Inside the pass, at a decision of this outcome that is about a node of the stage before. */
  | { readonly kind: "decision"; readonly pass: string; readonly state: Outcome; readonly node: NodeName }
  | { readonly kind: "selected"; readonly node: NodeName }
  /** Any region, boundary or host operator of the module is selected. */
  | { readonly kind: "selected-thing"; readonly thing: Selectable }
  /** The first stage with regions is on screen. */
  | { readonly kind: "first-regions" }
  /** The dialog of a model file is open. */
  | { readonly kind: "model-open"; readonly file: string }
  /** A size that the file leaves open is filled in. */
  | { readonly kind: "size"; readonly name: string; readonly size: string }
  /** The text is that of an imported model. */
  | { readonly kind: "imported" }
  /** The dialog that compares targets is open. */
  | { readonly kind: "compared" }
  /** What is selected comes from this node of the model. */
  | { readonly kind: "selected-from"; readonly name: string };

/** What a step points at. */
export type Pointer =
  | { readonly kind: "node"; readonly node: NodeName }
  | { readonly kind: "region"; readonly number: number }
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "chip" | "field" | "button" | "tab"; readonly name: string };

export interface Choice {
  readonly text: string;
  readonly isRight: boolean;
  /** The reply to a learner who chooses it. */
  readonly reply: string;
}

/** What is to be predicted before the passes run. */
export type Prediction =
  | { readonly kind: "operators" }
  | { readonly kind: "pair" }
  | { readonly kind: "number"; readonly count: Count }
  | { readonly kind: "id"; readonly node: NodeName };

/** Something a learner does, as plain data: how a step is solved, and a wrong way. */
export type Act =
  | { readonly kind: "stage" | "inside" | "add" | "remove" | "switch-off" | "switch-on"; readonly pass: string }
  | { readonly kind: "decision"; readonly pass: string; readonly state: Outcome; readonly node: NodeName }
  | { readonly kind: "move"; readonly pass: string; readonly by: 1 | -1 }
  | { readonly kind: "option"; readonly pass: string; readonly option: string; readonly value: unknown }
  | { readonly kind: "select"; readonly node: NodeName }
  | { readonly kind: "select-thing"; readonly thing: Selectable }
  | { readonly kind: "first-regions" }
  | { readonly kind: "operators"; readonly target: string; readonly operators: readonly string[] }
  | { readonly kind: "pattern"; readonly target: string; readonly name: string; readonly pattern: string }
  | { readonly kind: "move-pattern"; readonly name: string; readonly by: 1 | -1 }
  | { readonly kind: "remove-pattern"; readonly name: string }
  | { readonly kind: "rename-pattern"; readonly name: string; readonly to: string }
  | { readonly kind: "target"; readonly name: string }
  | { readonly kind: "text"; readonly from: string; readonly to: string }
  /** Of the chosen target's files. */
  | { readonly kind: "code"; readonly from: string; readonly to: string }
  | { readonly kind: "bind"; readonly isOn: boolean }
  | { readonly kind: "level"; readonly level: number }
  | { readonly kind: "answer"; readonly number: number }
  | { readonly kind: "predict"; readonly guess: Guess }
  | { readonly kind: "model"; readonly file: string }
  | { readonly kind: "size"; readonly name: string; readonly size: string }
  | { readonly kind: "import" | "compare" | "close" }
  | { readonly kind: "find"; readonly name: string };

/** What was predicted. */
export type Guess =
  | { readonly kind: "operators"; readonly nodes: readonly NodeName[] }
  | { readonly kind: "pair"; readonly from: NodeName; readonly to: NodeName }
  | { readonly kind: "number"; readonly number: number };

/** What a lesson or a step puts on the page before it begins; what is undefined stays as it is. */
export interface Setup {
  /** The module's text, or the file that holds it. */
  readonly text?: string;
  readonly file?: string;
  /** The lesson is about the document on the page. */
  readonly isOwn?: true;
  readonly targets: readonly TargetSpec[];
  readonly target?: string;
  readonly pipeline?: readonly PipelineStep[];
  readonly bind?: boolean;
  readonly level?: number;
  /** The pass to show; `last` for the last one. */
  readonly show?: string;
  readonly view?: "map" | "operators";
  readonly panes?: "after" | "split" | "diff";
  /** The model file of the gallery whose dialog is open. */
  readonly model?: string;
  /** The tab to open next to the picture; `none` folds it away. */
  readonly open?: Panel;
}

export const panels = ["relay", "pipeline", "target", "outline", "selection", "why", "regions", "none"] as const;
export type Panel = (typeof panels)[number];

/** What a step needs of the run, and what is said instead of the step if the run does not have it. */
export interface Need {
  readonly thing: Thing;
  readonly otherwise: string;
}

export interface Step {
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly setup: Setup;
  /** The first that the run does not have decides. */
  readonly needs: readonly Need[];
  readonly points: readonly Pointer[];
  readonly goals: readonly Goal[];
  /** A question with sentences to choose from; empty where nothing is asked. */
  readonly question: string;
  readonly choices: readonly Choice[];
  readonly prediction: Prediction | undefined;
  /** The passes that run once something was predicted. */
  readonly runs: readonly PipelineStep[];
  readonly hints: readonly string[];
  /** The praise once the step is done. */
  readonly done: string;
  readonly solve: readonly Act[];
  readonly wrong: readonly Act[];
  /** Where it is in the file; one-based. */
  readonly line: number;
}

export interface Lesson {
  readonly title: string;
  readonly about: string;
  readonly minutes: number;
  readonly setup: Setup;
  readonly steps: readonly Step[];
}

export interface LessonProblem {
  /** One-based. */
  readonly line: number;
  readonly message: string;
}

/** A dialog of the page, as far as lessons speak of it. */
export type OpenDialog =
  | {
      readonly kind: "model";
      readonly file: string;
      /**
       * What is in the fields of sizes that the file leaves open, by name; what is missing is as the page guesses it.
       */
      readonly sizes: ReadonlyMap<string, string>;
    }
  | { readonly kind: "compare" };

/** The document that a lesson is worked on. */
export type LessonDocument = RunSpec;

/** Whether a step asks for something to be done. */
export function isActing(step: Step): boolean {
  return step.goals.length > 0 || step.choices.length > 0 || step.prediction !== undefined;
}
