/** What a pass is. Follows include/tvm/ir/transform.h; a pass here also says where its nodes came from and what it decided. */
import type { Diagnostic, Expr, Lineage, Module } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import type { Decision } from "./decisions.ts";

/** One option of a pass, as data: it drives the form, the check of links, and the command line. */
export interface OptionSchema {
  readonly name: string;
  readonly type: "boolean" | "int" | "float" | "string" | "int[]" | "string[]" | "layouts" | "object";
  readonly default: unknown;
  readonly doc: string;
  /** The values allowed, where they are few. */
  readonly choices?: readonly (string | number)[];
  /** Whether it is taken for other passes' sake alone, as passes of quantization share their options: forms show it last. */
  readonly isReadElsewhere?: boolean;
}

/** What a pass runs under: the reference's PassContext, and what we hand along. */
export interface PassContext {
  readonly operators: OperatorDefinitions;
  /** Passes above this level are skipped inside a pipeline. The reference's default is 2. */
  readonly optLevel: number;
  readonly requiredPasses: readonly string[];
  readonly disabledPasses: readonly string[];
  readonly config: ReadonlyMap<string, unknown>;
  /** The target in force (`llvm`, `llvm -mcpu=...`), where there is one. */
  readonly target: string | undefined;
  /** Whether decisions are wanted. Where false, `decisions` stays empty and costs nothing. */
  readonly trace: boolean;
  /** The next number for variables that the reference makes up (`x_0`, `x_1`, ...); counted on through all passes that share it, else from 0 in each. */
  readonly freshNames?: { next: number };
}

export interface PassResult {
  readonly module: Module;
  readonly lineage: Lineage;
  /** Empty unless `context.trace`. */
  readonly decisions: readonly Decision[];
  /** An error here means that the pass failed: `module` is then the input module. */
  readonly diagnostics: readonly Diagnostic[];
}

export type PassOptions = Readonly<Record<string, unknown>>;

export interface Pass {
  /** The reference's name, e.g. `MergeComposite`. */
  readonly name: string;
  /** The name it answers to in lists of disabled and required passes, where that differs: the reference calls some sequences `sequential`. */
  readonly infoName?: string;
  /** One sentence. */
  readonly summary: string;
  readonly optLevel: number;
  /** Passes that run first inside a pipeline. */
  readonly requires: readonly string[];
  readonly options: readonly OptionSchema[];
  run(module: Module, options: PassOptions, context: PassContext): PassResult;
}

/**
 * Thrown inside a pass where the reference would raise, or where we cannot go on: the pass stops, the module before it stays,
 * and the pipeline reports the sentence with the pass and the node.
 */
export class PassFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly node?: Expr,
    readonly hints: readonly string[] = [],
  ) {
    super(message);
  }
}

/** A pass as given; the one place where a definition becomes a pass. */
export function definePass(pass: Pass): Pass {
  const run: Pass["run"] = (module, options, context) =>
    pass.run(module, options, context.freshNames ? context : { ...context, freshNames: { next: 0 } });
  return { ...pass, run };
}
