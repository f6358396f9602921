/** Random pooling. */
import type { AttrValue, Dim, Type } from "@relayscope/ir";
import type { Random } from "../../random.ts";
import { type OperatorCase, tensor } from "../case.ts";
import type { Generators } from "../generator.ts";
import { randomLayout, shapeIn } from "./layouts.ts";

function dataIn(layout: string, random: Random, dtype: string): Type {
  const size = (): Dim => (random.chance(0.1) ? "?" : random.int(4, 14));
  return tensor(shapeIn(layout, { N: random.pick<Dim>([1, 2, "?"]), C: random.pick([3, 4, 8]), D: size(), H: size(), W: size() }), dtype);
}

function windowed(operator: string, spatial: string, dtypes: readonly string[], extra: readonly (Type | undefined)[] = []) {
  const rank = spatial.length;
  return (random: Random): OperatorCase => {
    const layout = randomLayout(`NC${spatial}`, random, random.chance(0.9) ? "C" : spatial);
    const attrs: Record<string, AttrValue> = { pool_size: random.many(rank, () => random.int(1, 3)) };
    if (random.chance(0.6)) attrs.strides = random.many(rank, () => random.int(1, 3));
    if (random.chance(0.2)) attrs.dilation = random.many(rank, () => random.int(1, 2));
    if (random.chance(0.6)) attrs.padding = random.many(random.pick([1, rank, 2 * rank]), () => random.int(0, 2));
    if (layout !== `NC${spatial}`) attrs.layout = layout;
    if (random.chance(0.3)) attrs.ceil_mode = true;
    if (operator.includes("avg") && !operator.endsWith("grad") && random.chance(0.3)) attrs.count_include_pad = true;
    return { operator, args: [dataIn(layout, random, random.pick(dtypes)), ...extra], attrs };
  };
}

function global(operator: string) {
  return (random: Random): OperatorCase => {
    const layout = randomLayout("NCHW", random, random.chance(0.8) ? "C" : "HW");
    return { operator, args: [dataIn(layout, random, "float32")], attrs: layout === "NCHW" ? {} : { layout } };
  };
}

function adaptive(operator: string, spatial: string) {
  return (random: Random): OperatorCase => {
    const layout = randomLayout(`NC${spatial}`, random, random.chance(0.8) ? "C" : spatial);
    const attrs: Record<string, AttrValue> = {};
    if (random.chance(0.8)) attrs.output_size = random.many(random.int(0, spatial.length), () => random.int(1, 5));
    if (layout !== `NC${spatial}`) attrs.layout = layout;
    return { operator, args: [dataIn(layout, random, "float32")], attrs };
  };
}

const scale = tensor([]);
const zero = tensor([], "int32");
const kinds = ["max", "avg"];
const spatials = ["W", "HW", "DHW"];

export const poolingGenerators: Generators = [
  ...kinds.flatMap((kind) =>
    spatials.map((spatial) => {
      const name = `nn.${kind}_pool${spatial.length}d`;
      return [name, windowed(name, spatial, ["float32", "int8"])] as const;
    }),
  ),
  ...kinds.map((kind) => [`nn.global_${kind}_pool2d`, global(`nn.global_${kind}_pool2d`)] as const),
  ...kinds.flatMap((kind) =>
    spatials.map((spatial) => {
      const name = `nn.adaptive_${kind}_pool${spatial.length}d`;
      return [name, adaptive(name, spatial)] as const;
    }),
  ),
  ...kinds.map((kind) => {
    const name = `nn.${kind}_pool2d_grad`;
    return [name, windowed(name, "HW", ["float32"], [tensor([1, 4, 6, 6])])] as const;
  }),
  ["qnn.avg_pool2d", windowed("qnn.avg_pool2d", "HW", ["int8", "uint8"], [scale, zero, scale, zero])],
];
