/** What this package says. */
import {
  type Diagnostic,
  type DiagnosticPlace,
  diagnostic,
  type Expr,
  Failure,
  failure,
  nearestName,
  nearestOperator,
  type Span,
} from "@relayscope/ir";
import { typeUnknown, valueUnknown } from "@relayscope/passes";

/** A file asks for a type that the text does not say. */
export function typeUnknownHere(node: Expr): Failure {
  return failure(typeUnknown, "The target's Python needs the type of a node, and it is not known.", node, [
    "Give the variables of the text types, or paste it with its `/* ty=... */` comments.",
  ]);
}

/** A file asks for the elements of a constant whose data is not there. */
export function valueUnknownHere(): Failure {
  return failure(valueUnknown, "The target's Python reads the values of a constant, and the text lacks them.", undefined, [
    "Paste the text with its metadata section: `mod.astext(show_meta_data=True)`.",
  ]);
}

/** A file asks for the elements of a weight that is larger than what is kept. */
export function valueTooLarge(): Failure {
  return failure(valueUnknown, "The script reads the values of a weight that is larger than what Relayscope keeps.");
}

/** A file asks what a part of TVM is that is not built here. */
export class NotBuilt extends Failure {
  constructor(
    /** The part: the name of an import, or what the file made of it, as `tvm.contrib.cudnn.exists(...)`. */
    readonly part: string,
    /** The node that a function of the file was asked about, and where it was then. */
    place: Pick<DiagnosticPlace, "node" | "calls"> = {},
  ) {
    super(diagnostic(notBuiltCode, `\`${part}\` is part of TVM, but not of Relayscope, and the file uses it.`, place));
  }
}

const notBuiltCode = "not-built";

/** Whether a failure says that something is not known here: the program ends, and no `except` of it sees that. */
export function isUnknown({ code }: Failure): boolean {
  return code === notBuiltCode || code === typeUnknown || code === valueUnknown;
}

const error = (code: string, message: string, span: Span, hints: readonly string[] = []): Diagnostic =>
  diagnostic(code, message, { span, hints });

/** What the function of a table must return. */
export function tableForm(name: string): string {
  return `\`${name}\` must return a list of \`(name, pattern)\` or \`(name, pattern, check)\`.`;
}

export function meant(name: string): string {
  return `Did you mean \`${name}\`?`;
}

/** "Did you mean ...?", where a name is near. */
export function suggestion(name: string, names: Iterable<string>, nearest = nearestName): string[] {
  const near = nearest(name, names);
  return near ? [meant(near)] : [];
}

/** What reading a pattern's text can report. */
export const textMessages = {
  syntax: (message: string, span: Span) => error("pattern-syntax", `This is not Python: ${message}.`, span),
  raised: (type: string, message: string, span: Span) => error("pattern-raised", `This raises \`${type}\`: ${message}.`, span),
  tooDeep: (span: Span) => error("pattern-too-deep", "This nests too deeply to be a pattern.", span),
  tooLong: (span: Span) => error("pattern-too-long", "This text is too long to be a pattern table.", span),
  tooManySteps: (span: Span) => error("pattern-too-costly", "Building this pattern takes too many steps; it was stopped.", span),
  unknownOperator: (name: string, names: Iterable<string>, span: Span) =>
    error("unknown-operator", `\`${name}\` is not an operator.`, span, suggestion(name, names, nearestOperator)),
  unknownName: (name: string, names: Iterable<string>, span: Span) =>
    error(
      "pattern-unknown-name",
      `\`${name}\` is neither a name given here nor one of the pattern language.`,
      span,
      suggestion(name, names),
    ),
  unknownMethod: (name: string, names: Iterable<string>, span: Span) =>
    error("pattern-unknown-method", `A pattern has no \`.${name}\`.`, span, suggestion(name, names)),
  notAPattern: (what: string, span: Span) => error("pattern-expected", `Expected a pattern, found \`${what}\`.`, span),
  noPattern: (span: Span) =>
    error("pattern-missing", "There is no pattern here.", span, [
      'End with an expression such as `is_op("nn.relu")(wildcard())`, or with a `return`.',
    ]),
} as const;
