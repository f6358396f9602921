/**
 * FoldExplicitPadding: moves a pad before a convolution or pooling into the attribute `padding` of that call. Follows
 * src/relay/transforms/fold_explicit_padding.cc.
 */
import {
  type Attrs,
  type AttrValue,
  asFunction,
  at,
  attrOf,
  type Call,
  type Constant,
  calledOp,
  call as callTo,
  type Expr,
  elementOf,
  type Func,
  intsOf,
  isAttrList,
  numberOf,
  structurallyEqual,
  withAttrs,
} from "@relayscope/ir";
import { callOf, either, type Pattern, type PatternCallback, rewritePatterns, wildcard } from "@relayscope/match";
import { type FunctionRun, functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";
import { leftAlone } from "../core/leftAlone.ts";
import type { Report } from "../core/modulePass.ts";
import { intLike } from "../layout/intLike.ts";
import { paddingExtents, paddingUnknown } from "./diagnostics.ts";
import { rangeOf } from "./simplifyExpr/dtypeRange.ts";
import { asCall, metBy } from "./simplifyExpr/exprRewrite.ts";
import { wholeTyping } from "./wholeTyping.ts";

export const foldExplicitPadding = functionPass({
  name: "FoldExplicitPadding",
  // The reference's own slip: lists of disabled passes need the space, too.
  infoName: " FoldExplicitPadding",
  summary: "Folds a pad into the convolution or pooling after it.",
  upstream: ["src/relay/transforms/fold_explicit_padding.cc"],
  requires: [inferType],
  runFunction,
});

function runFunction(run: FunctionRun): Func {
  const { f, context, lineage, report } = run;
  const reported = new Set<Expr>();
  const reportOnce: Report = (diagnostic) => {
    if (!diagnostic.node || reported.has(diagnostic.node)) return;
    reported.add(diagnostic.node);
    report(diagnostic);
  };
  const folding = paddingFolded(reportOnce);
  const callback: PatternCallback = {
    ...folding,
    rewrite: (before, after, nodes) => leftAlone(context, () => folding.rewrite(before, after, nodes), after),
  };
  const type = wholeTyping(run);
  const inferTypes = (expr: Expr): Expr => {
    context.onInferType?.();
    return type(expr);
  };
  return asFunction(rewritePatterns([callback], f, { operators: context.operators, lineage, inferTypes }));
}

const convolutions = ["nn.conv1d", "nn.conv2d", "nn.conv3d", "nn.contrib_conv2d_NCHWc"];
const averages = ["nn.avg_pool1d", "nn.avg_pool2d", "nn.avg_pool3d"];
const maxima = ["nn.max_pool1d", "nn.max_pool2d", "nn.max_pool3d"];

function paddingFolded(report: Report): PatternCallback {
  const x = wildcard();
  const pad = callOf("nn.pad", x, wildcard());
  const w = wildcard();
  const others = [wildcard(), wildcard(), wildcard(), wildcard()];
  const convolved = anyOf(convolutions.map((name) => callOf(name, pad, w)));
  const pooled = anyOf([...maxima, ...averages].map((name) => callOf(name, pad)));
  return {
    pattern: anyOf([convolved, callOf("qnn.conv2d", pad, w, ...others), pooled]),
    requireType: true,
    rewrite(pre, post, nodes) {
      const call = asCall(post);
      const attrs = foldedAttrs(call, asCall(metBy(nodes, pad)), () => report(paddingUnknown(asCall(pre))));
      return attrs ? callTo(call.op, [metBy(nodes, x), ...call.args.slice(1)], attrs, { typeArgs: call.typeArgs }) : post;
    },
  };
}

function anyOf(patterns: readonly Pattern[]): Pattern {
  return patterns.reduce((left, right) => either(left, right));
}

/** The attributes of a call that does the padding of `pad` itself; undefined if the pad has to stay. */
function foldedAttrs(call: Call, pad: Call, reportUnknown: () => void): Attrs | undefined {
  const name = calledOp(call) ?? "";
  const value = pad.args[1];
  if (name === "qnn.conv2d") {
    const attrs = withPadding(call, pad, "data_layout");
    return attrs && areEqualScalars(call.args[2], value, reportUnknown) ? attrs : undefined;
  }
  if (attrOf(pad.attrs, "pad_mode") !== "constant" || value?.kind !== "Constant") return undefined;
  if (!value.data) {
    reportUnknown();
    return undefined;
  }
  if (value.data.values.length === 0) return undefined;
  const number = elementOf(value.data, 0);
  if (maxima.includes(name)) return isLeast(number, value.data.dtype) ? withPadding(call, pad, "layout") : undefined;
  if (Number(number) !== 0 || name === "nn.contrib_conv2d_NCHWc") return undefined;
  return averages.includes(name) ? withCountedPadding(call, pad) : withPadding(call, pad, "data_layout");
}

/**
 * An average over the padded tensor counts the padding. The attributes must state that, which is right only if the
 * pooling itself did not pad.
 */
function withCountedPadding(call: Call, pad: Call): Attrs | undefined {
  const attrs = withPadding(call, pad, "layout");
  if (!attrs || attrOf(call.attrs, "count_include_pad") === true) return attrs;
  const own = intsOf(attrOf(call.attrs, "padding"));
  return own?.every((size) => size === 0) ? withAttrs(attrs, { count_include_pad: true }) : undefined;
}

/**
 * A call's attributes with the pad's widths added to its padding; undefined where other axes than the spatial ones are
 * padded.
 */
function withPadding(call: Call, pad: Call, layoutName: "layout" | "data_layout"): Attrs | undefined {
  const { attrs } = call;
  const layout = String(attrOf(attrs, layoutName));
  const widths = listOf(attrOf(pad.attrs, "pad_width")).map(listOf);
  if (!attrs || layout.length !== widths.length) throw paddingExtents(call);
  const spatial = widths.filter((_, axis) => "HWD".includes(at(layout, axis)));
  const rest = widths.filter((_, axis) => !"HWD".includes(at(layout, axis)));
  if (rest.some((width) => width.some((size) => numberOf(size) !== 0))) return undefined;
  const added = (widths[0] ?? []).flatMap((_, side) => spatial.map((width) => at(width, side)));
  const own = listOf(attrOf(attrs, "padding"));
  if (added.length !== own.length) throw paddingExtents(call);
  const padding = own.map((size, i) => {
    const [a, b] = [numberOf(size), numberOf(added[i])];
    if (a === undefined || b === undefined) throw paddingExtents(call);
    return intLike(typeof size === "object" ? size : added[i], a + b);
  });
  return withAttrs(attrs, { padding });
}

function listOf(value: AttrValue | undefined): readonly AttrValue[] {
  return value !== undefined && value !== null && isAttrList(value) ? value : [];
}

/** Whether a number is the least of its data type, so that it never wins over another. */
function isLeast(number: number | bigint, dtype: string): boolean {
  if (/^(uint|bool)/.test(dtype)) return Number(number) === 0;
  const { least } = rangeOf(dtype);
  return typeof number === "bigint" ? number === BigInt(least) : number === least;
}

function areEqualScalars(a: Expr | undefined, b: Expr | undefined, reportUnknown: () => void): boolean {
  if (!isScalar(a) || !isScalar(b)) return false;
  if (a.data && b.data) return structurallyEqual(a, b);
  if (a.checkedType?.kind === "TensorType" && b.checkedType?.kind === "TensorType" && a.checkedType.dtype === b.checkedType.dtype) {
    reportUnknown();
  }
  return false;
}

function isScalar(e: Expr | undefined): e is Constant {
  return e?.kind === "Constant" && e.checkedType?.kind === "TensorType" && e.checkedType.shape.length === 0;
}
