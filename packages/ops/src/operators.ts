/**
 * All operators, family by family. A new family is one file in `families/` and one line here (in `firstOperators.ts`
 * only where the page must have it at once).
 */
import { type OperatorDefinition, type OperatorDefinitions, operatorTable } from "./definition.ts";
import { createOperators } from "./families/create.ts";
import { dynamicOperators } from "./families/dynamic.ts";
import { dynamicImageOperators } from "./families/dynamicImage.ts";
import { imageOperators } from "./families/image.ts";
import { indexingOperators } from "./families/indexing.ts";
import { joinOperators } from "./families/join.ts";
import { layoutTransformOperators } from "./families/layoutTransform.ts";
import { nnConvolutionPreparedOperators } from "./families/nnConvolutionPrepared.ts";
import { nnConvolutionSpecialOperators } from "./families/nnConvolutionSpecial.ts";
import { nnLossOperators } from "./families/nnLoss.ts";
import { nnSparseOperators } from "./families/nnSparse.ts";
import { nnSpatialOperators } from "./families/nnSpatial.ts";
import { qnnConcatenateOperators } from "./families/qnnConcatenate.ts";
import { qnnConvertOperators } from "./families/qnnConvert.ts";
import { qnnElementwiseOperators } from "./families/qnnElementwise.ts";
import { qnnProductOperators } from "./families/qnnProduct.ts";
import { randomOperators } from "./families/random.ts";
import { runtimeOperators } from "./families/runtime.ts";
import { scanOperators } from "./families/scan.ts";
import { sliceOperators } from "./families/slice.ts";
import { sortingOperators } from "./families/sorting.ts";
import { sparseOperators } from "./families/sparse.ts";
import { stretchOperators } from "./families/stretch.ts";
import { visionOperators } from "./families/vision.ts";
import { firstFamilies } from "./firstOperators.ts";

/** Every family by its file's name, in reading order. */
export const families: Readonly<Record<string, readonly OperatorDefinition[]>> = {
  // Tensors: element by element, reshaping, reducing, sorting, random numbers.
  unary: firstFamilies.unary,
  binary: firstFamilies.binary,
  cast: firstFamilies.cast,
  reshape: firstFamilies.reshape,
  stretch: stretchOperators,
  join: joinOperators,
  slice: sliceOperators,
  indexing: indexingOperators,
  create: createOperators,
  layoutTransform: layoutTransformOperators,
  sparse: sparseOperators,
  scan: scanOperators,
  reduce: firstFamilies.reduce,
  sorting: sortingOperators,
  random: randomOperators,
  // Neural networks: nn.*, contrib.*, vision.*, image.*, qnn.*.
  nnConvolution: firstFamilies.nnConvolution,
  nnConvolutionPrepared: nnConvolutionPreparedOperators,
  nnConvolutionSpecial: nnConvolutionSpecialOperators,
  nnDense: firstFamilies.nnDense,
  nnPooling: firstFamilies.nnPooling,
  nnNormalization: firstFamilies.nnNormalization,
  nnActivation: firstFamilies.nnActivation,
  nnSpatial: nnSpatialOperators,
  nnSparse: nnSparseOperators,
  nnLoss: nnLossOperators,
  vision: visionOperators,
  image: imageOperators,
  qnnConvert: qnnConvertOperators,
  qnnProduct: qnnProductOperators,
  qnnElementwise: qnnElementwiseOperators,
  qnnConcatenate: qnnConcatenateOperators,
  // The compiler's own: annotation.*, memory.*, vm.*, dyn.*, devices, debugging.
  annotation: firstFamilies.annotation,
  runtime: runtimeOperators,
  dynamic: dynamicOperators,
  dynamicImage: dynamicImageOperators,
};

/** Every operator that the reference registers. Follows src/relay/op. */
export const operators: OperatorDefinitions = operatorTable(Object.values(families));
