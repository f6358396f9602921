/** Making nodes that stem from a given one. */
import {
  type AttrValue,
  type Call,
  type Constant,
  constant,
  type Expr,
  type LineageRecorder,
  scalarTensor,
  scalarType,
  withAttrs,
} from "@relayscope/ir";
import type { OperatorCalls } from "../core/operatorCalls.ts";

/** Makes nodes, each recorded as stemming from one node of the input. */
export interface Maker {
  readonly origin: Expr;
  /**
   * A call of an operator by name; missing attributes take their defaults. Marked if the attributes are based on an
   * assumption.
   */
  call(name: string, args: readonly Expr[], attrs?: Readonly<Record<string, AttrValue>>, assumed?: string): Call;
  /** The given call over other arguments, with some attributes changed. */
  over(call: Call, args: readonly Expr[], changes?: Readonly<Record<string, AttrValue>>, assumed?: string): Call;
  /** A scalar, rounded or wrapped to its dtype; marked if it is based on an assumption. */
  scalar(value: number | bigint, dtype: string, assumed?: string): Constant;
  /** Records a node as stemming from the origin. */
  record<T extends Expr>(expr: T): T;
}

/** A maker of nodes that stem from `origin`. */
export function makerFor(origin: Expr, calls: OperatorCalls, lineage: LineageRecorder): Maker {
  const record = <T extends Expr>(expr: T): T => {
    lineage.record(expr, origin);
    return expr;
  };
  return {
    origin,
    record,
    call(name, args, attrs, assumed) {
      const made = calls(name, args, attrs);
      return record(assumed === undefined ? made : { ...made, assumed });
    },
    over(call, args, changes, assumed) {
      const attrs = call.attrs && changes ? withAttrs(call.attrs, changes) : call.attrs;
      const made = { ...call, checkedType: undefined, span: undefined, args, attrs };
      return record(assumed === undefined ? made : { ...made, assumed });
    },
    scalar: (value, dtype, assumed) =>
      record(constant(scalarTensor(value, dtype), scalarType(dtype), assumed === undefined ? {} : { assumed })),
  };
}
