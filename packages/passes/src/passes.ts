/**
 * All passes by the reference's names, with one import and one line per pass. The page loads them when it needs one
 * that is not in `firstPasses.ts`; other code imports `@relayscope/passes/all`.
 */
import { annotateTarget } from "./byoc/annotateTarget.ts";
import { inlineCompilerFunctionsBoundTo } from "./byoc/inlineCompilerFunctionsBoundTo.ts";
import { markCompilerFunctionsAsExtern } from "./byoc/markCompilerFunctionsAsExtern.ts";
import { mergeCompilerRegions } from "./byoc/mergeCompilerRegions.ts";
import { mergeComposite } from "./byoc/mergeComposite.ts";
import { outlineCompilerFunctionsWithExistingGlobalSymbols } from "./byoc/outlineCompilerFunctionsWithExistingGlobalSymbols.ts";
import { flattenNestedTuples } from "./byoc/partitionGraph/flattenNestedTuples.ts";
import { nameMangleExtFuncs } from "./byoc/partitionGraph/nameMangleExtFuncs.ts";
import { partitionGraphWith } from "./byoc/partitionGraph/partitionGraph.ts";
import { removeDefaultAnnotations } from "./byoc/partitionGraph/removeDefaultAnnotations.ts";
import { inferTypeAgain } from "./core/inferType.ts";
import type { Pass } from "./core/pass.ts";
import { defuseOps } from "./fusion/defuseOps.ts";
import { fuseOps } from "./fusion/fuseOps.ts";
import { splitArgs } from "./fusion/splitArgs.ts";
import { alterOpLayout } from "./layout/alterOpLayout.ts";
import { convertLayout } from "./layout/convertLayout.ts";
import { legalize } from "./legalize/legalize.ts";
import { toANormalForm } from "./normalForm/toANormalForm.ts";
import { toBasicBlockNormalForm } from "./normalForm/toBasicBlockNormalForm.ts";
import { toGraphNormalForm } from "./normalForm/toGraphNormalForm.ts";
import { bindParameters } from "./prepare/bindParameters.ts";
import { canonicalizeCast } from "./prepare/canonicalizeCast.ts";
import { canonicalizeOps } from "./prepare/canonicalizeOps.ts";
import { deadCodeElimination } from "./prepare/deadCodeElimination.ts";
import { dynamicToStatic } from "./prepare/dynamicToStatic/dynamicToStatic.ts";
import { eliminateCommonSubexpr } from "./prepare/eliminateCommonSubexpr.ts";
import { fastMath } from "./prepare/fastMath.ts";
import { flattenAtrousConv } from "./prepare/flattenAtrousConv.ts";
import { foldConstant } from "./prepare/foldConstant.ts";
import { foldExplicitPadding } from "./prepare/foldExplicitPadding.ts";
import { inline } from "./prepare/inline.ts";
import { combineParallelBatchMatmul } from "./prepare/parallel/combineParallelBatchMatmul.ts";
import { combineParallelConv2D } from "./prepare/parallel/combineParallelConv2D.ts";
import { combineParallelDense } from "./prepare/parallel/combineParallelDense.ts";
import { mrvlRemoveDropoutPass, removeDropoutPass } from "./prepare/removeDropoutPass.ts";
import { removeUnusedFunctions } from "./prepare/removeUnusedFunctions.ts";
import { backwardFoldScaleAxis } from "./prepare/scaleAxis/backwardFoldScaleAxis.ts";
import { foldScaleAxis } from "./prepare/scaleAxis/foldScaleAxis.ts";
import { forwardFoldScaleAxis } from "./prepare/scaleAxis/forwardFoldScaleAxis.ts";
import { simplifyExpr } from "./prepare/simplifyExpr/simplifyExpr.ts";
import { simplifyInference } from "./prepare/simplifyInference.ts";
import { toMixedPrecision } from "./prepare/toMixedPrecision.ts";
import { fakeQuantizationToInteger } from "./quantize/fakeQuantized/fakeQuantizationToInteger.ts";
import { partitionConversions } from "./quantize/partitionConversions.ts";
import { quantizeAnnotate } from "./quantize/quantizeAnnotate.ts";
import { quantizeCalibrate } from "./quantize/quantizeCalibrate.ts";
import { quantizePartition } from "./quantize/quantizePartition.ts";
import { quantizeRealize } from "./quantize/quantizeRealize.ts";
import { removeStopFusion } from "./quantize/removeStopFusion.ts";
import { optimizeBatchnormPass } from "./targets/clml/optimizeBatchnormPass.ts";
import { cmsisnnFusePads } from "./targets/cmsisNn/cmsisnnFusePads.ts";
import { extractConstantsFromPartitionedFunction } from "./targets/cmsisNn/extractConstantsFromPartitionedFunction.ts";
import { generateCMSISNNConstants } from "./targets/cmsisNn/generateCMSISNNConstants.ts";
import { scalarToTensorConstants } from "./targets/cmsisNn/scalarToTensorConstants.ts";
import { legalizeQnnForDnnl } from "./targets/dnnl/legalizeQnnForDnnl.ts";
import { pruneDnnlSubgraphs } from "./targets/dnnl/pruneDnnlSubgraphs.ts";
import { convertEquivalents } from "./targets/ethosN/convertEquivalents.ts";
import { inlineNonComputeIntensivePartitions } from "./targets/ethosN/inlineNonComputeIntensivePartitions.ts";
import { preprocessExternalFuncIO } from "./targets/ethosU/preprocessExternalFuncIO.ts";
import { replicatePads } from "./targets/ethosU/replicatePads.ts";
import { addMrvlAttributes } from "./targets/mrvl/addMrvlAttributes.ts";
import { mrvlRemoveCopyPass } from "./targets/mrvl/mrvlRemoveCopyPass.ts";
import { repartitionMrvlSubgraphs } from "./targets/mrvl/repartitionMrvlSubgraphs.ts";
import { optimizedRegion } from "./targets/regionOptimizers.ts";
import { pruneTensorrtSubgraphs } from "./targets/tensorrt/pruneTensorrtSubgraphs.ts";
import { vitisAIAnnotationPass } from "./targets/vitisAi/vitisAIAnnotationPass.ts";

