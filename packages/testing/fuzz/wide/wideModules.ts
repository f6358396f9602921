import {
  type AttrValue,
  call,
  type Expr,
  type Func,
  func,
  globalVar,
  if_,
  let_,
  type Module,
  moduleOf,
  scalarType,
  type TensorType,
  type Type,
  tensorType,
  tuple,
  tupleGetItem,
  tupleType,
  typeText,
  variable,
} from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { ModuleBuilder, typedModule } from "../builder.ts";
import { caseModule } from "../operators/case.ts";
import { generators } from "../operators/generators.ts";
import type { Random } from "../random.ts";

interface Value {
  readonly expr: Expr;
  readonly type: TensorType;
}

/** What only lowered programs hold, or what no pass of a flow meets. */
const leftOut = /^(memory|vm|vision|annotation|random|image|contrib|debug|on_device|device|call_lowered|shape_of|prim_fn)/;
const names = [...generators.keys()].filter((name) => !leftOut.test(name));
const heavy = names.filter((name) => /conv|dense|matmul|norm|pool|^qnn/.test(name));
const unary = ["nn.relu", "tanh", "exp", "negative", "abs", "copy", "sigmoid"];
const binary = ["add", "multiply", "subtract", "maximum"];

/** A random untyped module; calls that our own inference refuses are left out. */
export function wideModule(r: Random, operators: OperatorDefinitions): Module {
  return new Builder(r, operators).module(r.pick([3, 5, 8, 12, 20]));
}

class Builder extends ModuleBuilder {
  private readonly functions: [string, Func][] = [];
  private values: Value[] = [];

  module(steps: number): Module {
    const { r } = this;
    this.input(tensorType([1, 4, 8, 8], "float32"));
    for (let i = 0; i < steps; i++) this.step();
    const results = r.chance(0.3) ? [this.recent(), this.recent(), this.recent()] : [this.recent()];
    const [first, ...more] = results.map((v) => v.expr);
    return moduleOf([
      ...this.functions,
      ["main", func({ params: this.params, body: this.wrapped(first && more.length === 0 ? first : tuple(results.map((v) => v.expr))) })],
    ]);
  }

  private step(): void {
    const { r } = this;
    const kind = r.int(0, 25);
    if (kind < 5) this.generated(r.pick(heavy));
    else if (kind < 9) this.generated(r.pick(names));
    else if (kind < 12) this.push(this.call(r.pick(unary), [this.recent().expr]), this.values.at(-1)?.type);
    else this.structure(kind);
  }

  /** What is not a call of an operator on values alone. */
  private structure(kind: number): void {
    const { r } = this;
    const { expr, type } = this.recent();
    switch (kind) {
      case 12:
      case 13:
        this.push(this.call(r.pick(binary), [expr, this.fitted(type)]), type);
        return;
      case 14: {
        const condition = this.input(scalarType("bool")).expr;
        this.push(if_(condition, this.call("nn.relu", [expr]), r.chance(0.5) ? expr : this.fitted(type)), type);
        return;
      }
      case 15: {
        const bound = variable(`l${this.wrappers.length}`);
        this.wrappers.push((body) => let_(bound, expr, body));
        this.push(bound, type);
        return;
      }
      case 16: {
        const parameter = variable(`p${this.values.length}`, type);
        this.push(call(func({ params: [parameter], body: this.call(r.pick(unary), [this.call("copy", [parameter])]) }), [expr]), type);
        return;
      }
      case 17: {
        const parameter = variable("x", type);
        const name = `f${this.functions.length}`;
        const body = this.call(r.pick(unary), [parameter]);
        this.functions.push([name, func({ params: [parameter], body, returnType: type })]);
        this.push(call(globalVar(name), [expr]), type);
        return;
      }
      case 18:
        this.push(tupleGetItem(tuple([this.recent().expr, expr]), 1), type);
        return;
      case 20:
        this.push(tupleGetItem(tupleGetItem(tuple([expr, tuple([this.recent().expr, expr])]), 1), 1), type);
        return;
      case 21:
        this.twice(expr, type);
        return;
      case 22:
        this.attributed(expr, type);
        return;
      case 23: {
        const parameter = this.parameter(tupleType([type, type]));
        this.push(this.call(r.pick(binary), [tupleGetItem(parameter, 0), expr]), type);
        return;
      }
      case 24: {
        const condition = this.input(scalarType("bool")).expr;
        const branches = [tuple([expr, this.fitted(type)]), tuple([this.fitted(type), expr])] as const;
        this.push(tupleGetItem(if_(condition, ...branches), r.int(0, 1)), type);
        return;
      }
      case 25:
        this.closure(expr, type);
        return;
      default:
        this.push(this.call(r.pick(binary), [expr, this.scalar(r.int(0, 3), type.dtype)]), type);
    }
  }

  /** The same call made again, next to the one that is there. */
  private twice(expr: Expr, type: TensorType): void {
    const name = this.r.pick(unary);
    this.push(this.call(name, [expr]), type);
    this.push(this.call(this.r.pick(binary), [this.call(name, [expr]), this.recent().expr]), type);
  }

