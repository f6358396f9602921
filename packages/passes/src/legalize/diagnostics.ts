/** Diagnostics of Legalize. */
import { diagnostic, type Expr, failure, nameOf } from "@relayscope/ir";
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
