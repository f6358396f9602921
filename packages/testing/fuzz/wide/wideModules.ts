/**
 * Random modules of all operators: calls from the generators of `fuzz:operators` (convolutions of every kind, dense, norms, reductions, shapes,
 * quantized and dynamic ones), each fed by what was made before; branches, lets, tuples, closures and global functions in between.
 */

import { inferTypes } from "@relayscope/infer";
import {
  type Attrs,
  type AttrValue,
  call,
  constant,
  type Expr,
  type Func,
  func,
  globalVar,
  if_,
  let_,
  type Module,
  makeAttrs,
  moduleOf,
  op,
  scalarTensor,
  scalarType,
  type TensorType,
  type Type,
  tensorType,
  tuple,
  tupleGetItem,
  tupleType,
  typeText,
  type Var,
  variable,
} from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { caseModule } from "../operators/case.ts";
import { generators } from "../operators/generators.ts";
import type { Random } from "../operators/random.ts";

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

class Builder {
  private params: Var[] = [];
  private readonly functions: [string, Func][] = [];
  private readonly wrappers: ((body: Expr) => Expr)[] = [];
  private values: Value[] = [];

  constructor(
    private readonly r: Random,
    private readonly operators: OperatorDefinitions,
  ) {}

  module(steps: number): Module {
    const { r } = this;
    this.parameter(tensorType([1, 4, 8, 8], "float32"));
    for (let i = 0; i < steps; i++) this.step();
    const results = r.chance(0.3) ? [this.recent(), this.recent(), this.recent()] : [this.recent()];
    let body = results.length === 1 ? (results[0] as Value).expr : tuple(results.map((v) => v.expr));
    for (const wrap of this.wrappers.reverse()) body = wrap(body);
    return moduleOf([...this.functions, ["main", func({ params: this.params, body })]]);
  }

  private step(): void {
    const { r } = this;
    const kind = r.int(0, 25);
    if (kind < 5) this.generated(r.pick(heavy));
    else if (kind < 9) this.generated(r.pick(names));
    else if (kind < 12) this.push(this.apply(r.pick(unary), [this.recent().expr]), this.values.at(-1)?.type);
    else this.structure(kind);
  }

  /** What is not a call of an operator on values alone. */
  private structure(kind: number): void {
    const { r } = this;
    const { expr, type } = this.recent();
    switch (kind) {
      case 12:
      case 13:
        this.push(this.apply(r.pick(binary), [expr, this.fitted(type)]), type);
        return;
      case 14: {
        const condition = this.parameter(scalarType("bool")).expr;
        this.push(if_(condition, this.apply("nn.relu", [expr]), r.chance(0.5) ? expr : this.fitted(type)), type);
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
        this.push(call(func({ params: [parameter], body: this.apply(r.pick(unary), [this.apply("copy", [parameter])]) }), [expr]), type);
        return;
      }
      case 17: {
        const parameter = variable("x", type);
        const name = `f${this.functions.length}`;
        const body = this.apply(r.pick(unary), [parameter]);
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
        const parameter = this.parameterOf(tupleType([type, type]));
        this.push(this.apply(r.pick(binary), [tupleGetItem(parameter, 0), expr]), type);
        return;
      }
      case 24: {
        const condition = this.parameter(scalarType("bool")).expr;
        const branches = [tuple([expr, this.fitted(type)]), tuple([this.fitted(type), expr])] as const;
        this.push(tupleGetItem(if_(condition, ...branches), r.int(0, 1)), type);
        return;
      }
      case 25:
        this.closure(expr, type);
        return;
      default:
        this.push(this.apply(r.pick(binary), [expr, constant(scalarTensor(r.int(0, 3), type.dtype), scalarType(type.dtype))]), type);
    }
  }

  /** The same call made again, next to the one that is there. */
  private twice(expr: Expr, type: TensorType): void {
    const name = this.r.pick(unary);
    this.push(this.apply(name, [expr]), type);
    this.push(this.apply(this.r.pick(binary), [this.apply(name, [expr]), this.recent().expr]), type);
  }

