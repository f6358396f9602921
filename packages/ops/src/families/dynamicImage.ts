/** Dynamic forms of padding, upsampling and resizing. Follows src/relay/op/dyn/nn and src/relay/op/dyn/image. */
import { tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { dtypeAttr, textAttr } from "../relations/attributes.ts";
import { demandScalar, relationOver, tensorsOf } from "../relations/guards.ts";
import { requireConversion } from "../relations/layout.ts";
import { demand } from "../relations/refusal.ts";
import type { TypeRelation } from "../typeRelation.ts";
import { resizeFields } from "./image.ts";
import { padAttrs, upsampling3dAttrs, upsamplingAttrs } from "./nnSpatial.ts";

const factors = {
  scale_d: "scale_d",
  scale_h: "scale_h",
  scale_w: "scale_w",
};

const pad: TypeRelation = (types) => {
  const [tensor, widths] = tensorsOf(types, 3) ?? [];
  if (!tensor || !widths) return undefined;
  demand(tensor.shape.length > 0, "A scalar can't be padded.");
  demand(widths.shape.length === 2, "`pad_width` must have 2 dimensions.");
  return tensorType(
    tensor.shape.map(() => "?"),
    tensor.dtype,
  );
};

/** Axes after the first two of the plain layout become unknown; the others keep their size. */
function enlarged(operator: string, plain: string): TypeRelation {
  return relationOver(1, ([tensor], attrs) => {
    const conversion = requireConversion(operator, "a data", textAttr(attrs, "layout"), plain);
    const shape = conversion.forward(tensor.shape).map((dim, i) => (i < 2 ? dim : "?"));
    return tensorType(conversion.backward(shape), dtypeAttr(attrs, "out_dtype") ?? tensor.dtype);
  });
}

const upsampling: TypeRelation = (types, attrs, reporter) => {
  const [, height, width] = tensorsOf(types, 3) ?? [];
  if (!height || !width) return undefined;
  demandScalar(height, "scale_h");
  demandScalar(width, "scale_w");
  return enlarged("dyn.nn.upsampling", "NCHW")(types, attrs, reporter);
};

export const dynamicImageOperators: readonly OperatorDefinition[] = [
  defineOperator("dyn.nn.pad", "Adds elements around a tensor, how many known at run time.", {
    args: ["data", "pad_width", "pad_val"],
    attrs: padAttrs,
    fusionKind: "injective",
    relation: pad,
  }),
  defineOperator("dyn.nn.upsampling", "Enlarges images by a factor known at run time.", {
    args: ["data", factors.scale_h, factors.scale_w],
    attrs: upsamplingAttrs,
    fusionKind: "injective",
    relation: upsampling,
  }),
  defineOperator("dyn.nn.upsampling3d", "Enlarges volumes by a factor known at run time.", {
    args: ["data", factors.scale_d, factors.scale_h, factors.scale_w],
    attrs: upsampling3dAttrs,
    fusionKind: "injective",
    relation: enlarged("dyn.nn.upsampling3d", "NCDHW"),
  }),
  defineOperator("dyn.image.resize2d", "Resizes images to a size known at run time.", {
    args: ["data", "size", "roi"],
    attrs: defineAttrs("Resize2DAttrs", resizeFields("HW")),
    fusionKind: "injective",
    relation: enlarged("dyn.image.resize2d", "NCHW"),
  }),
];
