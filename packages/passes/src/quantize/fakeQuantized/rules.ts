/**
 * How each operator computes on quantized integers, and what its result means.
 * Follows python/tvm/relay/transform/fake_quantization_to_integer.py.
 */
import {
  type AttrValue,
  attrOf,
  type Call,
  calledOp,
  call as callTo,
  type Dim,
  type Expr,
  elementCount,
  elementOf,
  isAttrList,
  numberOf,
  present,
  tuple,
} from "@relayscope/ir";
import { type OperatorCalls, scalarConstant } from "../../core/operatorCalls.ts";
import { type Affine, type AffineMap, dataOf, isNear, isSameMeaning, meaningOf, numberIn, type TensorAffine } from "./affineTypes.ts";
import { Unconvertible } from "./unconvertible.ts";

/** Tools for rules. */
export interface RuleTools {
  readonly calls: OperatorCalls;
  /** The constant that an expression evaluates to, if it does. */
  fold(expr: Expr): Expr;
  /** The shape of an expression, typed separately. */
  shapeOf(expr: Expr): readonly Dim[];
}

/** The replacement of a call whose arguments are now integers, and its meaning. */
export type Rule = (expr: Call, map: AffineMap, tools: RuleTools) => readonly [Expr, Affine];

/** The rule of an operator; undefined if it has none. Some are used only for operators named in `optional`. */
export function ruleOf(operator: string, optional: readonly string[]): Rule | undefined {
  if (Object.hasOwn(rules, operator)) return rules[operator];
  return Object.hasOwn(optionalRules, operator) && optional.includes(operator) ? optionalRules[operator] : undefined;
}

function argOf(expr: Call, i: number): Expr {
  const arg = expr.args[i];
  if (!arg) throw new Unconvertible(`\`${calledOp(expr)}\` lacks an argument`);
  return arg;
}

function isAlike(a: TensorAffine, b: TensorAffine, { fold }: RuleTools): boolean {
  return isNear(fold(a.scale), fold(b.scale)) && isNear(fold(a.zeroPoint), fold(b.zeroPoint)) && a.dtype === b.dtype;
}

function requantized(data: Expr, from: TensorAffine, to: TensorAffine, axis: number, { calls }: RuleTools): Expr {
  return calls("qnn.requantize", [data, from.scale, from.zeroPoint, to.scale, to.zeroPoint], { axis, out_dtype: to.dtype });
}

function quantized(data: Expr, as: TensorAffine, axis: number, { calls }: RuleTools): Expr {
  return calls("qnn.quantize", [data, as.scale, as.zeroPoint], { axis, out_dtype: as.dtype });
}

/** The same call on other arguments. */
function again(expr: Call, args: readonly Expr[]): Call {
  return callTo(expr.op, args, expr.attrs);
}

/** The operator computes on integers as it does on reals. */
const identity: Rule = (expr, map) => {
  if (expr.args.length !== 1) throw new Unconvertible("it takes more than one argument");
  return [expr, meaningOf(expr.args[0], map)];
};

const dequantize: Rule = (expr, map) => [argOf(expr, 0), meaningOf(expr, map)];

const quantize: Rule = (expr, map, tools) => {
  const data = argOf(expr, 0);
  const t = meaningOf(data, map);
  const from = { ...t, scale: tools.fold(t.scale), zeroPoint: tools.fold(t.zeroPoint) };
  const dtype = String(attrOf(expr.attrs, "out_dtype"));
  const to: TensorAffine = {
    kind: "tensor",
    scale: argOf(expr, 1),
    zeroPoint: argOf(expr, 2),
    dtype,
    axis: numberOf(attrOf(expr.attrs, "axis")) ?? -1,
  };
  return [isAlike(from, to, tools) ? data : requantized(data, from, to, t.axis, tools), to];
};

const averagePool: Rule = (expr, map, { calls }) => {
  const data = argOf(expr, 0);
  const t = meaningOf(data, map);
  const to = endsAfter(expr, map) ? t : meaningOf(expr, map);
  const attrs = attrsOf(expr, ["pool_size", "strides", "padding", "dilation", "ceil_mode", "count_include_pad", "layout"]);
  return [calls("qnn.avg_pool2d", [data, t.scale, t.zeroPoint, to.scale, to.zeroPoint], attrs), to];
};

