/**
 * Attention as ONNX Runtime has it. Follows OrtAttentionBase, Attention and QAttention in
 * python/tvm/relay/frontend/onnx.py.
 */
import { at, type Expr, firstOf, present } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { add, divide, multiply, subtract } from "../../relay/arithmetic.ts";
import { cast, concatenate, expandDims, reshape, split, squeeze, stack, transpose } from "../../relay/wrappers.ts";
import type { Conversion, Converter, ConverterTable } from "../import/conversion.ts";

interface Sizes {
  readonly batch: number;
  readonly length: number;
  readonly heads: number;
  readonly head: number;
  readonly hidden: number;
  readonly past: number;
}

interface Inputs {
  readonly data: Expr;
  readonly weight: Expr;
  readonly bias: Expr;
  readonly mask: Expr | undefined;
  readonly past: Expr | undefined;
}

const floats = ["float32", "float16"];

function demandDtype(c: Conversion, x: Expr, dtypes: readonly string[]): void {
  if (!dtypes.includes(c.r.dtypeOf(x))) throw new ConversionFailure(`it does not take ${c.r.dtypeOf(x)} there.`);
}

function demand(holds: boolean, sentence: string): void {
  if (!holds) throw new ConversionFailure(sentence);
}

/** The sizes, checked against each other. */
function sizesOf(c: Conversion, { data, weight, bias, mask, past }: Inputs, bytes: readonly string[]): Sizes {
  const { r } = c;
  demandDtype(c, data, bytes);
  demandDtype(c, weight, bytes);
  demandDtype(c, bias, floats);
  const [batch = 0, length = 0, width = 0] = r.knownSizesOf(data);
  demand(r.rankOf(data) === 3 && width > 0 && length > 0, "its first input has not three axes.");
  const [rows = 0, columns = 0] = r.knownSizesOf(weight);
  const heads = c.attributes.demandInt("num_heads");
  demand(
    r.rankOf(weight) === 2 && rows === width && columns % 3 === 0 && (columns / 3) % heads === 0,
    "its weight does not fit its first input.",
  );
  demand(r.rankOf(bias) === 1 && r.knownSizesOf(bias)[0] === columns, "its bias does not fit its weight.");
  if (!mask) throw new ConversionFailure("it is supported with a mask only.");
  demandDtype(c, mask, ["int32"]);
  const total = r.knownSizesOf(mask)[1] ?? 0;
  demand(r.rankOf(mask) === 2 && r.knownSizesOf(mask)[0] === batch && total >= length, "its mask does not fit its first input.");
  const head = columns / 3 / heads;
  let before = 0;
  if (past) {
    demandDtype(c, past, floats);
    const sizes = r.knownSizesOf(past);
    before = sizes[3] ?? 0;
    const wanted = [2, batch, heads, total - length, head];
    demand(sizes.length === 5 && wanted.every((s, i) => s === sizes[i]), "its past does not fit its first input.");
  }
  return { batch, length, heads, head, hidden: columns / 3, past: before };
}

/** A mask that lets each place see the places before it. */
function oneWayMask(c: Conversion, left: number, right: number, { past, length }: Sizes, dtype: string): Expr {
  const rows = Array.from({ length }, (_, i) => Array.from({ length: past + length }, (_, k) => (k <= past + i ? left : right)));
  return expandDims(c.r, c.r.constant(rows.flat(), dtype, [length, past + length]), 0, 2);
}

function attend(c: Conversion, [q, k, v]: readonly [Expr, Expr, Expr], mask: Expr, sizes: Sizes): Expr {
  const { r } = c;
  const { batch, heads, length, past, hidden } = sizes;
  const isOneWay = Boolean(c.attributes.demandInt("unidirectional"));
  let scores: Expr = r.call("nn.batch_matmul", [q, k], { transpose_a: false, transpose_b: true });
  const dtype = r.dtypeOf(scores);
  scores = divide(r, scores, r.constant(Math.sqrt(sizes.head), dtype));
  scores = reshape(r, scores, [batch, heads, length, past + length]);
  let weights = multiply(r, subtract(r, r.constant(1, dtype), cast(r, mask, dtype)), r.constant(-10000, dtype));
  weights = expandDims(r, weights, 1, 2);
  weights = concatenate(r, new Array<Expr>(length).fill(weights), 2);
  if (isOneWay) weights = add(r, weights, oneWayMask(c, 0, -10000, sizes, dtype));
  scores = add(r, scores, weights);
  if (isOneWay) {
    scores = multiply(r, scores, oneWayMask(c, 1, 0, sizes, dtype));
    scores = add(r, scores, multiply(r, weights, oneWayMask(c, 0, 1, sizes, dtype)));
  }
  scores = reshape(r, scores, [batch * heads, length, past + length]);
  const shares = r.call("nn.softmax", [scores], { axis: -1 });
  let out: Expr = r.call("nn.batch_matmul", [shares, v], { transpose_a: false, transpose_b: false });
  out = r.call("contrib_reverse_reshape", [out], { newshape: [-1, heads, 0, 0] });
  return reshape(r, transpose(r, out, [0, 2, 1, 3]), [0, 0, hidden]);
}

