export { ConversionFailure, ModelFailure } from "./diagnostics.ts";
export { type DescribedValue, describeModel, type ModelDescription, shapesWith, type UnknownSize } from "./onnx/describe.ts";
export type { Model } from "./onnx/file/model.ts";
export { readModel } from "./onnx/file/readModel.ts";
export { type Imported, type ImportOptions, importModel } from "./onnx/import/importModel.ts";
export type { ImportProblem } from "./onnx/import/scope.ts";
export { importedText, operatorNotes, referenceText } from "./onnx/print.ts";
