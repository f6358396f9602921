/** The problems that reading a text can report, each sentence once. */
import { type Diagnostic, diagnostic, type Span } from "@relayscope/ir";
import type { ForeignText } from "./recover/notRelay.ts";

/** Errors beyond this many are counted, not listed. */
export const diagnosticLimit = 100;

export const report = {
  expected: (span: Span, what: string, found: string): Diagnostic =>
    diagnostic("expected-token", found === "" ? `Expected ${what}, but the text ends here.` : `Expected ${what}, found \`${found}\`.`, {
      span,
    }),
  expectedExpression: (span: Span, found: string): Diagnostic =>
    diagnostic(
      "expected-expression",
      found === "" ? "Expected an expression, but the text ends here." : `Expected an expression, found \`${found}\`.`,
      {
        span,
      },
    ),
  expectedType: (span: Span, found: string): Diagnostic =>
    diagnostic("expected-type", found === "" ? "Expected a type, but the text ends here." : `Expected a type, found \`${found}\`.`, {
      span,
      hints: ["A type is written `Tensor[(1, 3), float32]`, `float32`, `(int32, int32)` or `fn (int32) -> int32`."],
    }),
  unknownDtype: (span: Span, name: string, near: string | undefined): Diagnostic =>
    diagnostic("unknown-dtype", `\`${name}\` is not a data type.`, { span, hints: suggestions(near) }),
  unknownOperator: (span: Span, name: string, near: string | undefined): Diagnostic =>
    diagnostic("unknown-operator", `\`${name}\` is not an operator.`, { span, hints: suggestions(near) }),
  unconvertedOperator: (span: Span, name: string): Diagnostic =>
    diagnostic("unknown-operator", `\`${name}\` is an operator of a model file that was not converted to Relay.`, { span }),
  goneOperator: (span: Span, name: string, last: string): Diagnostic =>
    diagnostic("unknown-operator", `\`${name}\` was an operator up to TVM ${last}; its type is what the text says.`, {
      span,
      severity: "warning",
    }),
  unknownAttribute: (span: Span, operator: string, name: string, near: string | undefined, all: readonly string[]): Diagnostic =>
    diagnostic("unknown-attribute", `\`${operator}\` has no attribute \`${name}\`.`, {
      span,
      hints: near
        ? suggestions(near)
        : all.length > 0
          ? [`Its attributes are ${all.map((a) => `\`${a}\``).join(", ")}.`]
          : ["It has no attributes."],
    }),
  missingAttribute: (span: Span, operator: string, name: string, severity: "error" | "warning"): Diagnostic =>
    diagnostic("missing-attribute", `\`${operator}\` needs its attribute \`${name}\`.`, { span, severity }),
  olderForms: (span: Span, changes: readonly string[], others: number): Diagnostic =>
    diagnostic(
      "older-form",
      `The text is from an older TVM and is read as TVM 0.19.0 writes it: ${changes.join("; ")}${others > 0 ? `; and ${others} more` : ""}.`,
      {
        span,
        severity: "info",
        hints: ["Format writes it in today's form."],
      },
    ),
  attributeType: (span: Span, name: string, expected: string): Diagnostic =>
    diagnostic("attribute-type", `\`${name}\` must be ${expected}.`, { span }),
  undefinedVariable: (span: Span, name: string, near: string | undefined, severity: "error" | "warning"): Diagnostic =>
    diagnostic("undefined-variable", `\`${name}\` is not defined here; it is read as an input.`, {
      span,
      severity,
      hints: suggestions(near),
    }),
  undefinedGlobal: (span: Span, name: string, others: number, near: string | undefined): Diagnostic => {
    const subject =
      others === 0 ? `\`${name}\` is` : `\`${name}\` and ${others === 1 ? "another function" : `${others} other functions`} are`;
    return diagnostic("undefined-global", `${subject} not in this text; calls take their types from the comments.`, {
      span,
      severity: "warning",
      hints: suggestions(near),
    });
  },
  unknownGlobal: (span: Span, name: string, near: string | undefined): Diagnostic =>
    diagnostic("undefined-global", `\`${name}\` is not in this text, and no comment says what type its result is.`, {
      span,
      hints: suggestions(near),
    }),
  boundBefore: (span: Span, name: string): Diagnostic =>
    diagnostic("bound-before", `\`${name}\` is already bound here; the first binding holds, as in TVM.`, {
      span,
      severity: "warning",
      hints: ["Give this one another name."],
    }),
  incompleteType: (span: Span): Diagnostic =>
    diagnostic("expected-type", "Expected a type, found `?`.", { span, hints: ["A type to be inferred is written `_`."] }),
  undefinedType: (span: Span, name: string, near: string | undefined): Diagnostic =>
    diagnostic("undefined-type", `\`${name}\` is not a type of the module.`, { span, severity: "warning", hints: suggestions(near) }),
  numberRange: (span: Span, text: string, dtype: string): Diagnostic =>
    diagnostic("number-range", `\`${text}\` does not fit \`${dtype}\`.`, { span }),
  missingMetadata: (span: Span, name: string): Diagnostic =>
    diagnostic("missing-metadata", `\`${name}\` is not in the metadata section.`, { span }),
  metadataUnread: (span: Span, why: string): Diagnostic =>
    diagnostic("metadata-unread", `The metadata section could not be read: ${why}.`, {
      span,
      severity: "warning",
      hints: ["Constants keep their types but have no data."],
    }),
  duplicateGlobal: (span: Span, name: string): Diagnostic => diagnostic("duplicate-global", `\`${name}\` is defined twice.`, { span }),
  duplicateConstructor: (span: Span, name: string): Diagnostic =>
    diagnostic("duplicate-constructor", `The constructor \`${name}\` is defined twice.`, { span }),
  unknownConstructor: (span: Span, name: string): Diagnostic =>
    diagnostic("unknown-constructor", `\`${name}\` is not a constructor.`, {
      span,
      hints: [`A pattern variable is written \`%${name}\`.`],
    }),
  tooDeep: (span: Span): Diagnostic => diagnostic("too-deep", "Types or attributes are nested deeper than can be read.", { span }),
  unsupportedDefinition: (span: Span, name: string): Diagnostic =>
    diagnostic("unsupported-definition", `\`${name}\` is a lowered function, not Relay; it was left out.`, { span, severity: "warning" }),
  externWithConstructors: (span: Span, name: string): Diagnostic =>
    diagnostic("extern-constructors", `The external type \`${name}\` may not have constructors.`, { span }),
  trailingText: (span: Span, found: string): Diagnostic =>
    diagnostic("trailing-text", `Expected the end of the text, found \`${found}\`.`, { span }),
  missingBrace: (span: Span, name: string): Diagnostic =>
    diagnostic("missing-brace", `${name} is not closed; the lines that are there were read.`, { span, severity: "warning" }),
  missingResult: (span: Span): Diagnostic =>
    diagnostic("missing-result", "The function has no result; the last unused value is taken instead.", { span, severity: "warning" }),
  emptyBody: (span: Span): Diagnostic =>
    diagnostic("missing-result", "The function has no operators; `()` is taken as its result.", { span, severity: "warning" }),
  notRelay: (span: Span, { language, advice }: ForeignText): Diagnostic =>
    diagnostic("not-relay", `This is ${language}, not Relay.`, { span, hints: [advice] }),
  cutCall: (span: Span, name: string): Diagnostic =>
    diagnostic("cut-call", `The text ends within this call of \`${name}\`, which was left out.`, { span, severity: "warning" }),
  cutStatement: (span: Span): Diagnostic =>
    diagnostic("cut-call", "The text ends within a statement, which was left out.", { span, severity: "warning" }),
  nothingToRead: (span: Span): Diagnostic =>
    diagnostic("nothing-to-read", "No Relay was found in this text.", { span, hints: ["Paste what `print(mod)` gives."] }),
  jsonUnread: (span: Span, why: string): Diagnostic => diagnostic("json-unread", `The JSON could not be read: ${why}.`, { span }),
  jsonNode: (span: Span, type: string): Diagnostic =>
    diagnostic("json-node", `The JSON holds a \`${type}\`, which cannot be read.`, { span, severity: "warning" }),
  more: (span: Span, count: number): Diagnostic =>
    diagnostic("more-problems", `${count} more problems were not listed.`, { span, severity: "info" }),
};

function suggestions(near: string | undefined): string[] {
  return near === undefined ? [] : [`Did you mean \`${near}\`?`];
}
