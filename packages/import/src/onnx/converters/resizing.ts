/** Images made larger or smaller, and sampled on a grid. */
import { type AttrValue, type Expr, eachOf, present, raise } from "@relayscope/ir";
import { ConversionFailure, quoted } from "../../diagnostics.ts";
import { multiply } from "../../relay/arithmetic.ts";
import { cast, concatenate, shapeOf, stridedSlice, take, transpose } from "../../relay/wrappers.ts";
import { type Conversion, type Converter, type ConverterTable, versioned } from "../import/conversion.ts";

const methods: Readonly<Record<string, string>> = { nearest: "nearest_neighbor", linear: "linear", cubic: "cubic" };

function methodOf(c: Conversion): string {
  const mode = c.attributes.text("mode", "nearest");
  const method = Object.hasOwn(methods, mode) ? methods[mode] : undefined;
  if (method === undefined) throw new ConversionFailure(`${quoted(mode)} is not a mode that Relay has.`);
  return method;
}

function float(value: number): AttrValue {
  return { kind: "Float", value };
}

const layouts: Readonly<Record<number, string>> = { 3: "NCW", 4: "NCHW", 5: "NCDHW" };

/**
 * A call of `image.resize` over the spatial axes; sizes that are not constant make it dynamic, where Relay has that.
 */
function resized(c: Conversion, size: Expr, roi: Expr | undefined, attributes: Readonly<Record<string, AttrValue>>): Expr {
  const { r } = c;
  const rank = r.rankOf(c.input(0));
  const layout = layouts[rank] ?? raise(new ConversionFailure(`only 3, 4 and 5 axes are supported, and its input has ${rank}.`));
  const outSize = r.fold(stridedSlice(r, size, [2], [rank]));
  const spatial = rank - 2;
  const all = { layout, cubic_alpha: float(-0.5), cubic_exclude: 0, extrapolation_value: float(0), rounding_method: "", ...attributes };
  if (outSize.kind === "Constant" && (!roi || roi.kind === "Constant")) {
    if (roi && spatial !== 2) throw new ConversionFailure("a region of interest is supported for two spatial axes only.");
    const numbers = roi && roi.kind === "Constant" ? r.numbersOf(roi).map(Number) : new Array<number>(2 * spatial).fill(0);
    const window = numbers.map(float);
    return r.call(`image.resize${spatial}d`, [c.input(0)], {
      ...all,
      size: r.numbersOf(outSize).map((n) => Math.trunc(Number(n))),
      roi: window,
    });
  }
  if (spatial !== 2) throw new ConversionFailure("sizes that are not constant are supported for two spatial axes only.");
  const window = roi ?? r.constant([0, 0, 0, 0], "float32");
  return r.call("dyn.image.resize2d", [c.input(0), outSize, window], { ...all, size: [], roi: [] });
}

function scaledSize(c: Conversion, scale: Expr): Expr {
  return multiply(c.r, cast(c.r, shapeOf(c.r, c.input(0)), c.r.dtypeOf(scale)), scale);
}

const resizeByScale: Converter = (c) =>
  resized(c, scaledSize(c, c.input(1)), undefined, { method: methodOf(c), coordinate_transformation_mode: "asymmetric" });

function resizeTo(c: Conversion, size: Expr): Expr {
  const { r } = c;
  const rank = r.rankOf(c.input(0));
  let roi = c.optional(1);
  if (roi && r.sizesOf(roi)[0] === 0) roi = undefined;
  const window = roi && r.fold(concatenate(r, [stridedSlice(r, roi, [2], [rank]), stridedSlice(r, roi, [rank + 2], [2 * rank])], 0));
  return resized(c, size, window, {
    method: methodOf(c),
    coordinate_transformation_mode: c.attributes.text("coordinate_transformation_mode", "half_pixel"),
    rounding_method: c.attributes.text("nearest_mode", "round_prefer_floor"),
    cubic_alpha: float(c.attributes.float("cubic_coeff_a", -0.75)),
    cubic_exclude: c.attributes.int("exclude_outside", 0),
    extrapolation_value: float(c.attributes.float("extrapolation_value", 0)),
  });
}

