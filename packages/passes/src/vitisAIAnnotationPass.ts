/**
 * VitisAIAnnotationPass: annotates the calls that the processor takes, the tuples that go into them, and the items taken of their results.
 * Follows VitisAIAnnotationPass in python/tvm/relay/op/contrib/vitis_ai.py, which asks a tool of the vendor what the processor takes; here it is
 * a list of operators. Nothing else is annotated, not even as `default`.
 */
import { type Call, calledOp, type Expr, type Func, postOrder, rewrite, withChildren } from "@relayscope/ir";
import { annotator } from "./annotations.ts";
import { functionPass } from "./functionPass.ts";
import { textListOption } from "./passOptions.ts";

const compiler = "vitis_ai";

export const vitisAIAnnotationPass = functionPass({
  name: "VitisAIAnnotationPass",
  summary: "Annotates the calls that the processor takes.",
  optLevel: 0,
  requires: [],
  options: [{ name: "operators", type: "string[]", default: [], doc: "The operators that the processor takes." }],
  runFunction(f, options, context, lineage) {
    const operators = new Set(textListOption(options, "operators"));
    const taken = new Set<Expr>();
    postOrder(f, (expr) => {
      if (!isTaken(expr, operators)) return;
      taken.add(expr);
      for (const arg of expr.args) if (arg.kind === "Tuple") taken.add(arg);
    });
    const annotate = annotator(context.operators, lineage);
    const isAnnotated = (original: Expr): boolean => taken.has(original.kind === "TupleGetItem" ? original.tuple : original);
    return rewrite(f, {
      lineage,
      post(original, rebuilt) {
        if (!isAnnotated(original)) return rebuilt;
        const begun = (child: Expr): Expr => (child.kind === "Op" ? child : annotate.begin(child, compiler));
        const inside = withChildren(rebuilt, begun);
        lineage.record(inside, original);
        return annotate.end(inside, compiler);
      },
    }) as Func;
  },
});

function isTaken(expr: Expr, operators: ReadonlySet<string>): expr is Call {
  const name = calledOp(expr);
  return name !== undefined && operators.has(name);
}
