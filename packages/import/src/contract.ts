/** The interface of every format's importer. */
import type { Dim, Module, TensorData } from "@relayscope/ir";
import type { Sources } from "./relay/sources.ts";

export interface ImportOptions {
  /** Whether weights stay variables, or become constants. Each format has the reference's default. */
  readonly keepsParameters?: boolean;
  /** Shapes to give inputs in place of their own. */
  readonly shapes?: ReadonlyMap<string, readonly Dim[]>;
  /** Element types that replace those of inputs, if the format's frontend supports that. */
  readonly dtypes?: ReadonlyMap<string, string>;
  /**
   * Whether a node that cannot be converted becomes an unknown operator; otherwise the import fails there, as in the
   * reference.
   */
  readonly leavesHoles?: boolean;
  /** Called with the number of converted nodes of the model. */
  readonly progress?: (done: number, total: number) => void;
}

export interface Imported {
  /** What the format is called. */
  readonly format: string;
  readonly module: Module;
  /** The node of the model that each Relay node comes from. */
  readonly sources: Sources;
  /** The operator of each node of the model, by the node's name. */
  readonly operatorOf: ReadonlyMap<string, string>;
  /** The weights, if they are kept as variables. */
  readonly params: ReadonlyMap<string, TensorData>;
  /** Whether the types belong to the module: what the reference does not infer during import stays unknown. */
  readonly isTyped: boolean;
  readonly problems: readonly ImportProblem[];
  /** Weights whose data is outside the file. */
  readonly leftOut: readonly { readonly name: string; readonly location: string }[];
}

/** A problem at a node, or with the model as a whole. */
export interface ImportProblem {
  readonly operator: string | undefined;
  /** The node's name; undefined for what is not about one node. */
  readonly node: string | undefined;
  readonly code: string;
  readonly message: string;
}

/** The description of a model before it is imported. Plain data. */
export interface ModelDescription {
  readonly format: string;
  /** Further facts about such a file: a version, its producer. */
  readonly facts: readonly string[];
  /** Sentences on unusual facts. */
  readonly notes: readonly string[];
  readonly inputs: readonly DescribedValue[];
  readonly outputs: readonly DescribedValue[];
  /** The unknown sizes of inputs: of one name, one size. */
  readonly unknownSizes: readonly UnknownSize[];
  /** Operators with how often they occur, the most frequent first; subgraphs counted. */
  readonly operators: readonly { readonly name: string; readonly count: number; readonly isSupported: boolean }[];
  readonly weights: number;
  /** Bytes of the weights that the file holds. */
  readonly weightBytes: number;
  /** Whether the reference's importer takes element types for inputs in place of the file's. */
  readonly takesTypes: boolean;
  /** Whether the reference's importer keeps weights as variables by default. */
  readonly keepsParameters: boolean;
}

export interface DescribedValue {
  readonly name: string;
  /** `float32`, or what it is where it is not a tensor. */
  readonly type: string;
  /** A size, or the key of an unknown one; undefined where no shape is stated. */
  readonly shape: readonly (number | string)[] | undefined;
}

export interface UnknownSize {
  readonly key: string;
  /** The name for readers: the file's name of the size, or the input and the axis. */
  readonly label: string;
  readonly guess: number;
  /** The reason for the guess, in a few words. */
  readonly reason: string;
  readonly usedBy: readonly string[];
}

/** A model that was read. */
export interface OpenModel {
  /** Counts, shapes and what the reference cannot convert, without importing anything. */
  describe(): ModelDescription;
  /**
   * The module of the model. Throws a `ConversionFailure` or a `ModelFailure` with a sentence if it cannot be imported;
   * with `leavesHoles` only if nothing can be imported.
   */
  import(options?: ImportOptions): Imported;
}

/** A file format. */
export interface ModelFormat {
  readonly name: string;
  /** How names of its files end. */
  readonly endings: readonly string[];
  /** Whether the bytes are marked as this format. */
  isMarked(bytes: Uint8Array): boolean;
  /** Throws a `ModelFailure` with a sentence if the bytes are not such a model. */
  open(bytes: Uint8Array): OpenModel;
}
