/**
 * Random candidates for a target: expressions in the shape of one of its patterns, or a call of an operator that it has
 * a rule for. Their types and attributes are such that checks take some and refuse others.
 */
import { inferExpression } from "@relayscope/infer";
import {
  type AttrValue,
  call,
  constant,
  type Expr,
  func,
  type Module,
  moduleOf,
  scalarTensor,
  type Type,
  tensorType,
  tuple,
  tupleGetItem,
  type Var,
  variable,
} from "@relayscope/ir";
import type { CallPattern, Pattern } from "@relayscope/match";
import type { OperatorDefinitions } from "@relayscope/ops";
import type { FileTarget } from "@relayscope/targets";
import { ModuleBuilder } from "../builder.ts";
import type { Random } from "../random.ts";
import { following } from "./followers.ts";
import { leafCall } from "./leaves.ts";

/** Thrown where a candidate comes out ill-typed or can't be made: another one is tried. */
export class NoCandidate extends Error {}

/** How many entries and rules a target has: what a candidate can be made for. */
export function choicesOf({ entries, rules }: FileTarget): number {
  return entries.length + rules.size;
}

/**
 * A typed module whose `@main` answers a candidate for an entry of the pattern table or, counted on after it, for a
 * rule.
 */
export function candidate({ entries, rules }: FileTarget, chosen: number, r: Random, operators: OperatorDefinitions): Module {
  const maker = new CandidateMaker(r, operators);
  const entry = entries[chosen];
  const body = entry ? maker.instance(entry.pattern) : maker.ruled([...rules.keys()][chosen - entries.length] ?? "");
  return maker.moduleOf(body);
}

const usualType = tensorType([1, 4, 8, 8], "float32");

class CandidateMaker extends ModuleBuilder {
  private readonly made = new Map<Pattern, Expr>();
  private readonly empty: Module = moduleOf([]);

  /** A call of an operator on fresh arguments, some of which are calls. */
  ruled(operator: string): Expr {
    const leaf = leafCall(operator, this.r);
    if (!leaf) throw new NoCandidate(operator);
    return this.apply(
      operator,
      leaf.args.map((type) => this.argument(type)),
      leaf.attrs,
    );
  }

  /** An expression that the pattern matches, if its attributes and types allow. */
  instance(pattern: Pattern, wanted?: Type): Expr {
    const known = this.made.get(pattern);
    if (known) return known;
    const made = this.fresh(pattern, wanted);
    this.made.set(pattern, made);
    return made;
  }

  private fresh(pattern: Pattern, wanted: Type | undefined): Expr {
    switch (pattern.kind) {
      case "WildcardPattern":
        return this.argument(wanted);
      case "VarPattern":
        return this.input(wanted);
      case "ConstantPattern":
        return this.r.chance(0.97) ? this.constantOf(wanted) : this.input(wanted);
      case "ExprPattern":
        return pattern.expr;
      case "CallPattern":
        return this.callOf(pattern, {}, wanted);
      case "AttrPattern": {
        const forced = this.r.chance(0.95) ? Object.fromEntries(pattern.attrs) : {};
        if (pattern.pattern.kind === "CallPattern") return this.callOf(pattern.pattern, forced, wanted);
        throw new NoCandidate(pattern.pattern.kind);
      }
      case "AltPattern":
        return this.instance(this.r.chance(0.5) ? pattern.left : pattern.right, wanted);
      case "TupleGetItemPattern":
        return this.typed(tupleGetItem(this.instance(pattern.tuple), Math.max(0, pattern.index)));
      case "TuplePattern":
        return this.fields(wanted);
      default:
        throw new NoCandidate(pattern.kind);
    }
  }

