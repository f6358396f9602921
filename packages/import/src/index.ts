export type { DescribedValue, ImportOptions, ModelDescription, OpenModel, UnknownSize } from "./contract.ts";
export { ConversionFailure, ModelFailure } from "./diagnostics.ts";
export { formatNamed, readModel } from "./formats.ts";
export { operatorComment } from "./notes.ts";
export { importedText, importedTextWithValues, referenceText } from "./print.ts";
export { shapesWith } from "./shapes.ts";
