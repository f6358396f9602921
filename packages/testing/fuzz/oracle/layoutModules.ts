/**
 * Random modules for ConvertLayout: convolutions in any layout with all that is around them, and the layouts desired of
 * them. Calls are drawn one by one and kept where they are well typed.
 */
import { inferExpression } from "@relayscope/infer";
import {
  call,
  type Diagnostic,
  dimValue,
  type Expr,
  type FunctionAttrs,
  freeVars,
  func,
  if_,
  let_,
  type Module,
  moduleOf,
  scalarType,
  type TensorType,
  tensorType,
  tuple,
  tupleGetItem,
  variable,
} from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { parseModule, printModule } from "@relayscope/text";
import { ModuleBuilder, typedModule } from "../builder.ts";
import type { Random } from "../random.ts";
import { convolution, type Draw, type Operand, randomCall } from "./layoutCalls.ts";

const inputShapes = [
  [1, 8, 6, 6],
  [1, 6, 6, 8],
  [1, 4, 5, 7],
  [2, 3, 8, 8],
  [1, 16, 4, 4],
  [1, 8, 8, 8],
  [1, 1, 1, 8],
  [1, 4, 6],
  [1, 4, 4, 4, 4],
  [1, 2, 6, 6, 4],
];

/**
 * A typed module of one function; now and then its batches are of unknown size. Undefined where that can't be typed.
 */
