/** Copies of patterns. What a pattern shares, its copy shares too. */
import type { Pattern } from "@relayscope/match";

export function copyOfPattern(root: Pattern): Pattern {
  const made = new Map<Pattern, Pattern>();
  const copy = (p: Pattern): Pattern => {
    const known = made.get(p);
    if (known) return known;
    const result = over(p);
    made.set(p, result);
    return result;
  };
  const all = (list: readonly Pattern[] | null) => list?.map(copy) ?? null;
  const over = (p: Pattern): Pattern => {
    switch (p.kind) {
      case "CallPattern":
        return { ...p, op: copy(p.op), args: all(p.args) };
      case "FunctionPattern":
        return { ...p, params: all(p.params), body: copy(p.body) };
      case "IfPattern":
        return { ...p, condition: copy(p.condition), thenBranch: copy(p.thenBranch), elseBranch: copy(p.elseBranch) };
      case "LetPattern":
        return { ...p, variable: copy(p.variable), value: copy(p.value), body: copy(p.body) };
      case "TuplePattern":
        return { ...p, fields: all(p.fields) };
      case "TupleGetItemPattern":
        return { ...p, tuple: copy(p.tuple) };
      case "AltPattern":
        return { ...p, left: copy(p.left), right: copy(p.right) };
      case "TypePattern":
      case "DataTypePattern":
      case "ShapePattern":
      case "AttrPattern":
        return { ...p, pattern: copy(p.pattern) };
      case "DominatorPattern":
        return { ...p, parent: copy(p.parent), path: copy(p.path), child: copy(p.child) };
      default:
        return { ...p };
    }
  };
  return copy(root);
}
