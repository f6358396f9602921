/** The words of the pattern language as data, for an editor. */
import { functions, methods } from "./builtins.ts";

export interface PatternWord {
  readonly name: string;
  readonly params: readonly string[];
  /** What it matches or adds, in a few words. */
  readonly doc: string;
}

function words(of: typeof functions): readonly PatternWord[] {
  return Object.entries(of).map(([name, { params, doc }]) => ({ name, params, doc }));
}

/** What can be called by itself: `is_op`, `wildcard`, and the classes after them. */
export const patternFunctions: readonly PatternWord[] = words(functions);

/** What can be called on a pattern: `.optional`, `.has_attr`. */
export const patternMethods: readonly PatternWord[] = words(methods);