/** Whether the region has a quantization after this pooling, but not directly after it. */
function endsAfter(expr: Call, map: AffineMap): boolean {
  for (const end of map.keys()) {
    if (end.kind !== "Call" || calledOp(end) !== "qnn.quantize") continue;
    let above: Call = end;
    let at = argOf(end, 0);
    while (at.kind === "Call" && !(calledOp(at) === "nn.avg_pool2d" && at.attrs === expr.attrs)) {
      if (at.op.kind !== "Op") throw new Unconvertible("a function is called on the way");
      above = at;
      at = argOf(at, 0);
    }
    if (at.kind === "Call") return above !== end;
  }
  return false;
}

const integerAverage =
  (name: string, attrNames: readonly string[]): Rule =>
  (expr, map, tools) => {
    const data = argOf(expr, 0);
    const t = meaningOf(data, map);
    const to = meaningOf(expr, map);
    const wide = isAlike(t, to, tools)
      ? tools.calls("cast", [data], { dtype: "int32" })
      : requantized(data, t, { ...to, dtype: "int32" }, t.axis, tools);
    return [tools.calls(name, [wide], attrsOf(expr, attrNames)), { ...to, dtype: "int32" }];
  };

const biasAdd: Rule = (expr, map, tools) => {
  const [x, given] = [argOf(expr, 0), argOf(expr, 1)];
  const t = meaningOf(x, map);
  let bias = given;
  if (map.has(given)) {
    const b = meaningOf(given, map);
    const to = { ...t, scale: tools.fold(t.scale), zeroPoint: tools.fold(t.zeroPoint) };
    if (!isAlike(t, b, tools)) bias = requantized(given, b, { ...to, dtype: t.dtype }, 0, tools);
  } else {
    demandFloat(given);
    bias = quantized(given, t, 0, tools);
  }
  return [again(expr, [x, bias]), t];
};

function demandFloat(expr: Expr): void {
  const type = expr.kind === "Constant" ? expr.checkedType : undefined;
  if (type?.kind !== "TensorType" || !/^b?float/.test(type.dtype))
    throw new Unconvertible("it takes what is neither quantized nor a constant of reals");
}

function productOf(x: TensorAffine, w: TensorAffine, { calls, fold }: RuleTools): Pick<TensorAffine, "scale" | "zeroPoint"> {
  const scale = fold(calls("multiply", [x.scale, w.scale]));
  return { scale, zeroPoint: fold(calls("cast", [calls("zeros_like", [scale])], { dtype: "int32" })) };
}

const convolution =
  (attrNames: readonly string[]): Rule =>
  (expr, map, tools) => {
    const [x, weight] = [argOf(expr, 0), argOf(expr, 1)];
    const [t, w] = [meaningOf(x, map), meaningOf(weight, map)];
    const product = productOf(t, w, tools);
    const attrs = { ...attrsOf(expr, attrNames), padding: fourSides(attrOf(expr.attrs, "padding")), out_dtype: "int32" };
    const out = tools.calls(`qnn.${(calledOp(expr) ?? "").slice(3)}`, [x, weight, t.zeroPoint, w.zeroPoint, t.scale, w.scale], attrs);
    const layout = String(attrOf(expr.attrs, "out_layout") || attrOf(expr.attrs, "data_layout"));
    // The reference uses the place in `NCHW` of the layout's second letter here, not the place of the channels.
    const axis = "NCHW".indexOf(layout[1] ?? "");
    if (layout.length !== 4 || axis < 0) throw new Unconvertible(`the layout \`${layout}\` is not an order of \`NCHW\``);
    return [out, { kind: "tensor", ...product, dtype: "int32", axis }];
  };

function fourSides(padding: AttrValue | undefined): AttrValue {
  const sizes = padding !== undefined && padding !== null && isAttrList(padding) ? padding : [];
  const [a, b] = sizes;
  if (a === undefined || b === undefined) throw new Unconvertible("its padding has not two or four numbers");
  return sizes.length === 2 ? [a, b, a, b] : sizes;
}

