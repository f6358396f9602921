/** Elements chosen by a condition, an index or an order; diagonals. */
import { ConversionFailure } from "../../diagnostics.ts";
import { where } from "../../relay/arithmetic.ts";
import { sized } from "../../relay/wrappers.ts";
import type { Converter, ConverterTable } from "../import/conversion.ts";
import { isQuantizedAlike } from "../import/quantization.ts";
import { listIn, listOf, numberIn } from "./integers.ts";

const chosen: Converter = (c) => {
  c.demandInputs(3);
  const [condition, x, y] = [c.anyExpr(c.input(0)), c.anyExpr(c.input(1)), c.anyExpr(c.input(2))];
  return where(c.r, condition, x, y);
};

const oneHot: Converter = (c) => {
  c.demandInputs(4);
  c.demandPlain(c.inputs);
  const [on, off] = [c.input(2), c.input(3)];
  if (c.tensorOf(on).type !== c.tensorOf(off).type) throw new ConversionFailure("its two values are of different types.");
  const args = [c.input(0), on, off].map((operand) => c.expr(operand));
  const depth = numberIn(c, c.input(1));
  const axis = c.options("OneHot").int(0);
  return c.r.call("one_hot", args, { depth, axis, dtype: c.dtypeOf(on) });
};

const sparseToDense: Converter = (c) => {
  c.demandInputs(4);
  c.demandPlain(c.inputs);
  const [indices, shape, values, otherwise] = [c.input(0), c.input(1), c.input(2), c.input(3)];
  for (const operand of [indices, shape]) {
    const dtype = c.dtypeOf(operand);
    if (dtype !== "int32" && dtype !== "int64") throw new ConversionFailure(`its indices and shape of ${dtype} are not supported.`);
  }
  const places = c.anyExpr(indices);
  const sizes = sized(listIn(c, shape));
  const args = [places, c.anyExpr(values), c.anyExpr(otherwise)];
  return c.r.call("sparse_to_dense", args, { output_shape: sizes });
};

const reversed: Converter = (c) => {
  c.demandInputs(2);
  const x = c.expr(c.input(0));
  const { values, shape } = listOf(c.valueOf(c.input(1)));
  const [axis] = values;
  if (shape.length === 0 || shape[0] !== 1 || values.length !== 1 || axis === undefined)
    throw new ConversionFailure("only a list of one axis is supported.");
  return c.r.call("reverse", [x], { axis });
};

const reversedSequence: Converter = (c) => {
  c.demandPlain();
  c.demandInputs(2);
  const args = [c.anyExpr(c.input(0)), c.anyExpr(c.input(1))];
  const options = c.options("ReverseSequence");
  return c.r.call("reverse_sequence", args, { seq_axis: options.int(0), batch_axis: options.int(1) });
};

const diagonalAttributes = { k1: 0, k2: 0, super_diag_right_align: true, sub_diag_right_align: false };

const withDiagonal: Converter = (c) => {
  c.demandInputs(2);
  const [input, diagonal] = [c.input(0), c.input(1)];
  if (c.tensorOf(input).type !== c.tensorOf(diagonal).type) throw new ConversionFailure("its diagonal is of another type than its input.");
  if (
    input.quantized &&
    !(isQuantizedAlike(input.quantized, c.output().quantized) && isQuantizedAlike(input.quantized, diagonal.quantized))
  )
    throw new ConversionFailure("its tensors are quantized differently.");
  return c.r.call("matrix_set_diag", [c.anyExpr(input), c.anyExpr(diagonal)], diagonalAttributes);
};

const diagonal: Converter = (c, r) => {
  c.demandInputs(1);
  const input = c.input(0);
  c.demandAlike();
  const sizes = c.sizesOf(input);
  const last = sizes.at(-1);
  if (last === undefined) throw new ConversionFailure("its diagonal has no axis.");
  const zeros = r.call("zeros", [], { shape: [...sizes, last], dtype: c.dtypeOf(input) });
  return r.call("matrix_set_diag", [zeros, c.anyExpr(input)], diagonalAttributes);
};

export const indexing: ConverterTable = {
  MATRIX_DIAG: diagonal,
  MATRIX_SET_DIAG: withDiagonal,
  ONE_HOT: oneHot,
  REVERSE_SEQUENCE: reversedSequence,
  REVERSE_V2: reversed,
  SELECT: chosen,
  SPARSE_TO_DENSE: sparseToDense,
  WHERE: chosen,
};
