/**
 * Random modules for the passes on regions, further from what frontends make than the reference's own generator goes:
 * annotations by hand, references, closures, functions that call each other, empty tuples, calls without arguments,
 * composites and branches in any place.
 */
import {
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
  moduleOf,
  op,
  refCreate,
  refRead,
  tensorType,
  tuple,
  tupleGetItem,
  variable,
} from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { ModuleBuilder } from "../builder.ts";
import type { Random } from "../random.ts";

export const targets = ["alpha", "beta", "gam.ma-x"] as const;

const shape = tensorType([2, 4], "float32");
const unary = ["nn.relu", "sigmoid", "tanh", "exp", "abs", "annotation.stop_fusion", "copy"];
const binary = ["add", "multiply", "subtract", "maximum"];

/** Operators that the modules are made of, for rules. */
export const operatorNames: readonly string[] = [...unary, ...binary, "zeros", "concatenate", "split", "less"];

/** What a module may hold beyond plain calls. */
export interface ModuleStyle {
  readonly hasAnnotations: boolean;
  readonly hasReferences: boolean;
  readonly functions: number;
  readonly steps: number;
}

/** A random style; the number of steps is small most of the time. */
export function randomStyle(r: Random): ModuleStyle {
  return {
    hasAnnotations: r.chance(0.4),
    hasReferences: r.chance(0.1),
    functions: r.pick([0, 0, 0, 1, 2]),
    steps: r.pick([3, 6, 10, 15, 25]),
  };
}

/** An untyped module of one to three functions over tensors of one type. */
export function annotatedModule(r: Random, style: ModuleStyle, operators: OperatorDefinitions): Module {
  const functions: [string, Func][] = [];
  for (let i = style.functions; i >= 0; i--) {
    const name = i === 0 ? "main" : r.pick(["helper", "main_0", "f.g"]) + i;
    functions.push([name, new FunctionMaker(r, style, operators, [...functions]).make()]);
  }
  return moduleOf(functions.reverse());
}

class FunctionMaker extends ModuleBuilder {
  private readonly pool: Expr[] = [];
  private names = 0;

  constructor(
    r: Random,
    private readonly style: ModuleStyle,
    operators: OperatorDefinitions,
    private readonly callees: readonly (readonly [string, Func])[],
  ) {
    super(r, operators);
    for (let i = r.int(1, 3); i > 0; i--) this.pool.push(this.parameter(shape, r.pick(["x", "y", "data"])));
  }

  make(): Func {
    const { r } = this;
    for (let i = 0; i < this.style.steps; i++) this.pool.push(this.step());
    let body: Expr = this.pool.at(-1) as Expr;
    if (r.chance(0.3)) body = tuple(r.many(r.int(1, 3), () => this.pick()));
    const attrs = new Map<string, AttrValue>();
    if (this.callees.length > 0 && r.chance(0.05)) attrs.set("SkipOptimization", 1);
    return func({ params: this.params, body: this.wrapped(body), returnType: undefined, attrs });
  }

  private pick(): Expr {
    const { pool, r } = this;
    return r.chance(0.75) ? (pool[Math.max(0, pool.length - 1 - r.int(0, 3))] as Expr) : r.pick(pool);
  }

  private apply(name: string, args: readonly Expr[], given: Readonly<Record<string, AttrValue>> = {}): Expr {
    return this.annotated(args, (inputs) => this.call(name, inputs, given));
  }

  private annotate(name: string, value: Expr, target: string): Expr {
    return this.call(`annotation.compiler_${name}`, [value], { compiler: target });
  }

  /** A node over its inputs, with annotations around it at times; at times some are missing. */
  private annotated(args: readonly Expr[], make: (args: readonly Expr[]) => Expr): Expr {
    const { r } = this;
    if (!this.style.hasAnnotations || r.chance(0.4)) return make(args);
    const target = r.pick([...targets, "default"]);
    const isInside = (arg: Expr) =>
      arg.kind === "Call" && arg.op.kind === "Op" && !arg.op.name.startsWith("annotation.compiler") && r.chance(0.1);
    const begun = args.map((arg) => (isInside(arg) ? arg : this.annotate("begin", arg, target)));
    const made = make(begun);
    if (r.chance(0.06)) return made;
    const end = this.annotate("end", made, target);
    if (r.chance(0.15)) this.pool.push(this.annotate("end", made, target));
    return end;
  }

