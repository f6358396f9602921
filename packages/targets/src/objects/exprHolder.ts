/**
 * Handles on Relay's expressions, and their classes, still without members: `exprObjects.ts` and the files next to it
 * give them theirs. Follows python/tvm/ir/expr.py, op.py, function.py and python/tvm/relay/expr.py, adt.py,
 * function.py.
 */
import { type Expr, keptIn, type Rewriter, rewriter } from "@relayscope/ir";
import { hostClass, type PyClass, type Value } from "@relayscope/python";
import { ArrayObject } from "./containers.ts";
import { baseExprClass } from "./nodeClasses.ts";
import { showExpr } from "./showExpr.ts";
import { TvmObject } from "./tvmObject.ts";

export class ExprObject extends TvmObject {
  constructor(readonly node: Expr) {
    super(classesByKind[node.kind]);
  }

  /** Operators and global functions go by name. */
  override get key(): unknown {
    const { node } = this;
    return node.kind === "Op" || node.kind === "GlobalVar" ? keyOfName(node.kind, node.name) : node;
  }

  override show(): string {
    return showExpr(this.node);
  }

  override copied(): Value {
    return wrapExpr(copier().rewrite(this.node));
  }
}

/** Copies expressions; what they share is shared by the copies. Operators are one of a name. */
export function copier(): Rewriter {
  return rewriter({ post: copied });
}

function copied(original: Expr, rebuilt: Expr): Expr {
  if (original.kind === "Op") return original;
  const made = { ...rebuilt, checkedType: original.checkedType };
  return made.kind === "Var" ? { ...made, id: {} } : made;
}

const keys = new Map<string, object>();

/** One key a name. There are as many as a program has operators and functions. */
function keyOfName(kind: string, name: string): object {
  const full = `${kind} ${name}`;
  return keptIn(keys, full, () => ({ full }));
}

export const relayExprClass: PyClass = hostClass({ name: "RelayExpr", module: "tvm.ir.expr", bases: [baseExprClass] });
/** The base of what arithmetic on expressions builds calls of. */
export const exprWithOpClass: PyClass = hostClass({ name: "ExprWithOp", module: "tvm.relay.expr", bases: [relayExprClass] });
export const baseFuncClass: PyClass = hostClass({ name: "BaseFunc", module: "tvm.ir.function", bases: [relayExprClass] });

const withOp = (name: string) => hostClass({ name, module: "tvm.relay.expr", bases: [exprWithOpClass] });

const classesByKind: Readonly<Record<Expr["kind"], PyClass>> = {
  Constant: withOp("Constant"),
  Var: withOp("Var"),
  GlobalVar: hostClass({ name: "GlobalVar", module: "tvm.ir.expr", bases: [relayExprClass] }),
  Op: hostClass({ name: "Op", module: "tvm.ir.op", bases: [relayExprClass] }),
  Constructor: hostClass({ name: "Constructor", module: "tvm.ir.adt", bases: [relayExprClass] }),
  Call: withOp("Call"),
  Tuple: withOp("Tuple"),
  TupleGetItem: withOp("TupleGetItem"),
  Function: hostClass({ name: "Function", module: "tvm.relay.function", bases: [baseFuncClass] }),
  Let: withOp("Let"),
  If: withOp("If"),
  Match: hostClass({ name: "Match", module: "tvm.relay.adt", bases: [exprWithOpClass] }),
  RefCreate: withOp("RefCreate"),
  RefRead: withOp("RefRead"),
  RefWrite: withOp("RefWrite"),
};

/** The class of a kind of expression. */
export function exprClass(kind: Expr["kind"]): PyClass {
  return classesByKind[kind];
}

/** A new handle on an expression. */
export function wrapExpr(node: Expr): ExprObject {
  return new ExprObject(node);
}

/** Expressions as an array, which is distinguished by their list. */
export function exprArray(nodes: readonly Expr[]): ArrayObject {
  return new ArrayObject(nodes, (i) => {
    const node = nodes[i];
    return node ? wrapExpr(node) : null;
  });
}
