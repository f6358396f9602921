/**
 * What builders of random modules have in common: calls with the attributes of their operator, parameters, what is put
 * around a body, and types.
 */
import { inferTypes } from "@relayscope/infer";
import {
  type AttrValue,
  type Call,
  type Constant,
  call,
  constant,
  type Expr,
  func,
  type Module,
  makeAttrs,
  moduleOf,
  op,
  openAttrs,
  scalarTensor,
  scalarType,
  type Type,
  type Var,
  variable,
} from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import type { Random } from "./random.ts";

type Attributes = Readonly<Record<string, AttrValue>>;

export class ModuleBuilder {
  readonly params: Var[] = [];
  /** Such as lets; the first is outermost. */
  protected readonly wrappers: ((body: Expr) => Expr)[] = [];

  constructor(
    protected readonly r: Random,
    protected readonly operators: OperatorDefinitions,
  ) {}

  call(name: string, args: readonly Expr[], given: Attributes = {}): Call {
    const schema = this.operators.get(name)?.attrs;
    const isOpen = !schema && Object.keys(given).length > 0;
    return call(op(name), args, schema ? makeAttrs(schema, given) : isOpen ? openAttrs(Object.entries(given)) : undefined);
  }

  scalar(value: number, dtype: string): Constant {
    return constant(scalarTensor(value, dtype), scalarType(dtype));
  }

  parameter(type: Type, prefix = "x"): Var {
    const made = variable(`${prefix}${this.params.length}`, type, { checkedType: type });
    this.params.push(made);
    return made;
  }

  wrapped(body: Expr): Expr {
    return this.wrappers.reduceRight((inner, wrap) => wrap(inner), body);
  }

  /** A module of one function over the parameters. */
  moduleOf(body: Expr): Module {
    return moduleOf([["main", func({ params: this.params, body: this.wrapped(body) })]]);
  }
}

/** The module with types; undefined where it has none. */
export function typedModule(module: Module, operators: OperatorDefinitions): Module | undefined {
  const typed = inferTypes(module, operators, { trust: "nothing" });
  return typed.diagnostics.some((d) => d.severity === "error") ? undefined : typed.module;
}
