/** The document, what undo restores, and what was applied to it. */
import {
  type Edit,
  type Outcome,
  type PipelineStep,
  type RunSpec,
  standardFlow,
  type TargetInfo,
  type WeightValues,
} from "@relayscope/engine";
import type { ExampleGroup } from "../exampleGroups.ts";
import type { ViewSlice } from "./view.ts";

/** Everything in a document but its text: what the Pipeline and Target tabs edit, and what undo restores. */
export interface Settings extends Omit<RunSpec, "text" | "values"> {
  /** Whether the pipeline runs on an already partitioned module; otherwise that is offered. */
  readonly partitionsAgain?: boolean;
}

/** The flow that a built-in target's users run. */
export function flowOf({ pipeline, optLevel, bindsParameters }: TargetInfo): Pick<Settings, "pipeline" | "optLevel" | "bindParameters"> {
  return { pipeline, optLevel, bindParameters: bindsParameters };
}

/** The name of a target's copy. */
export const copyName = (name: string): string => `${name}_copy`;

export interface PageDocument extends Settings {
  readonly text: string;
  /** A title and a note for the reader of a link, as plain text. */
  readonly title?: string;
  readonly note?: string;
}

/** A tried change that was applied. */
export interface AppliedChange {
  readonly edits: readonly Edit[];
  readonly before: Outcome;
  readonly after: Outcome;
  /** The document before it; undefined if a link came without it. */
  readonly from: PageDocument | undefined;
  /** The document after it. If the change is undone, the page has another document. */
  readonly document: PageDocument;
}

/** The values of a model's weights, next to the text that was imported from it. They belong to that document only. */
export interface Weights {
  /** As `documentNumber` counts them. */
  readonly document: number;
  readonly values: WeightValues;
}

export interface Example {
  readonly file: string;
  readonly group: ExampleGroup;
  readonly title: string;
  /** One sentence on what to look at. */
  readonly look: string;
  readonly settings: Settings;
  /** The stage to open on. */
  readonly stage: number;
}

/** TVM's BYOC flow, the initial flow of a target made by the user. */
export const byocPipeline: readonly PipelineStep[] = standardFlow.map((pass) => ({ pass, options: {} }));

export const emptyDocument: PageDocument = {
  text: "",
  pipeline: byocPipeline,
  target: "byoc-target",
  customTargets: [],
  optLevel: 2,
  bindParameters: false,
};

/** A document's settings, without its text. */
export function settingsOf({ pipeline, target, customTargets, optLevel, bindParameters, partitionsAgain = false }: Settings): Settings {
  return { pipeline, target, customTargets, optLevel, bindParameters, partitionsAgain };
}

/** The values of the weights of the document on screen, if there are any. */
export function weightsOf({ weights, documentNumber }: Pick<DocumentSlice, "weights" | "documentNumber">): WeightValues | undefined {
  return weights?.document === documentNumber ? weights.values : undefined;
}

/** A document with its view and the values of its weights. */
export type WholeDocument = PageDocument & Pick<ViewSlice, "view"> & { readonly values: WeightValues | undefined };

/** What undo restores: settings, or a whole document. */
export type PastEntry = Settings | WholeDocument;

export interface DocumentSlice {
  readonly document: PageDocument;
  readonly weights: Weights | undefined;
  readonly past: readonly PastEntry[];
  readonly future: readonly PastEntry[];
  /** Applied changes, first to last; `appliedChanges` says which of them are still in effect. */
  readonly changes: readonly AppliedChange[];
  /** Counts up when another document replaces the present one. What belongs to a document starts again with it. */
  readonly documentNumber: number;
}

export const noDocument: DocumentSlice = {
  document: emptyDocument,
  weights: undefined,
  past: [],
  future: [],
  changes: [],
  documentNumber: 0,
};
