/** Whether a case's result is what the reference answered. */
import { textDifference } from "@relayscope/text";
import { equalMetadata } from "./equalMetadata.ts";

export interface Expectation {
  readonly expect?: string | boolean;
  readonly expect_error?: string;
  readonly expect_metadata?: string;
  /** Of an imported model: type, shape and hash of each parameter. */
  readonly params?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly text?: string;
  readonly metadata?: string | undefined;
  readonly matched?: boolean;
  readonly params?: Readonly<Record<string, string>>;
  readonly error?: { readonly code: string; readonly message: string; readonly line?: number; readonly column?: number };
}

/** Undefined where the answer is right, else why it is not. */
export function judge(expectation: Expectation, answer: Answer | undefined): string | undefined {
  if (!answer) return "no answer";
  const { expect, expect_error: wantedError } = expectation;
  const { error } = answer;
  if (wantedError !== undefined) return error ? undefined : `the reference reports: ${wantedError}`;
  if (error) {
    const place = error.line === undefined ? "" : ` (${error.line}:${error.column})`;
    return `error ${error.code}: ${error.message}${place}`;
  }
  if (typeof expect === "boolean") return answer.matched === expect ? undefined : `answered ${answer.matched}, expected ${expect}`;
  if (expect === undefined || answer.text === undefined) return "no text";
  const difference = textDifference(expect, answer.text);
  if (difference) return `${difference.definition}\nexpected ${difference.expected}\nactual   ${difference.actual}`;
  const wrongParameter = parameterDifference(expectation.params, answer.params);
  if (wrongParameter) return wrongParameter;
  if (expectation.expect_metadata !== undefined && answer.metadata !== undefined) {
    return equalMetadata({ text: expect, metadata: expectation.expect_metadata }, { text: answer.text, metadata: answer.metadata });
  }
  return undefined;
}

function parameterDifference(expected: Expectation["params"], actual: Answer["params"]): string | undefined {
  if (expected === undefined) return undefined;
  const names = new Set([...Object.keys(expected), ...Object.keys(actual ?? {})]);
  for (const name of names) {
    const [wanted, given] = [expected[name], actual?.[name]];
    if (wanted !== given) return `parameter ${name}: expected ${wanted}, got ${given}`;
  }
  return undefined;
}