export function layoutModule(r: Random, operators: OperatorDefinitions): Module | undefined {
  const drawn = typedModule(drawnModule(r, operators), operators);
  if (!drawn || !r.chance(0.08)) return drawn;
  const text = printModule(drawn)
    .replace(/ \/\* ty=.*? \*\//g, "")
    .replace(/(%p0: Tensor\[\()1,/, "$1?,")
    .replace(/\) -> .* \{$/gm, ") {");
  const read = parseModule(text, { operators });
  return read.diagnostics.some(isError) ? undefined : typedModule(read.module, operators);
}

function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error";
}

function drawnModule(r: Random, operators: OperatorDefinitions): Module {
  const isQuantized = r.chance(0.25);
  const pool: Expr[] = [];
  const builder = new ModuleBuilder(r, operators);
  const draw: Draw = {
    r,
    call: (name, args, attrs) => builder.call(name, args, attrs),
    param: (shape, dtype) => builder.parameter(tensorType(shape, dtype), "p"),
    scalar: (value, dtype) => builder.scalar(value, dtype),
    like: (type) => {
      const alike = pool.filter((e) => sameShape(e.checkedType, type));
      return alike.length > 0 && r.chance(0.85) ? r.pick(alike) : draw.param(sizesOf(type) ?? [], type.dtype);
    },
    tuple: (fields) => tuple(fields),
    field: (value, index) => tupleGetItem(value, index),
  };
  pool.push(draw.param(r.pick(inputShapes), isQuantized && r.chance(0.7) ? r.pick(["int8", "uint8"]) : "float32"));
  const steps = r.pick([2, 4, 6, 10, 16]);
  const push = (made: Expr | undefined) => {
    const typed = made && typedOf(made, operators);
    if (typed && operandOf(typed)) pool.push(typed);
  };
  for (let i = 0; i < 3 * steps && pool.length <= steps; i++) {
    const value = r.chance(0.7) ? (pool.at(-1) as Expr) : r.pick(pool);
    const operand = operandOf(value);
    if (!operand) continue;
    if (r.chance(0.06)) push(structured(r, operand, draw));
    else push(i === 0 && r.chance(0.7) && !isQuantized ? convolution(draw, operand) : randomCall(draw, operand, isQuantized));
  }
  return moduleOf([["main", mainFunction(r, pool)]]);
}

/** A value handed on by a branch, a let or a function. */
function structured(r: Random, { value, type }: Operand, draw: Draw): Expr | undefined {
  const way = r.int(0, 3);
  if (way === 0) return if_(variable("choice", scalarType("bool")), value, draw.like(type));
  const bound = variable("inner", type, { checkedType: type });
  const inner = operandOf(bound);
  const body = inner && randomCall(draw, inner, false);
  if (!body) return undefined;
  if (way === 1) return let_(bound, value, body);
  const others = freeVars(body).filter((v) => v !== bound);
  const attrs: FunctionAttrs = new Map(way === 2 ? [["Composite", "part"]] : []);
  return call(func({ params: [bound, ...others], body, attrs }), [value, ...others]);
}

function mainFunction(r: Random, pool: readonly Expr[]) {
  const last = pool.at(-1) as Expr;
  const earlier = r.pick(pool);
  let body: Expr = r.chance(0.25) ? tuple([last, earlier]) : last;
  // The reference can't read a let within a let's value.
  if (r.chance(0.1) && earlier.kind !== "Let") {
    const bound = variable("bound", earlier.checkedType);
    body = let_(bound, earlier, tuple([bound, body]));
  }
  if (r.chance(0.08)) body = if_(variable("choice", scalarType("bool")), body, body);
  return func({ params: freeVars(body), body });
}

function typedOf(e: Expr, operators: OperatorDefinitions): Expr | undefined {
  const result = inferExpression(e, undefined, operators);
  return result.diagnostics.some(isError) ? undefined : result.expr;
}

function operandOf(value: Expr): Operand | undefined {
  const type = value.checkedType;
  const shape = type?.kind === "TensorType" ? sizesOf(type) : undefined;
  return type?.kind === "TensorType" && shape && shape.length > 0 && shape.every((s) => s > 0) ? { value, type, shape } : undefined;
}

function sizesOf(type: TensorType): readonly number[] | undefined {
  const sizes = type.shape.map(dimValue);
  return sizes.every((size) => size !== undefined) ? sizes : undefined;
}

function sameShape(a: Expr["checkedType"], b: TensorType): boolean {
  return a?.kind === "TensorType" && a.dtype === b.dtype && a.shape.length === b.shape.length && a.shape.every((d, i) => d === b.shape[i]);
}

/** Of data, and of kernels where the operator has some. */
const desirable: Readonly<Record<string, readonly string[]>> = {
  "nn.conv2d": [
    ...["NHWC default", "NHWC default", "NCHW default", "NCHW default", "NHWC OHWI", "NCHW OIHW", "NHWC HWIO", "HWNC default"],
    ...["NCHW4c OIHW4i4o", "NCHW4c OIHW4i4o", "NCHW2c OIHW2i4o", "NCHW4c OIHW", "NHWC OIHW4o", "NWHC OIHW"],
  ],
  "nn.conv3d": ["NDHWC default", "NCDHW default", "NDHWC OIDHW"],
  "nn.conv2d_transpose": ["NHWC default", "NCHW default", "NCHW IOHW"],
  "nn.deformable_conv2d": ["NHWC default", "NCHW default"],
  "nn.conv2d_backward_weight": ["NHWC HWIO", "NHWC OHWI"],
  "nn.max_pool2d": ["NHWC", "NCHW", "NCHW4c", "HWNC"],
  "nn.avg_pool2d": ["NHWC", "NCHW"],
  "nn.global_avg_pool2d": ["NHWC", "NCHW"],
  "nn.global_max_pool2d": ["NHWC", "NCHW"],
  "image.resize1d": ["NWC", "NCW"],
  "image.resize2d": ["NHWC", "NCHW"],
  "vision.roi_align": ["NHWC default", "NCHW default"],
  "vision.roi_pool": ["NHWC default", "NCHW default"],
  "qnn.conv2d": ["NHWC default", "NCHW default", "NHWC OHWI"],
  "qnn.conv2d_transpose": ["NHWC default", "NCHW default"],
  "qnn.avg_pool2d": ["NHWC", "NCHW", "NCHW4c"],
};

/** Layouts desired: convolutions' most of the time, others' now and then. */
export function desiredLayouts(r: Random): Readonly<Record<string, readonly string[]>> {
  const often = ["nn.conv2d", "qnn.conv2d"];
  const chosen = Object.entries(desirable).filter(([name]) => r.chance(often.includes(name) ? 0.9 : 0.25));
  return Object.fromEntries(chosen.map(([name, layouts]) => [name, r.pick(layouts).split(" ")]));
}
