/** Random patterns of every kind, each read off a place in a module, so that many of them match. */
import { type AttrValue, type Call, type Expr, isAttrList, type Module, postOrderList, typeText } from "@relayscope/ir";
import type { PatternData } from "@relayscope/match";
import { printExpression } from "@relayscope/text";
import type { Random } from "../random.ts";

type PatternNode = PatternData["nodes"][number];

export interface NamedPattern {
  readonly name: string;
  readonly pattern: PatternData;
  /** What the check answers, call by call. */
  readonly check?: readonly boolean[];
}

/** Patterns for a target, some of which are alike. The module is typed. */
export function widePatterns(r: Random, module: Module, target: string): readonly NamedPattern[] {
  const nodes = [...module.functions.values()].flatMap((f) => postOrderList(f.body));
  const roots = nodes.filter((e) => e.kind === "Call" || e.kind === "TupleGetItem" || e.kind === "If" || e.kind === "Let");
  if (roots.length === 0) return [];
  return r.many(r.int(0, 4), (i) => {
    const pattern = new PatternMaker(r).from(r.pick(roots), r.pick(roots));
    return { name: `${target}.p${i}`, pattern, ...(r.chance(0.2) ? { check: r.many(4, () => r.chance(0.6)) } : {}) };
  });
}

class PatternMaker {
  private readonly nodes: PatternNode[] = [];
  private readonly known = new Map<Expr, number>();

  constructor(private readonly r: Random) {}

  from(root: Expr, other: Expr): PatternData {
    const { r } = this;
    if (r.chance(0.06)) {
      const parent = this.node(other, 1);
      const path = this.add({ kind: "CallPattern", op: this.wildcard(), args: null });
      return { root: this.add({ kind: "DominatorPattern", parent, path, child: this.node(root, 1) }), nodes: this.nodes };
    }
    return { root: this.node(root, r.int(1, 4)), nodes: this.nodes };
  }

  private add(node: PatternNode): number {
    return this.nodes.push(node) - 1;
  }

  private wildcard(): number {
    return this.add({ kind: "WildcardPattern" });
  }

  private node(expr: Expr, depth: number): number {
    const { r } = this;
    const known = this.known.get(expr);
    if (known !== undefined && r.chance(0.8)) return known;
    const made = this.constrained(expr, this.plain(expr, depth));
    this.known.set(expr, made);
    return made;
  }

  private plain(expr: Expr, depth: number): number {
    const { r } = this;
    if (expr.kind === "Constant") {
      const text = printExpression(expr);
      if (!text.includes("meta[") && r.chance(0.4)) return this.add({ kind: "ExprPattern", expr: text });
      return this.add({ kind: r.chance(0.6) ? "ConstantPattern" : "WildcardPattern" });
    }
    if (depth <= 0 || r.chance(0.1)) return this.wildcard();
    switch (expr.kind) {
      case "Call":
        return this.call(expr, depth);
      case "Tuple":
        return this.add({ kind: "TuplePattern", fields: r.chance(0.1) ? null : expr.fields.map((f) => this.node(f, depth - 1)) });
      case "TupleGetItem":
        return this.add({ kind: "TupleGetItemPattern", tuple: this.node(expr.tuple, depth - 1), index: r.chance(0.2) ? -1 : expr.index });
      case "If": {
        const [cond, yes, no] = [expr.condition, expr.thenBranch, expr.elseBranch].map((e) => this.node(e, depth - 1));
        return this.add({ kind: "IfPattern", cond, true: yes, false: no });
      }
      case "Let": {
        const [variable, value, body] = [expr.variable, expr.value, expr.body].map((e) => this.node(e, depth - 1));
        return this.add({ kind: "LetPattern", var: variable, value, body });
      }
      case "Function": {
        const params = r.chance(0.2) ? null : expr.params.map(() => this.wildcard());
        const made = this.add({ kind: "FunctionPattern", params, body: this.node(expr.body, depth - 1) });
        const attrs = [...expr.attrs].filter(([, value]) => typeof value === "string" || typeof value === "number");
        return attrs.length > 0 && r.chance(0.5)
          ? this.add({ kind: "AttrPattern", pattern: made, attrs: Object.fromEntries([r.pick(attrs)]) })
          : made;
      }
      case "Var":
        return this.add(r.chance(0.3) ? { kind: "VarPattern", name: r.chance(0.5) ? expr.name : "" } : { kind: "WildcardPattern" });
      default:
        return this.wildcard();
    }
  }

  private call(expr: Call, depth: number): number {
    const { r } = this;
    const args = () => (r.chance(0.06) ? null : expr.args.map((arg) => this.node(arg, depth - 1)));
    if (expr.op.kind === "Function") return this.add({ kind: "CallPattern", op: this.node(expr.op, depth), args: args() });
    if (expr.op.kind !== "Op") return this.add({ kind: "CallPattern", op: this.wildcard(), args: args() });
    let op = this.add({ kind: "ExprPattern", expr: `op:${expr.op.name}` });
    if (r.chance(0.15)) {
      const other = this.add({ kind: "ExprPattern", expr: `op:${r.pick(["nn.relu", "add", "tanh"])}` });
      op = r.chance(0.5)
        ? this.add({ kind: "AltPattern", left: other, right: op })
        : this.add({ kind: "AltPattern", left: op, right: other });
    }
    const made = this.add({ kind: "CallPattern", op, args: args() });
    // What may be there or not: a call, or what it is made of.
    const first = expr.args[0];
    return first && r.chance(0.12) ? this.add({ kind: "AltPattern", left: made, right: this.node(first, depth - 1) }) : made;
  }

  /** Asks now and then for what the node's type and attributes are, or nearly. */
  private constrained(expr: Expr, pattern: number): number {
    const { r } = this;
    const type = expr.checkedType;
    if (type?.kind === "TensorType" && r.chance(0.12)) {
      const shape = type.shape.filter((dim) => typeof dim === "number");
      const isStatic = shape.length === type.shape.length && shape.length > 0;
      if (isStatic && r.chance(0.3)) return this.add({ kind: "ShapePattern", pattern, shape: shape.map(String) });
      if (isStatic && r.chance(0.4)) return this.add({ kind: "TypePattern", pattern, type: typeText(type) });
      return this.add({ kind: "DataTypePattern", pattern, dtype: r.chance(0.85) ? type.dtype : "int8" });
    }
    if (expr.kind === "Call" && expr.op.kind === "Op" && expr.attrs && r.chance(0.15)) {
      const { schema, values } = expr.attrs;
      const asked = schema.fields.flatMap((field, i) => {
        const value = askedFor(values[i]);
        return value === undefined ? [] : [[field.name, value] as const];
      });
      if (asked.length > 0) {
        const chosen = r.many(r.pick([1, 1, 2]), () => r.pick(asked));
        return this.add({ kind: "AttrPattern", pattern, attrs: Object.fromEntries(chosen) });
      }
    }
    return pattern;
  }
}

/** An attribute's value as a pattern asks for it; undefined where it can't be said plainly. */
function askedFor(value: AttrValue | undefined): unknown {
  if (typeof value === "boolean" || (typeof value === "string" && value !== "")) return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  // JSON writes whole floats as integers, which the reference takes them for.
  if (!isAttrList(value)) return value.kind === "Float" && !Number.isInteger(value.value) ? { float: value.value } : undefined;
  const items = value.map(askedFor);
  return items.length > 0 && items.every((item) => typeof item === "number") ? items : undefined;
}
