/**
 * VitisAIAnnotationPass: annotates the calls that the processor supports, the tuples that go into them, and the items
 * taken of their results. Follows VitisAIAnnotationPass in python/tvm/relay/op/contrib/vitis_ai.py, which asks a tool
 * of the vendor what the processor supports; here it is a list of operators. Nothing else is annotated, not even as
 * `default`.
 */
import { type Call, calledOp, type Expr, postOrder, rewriteFunction, withChildren } from "@relayscope/ir";
import { defaultTarget } from "@relayscope/regions";
import { annotator } from "../../byoc/annotator.ts";
import { functionPass } from "../../core/functionPass.ts";
import { texts } from "../../core/options.ts";

const compiler = "vitis_ai";

export const vitisAIAnnotationPass = functionPass({
  name: "VitisAIAnnotationPass",
  summary: "Annotates the calls that the processor takes.",
  upstream: ["python/tvm/relay/op/contrib/vitis_ai.py"],
  options: { operators: texts([], "The operators that the processor takes.") },
  runFunction({ f, options, context, lineage, decide }) {
    const operators = new Set(options.operators);
    const taken = new Set<Expr>();
    postOrder(f, (expr) => {
      const isOwn = isTaken(expr, operators);
      if (expr.kind === "Call") {
        const answers = [{ target: compiler, answer: isOwn ? "accepted" : "none" } as const];
        decide?.({
          kind: "target",
          node: expr,
          target: isOwn ? compiler : defaultTarget,
          reason: isOwn ? "operator-rule" : "no-rule",
          answers,
        });
      }
      if (!isOwn) return;
      taken.add(expr);
      for (const arg of expr.args) if (arg.kind === "Tuple") taken.add(arg);
    });
    const annotate = annotator(context.operators, lineage);
    const isAnnotated = (original: Expr): boolean => taken.has(original.kind === "TupleGetItem" ? original.tuple : original);
    return rewriteFunction(f, {
      lineage,
      post(original, rebuilt) {
        if (!isAnnotated(original)) return rebuilt;
        const begun = (child: Expr): Expr => (child.kind === "Op" ? child : annotate.begin(child, compiler));
        const inside = withChildren(rebuilt, begun);
        lineage.record(inside, original);
        return annotate.end(inside, compiler);
      },
    });
  },
});

function isTaken(expr: Expr, operators: ReadonlySet<string>): expr is Call {
  const name = calledOp(expr);
  return name !== undefined && operators.has(name);
}
