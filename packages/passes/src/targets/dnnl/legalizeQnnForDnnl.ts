/**
 * LegalizeQnnForDnnl: writes quantized convolutions and dense layers of `@main` in the form that dnnl's patterns have,
 * then folds constants at opt level 3. Follows legalize_qnn_for_dnnl in python/tvm/relay/op/contrib/dnnl.py.
 */
import { inferExpression } from "@relayscope/infer";
import { asFunction, type Call, call, type Expr, eachOf, firstOf, textOf, withFunctions } from "@relayscope/ir";
import { callOf, callPattern, either, isConstant, isOp, type NodeMap, type Pattern, rewritePatterns, wildcard } from "@relayscope/match";
import { illTypedResult } from "../../core/diagnostics.ts";
import { leftAlone } from "../../core/leftAlone.ts";
import { modulePass } from "../../core/modulePass.ts";
import { operatorCalls, scalarConstant } from "../../core/operatorCalls.ts";
import { definePass, type PassContext } from "../../core/pass.ts";
import { runSequence } from "../../core/sequence.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { foldConstant } from "../../prepare/foldConstant.ts";
import { asCall, metBy } from "../../prepare/simplifyExpr/exprRewrite.ts";
import { wholeTyping } from "../../prepare/wholeTyping.ts";
import { biasOfUnknownSize, layoutWithout } from "./diagnostics.ts";

const upstream = ["python/tvm/relay/op/contrib/dnnl.py"];

/** The rewriting alone: `rewrite(LegalizeQnnOpForDnnl(), mod["main"])`. */
const rewriting = modulePass({
  name: "LegalizeQnnOpForDnnl",
  summary: "Rewrites quantized layers.",
  upstream,
  requires: [],
  run(given) {
    const { module, context, lineage } = given;
    const main = module.functions.get("main");
    if (main?.kind !== "Function") return module;
    const { pattern, rewrite } = layers(context);
    const callback = {
      pattern,
      rewrite: (_: Expr, post: Expr, nodes: NodeMap) => leftAlone(context, () => rewrite(nodes), post),
    };
    const made = rewritePatterns([callback], main, { operators: context.operators, lineage });
    if (made === main) return module;
    const typed = asFunction(wholeTyping({ ...given, f: main, name: "main" })(made));
    return withFunctions(module, new Map([...module.functions, ["main", typed]]));
  },
});

export const legalizeQnnForDnnl = definePass({
  name: "LegalizeQnnForDnnl",
  summary: "Writes quantized convolutions and dense layers in the form that dnnl's patterns have.",
  upstream,
  requires: [],
  run: ({ module, context }) =>
    runSequence([{ pass: rewriting }, { pass: foldConstant }], module, {
      ...context,
      optLevel: 3,
      requiredPasses: [],
      disabledPasses: [],
    }),
});

