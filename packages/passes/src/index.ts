export type * from "./decisions.ts";
export { definePass, type OptionSchema, type Pass, type PassContext, PassFailure, type PassOptions, type PassResult } from "./pass.ts";
