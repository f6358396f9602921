/** The only interface between the page and the compiler core, by topic. */

export type {
  Completion,
  CompletionKind,
  FormatAnswer,
  LanguageService,
  OutlineItem,
  RenameAnswer,
  TextEdit,
  TextProblem,
} from "@relayscope/language";
export type * from "./catalog.ts";
export type * from "./export.ts";
export type * from "./graph.ts";
export type * from "./inspect.ts";
export type * from "./patterns.ts";
export type * from "./regions.ts";
export type * from "./run.ts";
export type * from "./search.ts";
export type * from "./steps.ts";
export type * from "./values.ts";
export type * from "./whatIf.ts";
export type * from "./why.ts";
export type * from "./work.ts";
