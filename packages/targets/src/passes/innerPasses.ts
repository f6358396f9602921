/**
 * The passes that passes of the reference run themselves, which instruments hear of, too: as an installed one reports
 * them. Those of passes that are not listed depend on the module.
 */

export interface InnerPass {
  readonly name: string;
  readonly inner: readonly InnerPass[];
}

const pass = (name: string, ...inner: readonly InnerPass[]): InnerPass => ({ name, inner });

const inferType = pass("InferType");

/** Of a pass on functions: the types of what it made. */
export const innerOfFunctionPass: readonly InnerPass[] = [inferType];

const onFunctions = [
  "CanonicalizeCast",
  "CanonicalizeOps",
  "CombineParallelConv2D",
  "DefuseOps",
  "EliminateCommonSubexpr",
  "FakeQuantizationToInteger",
  "FastMath",
  "FlattenAtrousConv",
  "FoldConstant",
  "SimplifyInference",
  "ToGraphNormalForm",
];

export const innerPasses: ReadonlyMap<string, readonly InnerPass[]> = new Map([
  ...onFunctions.map((name) => [name, innerOfFunctionPass] as const),
  ["AnnotateTarget", [inferType, pass("AnnotateTargetFunc", inferType), inferType]],
  ["MergeCompilerRegions", [pass("MergeCompilerRegions", inferType), inferType]],
  [
    "PartitionGraph",
    [
      pass("FlattenNestedTuples", inferType),
      pass("RemoveDefaultAnnotations", inferType),
      pass("PartitionGraph", inferType, inferType),
      pass("NameMangleExtFuncs"),
      inferType,
    ],
  ],
]);
