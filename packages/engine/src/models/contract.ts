/** The messages between the page and the worker that opens model files. Plain data. */
import type { ModelDescription } from "@relayscope/import";
import type { WeightValues } from "@relayscope/run/contract";

export type { DescribedValue, ModelDescription, UnknownSize } from "@relayscope/import";

/** How a model is to be imported. */
export interface ImportChoice {
  /** Sizes that the file leaves open, by key; `?` keeps one dynamic. */
  readonly sizes: readonly (readonly [key: string, size: number | "?"])[];
  /** Element types that replace the file's for inputs, by name, if the format's importer supports that. */
  readonly dtypes: readonly (readonly [name: string, dtype: string])[];
  /** Whether weights stay parameters of the function. By default they become constants. */
  readonly keepsParameters: boolean;
}

export interface ImportedModel {
  /** The module, each node with the name of the model's node after it. */
  readonly text: string;
  /** What could not be converted and became an unknown operator. */
  readonly problems: readonly ModelProblem[];
  /** Weights in other files, and those files. */
  readonly leftOut: { readonly weights: number; readonly files: readonly string[] };
}

export interface ModelProblem {
  readonly operator: string | undefined;
  readonly node: string | undefined;
  readonly message: string;
}

export interface ModelProgress {
  readonly what: "reading" | "importing";
  /** Bytes of the file, or nodes of the model. */
  readonly done: number;
  readonly total: number;
}

/** Values of weights as copies that are sent to the page. Of a large model, only some are sent. */
export interface SentValues {
  readonly values: WeightValues;
  /** How many weights are left without values. */
  readonly left: number;
}

export type ToModelWorker =
  | { readonly kind: "open"; readonly file: Blob }
  | { readonly kind: "import"; readonly id: number; readonly choice: ImportChoice }
  /** Asks for the values of the newest import's weights. */
  | { readonly kind: "values" };

export type FromModelWorker =
  | { readonly kind: "progress"; readonly progress: ModelProgress }
  | { readonly kind: "opened"; readonly description: ModelDescription }
  | { readonly kind: "imported"; readonly id: number; readonly model: ImportedModel }
  | ({ readonly kind: "values" } & SentValues)
  | { readonly kind: "failed"; readonly message: string };
