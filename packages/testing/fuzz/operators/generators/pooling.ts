/** Random pooling. */
import type { AttrValue, Dim, Type } from "@relayscope/ir";
import type { Random } from "../../random.ts";
import { tensor } from "../case.ts";
import { alike, type GeneratorTable, type Made } from "../generator.ts";
import { randomLayout, shapeIn } from "./layouts.ts";

function dataIn(layout: string, random: Random, dtype: string): Type {
  const size = (): Dim => (random.chance(0.1) ? "?" : random.int(4, 14));
  return tensor(shapeIn(layout, { N: random.pick<Dim>([1, 2, "?"]), C: random.pick([3, 4, 8]), D: size(), H: size(), W: size() }), dtype);
}

interface Windows {
  readonly dtypes?: readonly string[];
  readonly extra?: readonly Type[];
  readonly countsPadding?: boolean;
}

function windowed(spatial: string, { dtypes = ["float32", "int8"], extra = [], countsPadding = false }: Windows = {}) {
  const rank = spatial.length;
  return (random: Random): Made => {
    const layout = randomLayout(`NC${spatial}`, random, random.chance(0.9) ? "C" : spatial);
    const attrs: Record<string, AttrValue> = { pool_size: random.many(rank, () => random.int(1, 3)) };
    if (random.chance(0.6)) attrs.strides = random.many(rank, () => random.int(1, 3));
    if (random.chance(0.2)) attrs.dilation = random.many(rank, () => random.int(1, 2));
    if (random.chance(0.6)) attrs.padding = random.many(random.pick([1, rank, 2 * rank]), () => random.int(0, 2));
    if (layout !== `NC${spatial}`) attrs.layout = layout;
    if (random.chance(0.3)) attrs.ceil_mode = true;
    if (countsPadding && random.chance(0.3)) attrs.count_include_pad = true;
    return { args: [dataIn(layout, random, random.pick(dtypes)), ...extra], attrs };
  };
}

function global(random: Random): Made {
  const layout = randomLayout("NCHW", random, random.chance(0.8) ? "C" : "HW");
  return { args: [dataIn(layout, random, "float32")], attrs: layout === "NCHW" ? {} : { layout } };
}

function adaptive(spatial: string) {
  return (random: Random): Made => {
    const layout = randomLayout(`NC${spatial}`, random, random.chance(0.8) ? "C" : spatial);
    const attrs: Record<string, AttrValue> = {};
    if (random.chance(0.8)) attrs.output_size = random.many(random.int(0, spatial.length), () => random.int(1, 5));
    if (layout !== `NC${spatial}`) attrs.layout = layout;
    return { args: [dataIn(layout, random, "float32")], attrs };
  };
}

const scale = tensor([]);
const zero = tensor([], "int32");
const gradients = { dtypes: ["float32"], extra: [tensor([1, 4, 6, 6])] };
const averages = { countsPadding: true };

export const poolingGenerators: GeneratorTable = {
  "nn.max_pool1d": windowed("W"),
  "nn.max_pool2d": windowed("HW"),
  "nn.max_pool3d": windowed("DHW"),
  "nn.avg_pool1d": windowed("W", averages),
  "nn.avg_pool2d": windowed("HW", averages),
  "nn.avg_pool3d": windowed("DHW", averages),
  ...alike("nn.global_max_pool2d nn.global_avg_pool2d", global),
  "nn.adaptive_max_pool1d": adaptive("W"),
  "nn.adaptive_max_pool2d": adaptive("HW"),
  "nn.adaptive_max_pool3d": adaptive("DHW"),
  "nn.adaptive_avg_pool1d": adaptive("W"),
  "nn.adaptive_avg_pool2d": adaptive("HW"),
  "nn.adaptive_avg_pool3d": adaptive("DHW"),
  ...alike("nn.max_pool2d_grad nn.avg_pool2d_grad", windowed("HW", gradients)),
  "qnn.avg_pool2d": windowed("HW", { dtypes: ["int8", "uint8"], extra: [scale, zero, scale, zero], countsPadding: true }),
};
