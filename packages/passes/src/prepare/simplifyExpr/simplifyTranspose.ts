/** SimplifyTranspose: two transposes or layout changes in a row become one, or one layout change that does both. */
import type { Call, Expr } from "@relayscope/ir";
import { callOf, either, type Pattern, wildcard } from "@relayscope/match";
import { argumentAt } from "../../core/callArguments.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { axesMissing } from "../diagnostics.ts";
import { axisOrder, layoutAxes, layoutsOf } from "./axisOrder.ts";
import { asCall, type ExprRewrite, metBy, type RewriteTools } from "./exprRewrite.ts";

export const simplifyTranspose: ExprRewrite = (tools) => {
  const x = wildcard();
  const transpose = (data: Pattern) => either(callOf("transpose", data), callOf("layout_transform", data));
  return {
    pattern: transpose(transpose(x)),
    requireType: true,
    rewrite(pre, post, nodes) {
      const data = metBy(nodes, x);
      const outer = asCall(post);
      const inner = asCall(argumentAt(outer, 0));
      const single = oneLayoutChange(data, outer, inner, tools);
      if (single) return single;
      const rank = tensorOf(pre).shape.length;
      const first = axisOrder(inner, rank);
      const axes = axisOrder(outer, rank).map((axis) => {
        const from = first[axis];
        if (from === undefined || from < 0) throw axesMissing(outer);
        return from;
      });
      return tools.calls("transpose", [data], { axes });
    },
  };
};

/**
 * The layout change equal to two calls, one of which changes the number of axes; undefined if neither does, or if there
 * is no single one.
 */
function oneLayoutChange(data: Expr, outer: Call, inner: Call, { calls }: RewriteTools): Expr | undefined {
  const change = rankChange(outer, inner);
  if (!change) return undefined;
  const [from, to] = [layoutAxes(change.from).length, layoutAxes(change.to).length];
  const layouts =
    from < to
      ? { from: permuted(change.from, inverse(axisOrder(change.other, from), change.other), change.other), to: change.to }
      : from > to
        ? { from: change.from, to: permuted(change.to, axisOrder(change.other, to), change.other) }
        : layoutsOf(change.other) && change;
  if (!layouts) return undefined;
  return layouts.from === layouts.to ? data : calls("layout_transform", [data], { src_layout: layouts.from, dst_layout: layouts.to });
}

/**
 * The layouts at both ends of the change of rank, and the other of the two calls. Goes by the length of the layouts'
 * names, as the reference does.
 */
function rankChange(outer: Call, inner: Call): { readonly from: string; readonly to: string; readonly other: Call } | undefined {
  const changing = (call: Call) => {
    const layouts = layoutsOf(call);
    return layouts && layouts.from.length !== layouts.to.length ? layouts : undefined;
  };
  const [last, first] = [changing(outer), changing(inner)];
  if (!last) return first && { ...first, other: outer };
  if (!first) return { ...last, other: inner };
  if (last.from !== first.to) throw axesMissing(outer);
  return { from: first.from, to: last.to, other: inner };
}

function inverse(order: readonly number[], call: Call): readonly number[] {
  return order.map((_, axis) => {
    const at = order.indexOf(axis);
    if (at < 0) throw axesMissing(call);
    return at;
  });
}

/** A layout with its axes in another order; only a layout without split axes has one letter an axis. */
function permuted(layout: string, order: readonly number[], call: Call): string {
  if (order.length !== layout.length || order.some((axis) => axis < 0)) throw axesMissing(call);
  return order.map((axis) => layout[axis]).join("");
}
