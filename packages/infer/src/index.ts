export { endingError } from "./diagnostics.ts";
export type { Trust } from "./inference.ts";
export { type InferenceOptions, inferExpression, inferFunction, inferTypes, type ModuleInference } from "./inferTypes.ts";
export { relatedType } from "./relatedType.ts";
export { separateConstants } from "./separateConstants.ts";
export { checkScopes } from "./wellFormed.ts";
