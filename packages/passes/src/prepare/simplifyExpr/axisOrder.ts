/**
 * Which input axis each output axis of a transpose or a layout change is. Follows GetTransposeAxisOrder in
 * src/relay/transforms/simplify_expr.cc.
 */
import { attrOf, type Call, calledOp, intsOf } from "@relayscope/ir";
import { axesMissing } from "../diagnostics.ts";

/** The axes of a layout by letter, outermost first: `NCHW4c` has N, C, H, W, c. */
export function layoutAxes(layout: string): readonly string[] {
  return layout.replace(/\d+/g, "").split("");
}

/** The layouts of a `layout_transform`; undefined for another call. */
export function layoutsOf(call: Call): { readonly from: string; readonly to: string } | undefined {
  if (calledOp(call) !== "layout_transform") return undefined;
  const [from, to] = [attrOf(call.attrs, "src_layout"), attrOf(call.attrs, "dst_layout")];
  return typeof from === "string" && typeof to === "string" ? { from, to } : undefined;
}

/** For each of the first `rank` output axes, the input axis it was; -1 for an axis that the input's layout lacks. */
export function axisOrder(call: Call, rank: number): readonly number[] {
  const layouts = layoutsOf(call);
  if (layouts) {
    const [from, to] = [layoutAxes(layouts.from), layoutAxes(layouts.to)];
    if (to.length < rank) throw axesMissing(call);
    return to.slice(0, rank).map((letter) => from.indexOf(letter));
  }
  const axes = attrOf(call.attrs, "axes");
  if (axes === null) return Array.from({ length: rank }, (_, i) => rank - 1 - i);
  const given = intsOf(axes) ?? [];
  if (given.length < rank) throw axesMissing(call);
  return given.slice(0, rank).map((axis) => (axis < 0 ? axis + rank : axis));
}
