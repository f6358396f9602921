/** What reading a pattern's text can report: codes and sentences, written once. */
import { type Diagnostic, diagnostic, nearestName, type Span } from "@relayscope/ir";

const error = (code: string, message: string, span: Span, hints: readonly string[] = []): Diagnostic =>
  diagnostic(code, message, { span, hints });

export const textMessages = {
  strayCharacter: (character: string, span: Span) => error("pattern-character", `\`${character}\` can't be in a pattern.`, span),
  openString: (span: Span) => error("pattern-open-string", "This string has no end.", span),
  formattedString: (span: Span) => error("pattern-formatted-string", "Strings with `f` are not read here.", span, ["Write the text out."]),
  expected: (what: string, found: string, span: Span) =>
    error("pattern-syntax", found === "" ? `Expected ${what}, and the line ends here.` : `Expected ${what}, found \`${found}\`.`, span),
  unsupported: (what: string, span: Span) =>
    error("pattern-unsupported", `\`${what}\` is not read in a pattern.`, span, [
      "Patterns are read, never run: calls, assignments, `def`, `return` and `if` are understood.",
    ]),
  tooDeep: (span: Span) => error("pattern-too-deep", "This nests too deeply to be a pattern.", span),
  tooLong: (span: Span) => error("pattern-too-long", "This text is too long to be a pattern table.", span),
  tooManySteps: (span: Span) => error("pattern-too-costly", "Building this pattern takes too many steps; it was stopped.", span),
  unknownOperator: (name: string, names: Iterable<string>, span: Span) =>
    error("unknown-operator", `\`${name}\` is not an operator.`, span, suggestion(name, names)),
  unknownName: (name: string, names: Iterable<string>, span: Span) =>
    error(
      "pattern-unknown-name",
      `\`${name}\` is neither a name given here nor one of the pattern language.`,
      span,
      suggestion(name, names),
    ),
  unknownMethod: (name: string, names: Iterable<string>, span: Span) =>
    error("pattern-unknown-method", `A pattern has no \`.${name}\`.`, span, suggestion(name, names)),
  notCallable: (what: string, span: Span) => error("pattern-not-callable", `${what} can't be called.`, span),
  notAPattern: (what: string, span: Span) => error("pattern-expected", `Expected a pattern, found ${what}.`, span),
  wrongArgument: (callee: string, wanted: string, span: Span) => error("pattern-argument", `\`${callee}\` takes ${wanted}.`, span),
  missingArgument: (callee: string, name: string, span: Span) =>
    error("pattern-argument", `\`${callee}\` lacks its argument \`${name}\`.`, span),
  recursion: (name: string, span: Span) => error("pattern-recursion", `\`${name}\` calls itself without end.`, span),
  raised: (span: Span) => error("pattern-raise", "This path ends in a `raise`.", span),
  noPattern: (span: Span) =>
    error("pattern-missing", "There is no pattern here.", span, [
      'End with an expression such as `is_op("nn.relu")(wildcard())`, or with a `return`.',
    ]),
  badText: (what: string, span: Span) => error("pattern-text", `This can't be read as ${what}.`, span),
} as const;

function suggestion(name: string, names: Iterable<string>): string[] {
  const near = nearestName(name, names);
  return near ? [`Did you mean \`${near}\`?`] : [];
}