/** A quantized layer up to the cast of its result, or up to the clip of the `qnn.add` after it, and its rewriting. */
function layers(context: PassContext) {
  const [data, weight, bias, summand] = [wildcard(), wildcard(), wildcard(), wildcard()];
  const zeroPoint = isConstant();
  const [inScale, inZero, outScale, outZero] = [isConstant(), isConstant(), isConstant(), isConstant()];
  const sum = [isConstant(), isConstant(), isConstant(), isConstant(), isConstant(), isConstant()];
  const zeroPattern: Pattern = { kind: "ExprPattern", expr: zeroPointOf(0) };
  const operator = either(isOp("qnn.conv2d"), isOp("qnn.dense"));
  const layer = callPattern(operator, [data, weight, zeroPoint, zeroPattern, isConstant(), isConstant()]);
  const withBias = either(callOf("add", layer, bias), layer);
  const cast = callOf("cast", callOf("clip", callOf("qnn.requantize", withBias, inScale, inZero, outScale, outZero)));
  const pattern = either(callOf("clip", callOf("qnn.add", cast, summand, ...sum)), cast);
  const calls = operatorCalls(context.operators);
  const toFloat = (e: Expr) => calls("cast", [e], { dtype: "float32" });
  const binary = (name: string) => (a: Expr, b: Expr) => calls(name, [a, b]);
  const [add, subtract, multiply, divide] = eachOf(["add", "subtract", "multiply", "divide"], binary);

  const rewrite = (nodes: NodeMap): Expr => {
    const root = asCall(metBy(nodes, layer));
    const { dtype } = tensorOf(metBy(nodes, pattern));
    const { output, weights } = layoutsOf(root);
    const added = nodes.get(summand)?.[0];
    const without = [one(), zeroPointOf(0), scalarConstant(0, "float32"), zeroPointOf(0), one(), zeroPointOf(0)];
    const parts = added ? sum.map((part) => metBy(nodes, part)) : without;
    const [leftScale, leftZero, rightScale, rightZero, sumScale, sumZero] = firstOf(parts, 6);
    const [scaleBefore, scaleAfter] = [metBy(nodes, inScale), metBy(nodes, outScale)];
    const shift = subtract(
      subtract(toFloat(sumZero), divide(multiply(toFloat(leftZero), leftScale), sumScale)),
      divide(multiply(toFloat(rightZero), rightScale), sumScale),
    );
    const channel = placeIn(output, "C", root);
    const own = squeezed(nodes.get(bias)?.[0] ?? zeroPointOf(0), channel - output.length);
    const kernelSum = calls("sum", [calls("cast", [metBy(nodes, weight)], { dtype: "int32" })], {
      axis: [placeIn(weights, "O", root)],
      keepdims: false,
      exclude: true,
    });
    const whole = add(
      subtract(subtract(toFloat(own), toFloat(multiply(metBy(nodes, zeroPoint), kernelSum))), toFloat(metBy(nodes, inZero))),
      divide(multiply(toFloat(metBy(nodes, outZero)), scaleAfter), scaleBefore),
    );
    const zero = zeroPointOf(0);
    const scale = one();
    const product = call(root.op, [metBy(nodes, data), metBy(nodes, weight), zero, zero, scale, scale], root.attrs);
    const biased = add(toFloat(product), broadcast(whole, output.length - channel));
    const clipped = calls("clip", [multiply(biased, divide(scaleBefore, scaleAfter))], { a_min: 0, a_max: 255 });
    const activated = multiply(clipped, divide(leftScale, sumScale));
    const total = added ? add(activated, multiply(divide(rightScale, sumScale), toFloat(added))) : activated;
    return calls("cast", [add(total, shift)], { dtype });
  };

  /** A bias without the dimensions around its channels, which are `fromEnd` dimensions before the end. */
  const squeezed = (e: Expr, fromEnd: number): Expr => {
    const channel = fromEnd + rankOf(e);
    return calls("squeeze", [e], { axis: Array.from({ length: rankOf(e) }, (_, i) => i).filter((i) => i !== channel) });
  };

  const broadcast = (e: Expr, rank: number): Expr => {
    const own = rankOf(e);
    if (own > 1) throw biasOfUnknownSize(e);
    return own === 0 ? e : calls("expand_dims", [e], { axis: 1, num_newaxis: rank - 1 });
  };

  /** The rank of an expression; the reference infers its type on its own, and needs all sizes. */
  const rankOf = (e: Expr): number => {
    const { expr, diagnostics } = e.checkedType ? { expr: e, diagnostics: [] } : inferExpression(e, undefined, context.operators);
    const error = diagnostics.find(({ severity }) => severity === "error");
    if (error) throw illTypedResult(error);
    const { shape } = tensorOf(expr);
    if (shape.some((size) => typeof size !== "number")) throw biasOfUnknownSize(e);
    return shape.length;
  };

  return { pattern, rewrite };
}

const one = () => scalarConstant(1, "float32");

const zeroPointOf = (value: number) => scalarConstant(value, "int32");

function layoutsOf({ op, attrs }: Call): { readonly output: string; readonly weights: string } {
  if (op.kind === "Op" && op.name === "qnn.dense") return { output: "NC", weights: "OI" };
  return {
    output: textOf(attrs, "out_layout") || textOf(attrs, "data_layout"),
    weights: textOf(attrs, "kernel_layout"),
  };
}

function placeIn(layout: string, axis: string, root: Call): number {
  const place = layout.indexOf(axis);
  if (place < 0) throw layoutWithout(root, layout, axis);
  return place;
}
