/**
 * Whether a scale is certainly positive. Follows IsAllPositiveConstant (src/relay/analysis/util.cc); zero counts as
 * positive, as there.
 */
import { type Constant, calledOp, type Expr, elementOf, type LineageRecorder, rewrite } from "@relayscope/ir";
import { argumentAt } from "../../core/callArguments.ts";
import type { Report } from "../../core/modulePass.ts";
import { flag } from "../../core/options.ts";
import { assumedPositive } from "../diagnostics.ts";

/** The option by which constants without data count as positive. */
export const assumePositiveOption = flag(
  true,
  "Assume that scales without data in the text are positive. Results that depend on it are marked.",
);

const assumption = "a scale without data is taken as positive";

/**
 * Returns a scale that may be folded through relu: the scale itself if it is positive, a marked copy if that is
 * assumed, else undefined.
 */
export type PositiveScale = (scale: Expr) => Expr | undefined;

/** Uses the option and the available data. An assumption is reported once per scale. */
export function positiveScale(assumes: boolean, lineage: LineageRecorder, report: Report): PositiveScale {
  return (scale) => {
    const constant = peeled(scale);
    if (!constant) return undefined;
    if (constant.data) return isAllPositive(constant) ? scale : undefined;
    if (!assumes) return undefined;
    report(assumedPositive(constant));
    return rewrite(scale, {
      lineage,
      post: (original, rebuilt) => (original === constant ? { ...constant, assumed: assumption } : rebuilt),
    });
  };
}

const transparent: ReadonlySet<string> = new Set(["expand_dims", "reshape", "transpose", "squeeze", "repeat"]);

function peeled(expr: Expr): Constant | undefined {
  let e = expr;
  while (e.kind === "Call" && transparent.has(calledOp(e) ?? "")) e = argumentAt(e, 0);
  return e.kind === "Constant" ? e : undefined;
}

const checkedDtypes: ReadonlySet<string> = new Set(["float32", "float64", "int8", "int32", "uint8", "uint32"]);

function isAllPositive({ data }: Constant): boolean {
  if (!data || !checkedDtypes.has(data.dtype)) return false;
  for (let i = 0; i < data.values.length; i++) if (elementOf(data, i) < 0) return false;
  return true;
}
