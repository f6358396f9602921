/** All operators, family by family. A new family is one file in `families/` and one line here. */
import { type OperatorDefinition, type OperatorDefinitions, operatorTable } from "./definition.ts";
import { nnActivation } from "./families/nnActivation.ts";
import { nnConvolution } from "./families/nnConvolution.ts";
import { nnDense } from "./families/nnDense.ts";
import { nnNormalization } from "./families/nnNormalization.ts";
import { nnPooling } from "./families/nnPooling.ts";
import { nnSpatial } from "./families/nnSpatial.ts";

/** Every family, in reading order. */
export const families: readonly (readonly OperatorDefinition[])[] = [
  // Tensors: element by element, reshaping, reducing, sorting, random numbers.
  // Neural networks: nn.*, contrib.*, vision.*, image.*, qnn.*.
  nnConvolution,
  nnDense,
  nnPooling,
  nnNormalization,
  nnActivation,
  nnSpatial,
  // The compiler's own: annotation.*, memory.*, vm.*, dyn.*, devices, debugging.
];

/** Every operator that the reference registers. Follows src/relay/op. */
export const operators: OperatorDefinitions = operatorTable(families);
