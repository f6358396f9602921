/**
 * Random networks as frontends make them: convolutions of both layouts, grouped and not, dense layers, normalizations,
 * activations, pooling, sums of branches, concatenations and a head. Weights are parameters, or filled with a value,
 * which a text can hold.
 */
import { type AttrValue, type Expr, type Module, tensorType, tuple, tupleGetItem, type Var } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { ModuleBuilder } from "../builder.ts";
import type { Random } from "../random.ts";

interface Feature {
  readonly expr: Expr;
  readonly channels: number;
  readonly side: number;
}

const float = (value: number): AttrValue => ({ kind: "Float", value });

/** A random untyped network of one input. */
export function randomNetwork(r: Random, operators: OperatorDefinitions): Module {
  return new Network(r, operators).module();
}

class Network extends ModuleBuilder {
  private readonly dtype: string;
  private readonly isNhwc: boolean;
  /** The share of weights that are filled. */
  private readonly filled: number;

  constructor(r: Random, operators: OperatorDefinitions) {
    super(r, operators);
    this.dtype = r.pick(["float32", "float32", "float32", "float16"]);
    this.isNhwc = r.chance(0.35);
    this.filled = r.pick([0, 0, 0.5, 1]);
  }

  module(): Module {
    const { r } = this;
    const channels = r.pick([3, 4, 8, 16]);
    let at: Feature = { expr: this.input(this.shape(channels, 16), "data"), channels, side: 16 };
    const earlier: Feature[] = [];
    for (let i = r.int(1, 6); i > 0; i--) {
      at = this.layer(at, earlier);
      earlier.push(at);
    }
    return this.moduleOf(this.head(at));
  }

  private layer(from: Feature, earlier: readonly Feature[]): Feature {
    const { r } = this;
    if (r.chance(0.12) && from.side >= 4) return this.pooled(from);
    let to = this.activated(this.normalized(this.convolved(from)));
    const same = earlier.filter((f) => f.channels === to.channels && f.side === to.side);
    if (same.length > 0 && r.chance(0.5)) {
      to = this.activated({ ...to, expr: this.call(r.pick(["add", "add", "multiply"]), [to.expr, r.pick(same).expr]) });
    }
    const near = earlier.filter((f) => f.side === to.side);
    if (near.length > 0 && r.chance(0.15)) {
      const other = r.pick(near);
      const expr = this.call("concatenate", [tuple([to.expr, other.expr])], { axis: this.axis });
      to = { ...to, expr, channels: to.channels + other.channels };
    }
    if (r.chance(0.1)) to = { ...to, expr: tupleGetItem(this.call("nn.dropout", [to.expr]), 0) };
    return to;
  }

  private convolved(from: Feature): Feature {
    const { r, isNhwc } = this;
    const kernel = r.pick([1, 3, 3]);
    const stride = from.side >= 8 && r.chance(0.2) ? 2 : 1;
    const isDepthwise = r.chance(0.2);
    const channels = isDepthwise ? from.channels : r.pick([4, 8, 8, 16, from.channels]);
    const inner = isDepthwise ? [from.channels, 1] : [from.channels, channels];
    const weight = isNhwc ? [kernel, kernel, ...inner] : [channels, isDepthwise ? 1 : from.channels, kernel, kernel];
    const pad = kernel >> 1;
    const isPaddedBefore = pad > 0 && r.chance(0.1);
    let { expr } = from;
    if (isPaddedBefore) {
      const axes = isNhwc ? [0, pad, pad, 0] : [0, 0, pad, pad];
      expr = this.call("nn.pad", [expr, this.scalar(0, this.dtype)], { pad_width: axes.map((width) => [width, width]) });
    }
    const attrs = {
      strides: [stride, stride],
      padding: r.many(4, () => (isPaddedBefore ? 0 : pad)),
      groups: isDepthwise ? from.channels : 1,
      channels,
      kernel_size: [kernel, kernel],
      ...(isNhwc ? { data_layout: "NHWC", kernel_layout: isDepthwise ? "HWOI" : "HWIO" } : {}),
    };
    return { expr: this.call("nn.conv2d", [expr, this.weight(weight)], attrs), channels, side: Math.ceil(from.side / stride) };
  }

