export { type AllProblems, allProblems, type PlacedProblem } from "./allProblems.ts";
export type { AskedCondition, AskedFor, AskedValue, SettingValue } from "./asked.ts";
export {
  callOf,
  callPattern,
  dominates,
  either,
  hasAttr,
  isConstant,
  isOp,
  wildcard,
} from "./builders.ts";
export { groupMatches, type MatchGroup, type MatchGroups, type RefusedGroup } from "./groups.ts";
export { type IndexedGraph, indexGraph } from "./indexedGraph.ts";
export { matches } from "./match.ts";
export { type MatchOptions, type NodeMap, patternOperator, type Refusal } from "./matcher.ts";
export { partition } from "./partition.ts";
export type * from "./pattern.ts";
export { type PatternData, type PatternWriters, patternFromData, patternToData } from "./patternData.ts";
export { patternNodes, subPatterns } from "./patternGraph.ts";
export { type MatchProblem, refusalText, type TraceStep } from "./refusals.ts";
export { type PatternCallback, rewritePatterns } from "./rewritePatterns.ts";
export { patternHead } from "./text/patternHead.ts";
export { printPattern } from "./text/printPattern.ts";
export { type TraceOptions, traceMatch } from "./trace.ts";
export { type TraceAround, traceAround } from "./traceAround.ts";
