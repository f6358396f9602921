/** All operators, family by family. A new family is one file in `families/` and one line here. */
import { type OperatorDefinition, type OperatorDefinitions, operatorTable } from "./definition.ts";
import { imageOperators } from "./families/image.ts";
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
import { visionOperators } from "./families/vision.ts";

/** Every family, in reading order. */
export const families: readonly (readonly OperatorDefinition[])[] = [
  // Tensors: element by element, reshaping, reducing, sorting, random numbers.
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
];

/** Every operator that the reference registers. Follows src/relay/op. */
export const operators: OperatorDefinitions = operatorTable(families);
