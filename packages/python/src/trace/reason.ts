/** Reasons for what a call gave, and the values that they compare. */
import { PyBuiltin, PyFunction } from "../model/functions.ts";
import { PyModule } from "../model/module.ts";
import { PyClass, type Value } from "../model/value.ts";
import type { Compare, Expression } from "../syntax/ast.ts";
import type { CallRecord } from "./records.ts";
import { isConstant } from "./syntaxOf.ts";

export interface ReasonPart {
  /** As it is written in the file. */
  readonly source: string;
  readonly value: Value;
}

export interface Reason {
  readonly record: CallRecord;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /**
   * How it decides: a `return`; a `call` of a function of the file; a `condition` or `value`; a `test` whose branch was
   * taken; a test that was `passed` by; an `element` of `all` or `any`; an `assignment` that a variable has its value
   * of; an `exception` that a handler took; the `end` of the function.
   */
  readonly kind: "return" | "call" | "condition" | "value" | "test" | "passed" | "element" | "assignment" | "exception" | "end";
  readonly source: string;
  readonly value: Value;
  /** What a condition compares or calls with. */
  readonly parts: readonly ReasonPart[];
  /** The place of its event. */
  readonly at: number;
  /** The expression that asks; undefined where a statement or its end is the reason. */
  readonly asked: Expression | undefined;
}

/**
 * The parts of a condition: of a comparison its sides, which explain more than its result. Modules, functions and
 * classes have no value that explains anything.
 */
export function partsOf(record: CallRecord, nodes: readonly Expression[], at: number): ReasonPart[] {
  const parts = nodes.flatMap((node) => {
    if (isConstant(node)) return [];
    if (node.kind === "Compare") return partsOfCompare(record, node, at);
    const value = record.valueBefore(node, at);
    return value === undefined || isDefinition(value) ? [] : [{ source: record.text.slice(node.start, node.end), value }];
  });
  return parts.filter(({ source }, i) => parts.findIndex((part) => part.source === source) === i);
}

function isDefinition(value: Value): boolean {
  return value instanceof PyModule || value instanceof PyFunction || value instanceof PyBuiltin || value instanceof PyClass;
}

/** Both sides of a comparison; of a chain those up to where it ended. */
export function partsOfCompare(record: CallRecord, e: Compare, at: number): ReasonPart[] {
  return partsOf(record, [e.left, ...e.others], at);
}