  private closure(attrs: ReadonlyMap<string, AttrValue>): { f: Func; arity: number } {
    const { r } = this;
    const arity = r.int(1, 2);
    const params = r.many(arity, (i) => variable(`p${this.names++}_${i}`, shape));
    let body: Expr = call(op(r.pick(binary)), [params[0] as Expr, params[arity - 1] as Expr]);
    for (let i = r.int(0, 2); i > 0; i--) body = call(op(r.pick(["nn.relu", "sigmoid", "tanh"])), [body]);
    return { f: func({ params, body, attrs }), arity };
  }

  private step(): Expr {
    const { r } = this;
    const kind = r.int(0, 15);
    switch (kind) {
      case 0:
      case 1:
      case 2:
        return this.apply(r.pick(unary), [this.pick()]);
      case 3:
      case 4:
      case 5:
        return this.apply(r.pick(binary), [this.pick(), r.chance(0.8) ? this.pick() : this.scalar(r.int(1, 4), "float32")]);
      case 6: {
        const fields = r.many(r.int(2, 3), () => this.pick());
        const pair = this.annotated(fields, tuple);
        if (r.chance(0.3)) this.pool.push(tupleGetItem(pair, 0));
        if (r.chance(0.5)) return this.apply("strided_slice", [this.apply("concatenate", [pair], { axis: 0 })], slice);
        return tupleGetItem(r.chance(0.2) ? (tuple([pair, this.pick()]).fields[0] as Expr) : pair, r.int(0, fields.length - 1));
      }
      case 7: {
        const parts = this.apply("split", [this.apply("concatenate", [tuple([this.pick(), this.pick()])], { axis: 0 })], {
          indices_or_sections: 2,
          axis: 0,
        });
        this.pool.push(tupleGetItem(parts, 1));
        return tupleGetItem(parts, 0);
      }
      case 8:
        return this.apply(r.pick(["zeros", "ones"]), [], { shape: [2, 4], dtype: "float32" });
      case 9: {
        const target = r.pick(targets);
        const { f, arity } = this.closure(new Map([["Composite", `${target}.p${r.int(0, 2)}`]]));
        return this.annotated(
          r.many(arity, () => this.pick()),
          (args) => call(f, args),
        );
      }
      case 10: {
        const { f, arity } = this.closure(new Map());
        const args = r.many(arity, () => this.pick());
        if (r.chance(0.5)) return this.annotated(args, (inputs) => call(f, inputs));
        const bound = variable(`f${this.names++}`);
        this.wrappers.push((body) => let_(bound, f, body));
        return this.annotated(args, (inputs) => call(bound, inputs));
      }
      case 11: {
        const bound = variable(`v${this.names++}`);
        const value = this.pick();
        this.wrappers.push((body) => let_(bound, value, body));
        return bound;
      }
      case 12: {
        const condition = this.apply("min", [this.apply("less", [this.pick(), this.pick()])]);
        return if_(condition, this.branch(), this.branch());
      }
      case 13: {
        if (!this.style.hasReferences) return this.apply(r.pick(unary), [this.pick()]);
        return refRead(refCreate(this.pick()));
      }
      case 14: {
        if (this.callees.length === 0) return this.apply(r.pick(binary), [this.pick(), this.pick()]);
        const [name, f] = r.pick(this.callees);
        const called = this.annotated(
          f.params.map(() => this.pick()),
          (args) => call(globalVar(name), args),
        );
        return f.body.kind === "Tuple" ? tupleGetItem(called, 0) : called;
      }
      default:
        return constant(undefined, shape);
    }
  }

  private branch(): Expr {
    const { r } = this;
    const first = this.apply(r.pick(unary), [this.pick()]);
    if (r.chance(0.3)) return this.pick();
    return r.chance(0.5) ? first : this.apply(r.pick(binary), [first, this.pick()]);
  }
}

const slice: Readonly<Record<string, AttrValue>> = { begin: [0, 0], end: [2, 4] };
