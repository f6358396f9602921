export { type DescribedValue, describeModel, type ModelDescription, shapesWith, type UnknownSize } from "./describe.ts";
export { ConversionFailure, ModelFailure } from "./diagnostics.ts";
export type { Model } from "./file/model.ts";
export { readModel } from "./file/readModel.ts";
export { type Imported, type ImportOptions, importModel } from "./import/importModel.ts";
export type { ImportProblem } from "./import/scope.ts";
export { importedText, operatorNotes, referenceText } from "./print.ts";
