/** Diagnostics of the core, and those that passes of several folders share. Each folder has its own catalog. */
import { type Call, type Diagnostic, diagnostic, type Expr, Failure, failure, nameOf } from "@relayscope/ir";

export const illScoped = (functionName: string, problem: Diagnostic) =>
  failure("ill-scoped-result", `The pass would make \`@${functionName}\` ill-formed: ${problem.message}`, problem.node, [
    "A region holds or shares nodes with a let, a branch or a closure whose variables are bound elsewhere; TVM raises here too.",
  ]);

/** A text with holes. */
export function functionLeftAlone(name: string, { message, node }: Diagnostic): Diagnostic {
  return diagnostic("function-left-alone", `\`@${name}\` was left as it is: ${message}`, {
    severity: "warning",
    ...(node ? { node } : {}),
  });
}

export const functionMissing = (name: string) => failure("undefined-function", `The module has no function \`@${name}\`.`);
export const wrongArgumentCount = (expr: Expr, expected: number, actual: number) =>
  failure("argument-count", `A function of ${expected} parameters is called with ${actual} arguments.`, expr);
export const wrongOption = (option: string, wanted: string) => failure("wrong-option", `The option \`${option}\` must be ${wanted}.`);

/** A step names an option that its pass has not. */
export function unknownOption(pass: string, option: string, known: readonly string[]): Diagnostic {
  const hint = known.length === 0 ? "It has none." : `It has ${known.map((name) => `\`${name}\``).join(", ")}.`;
  return diagnostic("unknown-option", `${pass} has no option \`${option}\`; it is ignored.`, { severity: "warning", hints: [hint] });
}

export const noMainFunction = (pass: string) =>
  failure(
    "no-main-function",
    `${pass} infers types under the name \`@main\`, and the module has no such function; TVM raises here.`,
    undefined,
    ["Rename the function to be partitioned to `@main`."],
  );

const untyped = new WeakSet<Failure>();

/** The result of a pass can't be typed. The reference reports this as a diagnostic of the module. */
export const illTypedResult = (error: Diagnostic) =>
  typingFailure(new Failure({ ...error, message: `The pass's result can't be typed: ${error.message}` }));

/** The same failure with the code of a typing failure. */
export function typingFailure(made: Failure): Failure {
  untyped.add(made);
  return made;
}

/** Whether a failure says that the result of a pass can't be typed. */
export function isTypingFailure(error: Failure): boolean {
  return untyped.has(error);
}

export const inconvertibleLayouts = (call: Call, from: string, to: string) =>
  failure(
    "inconvertible-layouts",
    `An argument of \`${nameOf(call)}\` comes in the layout \`${from}\`, which can't be brought into \`${to}\`: they have different axes.`,
    call,
  );

/** The hint for missing data. */
export const pasteMetadata = "Paste the text with its metadata section: `mod.astext(show_meta_data=True)`.";
/** Something stays as it is, or is unknown, since values are not in the text. */
export const valuesMissing = (code: string, message: string, node: Expr) =>
  diagnostic(code, message, { node, severity: "warning", hints: [pasteMetadata] });

export const noFusionKind = (call: Call, operator: string) =>
  failure("no-fusion-kind", `\`${operator}\` has no fusion kind in TVM, which raises here.`, call);
/** Of a call that lacks an argument, as texts with holes have it. */
export const argumentMissing = (name: string, call?: Call) =>
  failure("argument-missing", `A call of \`${name}\` ${call ? "lacks" : "would lack"} an argument.`, call);
export const operatorMissing = (name: string) =>
  failure("operator-missing", `The pass needs the operator \`${name}\`, which is not defined.`);
export const noTensorType = (expr: Expr | undefined) =>
  failure("no-tensor-type", "The pass needs the tensor type of a value whose type is not known.", expr, [
    "Give its variables types, or paste the text with its `/* ty=... */` comments.",
  ]);
/** Anything else that was thrown inside a pass. */
export const internalError = (message: string) =>
  diagnostic("internal-error", `The pass stopped at an internal error: ${message}`, {
    hints: ["This is a defect of Relayscope; the module before the pass is kept."],
  });
