/** Images and what surrounds them: padding, blocks, sizes, normalization over channels. */
import type { AttrValue } from "@relayscope/ir";
import { elementOf } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { sized } from "../../relay/wrappers.ts";
import { bilinearFields, lrnFields, nearestFields } from "../file/schema.ts";
import type { Conversion, Converter, ConverterTable } from "../import/conversion.ts";
import { dequantize, isQuantizedAlike, quantize } from "../import/quantization.ts";
import { activated, float } from "./fused.ts";
import { listIn, rowsIn } from "./integers.ts";

/** What a tensor is padded with: 0, the zero point of a quantized one, or what the operator is given. */
function padValue(c: Conversion): { readonly value: number | bigint | boolean; readonly dtype: string } {
  const input = c.input(0);
  const given = c.inputs[2];
  c.demandAlike();
  if (!given) return { value: input.quantized?.zero ?? 0, dtype: input.quantized ? "float32" : "int32" };
  const data = c.valueOf(given);
  if (data.values.length !== 1 || data.shape.length > 1) throw new ConversionFailure("it is padded with more than one value.");
  if (input.quantized && !isQuantizedAlike(input.quantized, given.quantized))
    throw new ConversionFailure("its input is quantized differently from the value that it is padded with.");
  return { value: elementOf(data, 0), dtype: data.dtype === "bool" ? "bool" : data.dtype.startsWith("float") ? "float32" : "int32" };
}

const padded: Converter = (c, r) => {
  c.demandInputs(2, 3);
  if (c.inputs.length === 3 && c.tensorOf(c.input(0)).type !== c.tensorOf(c.input(2)).type)
    throw new ConversionFailure("the value that it is padded with is of another type.");
  const x = c.expr(c.input(0));
  const rows = rowsIn(c, c.input(1));
  const { value, dtype } = padValue(c);
  return r.call("nn.pad", [x, r.constant(value, dtype)], { pad_width: rows.map(sized), pad_mode: "constant" });
};

const mirrored: Converter = (c) => {
  c.demandInputs(2);
  const x = c.expr(c.input(0));
  const rows = rowsIn(c, c.input(1)).map((row) => row.map((n) => n | 0));
  const mode = c.options("MirrorPad").byte(0) === 0 ? "REFLECT" : "SYMMETRIC";
  return c.r.call("nn.mirror_pad", [x], { pad_width: rows, mode });
};

function blocks(name: "batch_to_space_nd" | "space_to_batch_nd"): Converter {
  return (c) => {
    c.demandInputs(3);
    const x = c.expr(c.input(0));
    const block = sized(listIn(c, c.input(1)));
    const rows: AttrValue = rowsIn(c, c.input(2)).map(sized);
    const rest = name === "batch_to_space_nd" ? { crops: rows } : { paddings: rows, pad_value: float(0) };
    return c.r.call(`nn.${name}`, [x], { block_shape: block, ...rest });
  };
}

function depth(name: "depth_to_space" | "space_to_depth"): Converter {
  return (c) => {
    c.demandInputs(1);
    const x = c.expr(c.input(0));
    const block = c.options(name === "depth_to_space" ? "DepthToSpace" : "SpaceToDepth").int(0);
    return c.r.call(`nn.${name}`, [x], {
      block_size: block,
      layout: "NHWC",
      ...(name === "depth_to_space" ? { mode: "DCR" } : { mode: "" }),
    });
  };
}

function resized(method: "linear" | "nearest_neighbor"): Converter {
  return (c, r) => {
    c.demandOneOf(2);
    const isLinear = method === "linear";
    const [input, output] = [c.input(0), c.output()];
    const x = c.expr(input);
    const size = sized(listIn(c, c.input(1)));
    const options = c.options(isLinear ? "ResizeBilinear" : "ResizeNearestNeighbor");
    const fields = isLinear ? bilinearFields : nearestFields;
    const [isAligned, isHalfPixel] = [options.flag(fields.alignCorners), options.flag(fields.halfPixelCenters)];
    const out = r.call("image.resize2d", [isLinear && input.quantized ? dequantize(r, x, input.quantized) : x], {
      size,
      roi: [0, 0, 0, 0].map(float),
      layout: "NHWC",
      method,
      coordinate_transformation_mode: isHalfPixel ? "half_pixel" : isAligned ? "align_corners" : "asymmetric",
      rounding_method: !isLinear && !isAligned && isHalfPixel ? "round_prefer_ceil" : "",
    });
    return isLinear && output.quantized ? quantize(r, out, output.quantized, c.dtypeOf(output)) : out;
  };
}

const l2Normalized: Converter = (c) => {
  c.demandInputs(1);
  const input = c.input(0);
  const x = c.expr(input);
  c.demandOutputs(1);
  const kind = c.options("L2Norm").byte(0);
  const { shape } = c.tensorOf(input);
  if (!shape) throw new ConversionFailure("the file states no shape for its input.");
  c.demandPlain([input, c.output()]);
  return activated(c.r, c.r.call("nn.l2_normalize", [x], { eps: float(1e-12), axis: [shape.length - 1] }), kind);
};

const localResponse: Converter = (c) => {
  c.demandPlain();
  c.demandInputs(1);
  const x = c.expr(c.input(0));
  c.demandOutputs(1);
  const options = c.options("LocalResponseNormalization");
  const size = options.int(lrnFields.radius) * 2 + 1;
  return c.r.call("nn.lrn", [x], {
    size,
    axis: 3,
    alpha: float(options.float(lrnFields.alpha) * size),
    beta: float(options.float(lrnFields.beta)),
    bias: float(options.float(lrnFields.bias)),
  });
};

export const spatial: ConverterTable = {
  BATCH_TO_SPACE_ND: blocks("batch_to_space_nd"),
  DEPTH_TO_SPACE: depth("depth_to_space"),
  L2_NORMALIZATION: l2Normalized,
  LOCAL_RESPONSE_NORMALIZATION: localResponse,
  MIRROR_PAD: mirrored,
  PAD: padded,
  PADV2: padded,
  RESIZE_BILINEAR: resized("linear"),
  RESIZE_NEAREST_NEIGHBOR: resized("nearest_neighbor"),
  SPACE_TO_BATCH_ND: blocks("space_to_batch_nd"),
  SPACE_TO_DEPTH: depth("space_to_depth"),
};
