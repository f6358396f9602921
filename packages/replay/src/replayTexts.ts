/** Reading a record's texts and printing its results, as the reference does: it infers types while it reads. */
import { inferExpression, inferTypes } from "@relayscope/infer";
import type { Diagnostic, Expr, Module, Type } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseExpression, parseModule, positionOf, printExpression, printModule } from "@relayscope/text";

/** Why a case has no answer. Lines and columns are one-based. */
export class ReplayFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly line?: number,
    readonly column?: number,
  ) {
    super(message);
  }
}

/** A diagnostic as a failure, with its place in the text. */
export function failureOf(diagnostic: Diagnostic, text?: string): ReplayFailure {
  if (!diagnostic.span || text === undefined) return new ReplayFailure(diagnostic.code, diagnostic.message);
  const { line, column } = positionOf(text, diagnostic.span.start);
  return new ReplayFailure(diagnostic.code, diagnostic.message, line, column);
}

/**
 * The module that a text holds, with its types inferred. Where the types are those of its comments (`isTyped`), nothing
 * is inferred. Throws a `ReplayFailure` where reading or inference reports an error.
 */
export function readModule(text: string, metadata: string | undefined, { isTyped }: { readonly isTyped: boolean }): Module {
  const read = parseModule(text, { operators, metadata, trustComments: isTyped });
  demandSound(read.diagnostics, text);
  if (isTyped) return read.module;
  const inferred = inferTypes(read.module, operators, { trust: "nothing" });
  demandSound(inferred.diagnostics, text);
  return inferred.module;
}

/**
 * An expression with free variables. With `isInferred`, its types are inferred as far as the variables' annotations
 * allow.
 */
export function readExpression(text: string, metadata: string | undefined, isInferred: boolean): Expr {
  const { expression } = parseExpression(text, { operators, metadata, trustComments: !isInferred });
  return isInferred ? inferExpression(expression, undefined, operators, { trust: "nothing" }).expr : expression;
}

/** An expression as written, untyped. Throws a `ReplayFailure` if reading reports an error. */
export function readPlain(text: string): Expr {
  const { expression, diagnostics } = parseExpression(text, { operators });
  demandSound(diagnostics, text);
  return expression;
}

/** A type from its text. */
export function readType(text: string): Type {
  const { expression, diagnostics } = parseExpression(`fn (%x: ${text}) { %x }`, { operators });
  demandSound(diagnostics, text);
  const annotation = expression.kind === "Function" ? expression.params[0]?.annotation : undefined;
  if (!annotation) throw new ReplayFailure("not-a-type", `\`${text}\` is not a type.`);
  return annotation;
}

/** A result's text, and its separate metadata section if constants have data. */
export function printed(result: Module | Expr): { text: string; metadata?: string } {
  const options = { showMetadata: true };
  const whole = "functions" in result ? printModule(result, options) : printExpression(result, options);
  const at = whole.indexOf(sectionStart);
  return at < 0 ? { text: whole } : { text: whole.slice(0, at), metadata: whole.slice(at + sectionStart.length).trim() };
}

const sectionStart = "#[metadata]";

function demandSound(diagnostics: readonly Diagnostic[], text: string): void {
  const error = diagnostics.find((d) => d.severity === "error");
  if (error) throw failureOf(error, text);
}
