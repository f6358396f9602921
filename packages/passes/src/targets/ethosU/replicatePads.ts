/**
 * ReplicatePads: gives each `qnn.conv2d` an `nn.pad` of its own, so that a pattern of both can take them together.
 * Follows PadsWithMultipleConsumersReplicator in python/tvm/relay/backend/contrib/ethosu/codegen.py of 0.18.0.
 */
import {
  type Call,
  childrenOf,
  type Expr,
  isCallOf,
  isLeaf,
  type LineageRecorder,
  mapFunctions,
  runTask,
  type Task,
  withChildren,
} from "@relayscope/ir";
import { demandWellFormed } from "../../core/demandWellFormed.ts";
import { modulePass } from "../../core/modulePass.ts";
import { structuralSet } from "../../core/structuralSet.ts";
import { callWithoutArguments, tooManyCopies } from "./diagnostics.ts";

export const replicatePads = modulePass({
  name: "ReplicatePads",
  summary: "Gives each qnn.conv2d after a shared nn.pad a pad of its own.",
  upstream: ["python/tvm/relay/backend/contrib/ethosu/codegen.py@0.18.0"],
  run({ module, lineage, context }) {
    const replicator = new Replicator(lineage, context.hasHoles ?? false);
    return mapFunctions(module, (f, name) => {
      if (f.kind !== "Function") return f;
      const replicated = runTask(replicator.visited(f));
      if (replicated.kind !== "Function" || replicated === f) return f;
      demandWellFormed(name, replicated, f);
      return replicated;
    });
  },
});

/**
 * How many copies of nodes that it made itself a run may make: the reference's result doubles with each shared pad that
 * is after another one.
 */
const copyLimit = 100_000;

/**
 * The reference's visitor, step by step, because its result depends on the order. Nodes are visited from the last to
 * the first, arguments before operators. The nodes that a new pad is made from are visited once more, and again with
 * the pad. Convolutions among them that already got a pad get another one each time, with copies of all calls in
 * between.
 */
class Replicator {
  private readonly memo = new Map<Expr, Expr>();
  /** The pads that a convolution has already. Equal ones count as one. */
  private readonly taken = structuralSet();
  private readonly made = new Set<Expr>();
  private copies = 0;

  constructor(
    private readonly lineage: LineageRecorder,
    private readonly hasHoles: boolean,
  ) {}

  *visited(expr: Expr): Task<Expr> {
    const known = this.memo.get(expr);
    if (known) return known;
    const result = yield this.rebuilt(expr);
    this.memo.set(expr, result);
    return result;
  }

  private *rebuilt(expr: Expr): Task<Expr> {
    if (isLeaf(expr)) return expr;
    if (expr.kind !== "Call") {
      for (const child of childrenOf(expr)) yield this.visited(child);
      return this.over(expr);
    }
    if (expr.op.kind === "Op" && expr.args.length === 0 && !this.hasHoles) throw callWithoutArguments(expr);
    const [first] = expr.args;
    const pad = first && isCallOf(expr, "qnn.conv2d") && isCallOf(first, "nn.pad") ? first : undefined;
    const own = pad && !this.taken.add(pad) ? yield this.copied(pad) : undefined;
    const args: Expr[] = [];
    for (const arg of expr.args) args.push(own && args.length === 0 ? own : yield this.visited(arg));
    const op = yield this.visited(expr.op);
    if (op === expr.op && args.every((arg, i) => arg === expr.args[i])) return expr;
    return this.recorded({ ...expr, op, args }, expr);
  }

  /** Another call like a pad, over the copies of the pad's arguments. */
  private *copied(pad: Call): Task<Expr> {
    const used = (yield this.visited(pad)) as Call;
    const args: Expr[] = [];
    for (const arg of used.args) args.push(yield this.visited(arg));
    const copy = this.recorded({ ...used, args, checkedType: undefined }, used);
    return yield this.visited(copy);
  }

  /** Rebuilds a node that is not a call, over the replacements of its children. Only functions keep their type. */
  private over(expr: Expr): Expr {
    const over = withChildren(expr, (child) => this.memo.get(child) ?? child);
    if (over === expr) return expr;
    return this.recorded(expr.kind === "Function" ? { ...over, checkedType: expr.checkedType } : over, expr);
  }

  private recorded(made: Expr, origin: Expr): Expr {
    if (this.made.has(origin)) this.copies += 1;
    if (this.copies > copyLimit) throw tooManyCopies(origin, copyLimit);
    this.made.add(made);
    this.lineage.record(made, origin);
    return made;
  }
}
