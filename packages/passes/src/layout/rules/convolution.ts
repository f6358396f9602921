/**
 * Layout rules of convolutions and matrix products: they keep their own layouts, all others adapt to them. Follows
 * src/relay/op/nn/convolution.{h,cc}, bitserial.cc, nn.cc, correlation.cc, src/relay/op/image/dilation2d.cc and
 * src/relay/qnn/op.
 */
import { layoutNamed } from "../layout.ts";
import { answer, type LayoutRule, type LayoutRules, ruleFor, textAttr } from "../layoutRule.ts";

/** Data and kernel in their layouts, followed by arguments along the channels (scales and zero points). */
function convolution(extra: number): LayoutRule {
  return (question) => {
    const data = textAttr(question, "data_layout");
    const output = textAttr(question, "out_layout") || data;
    const channels = Array.from({ length: extra }, () => layoutNamed("C"));
    return answer(question, [layoutNamed(data), layoutNamed(textAttr(question, "kernel_layout")), ...channels], [layoutNamed(output)]);
  };
}

/** The result has the data's layout, whatever the attributes say. */
const morphology: LayoutRule = (question) => {
  const data = layoutNamed(textAttr(question, "data_layout"));
  return answer(question, [data, layoutNamed(textAttr(question, "kernel_layout"))], [data]);
};

const deformable: LayoutRule = (question) => {
  const data = textAttr(question, "data_layout");
  const kernel = layoutNamed(textAttr(question, "kernel_layout"));
  return answer(question, [layoutNamed(data), layoutNamed(data), kernel], [layoutNamed(textAttr(question, "out_layout") || data)]);
};

const correlation: LayoutRule = (question) => {
  const layout = layoutNamed(textAttr(question, "layout"));
  return answer(question, [layout, layout], [layout]);
};

/** Data and weight are matrices; quantized ones have scales and zero points. */
function product(extra: number, hasPackedWeight: boolean): LayoutRule {
  return (question) => {
    const matrix = layoutNamed("NC");
    const weight = hasPackedWeight ? layoutNamed(textAttr(question, "weight_layout")) : matrix;
    return answer(question, [matrix, weight, ...Array.from({ length: extra }, () => layoutNamed("N"))], [matrix]);
  };
}

export const convolutionRules: LayoutRules = {
  ...ruleFor(
    [
      "nn.conv1d",
      "nn.conv2d",
      "nn.conv2d_backward_weight",
      "nn.conv2d_transpose",
      "nn.conv3d",
      "nn.conv3d_transpose",
      "nn.contrib_conv2d_NCHWc",
      "nn.contrib_conv2d_gemm_without_weight_transform",
      "nn.contrib_conv2d_winograd_without_weight_transform",
      "nn.contrib_conv3d_winograd_without_weight_transform",
      "nn.contrib_depthwise_conv2d_NCHWc",
    ],
    convolution(0),
  ),
  ...ruleFor(["qnn.conv2d", "qnn.conv2d_transpose"], convolution(4)),
  ...ruleFor(["nn.bitserial_conv2d", "image.dilation2d"], morphology),
  "nn.deformable_conv2d": deformable,
  "nn.correlation": correlation,
  ...ruleFor(["nn.dense", "nn.matmul"], product(0, false)),
  "nn.contrib_dense_pack": product(0, true),
  "qnn.dense": product(4, false),
  "qnn.contrib_dense_pack": product(4, true),
};
