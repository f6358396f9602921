/** All operators, family by family. A new family is one file in `families/` and one line here. */
import { type OperatorDefinition, type OperatorDefinitions, operatorTable } from "./definition.ts";
import { annotationOperators } from "./families/annotation.ts";
import { binaryOperators } from "./families/binary.ts";
import { castOperators } from "./families/cast.ts";
import { createOperators } from "./families/create.ts";
import { dynamicOperators } from "./families/dynamic.ts";
import { dynamicImageOperators } from "./families/dynamicImage.ts";
import { imageOperators } from "./families/image.ts";
import { indexingOperators } from "./families/indexing.ts";
import { joinOperators } from "./families/join.ts";
import { layoutTransformOperators } from "./families/layoutTransform.ts";
import { nnActivationOperators } from "./families/nnActivation.ts";
import { nnConvolutionOperators } from "./families/nnConvolution.ts";
import { nnConvolutionPreparedOperators } from "./families/nnConvolutionPrepared.ts";
import { nnConvolutionSpecialOperators } from "./families/nnConvolutionSpecial.ts";
import { nnDenseOperators } from "./families/nnDense.ts";
import { nnLossOperators } from "./families/nnLoss.ts";
import { nnNormalizationOperators } from "./families/nnNormalization.ts";
import { nnPoolingOperators } from "./families/nnPooling.ts";
import { nnSparseOperators } from "./families/nnSparse.ts";
import { nnSpatialOperators } from "./families/nnSpatial.ts";
import { qnnConcatenateOperators } from "./families/qnnConcatenate.ts";
import { qnnConvertOperators } from "./families/qnnConvert.ts";
import { qnnElementwiseOperators } from "./families/qnnElementwise.ts";
import { qnnProductOperators } from "./families/qnnProduct.ts";
import { randomOperators } from "./families/random.ts";
import { reduceOperators } from "./families/reduce.ts";
import { reshapeOperators } from "./families/reshape.ts";
import { runtimeOperators } from "./families/runtime.ts";
import { scanOperators } from "./families/scan.ts";
import { sliceOperators } from "./families/slice.ts";
import { sortingOperators } from "./families/sorting.ts";
import { sparseOperators } from "./families/sparse.ts";
import { stretchOperators } from "./families/stretch.ts";
import { unaryOperators } from "./families/unary.ts";
import { visionOperators } from "./families/vision.ts";

/** Every family, in reading order. */
export const families: readonly (readonly OperatorDefinition[])[] = [
  // Tensors: element by element, reshaping, reducing, sorting, random numbers.
  unaryOperators,
  binaryOperators,
  castOperators,
  reshapeOperators,
  stretchOperators,
  joinOperators,
  sliceOperators,
  indexingOperators,
  createOperators,
  layoutTransformOperators,
  sparseOperators,
  scanOperators,
  reduceOperators,
  sortingOperators,
  randomOperators,
  // Neural networks: nn.*, contrib.*, vision.*, image.*, qnn.*.
  nnConvolutionOperators,
  nnConvolutionPreparedOperators,
  nnConvolutionSpecialOperators,
  nnDenseOperators,
  nnPoolingOperators,
  nnNormalizationOperators,
  nnActivationOperators,
  nnSpatialOperators,
  nnSparseOperators,
  nnLossOperators,
  visionOperators,
  imageOperators,
  qnnConvertOperators,
  qnnProductOperators,
  qnnElementwiseOperators,
  qnnConcatenateOperators,
  // The compiler's own: annotation.*, memory.*, vm.*, dyn.*, devices, debugging.
  annotationOperators,
  runtimeOperators,
  dynamicOperators,
  dynamicImageOperators,
];

/** Every operator that the reference registers. Follows src/relay/op. */
export const operators: OperatorDefinitions = operatorTable(families);
