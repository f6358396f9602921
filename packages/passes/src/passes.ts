/**
 * All passes by the reference's names. One import and one line a pass. The page loads them when one is asked for that `firstPasses.ts` has not;
 * elsewhere import `@relayscope/passes/all`.
 */
import { addMrvlAttributes } from "./addMrvlAttributes.ts";
import { alterOpLayout } from "./alterOpLayout.ts";
import { annotateTarget } from "./annotateTarget.ts";
import { backwardFoldScaleAxis } from "./backwardFoldScaleAxis.ts";
import { bindParameters } from "./bindParameters.ts";
import { canonicalizeCast } from "./canonicalizeCast.ts";
import { canonicalizeOps } from "./canonicalizeOps.ts";
import { cmsisnnFusePads } from "./cmsisnnFusePads.ts";
import { combineParallelBatchMatmul } from "./combineParallelBatchMatmul.ts";
import { combineParallelConv2D } from "./combineParallelConv2D.ts";
import { combineParallelDense } from "./combineParallelDense.ts";
import { convertEquivalents } from "./convertEquivalents.ts";
import { convertLayout } from "./convertLayout.ts";
import { deadCodeElimination } from "./deadCodeElimination.ts";
import { defuseOps } from "./defuseOps.ts";
import { dynamicToStatic } from "./dynamicToStatic.ts";
import { eliminateCommonSubexpr } from "./eliminateCommonSubexpr.ts";
import { extractConstantsFromPartitionedFunction } from "./extractConstantsFromPartitionedFunction.ts";
import { flattenNestedTuples } from "./flattenNestedTuples.ts";
import { foldConstant } from "./foldConstant.ts";
import { foldScaleAxis } from "./foldScaleAxis.ts";
import { forwardFoldScaleAxis } from "./forwardFoldScaleAxis.ts";
import { fuseOps } from "./fuseOps.ts";
import { generateCMSISNNConstants } from "./generateCMSISNNConstants.ts";
import { inferTypeAnew } from "./inferType.ts";
import { inline } from "./inline.ts";
import { inlineCompilerFunctionsBoundTo } from "./inlineCompilerFunctionsBoundTo.ts";
import { inlineNonComputeIntensivePartitions } from "./inlineNonComputeIntensivePartitions.ts";
import { markCompilerFunctionsAsExtern } from "./markCompilerFunctionsAsExtern.ts";
import { mergeCompilerRegions } from "./mergeCompilerRegions.ts";
import { mergeComposite } from "./mergeComposite.ts";
import { mrvlRemoveCopyPass } from "./mrvlRemoveCopyPass.ts";
import { nameMangleExtFuncs } from "./nameMangleExtFuncs.ts";
import { optimizeBatchnormPass } from "./optimizeBatchnormPass.ts";
import { outlineCompilerFunctionsWithExistingGlobalSymbols } from "./outlineCompilerFunctionsWithExistingGlobalSymbols.ts";
import { partitionConversions } from "./partitionConversions.ts";
import { partitionGraphWith } from "./partitionGraph.ts";
import type { Pass } from "./pass.ts";
import { preprocessExternalFuncIO } from "./preprocessExternalFuncIO.ts";
import { pruneDnnlSubgraphs } from "./pruneDnnlSubgraphs.ts";
import { pruneTensorrtSubgraphs } from "./pruneTensorrtSubgraphs.ts";
import { quantizeAnnotate } from "./quantizeAnnotate.ts";
import { quantizeCalibrate } from "./quantizeCalibrate.ts";
import { quantizePartition } from "./quantizePartition.ts";
import { quantizeRealize } from "./quantizeRealize.ts";
import { optimizedRegion } from "./regionOptimizers.ts";
import { removeDefaultAnnotations } from "./removeDefaultAnnotations.ts";
import { mrvlRemoveDropoutPass, removeDropoutPass } from "./removeDropoutPass.ts";
import { removeUnusedFunctions } from "./removeUnusedFunctions.ts";
import { repartitionMrvlSubgraphs } from "./repartitionMrvlSubgraphs.ts";
import { replicatePads } from "./replicatePads.ts";
import { scalarToTensorConstants } from "./scalarToTensorConstants.ts";
import { simplifyExpr } from "./simplifyExpr.ts";
import { simplifyInference } from "./simplifyInference.ts";
import { toANormalForm } from "./toANormalForm.ts";
import { toBasicBlockNormalForm } from "./toBasicBlockNormalForm.ts";
import { toGraphNormalForm } from "./toGraphNormalForm.ts";
import { vitisAIAnnotationPass } from "./vitisAIAnnotationPass.ts";

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
  flattenNestedTuples,
  foldConstant,
  foldScaleAxis,
  forwardFoldScaleAxis,
  fuseOps,
  generateCMSISNNConstants,
  inferTypeAnew,
  inline,
  inlineCompilerFunctionsBoundTo,
  inlineNonComputeIntensivePartitions,
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
  removeUnusedFunctions,
  replicatePads,
  scalarToTensorConstants,
  simplifyExpr,
  simplifyInference,
  toANormalForm,
  toBasicBlockNormalForm,
  toGraphNormalForm,
  vitisAIAnnotationPass,
];

const byName: ReadonlyMap<string, Pass> = new Map(passes.map((pass) => [pass.name, pass]));

/** The names of all passes, in alphabetical order. */
export const passNames: readonly string[] = [...byName.keys()].sort();

/** The pass of that name; undefined where it is not built. */
export function findPass(name: string): Pass | undefined {
  return byName.get(name);
}