  private callOf(pattern: CallPattern, forced: Readonly<Record<string, AttrValue>>, wanted: Type | undefined): Expr {
    const { r } = this;
    const callee = pattern.op.kind === "AttrPattern" ? pattern.op.pattern : pattern.op;
    const attrs = { ...(pattern.op.kind === "AttrPattern" ? Object.fromEntries(pattern.op.attrs) : {}), ...forced };
    if (callee.kind !== "ExprPattern" || callee.expr.kind !== "Op") throw new NoCandidate(callee.kind);
    const { name } = callee.expr;
    const patterns = pattern.args ?? [];
    const first = patterns.findIndex((p) => this.made.has(p) || isInner(p));
    if (first < 0 || patterns.length === 0) {
      const leaf = leafCall(name, r);
      if (!leaf) throw new NoCandidate(name);
      const types = leaf.args;
      const args = types.map((type, i) => (patterns[i] ? this.instance(patterns[i], type) : this.argument(type)));
      return this.apply(name, args, { ...leaf.attrs, ...attrs });
    }
    const inner = this.instance(patterns[first] as Pattern, wanted);
    const type = inner.checkedType;
    if (type?.kind !== "TensorType")
      return this.apply(
        name,
        patterns.map((p, i) => (i === first ? inner : this.instance(p))),
        attrs,
      );
    const follow = following(name, type, first, patterns.length, r);
    const args = patterns.map((p, i) => (i === first ? inner : this.instance(p, follow.args[i])));
    if (args.length === 2 && (name === "add" || name === "multiply") && r.chance(0.08)) args.reverse();
    return this.apply(name, args, { ...follow.attrs, ...attrs });
  }

  private apply(name: string, args: readonly Expr[], given: Readonly<Record<string, AttrValue>>): Expr {
    return this.typed(this.call(name, args, given));
  }

  private typed(expr: Expr): Expr {
    const { expr: result, diagnostics } = inferExpression(expr, this.empty, this.operators);
    const error = diagnostics.find((d) => d.severity === "error");
    if (error || !result.checkedType) throw new NoCandidate(error?.message ?? "no type");
    return result;
  }

  /** A parameter most times; at times a constant, a call, or a call of a composite. */
  private argument(type: Type | undefined): Expr {
    const { r } = this;
    const wanted = type ?? usualType;
    if (r.chance(0.82) || wanted.kind !== "TensorType") return wanted.kind === "TupleType" ? this.fields(wanted) : this.input(wanted);
    if (r.chance(0.5)) return this.constantOf(wanted);
    if (r.chance(0.6)) return this.apply("nn.relu", [this.input(wanted)], {});
    const inside = variable("p", wanted, { checkedType: wanted });
    const body = this.apply("nn.relu", [inside], {});
    return this.typed(call(func({ params: [inside], body, attrs: new Map([["Composite", "other.relu"]]) }), [this.input(wanted)]));
  }

  private input(type: Type | undefined): Var {
    return this.parameter(type ?? usualType);
  }

  /** Scalars have values: zero points and scales. Larger constants have none. */
  private constantOf(type: Type | undefined): Expr {
    const { r } = this;
    if (type?.kind !== "TensorType") return constant(undefined, tensorType([4], "float32"));
    if (type.shape.some((d) => typeof d !== "number")) throw new NoCandidate("a constant of unknown size");
    if (type.shape.length > 0) return constant(undefined, type);
    const value = type.dtype.startsWith("float") ? r.pick([1 / 256, 1 / 32768, 1 / 128, 0.5]) : r.pick([0, 0, 0, 0, -128, 3]);
    return constant(scalarTensor(type.dtype.startsWith("u") ? Math.abs(value) : value, type.dtype), type);
  }

  private fields(wanted: Type | undefined): Expr {
    const { r } = this;
    if (wanted?.kind === "TupleType") return this.typed(tuple(wanted.fields.map((field) => this.argument(field))));
    const first = this.argument(
      tensorType([r.pick([1, 1, 2]), 4, ...r.pick([[8, 4], [8, 4], [6]])], r.pick(["float32", "float32", "int8", "float16"])),
    );
    const type = first.checkedType;
    const others = r.many(r.pick([0, 1, 1, 2, 3]), () => this.argument(type));
    return this.typed(tuple([first, ...others]));
  }
}

/** Whether a pattern is built of calls, so that its type is known before its neighbors'. */
function isInner(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case "CallPattern":
    case "TupleGetItemPattern":
    case "TuplePattern":
      return true;
    case "AltPattern":
      return isInner(pattern.left) || isInner(pattern.right);
    case "AttrPattern":
      return isInner(pattern.pattern);
    default:
      return false;
  }
}
