/**
 * The value of an expression that depends only on constants and kept parameters. Follows infer_value in
 * python/tvm/relay/frontend/common.py.
 */
import { type Expr, rewrite } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import type { Conversion } from "./conversion.ts";

/** The values of an expression. Throws where it needs an input of the model. */
export function valueOf(c: Conversion, expr: Expr): readonly (number | bigint)[] {
  const missing = c.r.free.of(expr).find((v) => !c.scope.params.has(v.name));
  if (missing) throw new ConversionFailure(`it needs a value while it is imported, and that depends on the input \`${missing.name}\`.`);
  const bound = rewrite(expr, { post: (_, e) => c.resolved(e) });
  const value = c.r.fold(bound);
  if (value.kind !== "Constant") throw new ConversionFailure("it needs a value while it is imported, which cannot be computed.");
  return c.r.numbersOf(value);
}
