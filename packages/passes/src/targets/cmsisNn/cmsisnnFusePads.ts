/**
 * CMSISNNFusePads: makes an `nn.pad` before a convolution of cmsis-nn part of the convolution's own padding.
 * Follows src/relay/backend/contrib/cmsisnn/fuse_pads.cc of 0.18.0.
 */
import {
  type Attrs,
  attrOf,
  type Call,
  call,
  calledOp,
  firstOf,
  intsOf,
  isAttrList,
  isCallOf,
  type Rewriter,
  rewriter,
  withAttrs,
  withFunctions,
} from "@relayscope/ir";
import { modulePass } from "../../core/modulePass.ts";
import { mutationOrder } from "../../core/mutationOrder.ts";
import { withTypeOf } from "../../core/withType.ts";
import { changeCmsisNnBodies, closedOver, isComposite } from "./cmsisNnFunctions.ts";
import { paddingNotKnown, padNotFusible } from "./diagnostics.ts";

export const cmsisnnFusePads = modulePass({
  name: "CMSISNNFusePads",
  summary: "Fuses pads before cmsis-nn's convolutions into them.",
  upstream: ["src/relay/backend/contrib/cmsisnn/fuse_pads.cc@0.18.0"],
  boundTo: "cmsis-nn",
  run({ module, lineage }) {
    const bodies: Rewriter = rewriter({
      lineage,
      children: mutationOrder,
      post(original, rebuilt) {
        if (original.kind !== "Call" || rebuilt.kind !== "Call") return withTypeOf(original, rebuilt);
        // Every convolution is rebuilt, padded or not, and then has no type.
        if (calledOp(rebuilt) === "qnn.conv2d") return withoutPad(rebuilt);
        if (!isComposite(original.op, "cmsis-nn.qnn_conv2d")) return withTypeOf(original, rebuilt);
        const body = bodies.rewritten(original.op.body) ?? original.op.body;
        return call(closedOver(original.op, body, lineage), rebuilt.args);
      },
    });
    const functions = new Map(module.functions);
    changeCmsisNnBodies(functions, lineage, (body) => bodies.rewrite(body));
    return withFunctions(module, functions);
  },
});

function withoutPad(convolution: Call): Call {
  const [data, ...others] = convolution.args;
  if (!data || !isCallOf(data, "nn.pad") || !data.args[0] || !convolution.attrs) {
    return call(convolution.op, convolution.args, convolution.attrs);
  }
  const padding = paddingWith(convolution, convolution.attrs, data);
  return call(convolution.op, [data.args[0], ...others], withAttrs(convolution.attrs, { padding }));
}

/** Both paddings in one: top, left, bottom, right. */
function paddingWith(convolution: Call, attrs: Attrs, pad: Call): readonly number[] {
  const own = intsOf(attrOf(attrs, "padding")) ?? [];
  const widths = attrOf(pad.attrs, "pad_width");
  const layout = String(attrOf(attrs, "data_layout"));
  const before = (letter: string, end: 0 | 1): number => {
    const pair = widths && isAttrList(widths) ? widths[layout.indexOf(letter)] : undefined;
    return intsOf(pair)?.[end] ?? Number.NaN;
  };
  const sides = [before("H", 0), before("W", 0), before("H", 1), before("W", 1)].map((side, i) => side + (own[i] ?? Number.NaN));
  const [top, left, bottom, right] = firstOf(sides, 4);
  if (sides.some(Number.isNaN)) throw paddingNotKnown(convolution);
  if (![0, 1].includes(bottom - top) || ![0, 1].includes(right - left)) throw padNotFusible(convolution, sides);
  return sides;
}
