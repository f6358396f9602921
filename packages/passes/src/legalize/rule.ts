/** The input and output of a lowering. Follows FTVMLegalize in include/tvm/relay/op_attr_types.h. */
import { type AttrValue, attrOf, type Call, type Expr, type Failure, intOf, intsOf, raise, type TensorType } from "@relayscope/ir";
import { type OperatorCalls, scalarConstant } from "../core/operatorCalls.ts";
import { tensorOf } from "../core/tensorOf.ts";
import type { Device } from "./device.ts";
import { notLowered } from "./diagnostics.ts";

/** One call to lower, and what its rule builds with. */
export interface Lowering {
  /** The call before the pass. Its types decide. */
  readonly original: Call;
  readonly calls: OperatorCalls;
  readonly device: Device;
  /** The constant that an expression of constants computes. */
  fold(expr: Expr): Expr;
  /** An argument, lowered by now. */
  arg(i: number): Expr;
  /** The type of an argument before the pass. */
  type(i: number): TensorType;
  int(name: string): number;
  ints(name: string): readonly number[];
  text(name: string): string;
  /** The attributes of those names, for another operator. */
  attrs(...names: readonly string[]): Readonly<Record<string, AttrValue>>;
  /** A size of an argument; fails if it is unknown. */
  size(i: number, axis: number): number;
  scalar(value: number | bigint, dtype: string): Expr;
  cast(data: Expr, dtype: string): Expr;
  /** Clipped to the range of an integer dtype, and cast to it. */
  clipped(data: Expr, dtype: string): Expr;
  /** The expression, as lowered by the reference in a module of its own: it shares nothing with what is outside. */
  separate(expr: Expr): Expr;
  /** The failure that a rule throws where the reference raises; `reason` is the end of a sentence. */
  refused(reason: string): Failure;
}

/** The tools that all lowerings of a run share. */
export type LoweringTools = Pick<Lowering, "calls" | "device" | "fold" | "separate">;

/** The lowering of a call whose arguments are now `args`. */
export function loweringOf(original: Call, args: readonly Expr[], tools: LoweringTools): Lowering {
  const refused = (reason: string) => notLowered(original, reason);
  const attr = (name: string) => attrOf(original.attrs, name);
  const type = (i: number) => tensorOf(original.args[i]);
  const cast = (data: Expr, dtype: string) => tools.calls("cast", [data], { dtype });
  return {
    ...tools,
    original,
    refused,
    type,
    cast,
    scalar: scalarConstant,
    arg(i) {
      const arg = args[i] ?? raise(refused("it lacks an argument."));
      return arg;
    },
    int: (name) => intOf(attr(name)) ?? 0,
    ints: (name) => intsOf(attr(name)) ?? [],
    text: (name) => String(attr(name) ?? ""),
    attrs: (...names) => Object.fromEntries(names.flatMap((name) => ((value) => (value === undefined ? [] : [[name, value]]))(attr(name)))),
    size(i, axis) {
      const size = type(i).shape[axis];
      if (typeof size !== "number") throw refused("a size that it needs is not known.");
      return size;
    },
    clipped(data, dtype) {
      const range = rangeOf(dtype) ?? raise(refused(`\`${dtype}\` is not an integer of at most 32 bits.`));
      return cast(tools.calls("clip", [data], { a_min: range[0], a_max: range[1] }), dtype);
    },
  };
}

/** The replacement of a call; undefined if the call stays. */
export type Rule = (lowering: Lowering) => Expr | undefined;

/** A call of an operator of one tensor. */
export const applied =
  (operator: string) =>
  (x: Expr, { calls }: Lowering): Expr =>
    calls(operator, [x]);

/** The least and the largest integer of a dtype of at most 32 bits, as the reference counts them in 32 bits. */
export function rangeOf(dtype: string): readonly [number, number] | undefined {
  const bits = Number(/^u?int(8|16|32)$/.exec(dtype)?.[1] ?? 0);
  if (bits === 0) return undefined;
  // The largest uint32 does not fit and becomes -1.
  if (dtype.startsWith("u")) return [0, bits === 32 ? -1 : 2 ** bits - 1];
  return [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
}

/** All attributes, for an operator with the same ones. */
export function allAttrs({ attrs, original }: Lowering): ReturnType<Lowering["attrs"]> {
  return attrs(...(original.attrs?.schema.fields.map(({ name }) => name) ?? []));
}

/** The padding on all sides, as the reference's Python makes it of the sides of each axis, or of one for both. */
export function allSides(lowering: Lowering, axes = 2): readonly number[] {
  const padding = lowering.ints("padding");
  if (padding.length === 2 * axes) return padding;
  if (padding.length === axes) return [...padding, ...padding];
  throw lowering.refused(`its padding has ${padding.length === 1 ? "one number" : `${padding.length} numbers`}.`);
}