  /**
   * A call of a function with attributes that passes look at: a literal, or a function of the module that was
   * partitioned before.
   */
  private attributed(expr: Expr, type: TensorType): void {
    const { r } = this;
    const parameter = variable(r.pick(["x", "FunctionVar_0_0"]), type);
    const body = this.call(r.pick(unary), [this.call(r.pick(unary), [parameter])]);
    if (r.chance(0.6)) {
      const composite: [string, string][] = [
        ["Composite", r.pick(["alpha.given", "beta.given", "given"])],
        ["PartitionedFromPattern", "given_"],
      ];
      const attrs = new Map<string, AttrValue>(r.chance(0.75) ? composite : [["Primitive", 1]]);
      this.push(call(func({ params: [parameter], body, attrs }), [expr]), type);
      return;
    }
    const name = `given${this.functions.length}`;
    const compiler: [string, AttrValue][] = [
      ["Compiler", r.pick(["alpha", "gamma"])],
      ["Primitive", 1],
      ["Inline", 1],
      ["global_symbol", name],
    ];
    const attrs = new Map<string, AttrValue>(r.chance(0.7) ? compiler : [["SkipOptimization", 1]]);
    this.functions.push([name, func({ params: [parameter], body, attrs, returnType: type })]);
    this.push(call(globalVar(name), [expr]), type);
  }

  /** A closure that a let binds, called twice; what it does depends on a value outside of it. */
  private closure(expr: Expr, type: TensorType): void {
    const { r } = this;
    const bound = variable(`f${this.wrappers.length}`);
    const parameter = variable(`q${this.values.length}`, type);
    const outer = this.params.find((p) => p.annotation?.kind === "TensorType" && typeText(p.annotation) === typeText(type));
    const body = this.call(r.pick(binary), [this.call(r.pick(unary), [parameter]), outer ?? parameter]);
    const literal = func({ params: [parameter], body });
    this.wrappers.push((e) => let_(bound, literal, e));
    this.push(call(bound, [expr]), type);
    this.push(call(bound, [this.fitted(type)]), type);
  }

  /** A call of an operator as its generator makes it. */
  private generated(name: string): void {
    const made = generators.get(name)?.(this.r);
    if (!made || made.text !== undefined || made.args.some((arg) => arg === undefined)) return;
    const result = typedModule(caseModule(made, this.operators), this.operators)?.functions.get("main")?.returnType;
    if (!result) return;
    const args = made.args.map((type) => this.argument(type as Type));
    const expr = this.call(name, args, made.attrs);
    if (result.kind === "TensorType") this.push(expr, result);
    else if (result.kind === "TupleType") {
      result.fields.forEach((field, i) => {
        if (field.kind === "TensorType") this.push(tupleGetItem(expr, i), field);
      });
    }
  }

  private argument(type: Type): Expr {
    if (type.kind === "TensorType") return this.fitted(type);
    if (type.kind === "TupleType") return tuple(type.fields.map((field) => this.argument(field)));
    return this.parameter(type);
  }

  /** A value of the type: one that is there, one that another was turned into, a filled one, or a new parameter. */
  private fitted(type: TensorType): Expr {
    const { r } = this;
    const text = typeText(type);
    const same = this.values.filter((v) => typeText(v.type) === text);
    if (same.length > 0 && r.chance(0.7)) return r.pick(same).expr;
    const isStatic = type.shape.every((dim) => typeof dim === "number");
    if (!isStatic || r.chance(0.35)) return this.input(type).expr;
    const shape = type.shape as readonly number[];
    if (r.chance(0.25)) {
      const value = this.scalar(r.int(0, 3), type.dtype);
      return this.call("full", [value], { shape: [...shape], dtype: type.dtype });
    }
    const from = this.recent();
    const cast = from.type.dtype === type.dtype ? from.expr : this.call("cast", [from.expr], { dtype: type.dtype });
    const size = (t: TensorType) => t.shape.reduce<number>((n, dim) => (typeof dim === "number" ? n * dim : Number.NaN), 1);
    if (size(from.type) === size(type) && shape.length > 0) return this.call("reshape", [cast], { newshape: [...shape] });
    if (type.dtype === "bool") return this.input(type).expr;
    const reduced = this.call("max", [cast], {});
    return shape.length > 0 ? this.call("broadcast_to", [reduced], { shape: [...shape] }) : reduced;
  }

  private recent(): Value {
    const { r, values } = this;
    return values[values.length - 1 - (r.chance(0.5) ? 0 : r.int(0, Math.min(values.length - 1, 6)))] as Value;
  }

  private push(expr: Expr, type: TensorType | undefined): void {
    if (type) this.values.push({ expr, type });
  }

  private input(type: TensorType): Value {
    const value = { expr: this.parameter(type), type };
    if (type.shape.length > 0) this.values.unshift(value);
    return value;
  }
}
