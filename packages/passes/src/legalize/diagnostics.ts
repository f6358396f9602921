/** Diagnostics of Legalize. */
import { type Diagnostic, diagnostic, type Expr, type Failure, failure, nameOf } from "@relayscope/ir";
import { pasteMetadata } from "../core/diagnostics.ts";

/** A lowering raised in the reference. */
export function notLowered(call: Expr, reason: string): Failure {
  return failure("not-lowered", `\`${nameOf(call)}\` can't be lowered, and TVM raises here: ${reason}`, call);
}

/** A lowering needs a scale or a zero point whose value is not in the text. */
export function quantityWithoutData(call: Expr): Failure {
  return failure("quantity-without-data", `\`${nameOf(call)}\` has a scale or zero point that is a constant without data.`, call, [
    pasteMetadata,
  ]);
}

/** A device has its own forms of an operator, which are not known here. */
export function deviceFormsUnknown(call: Expr, target: string): Diagnostic {
  return diagnostic(
    "device-forms-unknown",
    `Relayscope does not know what \`${target}\` makes of \`${nameOf(call)}\`; the call stays as it is.`,
    {
      node: call,
      severity: "warning",
    },
  );
}
