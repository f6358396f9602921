/**
 * The passes that passes of the reference run themselves, and that instruments are notified of, too: as an installed
 * TVM reports them. Those of ToMixedPrecision and DynamicToStatic depend on the module, and are not listed.
 */
import type { Module } from "@relayscope/ir";
import type { ContextData } from "./passData.ts";

export interface InnerPass {
  readonly name: string;
  readonly inner: readonly InnerPass[];
}

/** A run of a pass that is over. */
export interface PassedModule {
  readonly before: Module;
  readonly after: Module;
  readonly context: ContextData;
}

const pass = (name: string, ...inner: readonly InnerPass[]): InnerPass => ({ name, inner });

export const inferType = pass("InferType");

/** Of a pass on functions: the types of what it made. */
export const innerOfFunctionPass: readonly InnerPass[] = [inferType];

const onFunctions = [
  "AlterOpLayout",
  "BackwardFoldScaleAxis",
  "CanonicalizeCast",
  "CanonicalizeOps",
  "CombineParallelBatchMatmul",
  "CombineParallelConv2D",
  "CombineParallelDense",
  "ConvertLayout",
  "DefuseOps",
  "EliminateCommonSubexpr",
  "FakeQuantizationToInteger",
  "FastMath",
  "FlattenAtrousConv",
  "FoldConstant",
  "FoldExplicitPadding",
  "ForwardFoldScaleAxis",
  "FuseOps",
  "Legalize",
  "MergeComposite",
  "SimplifyExpr",
  "SimplifyInference",
  "SplitArgs",
  "ToGraphNormalForm",
];

type Inner = readonly InnerPass[] | ((passed: PassedModule) => readonly InnerPass[]);

/** InferType of each function. */
function ofEach({ functions }: Module): readonly InnerPass[] {
  return Array.from(functions, () => inferType);
}

const passes: ReadonlyMap<string, Inner> = new Map<string, Inner>([
  ...onFunctions.map((name) => [name, innerOfFunctionPass] as const),
  ["AnnotateTarget", [inferType, pass("AnnotateTargetFunc", inferType), inferType]],
  ["MergeCompilerRegions", [pass("MergeCompilerRegions", inferType), inferType]],
  [
    "PartitionGraph",
    ({ before, after }) => [
      pass("FlattenNestedTuples", ...ofEach(before)),
      pass("RemoveDefaultAnnotations", ...ofEach(before)),
      pass("PartitionGraph", ...ofEach(after)),
      pass("NameMangleExtFuncs"),
      inferType,
    ],
  ],
  ["FoldScaleAxis", ({ context }) => scaleAxisPasses(context)],
]);

/** It is a sequence, whose passes run under the context. */
function scaleAxisPasses({ optLevel, disabledPasses, requiredPasses }: ContextData): readonly InnerPass[] {
  const runs = (name: string, level: number) => !disabledPasses.includes(name) && (requiredPasses.includes(name) || level <= optLevel);
  const scaled = ["BackwardFoldScaleAxis", "ForwardFoldScaleAxis"].filter((name) => runs(name, 3));
  const folded = runs("FoldConstant", 2) ? [pass("FoldConstant", inferType)] : [];
  return [...scaled.flatMap((name) => [inferType, pass(name, inferType)]), ...folded];
}

/** The inner passes of a pass of the compiler, without those that are reported while it works. */
export function innerPasses(name: string, passed: PassedModule): readonly InnerPass[] {
  const inner = passes.get(name) ?? [];
  return typeof inner === "function" ? inner(passed) : inner;
}