const dense: Rule = (expr, map, tools) => {
  const [x, weight] = [argOf(expr, 0), argOf(expr, 1)];
  const [t, w] = [meaningOf(x, map), meaningOf(weight, map)];
  const product = productOf(t, w, tools);
  const attrs = { ...attrsOf(expr, ["units"]), out_dtype: "int32" };
  const out = tools.calls("qnn.dense", [x, weight, t.zeroPoint, w.zeroPoint, t.scale, w.scale], attrs);
  return [out, { kind: "tensor", ...product, dtype: "int32", axis: 1 }];
};

/** The reference forgets whether an operand is transposed. */
const batchMatmul: Rule = (expr, map, { calls, fold }) => {
  const [x, y] = [argOf(expr, 0), argOf(expr, 1)];
  const [t, u] = [meaningOf(x, map), meaningOf(y, map)];
  const scale = fold(calls("multiply", [t.scale, u.scale]));
  const attrs = { transpose_a: false, transpose_b: true, out_dtype: "int32" };
  const out = calls("qnn.batch_matmul", [x, y, t.zeroPoint, u.zeroPoint, t.scale, u.scale], attrs);
  return [out, { kind: "tensor", scale, zeroPoint: scalarConstant(0, "int32"), dtype: "int32", axis: t.axis }];
};

const concatenate: Rule = (expr, map, { calls }) => {
  const data = argOf(expr, 0);
  const parts = map.get(data);
  if (parts?.kind !== "tuple") throw new Unconvertible("it takes no tuple of quantized tensors");
  const to = meaningOf(expr, map);
  const scales = tuple(parts.fields.map((t) => t.scale));
  const zeroPoints = tuple(parts.fields.map((t) => t.zeroPoint));
  return [calls("qnn.concatenate", [data, scales, zeroPoints, to.scale, to.zeroPoint], attrsOf(expr, ["axis"])), to];
};

const topk: Rule = (expr, map) => {
  const t = meaningOf(argOf(expr, 0), map);
  if (attrOf(expr.attrs, "ret_type") !== "values") throw new Unconvertible("it answers indices");
  return [expr, t];
};

const split: Rule = (expr, map) => {
  const t = meaningOf(argOf(expr, 0), map);
  const sections = attrOf(expr.attrs, "indices_or_sections");
  const count = sections !== undefined && sections !== null && isAttrList(sections) ? sections.length + 1 : numberOf(sections);
  if (count === undefined) throw new Unconvertible("its sections can't be read");
  return [expr, { kind: "tuple", fields: Array.from({ length: count }, () => t) }];
};

const clip: Rule = (expr, map, tools) => {
  const { calls, fold } = tools;
  const data = argOf(expr, 0);
  const t = meaningOf(data, map);
  const bounds = [numberOf(attrOf(expr.attrs, "a_min")) ?? Number.NaN, numberOf(attrOf(expr.attrs, "a_max")) ?? Number.NaN] as const;
  const folded = { ...t, scale: fold(t.scale), zeroPoint: fold(t.zeroPoint) };
  const [scale, zeroPoint] = [numberIn(folded.scale), numberIn(folded.zeroPoint)];
  if (scale !== undefined && zeroPoint !== undefined) {
    const [low, high] = bounds.map((bound) => Math.trunc(bound / scale + zeroPoint) + 0);
    if (!Number.isFinite(low) || !Number.isFinite(high)) throw new Unconvertible("a bound is not a whole number");
    return [calls("clip", [data], { a_min: { kind: "Float", value: present(low) }, a_max: { kind: "Float", value: present(high) } }), t];
  }
  const [low, high] = bounds.map((bound) =>
    fold(quantized(alongAxis(scalarConstant(bound, "float32"), folded, data, tools), folded, t.axis, tools)),
  );
  return [calls("minimum", [calls("maximum", [data, present(low)]), present(high)]), t];
};

