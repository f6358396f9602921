/**
 * Building Relay while its types and constants are known: each new node is typed once, over what is typed already, and
 * folded once. Follows infer_type, infer_shape and fold_constant in python/tvm/relay/frontend/common.py.
 */
import { inferExpression } from "@relayscope/infer";
import {
  type AttrValue,
  type Call,
  type Constant,
  call,
  childrenOf,
  constant,
  dimValue,
  type Expr,
  elementCount,
  elementOf,
  emptyArray,
  keptIn,
  type Lineage,
  lineageRecorder,
  makeAttrs,
  type Op,
  op,
  openAttrs,
  type Rewriter,
  raise,
  setElement,
  type TensorData,
  type TensorType,
  type Tuple,
  type TupleGetItem,
  type Type,
  tensorType,
  tuple,
  tupleGetItem,
  type Var,
  variable,
} from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { passContext } from "@relayscope/passes";
import { constantFolder } from "@relayscope/passes/folding";
import { ConversionFailure, messages } from "../diagnostics.ts";
import { FreeVariables } from "./freeVariables.ts";
import type { Sources } from "./sources.ts";

/** Several values: a tuple that represents its fields (TupleWrapper upstream). */
export interface Several {
  readonly kind: "Several";
  readonly tuple: Expr;
  readonly size: number;
}

export type Attributes = Readonly<Record<string, AttrValue>>;

/** A size, or undefined where it is not known. */
export type Size = number | undefined;

/** The dtype of a constant that is made from NumPy's values without one. Follows const in python/tvm/relay/expr.py. */
export function narrowed(dtype: string): string {
  return dtype === "float64" || dtype === "int64" ? dtype.replace("64", "32") : dtype;
}

/** An import stops at this many nodes: a small file can ask for any number. */
const nodeLimit = 2_000_000;

export class Relay {
  /** Asked before a graph is made into functions; what is asked for is not changed afterwards. */
  readonly free = new FreeVariables();
  private readonly opNodes = new Map<string, Op>();
  private readonly folder: Rewriter;
  private readonly attributeIndices = new Map<Expr, number>();
  /** How many expressions of a type are in attributes. */
  private readonly unknownNumbers = new Map<string, number>();
  private made = 0;

  constructor(readonly sources: Sources) {
    this.folder = constantFolder({
      context: passContext(operators),
      lineage: lineageRecorder(),
      report: () => undefined,
      asksTypes: false,
    });
  }

  /** A call of an operator; attributes not given take their defaults. */
  call(name: string, args: readonly Expr[], attributes: Attributes = {}): Call {
    if (++this.made > nodeLimit) throw messages.tooManyNodes(nodeLimit);
    const definition = operators.get(name) ?? raise(new ConversionFailure(`Relay has no operator \`${name}\`.`));
    return call(this.opNode(name), args, definition.attrs && makeAttrs(definition.attrs, attributes));
  }

  /** A call of an operator that Relay does not have, with a type that is known otherwise. */
  unknownCall(name: string, args: readonly Expr[], attributes: Iterable<readonly [string, AttrValue]>, type: Type | undefined): Call {
    return call(this.opNode(name), args, openAttrs(attributes), { checkedType: type });
  }

  variable(name: string, type: TensorType): Var {
    return variable(name, type, { checkedType: type });
  }

  tuple(fields: readonly Expr[]): Tuple {
    return tuple(fields);
  }

  several(fields: readonly Expr[]): Several {
    return { kind: "Several", tuple: this.tuple(fields), size: fields.length };
  }

  /** A field of a tuple; its source is the tuple's. */
  field(value: Several | Expr, index: number): TupleGetItem {
    const whole = value.kind === "Several" ? value.tuple : value;
    if (value.kind === "Several" && index >= value.size) throw new ConversionFailure(`it has no output ${index}.`);
    const item = tupleGetItem(whole, index);
    const source = this.sources.of(whole);
    if (source !== undefined) this.sources.set(item, source);
    return item;
  }

  fields(value: Several): readonly Expr[] {
    return Array.from({ length: value.size }, (_, i) => this.field(value, i));
  }

  constantOf(data: TensorData): Constant {
    return constant(data, tensorType(data.shape, data.dtype));
  }

  /** A constant of numbers: a scalar, or with a shape (a list's length where it is left out). */
  constant(value: number | bigint | boolean | readonly (number | bigint)[], dtype: string, shape?: readonly number[]): Constant {
    const list = Array.isArray(value)
      ? (value as readonly (number | bigint)[])
      : [typeof value === "boolean" ? Number(value) : (value as number)];
    const dims = shape ?? (Array.isArray(value) ? [list.length] : []);
    const values = emptyArray(dtype, elementCount(dims)) ?? raise(new ConversionFailure(`Relay has no tensors of ${dtype}.`));
    const data: TensorData = { dtype, shape: dims, values };
    list.forEach((v, i) => {
      setElement(data, i, dtype === "bool" ? Number(Boolean(v)) : dtype.includes("int") ? toInteger(v) : Number(v));
    });
    return this.constantOf(data);
  }

