/**
 * ConvertEquivalents: puts what ethos-n can run in the place of sums and products with constants, in the composites that were made for it.
 * Follows src/relay/backend/contrib/ethosn/convert_equivalent.cc of 0.18.0.
 */
import { type Diagnostic, type Expr, type Func, func, type LineageRecorder, lineageRecorder, typesEqual, typeText } from "@relayscope/ir";
import { compositeOf, isCompilerFunction } from "./compilerFunctions.ts";
import { equivalentOfOtherType, withoutEquivalent } from "./diagnostics.ts";
import { type Equivalent, equivalents } from "./ethosN/equivalents.ts";
import { rewriteBodies } from "./functionBodies.ts";
import { definePass, type PassContext } from "./pass.ts";
import { withTypeOf } from "./withType.ts";

export const convertEquivalents = definePass({
  name: "ConvertEquivalents",
  infoName: "relay.backend.contrib.ethos-n.ConvertEquivalents",
  summary: "Puts what ethos-n can run in the place of sums and products with constants.",
  optLevel: 0,
  requires: ["InferType"],
  options: [],
  run(module, _options, context) {
    const lineage = lineageRecorder();
    const diagnostics: Diagnostic[] = [];
    const post = (original: Expr, rebuilt: Expr): Expr => {
      const f = rebuilt.kind === "Call" && rebuilt.op.kind === "Function" ? rebuilt.op : undefined;
      const equivalent = f && equivalents.get(compositeOf(f) ?? "");
      if (rebuilt.kind !== "Call" || !f || !equivalent) return withTypeOf(original, rebuilt);
      const op = converted(f, equivalent, context, lineage, diagnostics);
      return { ...rebuilt, op, checkedType: original.checkedType };
    };
    const changed = rewriteBodies(module, { lineage, post }, (f) => isCompilerFunction(f, "ethos-n"));
    return { module: changed, lineage, decisions: [], diagnostics };
  },
});

/** A composite with its equivalent for a body. */
function converted(f: Func, equivalent: Equivalent, context: PassContext, lineage: LineageRecorder, diagnostics: Diagnostic[]): Func {
  const body = equivalent.convert(f.body, context, lineage, diagnostics);
  if (!body) throw withoutEquivalent(f.body, compositeOf(f) ?? "");
  const [before, after] = [f.body.checkedType, body.checkedType];
  if (before && after && !typesEqual(before, after)) diagnostics.push(equivalentOfOtherType(f.body, typeText(before), typeText(after)));
  const made = func(
    { ...f, body, attrs: new Map([...f.attrs, ["Composite", equivalent.composite]]) },
    { checkedType: f.checkedType, span: f.span },
  );
  lineage.record(made, f);
  return made;
}
