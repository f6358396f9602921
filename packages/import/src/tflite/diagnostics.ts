/** All messages about reading and importing a TFLite file. */
import { ConversionFailure, ModelFailure, quoted } from "../diagnostics.ts";

export const messages = {
  emptyFile: () => new ModelFailure("tflite-empty", "The file is empty."),
  notTflite: () => new ModelFailure("tflite-not-a-model", "The file is not a TFLite model: it does not read as a flatbuffer of one."),
  damaged: (what: string, at: number) =>
    new ModelFailure("tflite-damaged", `The file is damaged or cut off: ${what} at byte ${at} is outside of the file.`),
  tooMuch: (limit: number) =>
    new ModelFailure("tflite-too-much", `The file names more than ${limit} values outside of its weights: it is not read.`),
  noSubgraph: () => new ModelFailure("tflite-no-subgraph", "The file has no subgraph: there is nothing to import."),
  severalSubgraphs: (count: number) =>
    new ConversionFailure(`The model has ${count} subgraphs; TVM imports models with one subgraph.`, "tflite-several-subgraphs"),
  onlyMain: (count: number) =>
    `The model has ${count} subgraphs; TVM imports models with one subgraph. Only the first subgraph is imported here.`,
  noInputs: (subgraph: number) =>
    new ConversionFailure(`Subgraph ${subgraph} has no inputs, which TVM does not import.`, "tflite-no-inputs"),
  noOutputList: () => new ConversionFailure("The model has no list of outputs.", "tflite-no-outputs"),
  emptyOutputName: () =>
    new ConversionFailure("An output of the model has an empty name, which TVM does not import.", "tflite-output-name"),
  inputType: (name: string, type: string) =>
    new ConversionFailure(`The input ${quoted(name)} is a tensor of ${type}: only tensors of numbers can be inputs.`, "tflite-input-type"),
  inputShape: (name: string) =>
    new ConversionFailure(`The file states no shape for the input ${quoted(name)}: TVM needs one.`, "tflite-input-shape"),
  noOutputs: () => new ConversionFailure("None of the outputs that the model names is made by an operator.", "tflite-no-outputs"),
  unknownOutput: (name: string) => new ConversionFailure(`No operator makes the output ${quoted(name)}.`, "tflite-unknown-output"),
  unknownInputs: (names: readonly string[], known: readonly string[]) =>
    new ModelFailure(
      "tflite-unknown-input",
      `${names.map(quoted).join(", ")} ${names.length === 1 ? "is not an input" : "are not inputs"} of the model; its inputs are ${known.map(quoted).join(", ") || "none"}.`,
    ),
  noTensor: (index: number, count: number) =>
    new ConversionFailure(`it names tensor ${index}, and the subgraph has ${count}.`, "tflite-no-tensor"),
  unsupported: (operators: readonly string[]) =>
    new ConversionFailure(
      `TVM's TFLite frontend does not support the ${operators.length === 1 ? "operator" : "operators"} ${operators.map(quoted).join(", ")}.`,
      "tflite-unsupported-operator",
    ),
  unknownCode: (code: number) =>
    new ConversionFailure(`TVM's TFLite frontend knows no operator with the code ${code}.`, "tflite-unsupported-operator"),
  customOperator: (name: string) =>
    new ConversionFailure(
      `TVM's TFLite frontend does not support the custom operator ${quoted(name)}: \`TFLite_Detection_PostProcess\` is the only one that it takes.`,
      "tflite-unsupported-operator",
    ),
  dynamicRange: (operators: readonly string[]) =>
    new ConversionFailure(
      `${operators.map(quoted).join(", ")} ${operators.length === 1 ? "has" : "have"} quantized weights and float inputs and outputs (dynamic range quantization), which TVM refuses. Convert the model without it, or with full integer quantization.`,
      "tflite-dynamic-range",
    ),
  atNode: (operator: string, node: string, why: string) => `${quoted(operator)} at node ${quoted(node)} cannot be converted: ${why}`,
  hole: (operator: string, node: string, why: string) =>
    `${quoted(operator)} at node ${quoted(node)} cannot be converted: ${why} It becomes an unknown operator with the types that the file gives.`,
};
