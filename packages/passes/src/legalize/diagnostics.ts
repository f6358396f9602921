/** Diagnostics of Legalize. */
import { diagnostic, type Expr, failure, nameOf, type Var } from "@relayscope/ir";
import { pasteMetadata } from "../core/diagnostics.ts";

/** A lowering raised in the reference. */
export const notLowered = (call: Expr, reason: string) =>
  failure("not-lowered", `\`${nameOf(call)}\` can't be lowered, and TVM raises here: ${reason}`, call);
/** A lowering needs a scale or a zero point whose value is not in the text. */
export const quantityWithoutData = (call: Expr) =>
  failure("quantity-without-data", `\`${nameOf(call)}\` has a scale or zero point that is a constant without data.`, call, [pasteMetadata]);
/** A device has its own forms of an operator, which are not known here. */
export const deviceFormsUnknown = (call: Expr, target: string) =>
  diagnostic("device-forms-unknown", `Relayscope does not know what \`${target}\` makes of \`${nameOf(call)}\`; the call stays as it is.`, {
    node: call,
    severity: "warning",
  });
/** TVM's inference replaces the variable while it lowers what depends on it. */
export const variableReplaced = (variable: Var) =>
  failure(
    "not-lowered",
    `A quantized function of one tensor depends on \`%${variable.name}\`, as the condition of an \`if\` or as a weight: TVM replaces the variable, and raises.`,
    variable,
    ["Bind parameters first: constants are not replaced.", "Compute the condition by an operator."],
  );
export const tooManySeparateCopies = (node: Expr) =>
  failure("too-many-copies", "Quantized functions of one tensor nest so deep that they need too many copies of what is before them.", node);