/** Attention over queries, keys and values that are computed: with what came before, and what comes out for later. */
function finish(c: Conversion, parts: readonly Expr[], mask: Expr, past: Expr | undefined, sizes: Sizes) {
  const { r } = c;
  const { batch, length, heads, head } = sizes;
  const inHeads = (x: Expr) => transpose(r, reshape(r, x, [batch, length, heads, head]), [0, 2, 1, 3]);
  const q = inHeads(at(parts, 0));
  let [k, v] = [inHeads(at(parts, 1)), inHeads(at(parts, 2))];
  if (past && sizes.past > 0) {
    const [kPast, vPast] = firstOf(r.fields(split(r, past, 2, 0)), 2);
    k = concatenate(r, [squeeze(r, kPast, [0]), k], 2);
    v = concatenate(r, [squeeze(r, vPast, [0]), v], 2);
  }
  const present = stack(r, [k, v], 0);
  const merged = (x: Expr) => r.call("contrib_reverse_reshape", [x], { newshape: [-1, 0, 0] });
  return r.several([attend(c, [merged(q), merged(k), merged(v)], mask, sizes), present]);
}

const attention: Converter = (c, r) => {
  const inputs = { data: c.input(0), weight: c.input(1), bias: c.input(2), mask: c.optional(3), past: c.optional(4) };
  demand(
    !c.attributes.has("past_present_share_buffer") && !c.attributes.has("qkv_hidden_sizes"),
    "one of its attributes is not supported.",
  );
  demand(!c.optional(5) && !c.optional(6), "one of its later inputs is not supported.");
  c.attributes.demandInt("unidirectional");
  const sizes = sizesOf(c, inputs, floats);
  const weights = r.fields(split(r, inputs.weight, 3, 1));
  const biases = r.fields(split(r, inputs.bias, 3, 0));
  const data = r.call("contrib_reverse_reshape", [inputs.data], { newshape: [-1, 0] });
  const parts = weights.map((w, i) => add(r, r.call("nn.matmul", [data, w], { transpose_a: false, transpose_b: false }), at(biases, i)));
  return finish(c, parts, present(inputs.mask), inputs.past, sizes);
};

/** A scale or zero point as a scalar of a type. */
function scalar(c: Conversion, x: Expr, dtype: string): Expr {
  const { r } = c;
  const parameter = c.parameterOf(x);
  if (parameter) return r.constant(r.numbersOf(r.constantOf(parameter)), dtype, parameter.shape);
  const rank = r.rankOf(x);
  demand(rank <= 1, "its scales and zero points must be scalars.");
  return cast(r, rank === 1 ? squeeze(r, x, [0]) : x, dtype);
}

const quantizedAttention: Converter = (c, r) => {
  const inputs = { data: c.input(0), weight: c.input(1), bias: c.input(2), mask: c.optional(5), past: c.optional(8) };
  c.attributes.demandInt("unidirectional");
  const bytes = ["int8", "uint8"];
  const scaleOf = (i: number) => {
    demandDtype(c, c.input(i), floats);
    return scalar(c, c.input(i), r.dtypeOf(c.input(i)));
  };
  const none = r.constant(0, "int32");
  const zeroOf = (i: number) => {
    const zero = c.optional(i);
    if (!zero) return none;
    demandDtype(c, zero, bytes);
    return scalar(c, zero, "int32");
  };
  const sizes = sizesOf(c, inputs, bytes);
  const [dataScale, weightScale, dataZero, weightZero] = [scaleOf(3), scaleOf(4), zeroOf(6), zeroOf(7)];
  const wide = expandDims(r, inputs.weight, 0);
  const weights = r.fields(split(r, concatenate(r, new Array<Expr>(sizes.batch).fill(wide), 0), 3, -1));
  const biases = r.fields(split(r, inputs.bias, 3, -1));
  const parts = weights.map((w, i) => {
    const args = [inputs.data, transpose(r, w, [0, 2, 1]), dataZero, weightZero, dataScale, weightScale];
    const product = r.call("qnn.batch_matmul", args, { out_dtype: "int32", transpose_a: false, transpose_b: true });
    const scaled = r.call("qnn.dequantize", [product, multiply(r, dataScale, weightScale), none], { axis: -1, out_dtype: "float32" });
    return add(r, scaled, at(biases, i));
  });
  return finish(c, parts, present(inputs.mask), inputs.past, sizes);
};

export const attentionConverters: ConverterTable = { Attention: attention, QAttention: quantizedAttention };
