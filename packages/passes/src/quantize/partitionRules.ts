/**
 * QuantizePartition's rules. A convolution begins a section, and elementwise operators after it stay in it. The next
 * convolution, the other side of a residual add, a multiplication or a global pooling ends it: `cast_hint` and
 * `stop_fusion` are inserted there. Follows python/tvm/relay/quantize/_partition.py and QPartitionExpr in
 * src/relay/quantize/partition.cc.
 */
import type { Call, Expr } from "@relayscope/ir";
import { quantizedWeight } from "./diagnostics.ts";
import type { ForwardRule } from "./forwardRewrite.ts";
import type { Maker } from "./makeFor.ts";

/** The present value of a section that a convolution began, which may continue. */
export interface Section {
  readonly value: Expr;
  /** The call that began it. */
  readonly begin: Call | undefined;
}

/** Ends a section for the given reason: `cast_hint`, then `stop_fusion`. */
export type SectionEnd = (section: Section, reason: string, by: Expr, make: Maker) => Expr;

/** The rules by operator. */
export function partitionRules(end: SectionEnd): ReadonlyMap<string, ForwardRule<Section>> {
  const convolution: ForwardRule<Section> = (call, args, held, make) => {
    const [data, weight] = args;
    if (!data || !weight) return undefined;
    if (held.of(weight)) throw quantizedWeight(call);
    const section = held.of(data);
    const input = section ? end(section, "convolution after a convolution", call, make) : data;
    return held.hold({ value: make.over(call, [input, weight]), begin: call });
  };

  const staysInside: ForwardRule<Section> = (call, args, held, make) => {
    const section = held.of(args[0]);
    return section && held.hold({ value: make.over(call, [section.value]), begin: section.begin });
  };

  const add: ForwardRule<Section> = (call, args, held, make) => {
    const [left, right] = args;
    if (!left || !right) return undefined;
    const [a, b] = [held.of(left), held.of(right)];
    if (a && b) {
      const sides = [end(a, "residual add of two convolutions", call, make), end(b, "residual add of two convolutions", call, make)];
      return held.hold({ value: make.over(call, sides), begin: a.begin });
    }
    if (b) return make.over(call, [left, end(b, "residual add, its convolution side", call, make)]);
    if (!a) return undefined;
    if (right.kind === "Constant") return held.hold({ value: make.over(call, [a.value, right]), begin: a.begin });
    return make.over(call, [end(a, "residual add, its convolution side", call, make), right]);
  };

  const multiply: ForwardRule<Section> = (call, args, held, make) => {
    const [left, right] = args;
    if (!left || !right) return undefined;
    const [a, b] = [held.of(left), held.of(right)];
    const reason = "multiply after a convolution";
    if (a) {
      return held.hold({ value: make.over(call, [end(a, reason, call, make), b ? b.value : right]), begin: a.begin });
    }
    return b && held.hold({ value: make.over(call, [left, end(b, reason, call, make)]), begin: b.begin });
  };

  const globalPooling: ForwardRule<Section> = (call, args, held, make) => {
    const [data] = args;
    if (!data) return undefined;
    const section = held.of(data) ?? { value: data, begin: undefined };
    return make.over(call, [end(section, "global average pooling", call, make)]);
  };

  return new Map([
    ["nn.conv2d", convolution],
    ["clip", staysInside],
    ["nn.relu", staysInside],
    ["nn.max_pool2d", staysInside],
    ["add", add],
    ["multiply", multiply],
    ["nn.global_avg_pool2d", globalPooling],
  ]);
}
