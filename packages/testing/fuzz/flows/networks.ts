/**
 * Random networks as frontends make them: convolutions of both layouts, grouped and not, dense layers, normalizations, activations, pooling, sums
 * of branches, concatenations and a head. Weights are parameters, or filled with a value, which a text can hold.
 */
import {
  type AttrValue,
  call,
  constant,
  type Expr,
  func,
  type Module,
  makeAttrs,
  moduleOf,
  op,
  scalarTensor,
  scalarType,
  tensorType,
  tuple,
  tupleGetItem,
  type Var,
  variable,
} from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import type { Random } from "../operators/random.ts";

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

class Network {
  private readonly params: Var[] = [];
  private readonly dtype: string;
  private readonly isNhwc: boolean;
  /** The share of weights that are filled. */
  private readonly filled: number;

  constructor(
    private readonly r: Random,
    private readonly operators: OperatorDefinitions,
  ) {
    this.dtype = r.pick(["float32", "float32", "float32", "float16"]);
    this.isNhwc = r.chance(0.35);
    this.filled = r.pick([0, 0, 0.5, 1]);
  }

  module(): Module {
    const { r } = this;
    const channels = r.pick([3, 4, 8, 16]);
    let at: Feature = { expr: this.parameter(this.shape(channels, 16), "data"), channels, side: 16 };
    const earlier: Feature[] = [];
    for (let i = r.int(1, 6); i > 0; i--) {
      at = this.layer(at, earlier);
      earlier.push(at);
    }
    return moduleOf([["main", func({ params: this.params, body: this.head(at) })]]);
  }

  private layer(from: Feature, earlier: readonly Feature[]): Feature {
    const { r } = this;
    if (r.chance(0.12) && from.side >= 4) return this.pooled(from);
    let to = this.activated(this.normalized(this.convolved(from)));
    const same = earlier.filter((f) => f.channels === to.channels && f.side === to.side);
    if (same.length > 0 && r.chance(0.5)) {
      to = this.activated({ ...to, expr: this.apply(r.pick(["add", "add", "multiply"]), [to.expr, r.pick(same).expr]) });
    }
    const near = earlier.filter((f) => f.side === to.side);
    if (near.length > 0 && r.chance(0.15)) {
      const other = r.pick(near);
      const expr = this.apply("concatenate", [tuple([to.expr, other.expr])], { axis: this.axis });
      to = { ...to, expr, channels: to.channels + other.channels };
    }
    if (r.chance(0.1)) to = { ...to, expr: tupleGetItem(this.apply("nn.dropout", [to.expr]), 0) };
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
      expr = this.apply("nn.pad", [expr, this.scalar(0)], { pad_width: axes.map((width) => [width, width]) });
    }
    const attrs = {
      strides: [stride, stride],
      padding: r.many(4, () => (isPaddedBefore ? 0 : pad)),
      groups: isDepthwise ? from.channels : 1,
      channels,
      kernel_size: [kernel, kernel],
      ...(isNhwc ? { data_layout: "NHWC", kernel_layout: isDepthwise ? "HWOI" : "HWIO" } : {}),
    };
    return { expr: this.apply("nn.conv2d", [expr, this.weight(weight)], attrs), channels, side: Math.ceil(from.side / stride) };
  }

  private normalized(from: Feature): Feature {
    const { r } = this;
    const { channels, expr } = from;
    const wide = this.isNhwc ? [channels] : [channels, 1, 1];
    switch (r.int(0, 5)) {
      case 0:
        return { ...from, expr: this.apply("nn.bias_add", [expr, this.weight([channels])], { axis: this.axis }) };
      case 1:
        return { ...from, expr: this.apply("add", [expr, this.weight(r.chance(0.5) ? wide : this.shape(channels, 1))]) };
      case 2: {
        const parts = r.many(4, () => this.weight([channels]));
        return { ...from, expr: tupleGetItem(this.apply("nn.batch_norm", [expr, ...parts], { axis: this.axis }), 0) };
      }
      case 3:
        return { ...from, expr: this.apply("add", [this.apply("multiply", [expr, this.weight(wide)]), this.weight(wide)]) };
      default:
        return from;
    }
  }

  private activated(from: Feature): Feature {
    const { r } = this;
    const { expr } = from;
    const k = r.int(0, 9);
    if (k < 4) return { ...from, expr: this.apply("nn.relu", [expr]) };
    if (k === 4) return { ...from, expr: this.apply("clip", [expr], { a_min: float(0), a_max: float(6) }) };
    if (k === 5) return { ...from, expr: this.apply(r.pick(["sigmoid", "tanh", "exp", "abs"]), [expr]) };
    if (k === 6) return { ...from, expr: this.apply("multiply", [expr, this.apply("sigmoid", [expr])]) };
    if (k === 7) return { ...from, expr: this.apply("nn.leaky_relu", [expr], { alpha: float(0.5) }) };
    return from;
  }

  private pooled(from: Feature): Feature {
    const name = this.r.pick(["nn.max_pool2d", "nn.avg_pool2d"]);
    return {
      ...from,
      expr: this.apply(name, [from.expr], { pool_size: [2, 2], strides: [2, 2], layout: this.layout }),
      side: from.side >> 1,
    };
  }

  private head(from: Feature): Expr {
    const { r } = this;
    if (r.chance(0.3)) return from.expr;
    const pooled = this.apply("nn.global_avg_pool2d", [from.expr], { layout: this.layout });
    const flat = r.chance(0.5)
      ? this.apply("nn.batch_flatten", [pooled])
      : this.apply("reshape", [pooled], { newshape: [-1, from.channels] });
    let dense = this.apply("nn.dense", [flat, this.weight([10, from.channels])], { units: 10 });
    if (r.chance(0.6)) dense = this.apply(r.pick(["nn.bias_add", "add"]), [dense, this.weight([10])]);
    if (r.chance(0.3)) dense = this.apply("nn.dense", [this.apply("nn.relu", [dense]), this.weight([8, 10])], { units: 8 });
    return r.chance(0.5) ? this.apply("nn.softmax", [dense]) : dense;
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
    if (!this.r.chance(this.filled)) return this.parameter(shape, "w");
    return this.apply("full", [this.scalar(this.r.pick([0.5, 1, 2]))], { shape: [...shape], dtype: this.dtype });
  }

  private scalar(value: number): Expr {
    return constant(scalarTensor(value, this.dtype), scalarType(this.dtype));
  }

  private parameter(shape: readonly number[], prefix: string): Var {
    const made = variable(`${prefix}${this.params.length}`, tensorType([...shape], this.dtype));
    this.params.push(made);
    return made;
  }

  private apply(name: string, args: readonly Expr[], attrs: Readonly<Record<string, AttrValue>> = {}): Expr {
    const schema = this.operators.get(name)?.attrs;
    return call(op(name), args, schema ? makeAttrs(schema, attrs) : undefined);
  }
}
