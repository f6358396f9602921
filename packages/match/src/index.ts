export { type AllProblems, allProblems, type PlacedProblem } from "./allProblems.ts";
export type { AskedCondition, AskedFor, AskedValue } from "./asked.ts";
export {
  callOf,
  callPattern,
  dominates,
  either,
  hasAttr,
  isConstant,
  isExpr,
  isOp,
  isTuple,
  isTupleGetItem,
  isVar,
  optional,
  wildcard,
} from "./builders.ts";
export type { Check, CheckLiteral, CheckTerm, Comparison, NodeKind, TermLike } from "./check.ts";
export { checkText, inlineText, termText } from "./checkText.ts";
export type { CheckValue, SettingValue } from "./checkValues.ts";
export { type DecidingCheck, decidingCheck } from "./decidingCheck.ts";
export { answerCheck, type CheckAnswer, type CheckContext, type EvaluatedCheck, evaluateCheck } from "./evaluateCheck.ts";
export { type GroupOptions, groupMatches, type MatchGroup, type MatchGroups, type RefusedGroup } from "./groups.ts";
export { type IndexedGraph, indexGraph } from "./indexedGraph.ts";
export { matches } from "./match.ts";
export { type MatchObserver, type MatchOptions, type NodeMap, patternOperator, type Refusal } from "./matcher.ts";
export { type PartitionOptions, partition } from "./partition.ts";
export type * from "./pattern.ts";
export { type PatternData, type PatternReaders, type PatternWriters, patternFromData, patternToData } from "./patternData.ts";
export { type PatternNeeds, patternNodes, subPatterns } from "./patternGraph.ts";
export { type MatchProblem, type MatchReason, refusalText, type TraceStep } from "./refusals.ts";
export { type PatternCallback, type RewritePatternsOptions, rewritePatterns } from "./rewritePatterns.ts";
export { patternHead } from "./text/patternHead.ts";
export { type PrintPatternOptions, printPattern } from "./text/printPattern.ts";
export { type MatchTrace, type TraceOptions, traceMatch } from "./trace.ts";
export { type TraceAround, traceAround } from "./traceAround.ts";