const resizeByScaleOrSize: Converter = (c) => {
  const scale = c.input(2);
  const sizes = c.r.sizesOf(scale);
  if (c.inputs.length === 4) {
    if (sizes.length > 0 && sizes[0] !== 0) throw new ConversionFailure("both a scale and a size are given.");
    return resizeTo(c, c.input(3));
  }
  if (sizes.length === 0) throw new ConversionFailure("neither a scale nor a size is given.");
  return resizeTo(c, scaledSize(c, scale));
};

const resizeByEither: Converter = (c, r) => {
  const [scale, size] = [c.optional(2), c.optional(3)];
  if (scale && size) return resizeByScaleOrSize(c, r);
  if (size) return resizeTo(c, size);
  if (!scale || c.r.rankOf(scale) === 0) throw new ConversionFailure("neither a scale nor a size is given.");
  return resizeTo(c, scaledSize(c, scale));
};

const upsample: Converter = (c, r) => {
  const rank = r.rankOf(c.input(0));
  const given = c.attributes.has("scales") ? c.attributes.floats("scales", []) : [];
  if (given.length === 0) c.demandCount(2);
  const scales = given.length > 0 ? undefined : c.resolved(c.input(1));
  const numbers = given.length > 0 ? given : scales?.kind === "Constant" ? r.numbersOf(scales).map(Number) : undefined;
  if (numbers && (numbers[0] !== 1 || numbers[1] !== 1)) throw new ConversionFailure("it scales batch or channels.");
  const mode = c.attributes.text("mode", "nearest");
  if (mode !== "nearest" && mode !== "linear") throw new ConversionFailure(`${quoted(mode)} is not a mode that Relay has.`);
  const isVolume = rank === 5;
  const method = mode === "nearest" ? "nearest_neighbor" : isVolume ? "trilinear" : "bilinear";
  if (numbers && numbers.length !== (isVolume ? 5 : 4)) throw new ConversionFailure(`its scales are ${numbers.length} numbers.`);
  const name = isVolume ? "nn.upsampling3d" : "nn.upsampling";
  const rest = isVolume
    ? { layout: "NCDHW", method, coordinate_transformation_mode: "asymmetric" }
    : { layout: "NCHW", method, align_corners: false };
  if (numbers) {
    const [d, h, w] = eachOf([numbers.at(-3), numbers.at(-2), numbers.at(-1)], (n) => float(n ?? 1));
    return r.call(name, [c.input(0)], { ...(isVolume ? { scale_d: d } : {}), scale_h: h, scale_w: w, ...rest });
  }
  // The reference takes the depth's scale from the second place.
  const places = isVolume ? [1, 3, 4] : [3, 4];
  const parts = places.map((place) => take(r, present(scales), r.constant(place, "int32")));
  return r.call(`dyn.${name}`, [c.input(0), ...parts], {
    ...(isVolume ? { scale_d: float(0) } : {}),
    scale_h: float(0),
    scale_w: float(0),
    ...rest,
  });
};

const gridSample: Converter = (c, r) => {
  const grid = transpose(r, c.input(1), [0, 3, 1, 2]);
  return r.call("image.grid_sample", [c.input(0), grid], {
    method: c.attributes.text("mode", "bilinear"),
    layout: "NCHW",
    padding_mode: c.attributes.text("padding_mode", "zeros"),
    align_corners: c.attributes.int("align_corners", 0) !== 0,
  });
};

export const resizing: ConverterTable = {
  GridSample: gridSample,
  Resize: versioned({ 10: resizeByScale, 11: resizeByScaleOrSize, 13: resizeByEither }),
  Upsample: upsample,
};
