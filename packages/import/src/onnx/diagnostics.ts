/** All messages about reading and importing an ONNX file. */
import { ConversionFailure, ModelFailure, quoted } from "../diagnostics.ts";

export const messages = {
  unboundInputs: (names: ReadonlySet<string>) =>
    new ConversionFailure(
      `The body of an \`If\`, \`Loop\` or \`Scan\` uses ${[...names].map(quoted).join(", ")}, which TVM's frontend does not pass into it: TVM fails to import the model.`,
      "onnx-unbound-input",
    ),
  noTypes: () => new ModelFailure("onnx-given-type", "An ONNX file sets the element types of its inputs; they cannot be changed."),
  tooManyConversions: (limit: number) =>
    new ModelFailure(
      "onnx-too-many-conversions",
      `Loops are nested so deep that the import converts more than ${limit} nodes, each twice as often as the loop around it: it stops here.`,
    ),
  otherDomains: (domains: readonly string[]) => `It also uses operators of ${domains.join(", ")}; TVM looks at their names only.`,
  emptyFile: () => new ModelFailure("onnx-empty", "The file is empty."),
  notProtobuf: (detail: string) =>
    new ModelFailure(
      "onnx-not-a-model",
      `The file is not an ONNX model, or it is damaged or cut off: it does not read as protobuf (${detail}).`,
    ),
  noGraph: () => new ModelFailure("onnx-no-graph", "The file has no graph: it is not an ONNX model."),
  tooDeep: (limit: number) => new ModelFailure("onnx-too-deep", `Graphs are more than ${limit} levels deep: the file is not read.`),
  tooManyParts: (limit: number) => new ModelFailure("onnx-too-many-parts", `The file has more than ${limit} parts: it is not read.`),
  unknownInputs: (names: readonly string[], known: readonly string[]) =>
    new ModelFailure(
      "onnx-unknown-input",
      `A shape is given for ${names.map(quoted).join(", ")}, which ${names.length === 1 ? "is not an input" : "are not inputs"} of the model; its inputs are ${known.map(quoted).join(", ") || "none"}.`,
    ),
  unsupported: (operators: readonly string[]) =>
    new ConversionFailure(
      `TVM's ONNX frontend does not support the ${operators.length === 1 ? "operator" : "operators"} ${operators.map(quoted).join(", ")}.`,
      "onnx-unsupported-operator",
    ),
  atNode: (operator: string, node: string, why: string) => `\`${operator}\` at node \`${node}\` cannot be converted: ${why}`,
  hole: (operator: string, node: string, why: string) =>
    `\`${operator}\` at node \`${node}\` cannot be converted: ${why} It becomes an unknown operator with the types that the file gives.`,
};