const passes: readonly Pass[] = [
  addMrvlAttributes,
  alterOpLayout,
  annotateTarget,
  backwardFoldScaleAxis,
  bindParameters,
  canonicalizeCast,
  canonicalizeOps,
  cmsisnnFusePads,
  combineParallelBatchMatmul,
  combineParallelConv2D,
  combineParallelDense,
  convertEquivalents,
  convertLayout,
  deadCodeElimination,
  defuseOps,
  dynamicToStatic,
  eliminateCommonSubexpr,
  extractConstantsFromPartitionedFunction,
  fakeQuantizationToInteger,
  fastMath,
  flattenAtrousConv,
  flattenNestedTuples,
  foldConstant,
  foldExplicitPadding,
  foldScaleAxis,
  forwardFoldScaleAxis,
  fuseOps,
  generateCMSISNNConstants,
  inferTypeAgain,
  inline,
  inlineCompilerFunctionsBoundTo,
  inlineNonComputeIntensivePartitions,
  legalize,
  legalizeQnnForDnnl,
  markCompilerFunctionsAsExtern,
  mergeCompilerRegions,
  mergeComposite,
  mrvlRemoveCopyPass,
  mrvlRemoveDropoutPass,
  nameMangleExtFuncs,
  optimizeBatchnormPass,
  outlineCompilerFunctionsWithExistingGlobalSymbols,
  partitionConversions,
  partitionGraphWith(optimizedRegion),
  preprocessExternalFuncIO,
  pruneDnnlSubgraphs,
  pruneTensorrtSubgraphs,
  quantizeAnnotate,
  quantizeCalibrate,
  quantizePartition,
  quantizeRealize,
  repartitionMrvlSubgraphs,
  removeDefaultAnnotations,
  removeDropoutPass,
  removeStopFusion,
  removeUnusedFunctions,
  replicatePads,
  scalarToTensorConstants,
  simplifyExpr,
  simplifyInference,
  splitArgs,
  toANormalForm,
  toBasicBlockNormalForm,
  toGraphNormalForm,
  toMixedPrecision,
  vitisAIAnnotationPass,
];

const byName: ReadonlyMap<string, Pass> = new Map(passes.map((pass) => [pass.name, pass]));

/** The names of all passes, in alphabetical order. */
export const passNames: readonly string[] = [...byName.keys()].sort();

/** The pass of that name; undefined if it does not exist. */
export function findPass(name: string): Pass | undefined {
  return byName.get(name);
}

export { listedPrecision, precisionLists } from "./prepare/mixedPrecision.ts";
