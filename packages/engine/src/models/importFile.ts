/** A model imported in this process, as the worker and the command line do. */
import {
  ConversionFailure,
  importedTextWithValues,
  ModelFailure,
  type OpenModel,
  operatorComment,
  readModel,
  shapesWith,
} from "@relayscope/import";
import type { WeightValues } from "@relayscope/run/contract";
import type { ImportedModel } from "./contract.ts";

export interface FileImport {
  /** Shapes for inputs, by name. */
  readonly shapes?: ReadonlyMap<string, readonly (number | "?")[]>;
  /** Element types for inputs, by name. */
  readonly dtypes?: ReadonlyMap<string, string>;
  /** By default as the reference's importer does. */
  readonly keepsParameters?: boolean;
  readonly progress?: (done: number, total: number) => void;
}

/** Also has the values of the weights: views of the file that are read on first use. */
export interface FileImported extends ImportedModel {
  readonly values: WeightValues;
}

/**
 * The module of a model, and what could not be converted. Throws if nothing can be imported; `failureSentence` says
 * why.
 */
export function importFile(model: OpenModel, options: FileImport): FileImported {
  const result = model.import({ ...options, leavesHoles: true });
  const { text, constants, parameters } = importedTextWithValues(result);
  return {
    text: operatorComment(result) + text,
    values: { constants, parameters },
    problems: result.problems.map(({ operator, node, message }) => ({ operator, node, message })),
    leftOut: { weights: result.leftOut.length, files: [...new Set(result.leftOut.map((w) => w.location))].sort() },
  };
}

/** Why a file could not be read or imported. */
export function failureSentence(error: unknown): string {
  if (error instanceof ModelFailure || error instanceof ConversionFailure) return error.message;
  if (error instanceof RangeError) return "The file needs more memory than there is.";
  return error instanceof Error ? error.message : String(error);
}

export { readModel, shapesWith };
