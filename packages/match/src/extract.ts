/** Copying a match's body over parameters. Follows MatchExtractor (src/relay/ir/dataflow_matcher.cc). */
import { at, childrenOf, type Expr, type Var, withChildren } from "@relayscope/ir";

export interface Extraction {
  readonly body: Expr;
  /** From each inner node to its copy, without the inputs. A node that depends on no parameter is its own copy. */
  readonly copies: ReadonlyMap<Expr, Expr>;
  /** The reference's name for the match: its operators in order, `nn.conv2d_nn.relu_`. */
  readonly name: string;
}

/** The expression under `root` with inputs replaced by parameters. Copies keep their types, as the reference's do. */
export function extract(root: Expr, parameters: ReadonlyMap<Expr, Var>): Extraction {
  const copies = new Map<Expr, Expr>();
  const names: string[] = [];
  const copyOf = (e: Expr): Expr => parameters.get(e) ?? copies.get(e) ?? e;
  const stack: { expr: Expr; children: readonly Expr[]; next: number }[] = [];
  const enter = (expr: Expr) => {
    if (parameters.has(expr) || copies.has(expr)) return;
    stack.push({ expr, children: extractionOrder(expr), next: 0 });
  };
  enter(root);
  while (stack.length > 0) {
    const top = at(stack, stack.length - 1);
    const child = top.children[top.next++];
    if (child) {
      enter(child);
      continue;
    }
    stack.pop();
    copies.set(top.expr, keepingType(top.expr, withChildren(top.expr, copyOf)));
    const name = nameOf(top.expr);
    if (name !== "") names.push(name);
  }
  return { body: copyOf(root), copies, name: names.join("") };
}

/** A copy with its original's type and place, as the reference's copy-on-write keeps them. */
export function keepingType(original: Expr, copy: Expr): Expr {
  return copy === original ? original : { ...copy, checkedType: original.checkedType, span: original.span };
}

/** The reference rewrites a match's clauses before its data, and does not rewrite the variables of its patterns. */
function extractionOrder(expr: Expr): readonly Expr[] {
  return expr.kind === "Match" ? [...expr.clauses.map((c) => c.body), expr.data] : childrenOf(expr);
}

function nameOf(expr: Expr): string {
  switch (expr.kind) {
    case "Call":
      return expr.op.kind === "Op" ? `${expr.op.name}_` : "Call_";
    case "Tuple":
      return "Tuple_";
    case "Function":
      return "Function";
    case "Let":
      return "Let_";
    case "If":
      return "If_";
    case "TupleGetItem":
      return `TupleGetItem${expr.index}_`;
    case "Match":
      return "Match_";
    default:
      return "";
  }
}
