/** Patterns for calls whose tuple holds a variable or a constant: a rule takes the call alone, a pattern both. */
import { calledOp, type Expr } from "@relayscope/ir";
import type { Edit } from "@relayscope/run/contract";

/** How many fields a pattern names. */
const mostFields = 32;

/** For each such call among nodes the pattern that holds it with its tuple. */
export function tuplePatterns(nodes: Iterable<Expr>, target: string): readonly (readonly Edit[])[] {
  const found = new Map<string, readonly Edit[]>();
  for (const call of nodes) {
    const operator = calledOp(call);
    const [tuple, ...others] = call.kind === "Call" ? call.args : [];
    if (operator === undefined || tuple?.kind !== "Tuple" || others.length > 0 || tuple.fields.length > mostFields) continue;
    if (tuple.fields.every((field) => field.kind !== "Constant" && field.kind !== "Var")) continue;
    const fields = tuple.fields.map((field) => (field.kind === "Constant" ? "is_constant()" : "wildcard()"));
    const pattern = `is_op("${operator}")(is_tuple([${fields.join(", ")}]))`;
    found.set(pattern, [{ kind: "add-pattern", target, name: `${target}.${operator}`, pattern }]);
  }
  return [...found.values()];
}