  private normalized(from: Feature): Feature {
    const { r } = this;
    const { channels, expr } = from;
    const wide = this.isNhwc ? [channels] : [channels, 1, 1];
    switch (r.int(0, 5)) {
      case 0:
        return { ...from, expr: this.call("nn.bias_add", [expr, this.weight([channels])], { axis: this.axis }) };
      case 1:
        return { ...from, expr: this.call("add", [expr, this.weight(r.chance(0.5) ? wide : this.shape(channels, 1))]) };
      case 2: {
        const parts = r.many(4, () => this.weight([channels]));
        return { ...from, expr: tupleGetItem(this.call("nn.batch_norm", [expr, ...parts], { axis: this.axis }), 0) };
      }
      case 3:
        return { ...from, expr: this.call("add", [this.call("multiply", [expr, this.weight(wide)]), this.weight(wide)]) };
      default:
        return from;
    }
  }

  private activated(from: Feature): Feature {
    const { r } = this;
    const { expr } = from;
    const k = r.int(0, 9);
    if (k < 4) return { ...from, expr: this.call("nn.relu", [expr]) };
    if (k === 4) return { ...from, expr: this.call("clip", [expr], { a_min: float(0), a_max: float(6) }) };
    if (k === 5) return { ...from, expr: this.call(r.pick(["sigmoid", "tanh", "exp", "abs"]), [expr]) };
    if (k === 6) return { ...from, expr: this.call("multiply", [expr, this.call("sigmoid", [expr])]) };
    if (k === 7) return { ...from, expr: this.call("nn.leaky_relu", [expr], { alpha: float(0.5) }) };
    return from;
  }

  private pooled(from: Feature): Feature {
    const name = this.r.pick(["nn.max_pool2d", "nn.avg_pool2d"]);
    return {
      ...from,
      expr: this.call(name, [from.expr], { pool_size: [2, 2], strides: [2, 2], layout: this.layout }),
      side: from.side >> 1,
    };
  }

  private head(from: Feature): Expr {
    const { r } = this;
    if (r.chance(0.3)) return from.expr;
    const pooled = this.call("nn.global_avg_pool2d", [from.expr], { layout: this.layout });
    const flat = r.chance(0.5)
      ? this.call("nn.batch_flatten", [pooled])
      : this.call("reshape", [pooled], { newshape: [-1, from.channels] });
    let dense = this.call("nn.dense", [flat, this.weight([10, from.channels])], { units: 10 });
    if (r.chance(0.6)) dense = this.call(r.pick(["nn.bias_add", "add"]), [dense, this.weight([10])]);
    if (r.chance(0.3)) dense = this.call("nn.dense", [this.call("nn.relu", [dense]), this.weight([8, 10])], { units: 8 });
    return r.chance(0.5) ? this.call("nn.softmax", [dense]) : dense;
  }

  private get layout(): string {
    return this.isNhwc ? "NHWC" : "NCHW";
  }

  private get axis(): number {
    return this.isNhwc ? 3 : 1;
  }

  private shape(channels: number, side: number): number[] {
    return this.isNhwc ? [1, side, side, channels] : [1, channels, side, side];
  }

  private weight(shape: readonly number[]): Expr {
    if (!this.r.chance(this.filled)) return this.input(shape, "w");
    return this.call("full", [this.scalar(this.r.pick([0.5, 1, 2]), this.dtype)], { shape: [...shape], dtype: this.dtype });
  }

  private input(shape: readonly number[], prefix: string): Var {
    return this.parameter(tensorType([...shape], this.dtype), prefix);
  }
}
