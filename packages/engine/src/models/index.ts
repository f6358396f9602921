export { isModelName, modelEndings } from "@relayscope/import/endings";
export type {
  DescribedValue,
  ImportChoice,
  ImportedModel,
  ModelDescription,
  ModelProblem,
  ModelProgress,
  SentValues,
  UnknownSize,
} from "./contract.ts";
export { type ModelListener, type ModelReader, openModel } from "./reader.ts";
export { sizeOf, sizesIn, sizeTexts } from "./sizes.ts";
