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

/** Every family by its file's name, in reading order. */
export const families: Readonly<Record<string, readonly OperatorDefinition[]>> = {
  // Tensors: element by element, reshaping, reducing, sorting, random numbers.
  unary: unaryOperators,
  binary: binaryOperators,
  cast: castOperators,
  reshape: reshapeOperators,
  stretch: stretchOperators,
  join: joinOperators,
  slice: sliceOperators,
  indexing: indexingOperators,
  create: createOperators,
  layoutTransform: layoutTransformOperators,
  sparse: sparseOperators,
  scan: scanOperators,
  reduce: reduceOperators,
  sorting: sortingOperators,
  random: randomOperators,
  // Neural networks: nn.*, contrib.*, vision.*, image.*, qnn.*.
  nnConvolution: nnConvolutionOperators,
  nnConvolutionPrepared: nnConvolutionPreparedOperators,
  nnConvolutionSpecial: nnConvolutionSpecialOperators,
  nnDense: nnDenseOperators,
  nnPooling: nnPoolingOperators,
  nnNormalization: nnNormalizationOperators,
  nnActivation: nnActivationOperators,
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
  annotation: annotationOperators,
  runtime: runtimeOperators,
  dynamic: dynamicOperators,
  dynamicImage: dynamicImageOperators,
};

/** Every operator that the reference registers. Follows src/relay/op. */
export const operators: OperatorDefinitions = operatorTable(Object.values(families));