  /** A call of a function with attributes that passes look at: a literal, or a function of the module that was partitioned before. */
  private attributed(expr: Expr, type: TensorType): void {
    const { r } = this;
    const parameter = variable(r.pick(["x", "FunctionVar_0_0"]), type);
    const body = this.apply(r.pick(unary), [this.apply(r.pick(unary), [parameter])]);
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

  /** A closure that a let binds, called twice; what it does hangs on a value outside of it. */
  private closure(expr: Expr, type: TensorType): void {
    const { r } = this;
    const bound = variable(`f${this.wrappers.length}`);
    const parameter = variable(`q${this.values.length}`, type);
    const outer = this.params.find((p) => p.annotation?.kind === "TensorType" && typeText(p.annotation) === typeText(type));
    const body = this.apply(r.pick(binary), [this.apply(r.pick(unary), [parameter]), outer ?? parameter]);
    const literal = func({ params: [parameter], body });
    this.wrappers.push((e) => let_(bound, literal, e));
    this.push(call(bound, [expr]), type);
    this.push(call(bound, [this.fitted(type)]), type);
  }

  /** A call of an operator as its generator makes it. */
  private generated(name: string): void {
    const made = generators.get(name)?.(this.r);
    if (!made || made.text !== undefined || made.args.some((arg) => arg === undefined)) return;
    const result = this.typeOf(caseModule(made, this.operators));
    if (!result) return;
    const args = made.args.map((type) => this.argument(type as Type));
    const schema = this.operators.get(name)?.attrs;
    const expr = call(op(name), args, schema ? makeAttrs(schema, made.attrs) : undefined);
    if (result.kind === "TensorType") this.push(expr, result);
    else if (result.kind === "TupleType") {
      result.fields.forEach((field, i) => {
        if (field.kind === "TensorType") this.push(tupleGetItem(expr, i), field);
      });
    }
  }

  private typeOf(module: Module): Type | undefined {
    const { module: typed, diagnostics } = inferTypes(module, this.operators, { trust: "nothing" });
    if (diagnostics.some((d) => d.severity === "error")) return undefined;
    return typed.functions.get("main")?.returnType;
  }

  private argument(type: Type): Expr {
    if (type.kind === "TensorType") return this.fitted(type);
    if (type.kind === "TupleType") return tuple(type.fields.map((field) => this.argument(field)));
    return this.parameterOf(type);
  }

  /** A value of the type: one that is there, one that another was turned into, a filled one, or a new parameter. */
  private fitted(type: TensorType): Expr {
    const { r } = this;
    const text = typeText(type);
    const same = this.values.filter((v) => typeText(v.type) === text);
    if (same.length > 0 && r.chance(0.7)) return r.pick(same).expr;
    const isStatic = type.shape.every((dim) => typeof dim === "number");
    if (!isStatic || r.chance(0.35)) return this.parameter(type).expr;
    const shape = type.shape as readonly number[];
    if (r.chance(0.25)) {
      const value = constant(scalarTensor(r.int(0, 3), type.dtype), scalarType(type.dtype));
      return this.apply("full", [value], { shape: [...shape], dtype: type.dtype });
    }
    const from = this.recent();
    const cast = from.type.dtype === type.dtype ? from.expr : this.apply("cast", [from.expr], { dtype: type.dtype });
    const size = (t: TensorType) => t.shape.reduce<number>((n, dim) => (typeof dim === "number" ? n * dim : Number.NaN), 1);
    if (size(from.type) === size(type) && shape.length > 0) return this.apply("reshape", [cast], { newshape: [...shape] });
    if (type.dtype === "bool") return this.parameter(type).expr;
    const reduced = this.apply("max", [cast], {});
    return shape.length > 0 ? this.apply("broadcast_to", [reduced], { shape: [...shape] }) : reduced;
  }

  private apply(name: string, args: readonly Expr[], attrs: Readonly<Record<string, AttrValue>> = {}): Expr {
    const schema = this.operators.get(name)?.attrs;
    const made: Attrs | undefined = schema ? makeAttrs(schema, attrs) : undefined;
    return call(op(name), args, made);
  }

  private recent(): Value {
    const { r, values } = this;
    return values[values.length - 1 - (r.chance(0.5) ? 0 : r.int(0, Math.min(values.length - 1, 6)))] as Value;
  }

  private push(expr: Expr, type: TensorType | undefined): void {
    if (type) this.values.push({ expr, type });
  }

  private parameter(type: TensorType): Value {
    const value = { expr: this.parameterOf(type), type };
    if (type.shape.length > 0) this.values.unshift(value);
    return value;
  }

  private parameterOf(type: Type): Var {
    const made = variable(`x${this.params.length}`, type);
    this.params.push(made);
    return made;
  }
}
