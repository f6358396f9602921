export type * from "./answers.ts";
export { semanticLegend } from "./semanticLegend.ts";
