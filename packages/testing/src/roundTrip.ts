/** The texts of a recorded case, and whether each one reads without errors and prints back unchanged. */
import { operators } from "@relayscope/ops";
import { parseExpression, parseModule, printExpression, printModule, textDifference } from "@relayscope/text";
import type { Expectation } from "./judge.ts";

/** What a case has of texts that the reference printed. */
export interface RecordedTexts extends Expectation {
  readonly kind: string;
  readonly what?: string;
  readonly input?: string;
  readonly metadata?: string;
  /** The reference cannot read its own text: an operator lacks attributes that it needs, for example. */
  readonly recorded?: boolean;
  readonly steps?: readonly Expectation[];
}

export interface RecordedText {
  readonly text: string;
  readonly metadata: string | undefined;
  /** A bare expression, in contrast to a module. */
  readonly isExpression: boolean;
  /** Types are those of the comments. */
  readonly isTyped: boolean;
}

/** All texts of a case that the reference printed: answers, and inputs where they are printed ones. */
export function textsOf(recorded: RecordedTexts): readonly RecordedText[] {
  const isExpression = recorded.kind === "match" || recorded.kind === "partition" || recorded.what === "parse_expr";
  const isUnsound = recorded.recorded === true || recorded.expect_error !== undefined;
  const texts: RecordedText[] = [];
  const add = (text: string | boolean | undefined, metadata: string | undefined) => {
    if (typeof text !== "string" || text === "") return;
    texts.push({
      text,
      metadata,
      isExpression: isExpression || !/^(?:def|type|extern) /m.test(text),
      isTyped: isUnsound || text.includes("ty="),
    });
  };
  if (recorded.kind !== "parse") add(recorded.input, recorded.metadata);
  add(recorded.expect, recorded.expect_metadata);
  for (const step of recorded.steps ?? []) add(step.expect, step.expect_metadata);
  return texts;
}

/** Why a text does not print back unchanged; undefined if it does. Types in comments are trusted. */
export function roundTripProblem({ text, metadata, isExpression, isTyped }: RecordedText): string | undefined {
  const options = { operators, metadata, trustComments: isTyped };
  let printed: string;
  let problem: string | undefined;
  if (isExpression) {
    const read = parseExpression(text, options);
    problem = read.diagnostics.find((d) => d.severity === "error")?.message;
    printed = printExpression(read.expression);
  } else {
    const read = parseModule(text, options);
    problem = read.diagnostics.find((d) => d.severity === "error")?.message ?? read.skipped;
    printed = printModule(read.module);
  }
  if (problem !== undefined) return problem;
  const difference = textDifference(text, printed);
  return difference && `expected ${difference.expected}\nactual   ${difference.actual}`;
}
