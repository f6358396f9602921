/** Diagnostics of type inference. */
import { type Diagnostic, diagnostic, type Expr, type Raised, type Type, typeLimits, typeText } from "@relayscope/ir";

const shown = (type: Type) => `\`${typeText(type)}\``;
const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;
const because = (detail: string) => (detail === "" ? "" : `: ${detail}`);

interface TypeMismatch {
  readonly given: Type;
  readonly wanted: Type;
  readonly detail: string;
}

export const messages = {
  illTypedCall: (node: Expr, message: string, hints: readonly string[], raises: Raised | undefined): Diagnostic =>
    diagnostic("ill-typed-call", message, { node, hints, raises }),
  untypedOperator: (node: Expr, name: string): Diagnostic =>
    diagnostic("untyped-operator", `The result type of \`${name}\` can't be inferred from its arguments and attributes.`, {
      node,
      hints: ["Write the type after the call: `/* ty=Tensor[(...), float32] */`."],
    }),
  typeTooLarge: (node: Expr): Diagnostic =>
    diagnostic(
      "type-too-large",
      `The type of this expression nests more than ${typeLimits.depth} deep or has more than ${typeLimits.size} parts.`,
      {
        node,
        hints: ["It counts as unknown."],
      },
    ),
  argumentType: (node: Expr, callee: string, argument: string, { given, wanted, detail }: TypeMismatch): Diagnostic =>
    diagnostic(
      "argument-type",
      `Argument \`${argument}\` of \`${callee}\` is ${shown(given)}, but must be ${shown(wanted)}${because(detail)}.`,
      {
        node,
      },
    ),
  resultType: (node: Expr, callee: string, computed: Type, wanted: Type, detail: string): Diagnostic =>
    diagnostic("result-type", `\`${callee}\` gives ${shown(computed)} here, but must give ${shown(wanted)}${because(detail)}.`, { node }),
  argumentCount: (node: Expr, callee: string, wanted: number, given: number): Diagnostic =>
    diagnostic("argument-count", `\`${callee}\` takes ${count(wanted, "argument")}, but ${given} ${given === 1 ? "is" : "are"} given.`, {
      node,
    }),
  typeArgumentCount: (node: Expr, wanted: number, given: number): Diagnostic =>
    diagnostic(
      "type-argument-count",
      `The function takes ${count(wanted, "type argument")}, but ${given} ${given === 1 ? "is" : "are"} given.`,
      {
        node,
      },
    ),
  notCallable: (node: Expr, type: Type): Diagnostic =>
    diagnostic("not-callable", `Only functions can be called, but this is ${shown(type)}.`, { node }),
  letType: (node: Expr, name: string, declared: Type, given: Type, detail: string): Diagnostic =>
    diagnostic("let-type", `\`%${name}\` is declared as ${shown(declared)}, but its value is ${shown(given)}${because(detail)}.`, {
      node,
      hints: ["Drop the annotation: the type is inferred from the value."],
    }),
  returnType: (node: Expr, declared: Type, given: Type, detail: string): Diagnostic =>
    diagnostic("return-type", `The function is declared to return ${shown(declared)}, but its body is ${shown(given)}${because(detail)}.`, {
      node,
      hints: ["Drop the return type: it is inferred from the body."],
    }),
  conditionType: (node: Expr, given: Type): Diagnostic =>
    diagnostic("condition-type", `The condition of \`if\` is ${shown(given)}, but must be \`bool\`.`, {
      node,
      hints: ["A condition is a scalar: reduce a tensor with `any` or `all` first."],
    }),
  branchTypes: (node: Expr, then: Type, otherwise: Type, detail: string): Diagnostic =>
    diagnostic("branch-types", `The branches of \`if\` differ: ${shown(then)} and ${shown(otherwise)}${because(detail)}.`, { node }),
  clauseTypes: (node: Expr, first: Type, other: Type, detail: string): Diagnostic =>
    diagnostic("clause-types", `The clauses of \`match\` differ: ${shown(first)} and ${shown(other)}${because(detail)}.`, { node }),
  patternType: (node: Expr, value: Type, pattern: Type, detail: string): Diagnostic =>
    diagnostic("pattern-type", `The pattern is for ${shown(pattern)}, but the value is ${shown(value)}${because(detail)}.`, { node }),
  patternCount: (node: Expr, name: string, wanted: number, given: number): Diagnostic =>
    diagnostic("pattern-count", `\`${name}\` holds ${count(wanted, "field")}, but the pattern names ${given}.`, { node }),
  unhandledCases: (node: Expr, cases: readonly string[]): Diagnostic =>
    diagnostic("unhandled-cases", `The match does not handle ${cases.map((c) => `\`${c}\``).join(", ")}.`, {
      node,
      hints: ["Add the missing clauses, or write `match?` where they cannot occur."],
    }),
  notTuple: (node: Expr, type: Type): Diagnostic =>
    diagnostic("not-a-tuple", `Only tuples have items, but this is ${shown(type)}.`, { node, raises: "InternalError" }),
  tupleIndex: (node: Expr, index: number, type: Type, size: number): Diagnostic =>
    diagnostic("tuple-index", `Item \`.${index}\` is outside the ${count(size, "field")} of ${shown(type)}.`, {
      node,
      raises: "InternalError",
    }),
  notReference: (node: Expr, type: Type): Diagnostic =>
    diagnostic("not-a-reference", `Only references can be read and written, but this is ${shown(type)}.`, { node }),
  writtenType: (node: Expr, held: Type, given: Type, detail: string): Diagnostic =>
    diagnostic("written-type", `TVM holds ${shown(held)}, but ${shown(given)} is written to it${because(detail)}.`, { node }),
  unknownType: (node: Expr): Diagnostic =>
    node.kind === "Var"
      ? diagnostic("unknown-type", `The type of \`%${node.name}\` can't be inferred from its uses.`, {
          node,
          hints: [`Annotate it: \`%${node.name}: Tensor[(...), float32]\`.`],
        })
      : diagnostic("unknown-type", "The type of this expression can't be inferred.", {
          node,
          hints: ["Annotate the variables or the return type that it depends on."],
        }),
  undeclaredResult: (node: Expr, name: string): Diagnostic =>
    diagnostic("undeclared-result", `\`@${name}\` has no return type, so the type of its call can't be inferred.`, { node }),
  /** `type`: what the body of the called function gives; undefined if that is unknown. */
  hintOfResult: (type: Type | undefined): string =>
    type
      ? `Declare what its body gives: \`-> ${typeText(type)}\`.`
      : "The type of its result is unknown, too: fix what is reported in it, or declare the type.",
  storageType: (node: Expr): Diagnostic =>
    diagnostic("undefined-storage", "`Storage`, which memory planning brings into a module, is not defined in this text.", {
      node,
      severity: "warning",
    }),
  undefinedType: (node: Expr, name: string, near?: string): Diagnostic =>
    diagnostic("undefined-type", `\`${name}\` is not a type of the module.`, {
      node,
      hints: near === undefined ? [] : [`Did you mean \`${near}\`?`],
    }),
  typeParameterCount: (node: Expr, type: Type, wanted: number, given: number): Diagnostic =>
    diagnostic("type-parameter-count", `${shown(type)} gives ${count(given, "type argument")}, but the type takes ${wanted}.`, { node }),
  unboundTypeVariable: (node: Expr, name: string): Diagnostic =>
    diagnostic("unbound-type-variable", `The type variable \`${name}\` is not bound by any enclosing function.`, { node }),
  boundTwice: (node: Expr, name: string): Diagnostic =>
    diagnostic("bound-twice", `\`%${name}\` is bound more than once.`, {
      node,
      hints: ["Each variable has one binding; rename one of them."],
    }),
  usedBeforeBinding: (node: Expr, name: string): Diagnostic =>
    diagnostic("used-before-binding", `\`%${name}\` is used before it is bound, in its own value or earlier.`, {
      node,
      hints: ["Only a function may use the name that it is bound to."],
    }),
  freeVariable: (node: Expr, name: string): Diagnostic =>
    diagnostic("free-variable", `\`%${name}\` is used in a function of the module but is not bound there.`, { node }),
  relationCrashed: (node: Expr, callee: string, reason: string): Diagnostic =>
    diagnostic("relation-crashed", `The type relation of \`${callee}\` could not be computed: ${reason}`, { node }),
} as const;

/** The error that ends the reference's inference: the first at which it stops, or else the first that it reports. */
export function endingError(errors: readonly Diagnostic[]): Diagnostic | undefined {
  return errors.find(({ raises }) => raises) ?? errors[0];
}
