/**
 * ConvertEquivalents: puts what ethos-n can run in the place of sums and products with constants, in the composites
 * that were made for it. Follows src/relay/backend/contrib/ethosn/convert_equivalent.cc of 0.18.0.
 */
import { type Expr, type Func, func, type LineageRecorder, raise, typesEqual, typeText } from "@relayscope/ir";
import { compositeOf, isCompilerFunction } from "../../byoc/compilerFunctions.ts";
import { rewriteBodies } from "../../core/functionBodies.ts";
import { inferType } from "../../core/inferType.ts";
import { modulePass, type Report } from "../../core/modulePass.ts";
import type { PassContext } from "../../core/pass.ts";
import { withTypeOf } from "../../core/withType.ts";
import { equivalentOfOtherType, withoutEquivalent } from "./diagnostics.ts";
import { type Equivalent, equivalents } from "./equivalents.ts";

export const convertEquivalents = modulePass({
  name: "ConvertEquivalents",
  infoName: "relay.backend.contrib.ethos-n.ConvertEquivalents",
  summary: "Replaces sums and products with constants by operators that ethos-n can run.",
  upstream: ["src/relay/backend/contrib/ethosn/convert_equivalent.cc@0.18.0"],
  requires: [inferType],
  boundTo: "ethos-n",
  run({ module, context, lineage, report }) {
    const post = (original: Expr, rebuilt: Expr): Expr => {
      const f = rebuilt.kind === "Call" && rebuilt.op.kind === "Function" ? rebuilt.op : undefined;
      const equivalent = f && equivalents.get(compositeOf(f) ?? "");
      if (rebuilt.kind !== "Call" || !f || !equivalent) return withTypeOf(original, rebuilt);
      const op = converted(f, equivalent, context, lineage, report);
      return { ...rebuilt, op, checkedType: original.checkedType };
    };
    return rewriteBodies(module, { lineage, post }, (f) => isCompilerFunction(f, "ethos-n"));
  },
});

/** A composite with its equivalent for a body. */
function converted(f: Func, equivalent: Equivalent, context: PassContext, lineage: LineageRecorder, report: Report): Func {
  const body = equivalent.convert(f.body, context, lineage, report) ?? raise(withoutEquivalent(f.body, compositeOf(f) ?? ""));
  const [before, after] = [f.body.checkedType, body.checkedType];
  if (before && after && !typesEqual(before, after)) report(equivalentOfOtherType(f.body, typeText(before), typeText(after)));
  const made = func(
    { ...f, body, attrs: new Map([...f.attrs, ["Composite", equivalent.composite]]) },
    { checkedType: f.checkedType, span: f.span },
  );
  lineage.record(made, f);
  return made;
}
