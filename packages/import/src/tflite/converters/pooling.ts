/** Pooling over windows of images. */
import type { Expr } from "@relayscope/ir";
import { power } from "../../relay/arithmetic.ts";
import { cast, unary } from "../../relay/wrappers.ts";
import { poolFields } from "../file/schema.ts";
import type { Conversion, Converter, ConverterTable, Operand } from "../import/conversion.ts";
import { demandFour, paddingOf } from "./convolution.ts";
import { finished } from "./fused.ts";

type Pooling = (c: Conversion, x: Expr, pool: (name: string, x: Expr) => Expr, tensors: { input: Operand; output: Operand }) => Expr;

const average: Pooling = (c, x, pool, tensors) => {
  if (!tensors.input.quantized) return pool("nn.avg_pool2d", x);
  c.demandAlike();
  return cast(c.r, pool("nn.avg_pool2d", cast(c.r, x, "int32")), c.dtypeOf(tensors.output));
};

const greatest: Pooling = (c, x, pool) => {
  c.demandAlike();
  return pool("nn.max_pool2d", x);
};

const squares: Pooling = (c, x, pool, { input, output }) => {
  c.demandPlain([input]);
  return unary(c.r, "sqrt", pool("nn.avg_pool2d", power(c.r, x, c.r.constant(2, c.dtypeOf(output)))));
};

function pooled(pooling: Pooling): Converter {
  return (c) => {
    c.demandOneOf(1);
    const [input, output] = [c.input(0), c.output()];
    c.dtypeOf(output);
    const options = c.options("Pool2D");
    const size = [options.int(poolFields.filterH), options.int(poolFields.filterW)] as const;
    const strides = [options.int(poolFields.strideH), options.int(poolFields.strideW)] as const;
    const x = c.expr(input);
    const [, height, width] = demandFour(c.sizesOf(input), "input");
    const padding = paddingOf(options.byte(poolFields.padding), [height, size[0], strides[0]], [width, size[1], strides[1]]);
    const attributes = { pool_size: size, strides, padding, layout: "NHWC" };
    const out = pooling(c, x, (name, value) => c.r.call(name, [value], attributes), { input, output });
    return finished(c, out, options.byte(poolFields.activation), output);
  };
}

export const pooling: ConverterTable = {
  AVERAGE_POOL_2D: pooled(average),
  L2_POOL_2D: pooled(squares),
  MAX_POOL_2D: pooled(greatest),
};
