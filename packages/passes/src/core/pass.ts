/**
 * Defines passes. Follows include/tvm/ir/transform.h. A pass here also reports the lineage of its nodes and its
 * decisions.
 */
import type { Diagnostic, Expr, Lineage, Module, TensorData } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import type { PrecisionRule } from "../prepare/mixedPrecision.ts";
import type { Decision } from "./decisions.ts";
import type { AlterCall, LayoutConverter, LegalizeCall } from "./layoutConverter.ts";
import { type GivenOptions, type OptionSchema, type OptionsOf, readOptions } from "./options.ts";
import type { CompositePattern, OperatorRules } from "./tables.ts";

/**
 * The tables of the targets in force: MergeComposite asks for the patterns, AnnotateTarget for the rules,
 * PartitionGraph for the hooks.
 */
export interface TargetTables {
  /** In order: an earlier pattern takes the nodes that a later one could have had. */
  readonly patterns: readonly CompositePattern[];
  readonly rules: OperatorRules;
  /**
   * By target: the pass that the target's own file runs on the function of each region, in a module of only that
   * function.
   */
  readonly regionHooks?: ReadonlyMap<string, Pass>;
}

/** The context that a pass runs in: the reference's PassContext, with additions. */
export interface PassContext {
  readonly operators: OperatorDefinitions;
  /** Passes above this level are skipped inside a pipeline. The reference's default is 2. */
  readonly optLevel: number;
  readonly requiredPasses: readonly string[];
  readonly disabledPasses: readonly string[];
  readonly config: ReadonlyMap<string, unknown>;
  /** The target in force (`llvm`, `llvm -mcpu=...`), if any. */
  readonly target: string | undefined;
  /** The patterns and rules of the targets in force; none where absent. */
  readonly tables?: TargetTables;
  /** By operator, how the target's file converts calls to layouts; null: it leaves the operator unchanged. */
  readonly layoutConverters?: ReadonlyMap<string, LayoutConverter | null>;
  /** Whether ConvertLayout leaves the next convolution as it is. It is asked once for each. */
  readonly leavesLayout?: (() => boolean) | undefined;
  /** By operator, how the target's file alters calls in AlterOpLayout. */
  readonly layoutAlterers?: ReadonlyMap<string, AlterCall>;
  /** By operator, how the target's file legalizes calls under an attribute's name; null: it leaves it unchanged. */
  readonly legalizers?: (attribute: string) => ReadonlyMap<string, LegalizeCall | null>;
  /** By operator, how ToMixedPrecision computes calls; null: the target's file took the rule away. */
  readonly precisions?: ReadonlyMap<string, PrecisionRule | null>;
  /** Whether EliminateCommonSubexpr leaves a call or an item of a tuple as it is. */
  readonly keepsApart?: ((node: Expr) => boolean) | undefined;
  /** Values of parameters by name, for BindParameters; a parameter without one becomes a constant without data. */
  readonly parameters?: ReadonlyMap<string, TensorData>;
  /**
   * Whether the text of the module has holes, so that something is unknown. Then unknowns stop nothing: a result with
   * unknown types is accepted, and a pass that can't continue is skipped.
   */
  readonly hasHoles?: boolean;
  /**
   * Whether all holes are values of constants. A module that a pass makes ill-formed is so in the reference, too, and
   * what a pattern or a check of a file raises without asking for a value is raised there, too.
   */
  readonly lacksOnlyValues?: boolean;
  /** Whether decisions are wanted. Where false, `decisions` stays empty and costs nothing. */
  readonly trace: boolean;
  /**
   * The next number for generated variables (`x_0`, `x_1`, ...). Passes that share this object continue the numbers;
   * otherwise each starts at 0.
   */
  readonly freshNames?: { next: number };
  /** Called where a pass of the reference runs InferType while it works, which instruments of its context hear. */
  readonly onInferType?: (() => void) | undefined;
}

/** Code of a failure: a check or rule of the user's file raises, as it does in TVM. */
export const ownCheckRaises = "check-raises";

/** Codes of failures that no missing value causes: the pass raises on the whole text, too. */
const ofNoValue: ReadonlySet<string> = new Set([
  "cyclic-regions",
  "ill-scoped-result",
  ownCheckRaises,
  "attribute-undefined",
  "attribute-not-comparable",
  "none-pattern",
  "operands-missing",
  "type-of-operator",
]);

/** Whether a failure may be caused by a hole of the text. Such a failure must not stop the passes. */
export function isOfHole({ hasHoles, lacksOnlyValues }: PassContext, { code }: Diagnostic): boolean {
  return hasHoles === true && !(lacksOnlyValues === true && ofNoValue.has(code));
}

/** A context at opt level 3 without required passes, disabled passes or traces, except as given in `changes`. */
export function passContext(operators: OperatorDefinitions, changes: Partial<PassContext> = {}): PassContext {
  return {
    operators,
    optLevel: 3,
    requiredPasses: [],
    disabledPasses: [],
    config: new Map(),
    target: undefined,
    trace: false,
    ...changes,
  };
}

export interface PassResult {
  readonly module: Module;
  /** From this module's nodes to those of the module before. */
  readonly lineage: Lineage;
  /** Empty unless `context.trace`. */
  readonly decisions: readonly Decision[];
  /** An error here means that the pass failed: `module` is then the input module. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The input of a pass. An option of the wrong type stops it. */
export interface PassInput {
  readonly module: Module;
  readonly options: GivenOptions;
  readonly context: PassContext;
}

/** The description of a pass. */
export interface PassTitle<S extends OptionSchema = OptionSchema> {
  /** The reference's name, e.g. `MergeComposite`. */
  readonly name: string;
  /**
   * Its name in lists of disabled and required passes, if that differs: the reference calls some sequences
   * `sequential`.
   */
  readonly infoName?: string;
  /** One sentence. */
  readonly summary: string;
  /** The reference's files that the pass follows; `file@release` for a release other than 0.19.0. */
  readonly upstream: readonly string[];
  readonly optLevel: number;
  /** Passes that run first inside a pipeline, if there are any. */
  readonly requires?: readonly Pass[];
  readonly options: S;
  /**
   * The only target whose regions the pass changes, if the reference's code names it. A pass with the option `compiler`
   * has the target there instead.
   */
  readonly boundTo?: string;
}

/** The title of a pass as its file states it: without options, it has none; without a level, 0. */
export type TitleParts<S extends OptionSchema> = Omit<PassTitle<S>, "options" | "optLevel"> &
  Partial<Pick<PassTitle<S>, "options" | "optLevel">>;

export interface Pass extends PassTitle {
  run(input: PassInput): PassResult;
}

/** The input of a pass's own code, with the options read. */
export interface PassRun<S extends OptionSchema> {
  readonly module: Module;
  readonly options: OptionsOf<S>;
  readonly context: PassContext;
}

/** The code for a skip because the text lacks a type or a value that the reference would have. */
export const typeUnknown = "type-unknown";

/** The code of a failure that needs a constant's missing values. */
export const valueUnknown = "value-unknown";

/** The only place where a definition becomes a pass: it reads the options and gets a counter for new names. */
export function definePass<const S extends OptionSchema>(
  definition: TitleParts<S> & { readonly run: (run: PassRun<S>) => PassResult },
): Pass {
  // A pass that states no options reads none.
  const { run, options: schema = {} as S, optLevel = 0, ...title } = definition;
  return {
    ...title,
    options: schema,
    optLevel,
    run: ({ module, options, context }) =>
      run({
        module,
        options: readOptions(schema, options),
        context: context.freshNames ? context : { ...context, freshNames: { next: 0 } },
      }),
  };
}
