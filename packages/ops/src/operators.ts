/** All operators, family by family. A new family is one file in `families/` and one line here. */
import { type OperatorDefinition, type OperatorDefinitions, operatorTable } from "./definition.ts";

/** Every family, in reading order. */
export const families: readonly (readonly OperatorDefinition[])[] = [
  // Tensors: element by element, reshaping, reducing, sorting, random numbers.
  // Neural networks: nn.*, contrib.*, vision.*, image.*, qnn.*.
  // The compiler's own: annotation.*, memory.*, vm.*, dyn.*, devices, debugging.
];

/** Every operator that the reference registers. Follows src/relay/op. */
export const operators: OperatorDefinitions = operatorTable(families);
