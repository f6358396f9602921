/**
 * What both sides answer to cases: our type inference, and the reference where the environment variable
 * RELAYSCOPE_REFERENCE names a Python that has it.
 */
import { endingError, inferTypes } from "@relayscope/infer";
import type { Diagnostic } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule, printModule } from "@relayscope/text";
import { answersOf } from "../reference.ts";
import { caseModule, caseText, type OperatorCase } from "./case.ts";

/** The head of the function, or why it has none. */
export interface Answer {
  readonly id: number;
  readonly type?: string;
  readonly error?: string;
  /** The class of the exception that ended type inference. */
  readonly raised?: string;
}

/** The head of the function, after a second inference as the reference makes one: it may know more. */
export function ours(c: OperatorCase): Answer {
  const text = c.text === undefined ? undefined : parseModule(c.text, { operators });
  const read = inferTypes(text?.module ?? caseModule(c, operators), operators, { trust: "nothing" });
  const { module, diagnostics } = inferTypes(read.module, operators, { trust: "nothing" });
  const isError = ({ severity }: Diagnostic) => severity === "error";
  const unread = text?.diagnostics.find(isError);
  if (unread) return { id: 0, error: unread.message };
  const error = endingError([...read.diagnostics, ...diagnostics].filter(isError));
  if (error) return { id: 0, error: error.message, raised: error.raises ?? "DiagnosticError" };
  const head = printModule(module)
    .split("\n")
    .find((line) => line.startsWith("def "));
  return head === undefined ? { id: 0, error: "no function" } : { id: 0, type: head.replaceAll(/ \/\*.*?\*\//gu, "") };
}

/** The answers by the cases' places in the list. Throws where there is no reference. */
export function theirs(cases: readonly OperatorCase[]): ReadonlyMap<number, Answer> {
  const answers = answersOf<Answer>(
    new URL("reference.py", import.meta.url),
    cases.map((c, id) => ({ id, text: caseText(c) })),
  );
  return new Map(answers.map((answer) => [answer.id, answer]));
}

/** A type's text without the numbers that symbolic sizes happen to get. */
export function plain(type: string | undefined): string | undefined {
  return type?.replace(/meta\[(tir\.\w+)\]\[[^[\]]*\]/gu, "meta[$1]");
}