/** A value for each channel of `data` if the scale is a vector; else the value. */
function alongAxis(value: Expr, t: TensorAffine, data: Expr, { calls, shapeOf }: RuleTools): Expr {
  const channels = shapeOf(t.scale);
  const [count] = channels;
  if (count === undefined || count === 1) return value;
  const shape: number[] = shapeOf(data).map(() => 1);
  const axis = t.axis < 0 ? t.axis + shape.length : t.axis;
  if (axis < 0 || axis >= shape.length) throw new Unconvertible("its axis is outside of the tensor");
  shape[axis] = -1;
  return calls("reshape", [calls("broadcast_to", [value], { shape: channels.map(Number) })], { newshape: shape });
}

const relu: Rule = (expr, map, tools) => {
  const { calls, fold, shapeOf } = tools;
  const data = argOf(expr, 0);
  const t = meaningOf(data, map);
  if (shapeOf(t.scale).length > 1) throw new Unconvertible("its scale has more than one dimension");
  const zero = calls("cast", [alongAxis(t.zeroPoint, t, data, tools)], { dtype: t.dtype });
  return [calls("maximum", [data, fold(zero)]), t];
};

/** The reference puts the operator on reals inside the quantized one. */
const leakyRelu: Rule = (expr, map, { calls }) => {
  const t = meaningOf(argOf(expr, 0), map);
  const to = meaningOf(expr, map);
  return [calls("qnn.leaky_relu", [expr, t.scale, t.zeroPoint, to.scale, to.zeroPoint], attrsOf(expr, ["alpha"])), t];
};

const pad: Rule = (expr, map, tools) => {
  const [data, given] = [argOf(expr, 0), argOf(expr, 1)];
  const t = meaningOf(data, map);
  let value = given;
  if (map.has(given)) {
    const p = meaningOf(given, map);
    if (!isSameMeaning(t, p)) value = requantized(given, p, t, p.axis, tools);
  } else {
    demandFloat(given);
    value = quantized(given, t, -1, tools);
  }
  return [again(expr, [data, value]), t];
};

const mean: Rule = (expr, map, { calls }) => {
  const data = argOf(expr, 0);
  const t = meaningOf(data, map);
  const wide = calls("cast", [data], { dtype: "int32" });
  return [calls("cast", [again(expr, [wide])], { dtype: t.dtype }), t];
};

interface Operands {
  readonly left: Expr;
  readonly right: Expr;
  readonly l: TensorAffine;
  readonly r: TensorAffine;
  readonly to: TensorAffine;
}

/** Both operands as integers: a constant of reals next to a quantized operand is quantized like that one. */
function operandsOf(expr: Call, map: AffineMap, tools: RuleTools): Operands {
  let [left, right] = [argOf(expr, 0), argOf(expr, 1)];
  let l = map.has(left) ? meaningOf(left, map) : undefined;
  let r = map.has(right) ? meaningOf(right, map) : undefined;
  const to = meaningOf(expr, map);
  const beside = (constant: Expr, other: TensorAffine) => {
    if (constant.kind !== "Constant") throw new Unconvertible("an operand is neither quantized nor a constant");
    return quantized(constant, other, -1, tools);
  };
  if (!l && !r) throw new Unconvertible("neither operand is quantized");
  if (!l && r) {
    left = beside(left, r);
    l = r;
  }
  if (!r && l) {
    right = beside(right, l);
    r = l;
  }
  const [a, b] = [present(l), present(r)];
  return { left, right, l: a, r: b, to: a.dtype === to.dtype ? to : a };
}

const binary =
  (name: string): Rule =>
  (expr, map, tools) => {
    const { left, right, l, r, to } = operandsOf(expr, map, tools);
    if (calledOp(expr) === "add" && isAlike(l, r, tools) && l.dtype === "int32" && isPlainSum(l, to, tools)) {
      return [tools.calls("add", [left, right]), l];
    }
    demandScalar(to.scale);
    demandScalar(to.zeroPoint);
    const args = [left, right, l.scale, l.zeroPoint, r.scale, r.zeroPoint, to.scale, to.zeroPoint];
    return [tools.calls(name, args, { lhs_axis: l.axis, rhs_axis: r.axis }), to];
  };