  /** The type of an expression. Throws where it is ill-typed, or cannot be known. */
  typeOf(expr: Expr): Type {
    const type = this.tryTypeOf(expr);
    if (typeof type === "string") throw new ConversionFailure(type);
    return type;
  }

  /** The type of an expression, or a sentence on why it has none. */
  private tryTypeOf(expr: Expr): Type | string {
    if (expr.checkedType) return expr.checkedType;
    const { expr: typed, lineage, diagnostics } = inferExpression(expr, undefined, operators);
    if (typed !== expr) noteTypes(typed, lineage);
    const error = diagnostics.find((d) => d.severity === "error");
    if (error) return `Relay cannot type it: ${error.message}`;
    return typed.checkedType ?? "the type of what it uses is not known.";
  }

  tensorTypeOf(expr: Expr): TensorType {
    const type = this.typeOf(expr);
    if (type.kind !== "TensorType") throw new ConversionFailure("it uses several tensors instead of one.");
    return type;
  }

  dtypeOf(expr: Expr): string {
    return this.tensorTypeOf(expr).dtype;
  }

  rankOf(expr: Expr): number {
    return this.tensorTypeOf(expr).shape.length;
  }

  /** The sizes of a tensor, undefined where one is dynamic. */
  sizesOf(expr: Expr): readonly Size[] {
    return this.tensorTypeOf(expr).shape.map(dimValue);
  }

  /** The sizes of a tensor. Throws where one is dynamic. */
  knownSizesOf(expr: Expr): readonly number[] {
    return this.sizesOf(expr).map((s) => this.known(s));
  }

  /** A size. Throws where it is dynamic. */
  known(size: Size): number {
    if (size === undefined) throw new ConversionFailure("it needs sizes that are dynamic.");
    return size;
  }

  isDynamic(expr: Expr): boolean {
    return this.sizesOf(expr).some((s) => s === undefined);
  }

  /**
   * The expression with its constant parts computed. Changed nodes are new on each call, as in the reference. Ill-typed
   * parts stay.
   */
  fold(expr: Expr): Expr {
    this.tryTypeOf(expr);
    const folded = this.folder.rewrite(expr);
    this.folder.forgetChanges();
    if (!folded.checkedType) this.tryTypeOf(folded);
    return folded;
  }

  /** The numbers of a constant. Throws where its values are not known. */
  numbersOf(value: Constant): readonly (number | bigint)[] {
    const { data } = value;
    if (!data) throw messages.unknownValues();
    return Array.from({ length: data.values.length }, (_, i) => elementOf(data, i));
  }

  /** An expression as an attribute: the reference prints it as a reference into the metadata. */
  exprAttribute(value: Expr): AttrValue {
    if (value.kind === "Constant") return { kind: "Meta", type: "relay.Constant", index: 0, constant: value };
    let index = this.attributeIndices.get(value);
    if (index === undefined) {
      index = this.attributeIndices.size;
      this.attributeIndices.set(value, index);
    }
    return { kind: "Meta", type: `relay.${value.kind}`, index };
  }

  /**
   * A number of an attribute that depends on a dynamic size: the reference prints such an expression as a reference
   * into the metadata.
   */
  unknownNumber(type: string): AttrValue {
    const index = this.unknownNumbers.get(type) ?? 0;
    this.unknownNumbers.set(type, index + 1);
    return { kind: "Meta", type, index };
  }

  private opNode(name: string): Op {
    return keptIn(this.opNodes, name, op);
  }
}

/**
 * Where inference rebuilt nodes (it widened a variable's type), what it found is written on those that they were built
 * from.
 */
function noteTypes(root: Expr, lineage: Lineage): void {
  const pending: Expr[] = [root];
  const seen = new Set(pending);
  for (let expr = pending.pop(); expr; expr = pending.pop()) {
    const origins = lineage.originsOf(expr);
    if (origins.includes(expr)) continue;
    for (const origin of origins) origin.checkedType ??= expr.checkedType;
    for (const child of childrenOf(expr)) {
      if (seen.has(child)) continue;
      seen.add(child);
      pending.push(child);
    }
  }
}

function toInteger(value: number | bigint): number | bigint {
  if (typeof value === "bigint") return value;
  return Number.isFinite(value) ? Math.trunc(value) : 0;
}