/** Whether a sum of int32 has the same scale and zero point as its operands, and the zero points are 0. */
function isPlainSum(from: TensorAffine, to: TensorAffine, { fold }: RuleTools): boolean {
  if (!isNear(fold(from.scale), fold(to.scale)) || !isNear(fold(from.zeroPoint), fold(to.zeroPoint))) return false;
  if (to.zeroPoint.kind !== "Constant") throw new Unconvertible("a zero point is not a constant");
  const data = dataOf(to.zeroPoint);
  return Array.from({ length: elementCount(data.shape) }, (_, i) => Number(elementOf(data, i))).every((n) => n === 0);
}

function demandScalar(expr: Expr): void {
  if (expr.kind !== "Constant") throw new Unconvertible("the scale or zero point of the result is not a constant");
  const type = expr.tensorType ?? expr.checkedType;
  const rank = expr.data?.shape.length ?? (type?.kind === "TensorType" ? type.shape.length : 0);
  if (rank > 0) throw new Unconvertible("the scale or zero point of the result is not a scalar");
}

const choice: Rule = (expr, map, tools) => {
  const { left, right, l, r, to } = operandsOf(expr, map, tools);
  const fitted = (operand: Expr, t: TensorAffine) => (isSameMeaning(t, to) ? operand : requantized(operand, t, to, t.axis, tools));
  return [again(expr, [fitted(left, l), fitted(right, r)]), to];
};

const unary =
  (name: string): Rule =>
  (expr, map, { calls }) => {
    const data = argOf(expr, 0);
    const [t, to] = [meaningOf(data, map), meaningOf(expr, map)];
    const attrs = name === "qnn.softmax" ? attrsOf(expr, ["axis"]) : {};
    return [calls(name, [data, t.scale, t.zeroPoint, to.scale, to.zeroPoint], attrs), to];
  };

/** Operators that select elements, with their arguments unchanged. */
const ofFirst: Rule = (expr, map) => [expr, meaningOf(argOf(expr, 0), map)];

function attrsOf(expr: Call, names: readonly string[]): Readonly<Record<string, AttrValue>> {
  return Object.fromEntries(names.map((name) => [name, attrOf(expr.attrs, name) ?? null]));
}

const windows = ["strides", "dilation", "groups", "channels", "kernel_size", "data_layout", "kernel_layout", "out_layout"];
const identities = [
  "reshape",
  "squeeze",
  "strided_slice",
  "transpose",
  "expand_dims",
  "nn.max_pool2d",
  "nn.batch_flatten",
  "nn.depth_to_space",
];
const unaries = ["sqrt", "rsqrt", "exp", "erf", "sigmoid", "hardswish", "tanh", "abs", "log"];

const rules: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries([...identities, "max", "min", "image.resize2d"].map((name) => [name, identity])),
  ...Object.fromEntries(unaries.map((name) => [name, unary(`qnn.${name}`)])),
  "qnn.dequantize": dequantize,
  "qnn.quantize": quantize,
  "nn.avg_pool2d": averagePool,
  "nn.adaptive_avg_pool1d": integerAverage("nn.adaptive_avg_pool1d", ["output_size"]),
  "nn.global_avg_pool2d": integerAverage("nn.global_avg_pool2d", []),
  broadcast_to: ofFirst,
  "nn.bias_add": biasAdd,
  "nn.conv2d": convolution(windows),
  "nn.conv2d_transpose": convolution([...windows, "output_padding"]),
  "nn.dense": dense,
  "nn.batch_matmul": batchMatmul,
  concatenate,
  topk,
  split,
  clip,
  "nn.relu": relu,
  "nn.leaky_relu": leakyRelu,
  "nn.pad": pad,
  mean,
  add: binary("qnn.add"),
  multiply: binary("qnn.mul"),
  subtract: binary("qnn.subtract"),
  minimum: choice,
  maximum: choice,
  take: ofFirst,
};

const optionalRules: Readonly<Record<string, Rule>> = { "nn.softmax": unary("qnn.softmax") };
