/** Shapes, and tensors put together or taken apart. */
import { type AttrValue, type Expr, raise, rewrite } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { concatenate, expandDims, reshape, shapeOf, sized, squeeze } from "../../relay/wrappers.ts";
import { concatenationFields } from "../file/schema.ts";
import { dtypeOfType } from "../file/tensorValue.ts";
import type { Conversion, Converted, Converter, ConverterTable, Operand } from "../import/conversion.ts";
import { isQuantizedAlike } from "../import/quantization.ts";
import { demandQuantized, finished, requantize } from "./fused.ts";
import { listIn, listOf, numberIn } from "./integers.ts";

/** The shape in a tensor: its numbers if they are constant or depend only on constants, else the expression. */
function shapeIn(c: Conversion, operand: Operand): Expr | readonly number[] {
  if (!c.isMade(operand)) return flat(listOf(c.valueOf(operand)));
  const expr = c.expr(operand);
  const { params } = c.values;
  if (c.r.free.of(expr).some((v) => !params.has(v.name))) return expr;
  const { r } = c;
  const value = r.fold(
    rewrite(expr, {
      post: (_, e) => {
        const data = e.kind === "Var" ? params.get(e.name) : undefined;
        return data ? r.constantOf(data) : e;
      },
    }),
  );
  if (value.kind !== "Constant" || !value.data)
    throw new ConversionFailure("its shape depends only on constants, and cannot be computed here.");
  return flat(listOf(value.data));
}

function flat({ values, shape }: { values: readonly number[]; shape: readonly number[] }): readonly number[] {
  if (shape.length === 1 || shape.length === 2) return values;
  throw new ConversionFailure(`its shape is a constant of ${shape.length} axes.`);
}

const reshaped: Converter = (c, r) => {
  c.demandOneOf(1, 2);
  const [input, output] = [c.input(0), c.output()];
  const given = c.inputs[1];
  const shape = given ? shapeIn(c, given) : c.options("Reshape").ints(0);
  if (!shape) throw new ConversionFailure("the file states no shape for it.");
  const x = c.expr(input);
  const dtype = c.dtypeOf(input);
  const isAlike = () => isQuantizedAlike(input.quantized, output.quantized);
  if (input.quantized && dtype === "int8" && !isAlike()) throw new ConversionFailure("its input and output are quantized differently.");
  const out = reshape(r, x, shape);
  if (!input.quantized || dtype !== "uint8" || isAlike()) return out;
  return requantize(r, out, input.quantized, demandQuantized(output), c.dtypeOf(output));
};

const squeezed: Converter = (c) => {
  c.demandOneOf(1);
  const axes = c.options("Squeeze").ints(0) ?? raise(new ConversionFailure("the file states no axes for it."));
  return squeeze(c.r, c.expr(c.input(0)), axes);
};

const expanded: Converter = (c) => {
  c.demandInputs(2);
  const input = c.input(0);
  c.demandAlike();
  const x = c.anyExpr(input);
  const axis = numberIn(c, c.input(1));
  const { shape } = c.tensorOf(input);
  if (!shape) throw new ConversionFailure("the file states no shape for its input.");
  if (axis < -1 - shape.length || axis > shape.length) throw new ConversionFailure(`its axis ${axis} is outside of its input.`);
  return expandDims(c.r, x, axis);
};

const shape: Converter = (c) => {
  c.demandInputs(1);
  const dtype = dtypeOfType(c.options("Shape").byte(0));
  const out = shapeOf(c.r, c.anyExpr(c.input(0)), dtype);
  // The reference makes no list of floats out of known sizes.
  if (out.kind === "Constant" && dtype.startsWith("float") && c.r.knownSizesOf(out)[0] !== 0)
    throw new ConversionFailure(`a shape of ${dtype} is not supported.`);
  return out;
};

const transposed: Converter = (c) => {
  c.demandInputs(2);
  const x = c.expr(c.input(0));
  const axes = listIn(c, c.input(1));
  return c.r.call("transpose", [x], { axes: axes.length === 0 ? null : sized(axes) });
};

const packed: Converter = (c) => {
  c.demandOutputs(1);
  const first = c.input(0);
  if (first.quantized) {
    for (const other of [c.output(), ...c.inputs]) {
      if (!isQuantizedAlike(first.quantized, other.quantized)) throw new ConversionFailure("its tensors are quantized differently.");
    }
  }
  const options = c.options("Pack");
  const [count, axis] = [options.int(0), options.int(1)];
  if (count !== c.inputs.length) throw new ConversionFailure(`it has ${c.inputs.length} inputs, and its options say ${count}.`);
  const parts = c.inputs.map((input) => c.anyExpr(input)).map((x) => expandDims(c.r, x, axis));
  return concatenate(c.r, parts, axis);
};

/** How many parts a tensor is taken apart into. */
const partLimit = 100_000;

const unpacked: Converter = (c, r) => {
  c.demandInputs(1);
  const x = c.expr(c.input(0));
  const options = c.options("Unpack");
  const [count, axis] = [options.int(0), options.int(1)];
  if (count === 1) return squeeze(r, x, [axis]);
  if (count < 0 || count > partLimit) throw new ConversionFailure(`its number of parts is ${count}.`);
  const parts = r.fields({ kind: "Several", tuple: r.call("split", [x], { indices_or_sections: count, axis }), size: count });
  return r.several(parts.map((part) => squeeze(r, part, [axis])));
};

const concatenated: Converter = (c, r) => {
  const first = c.input(0);
  const parts = c.inputs.map((input) => c.anyExpr(input));
  c.demandOutputs(1);
  const output = c.output();
  const options = c.options("Concatenation");
  const axis = options.int(concatenationFields.axis);
  const kind = options.byte(concatenationFields.activation);
  if (!first.quantized) return finished(c, concatenate(r, parts, axis), kind, output);
  const all = c.inputs.map(demandQuantized);
  const to = demandQuantized(output);
  const args = [r.tuple(parts), r.tuple(all.map((q) => q.scale)), r.tuple(all.map((q) => q.zeroPoint)), to.scale, to.zeroPoint];
  return finished(c, r.call("qnn.concatenate", args, { axis }), kind, output);
};

/** Parts of a tensor; a single part is not a tuple. */
function parts(c: Conversion, x: Expr, sections: AttrValue, size: number, axis: number): Converted {
  const whole = { kind: "Several", tuple: c.r.call("split", [x], { indices_or_sections: sections, axis }), size } as const;
  return size === 1 ? c.r.field(whole, 0) : whole;
}

const splitEvenly: Converter = (c) => {
  c.demandInputs(2);
  const axis = numberIn(c, c.input(0));
  const count = c.options("Split").int(0);
  return parts(c, c.expr(c.input(1)), count, count, axis);
};

const splitBySizes: Converter = (c) => {
  c.demandInputs(3);
  const x = c.expr(c.input(0));
  if (c.isMade(c.input(1))) throw new ConversionFailure("its sizes are computed, and only constant ones are supported.");
  const sizes = listIn(c, c.input(1));
  let sum = 0;
  const ends = sizes.map((size) => (sum += size)).slice(0, -1);
  return parts(c, x, ends, ends.length + 1, numberIn(c, c.input(2)));
};

const tiled: Converter = (c) => {
  c.demandInputs(2);
  return c.r.call("tile", [c.expr(c.input(0))], { reps: sized(listIn(c, c.input(1))) });
};

const filled: Converter = (c) => {
  c.demandInputs(2);
  if (c.isMade(c.input(0))) throw new ConversionFailure("its sizes are computed, and only constant ones are supported.");
  const sizes = listIn(c, c.input(0));
  return c.r.call("full", [c.expr(c.input(1))], { shape: sized(sizes), dtype: "" });
};

const range: Converter = (c, r) => {
  c.demandInputs(3);
  const [start, , delta] = c.inputs;
  const bounds = c.inputs.map((input) => c.anyExpr(input));
  const [from, to, step] = bounds;
  if (!start || !delta || !from || !to || !step) throw new ConversionFailure("an input is missing.");
  const dtype = c.dtypeOf(c.dtypeOf(delta) === "float32" ? delta : start);
  return r.call("arange", bounds, { start: r.exprAttribute(from), stop: r.exprAttribute(to), step: r.exprAttribute(step), dtype });
};

export const shapes: ConverterTable = {
  CONCATENATION: concatenated,
  EXPAND_DIMS: expanded,
  FILL: filled,
  PACK: packed,
  RANGE: range,
  RESHAPE: reshaped,
  SHAPE: shape,
  SPLIT: splitEvenly,
  SPLIT_V: splitBySizes,
  SQUEEZE: squeezed,
  TILE: tiled,
  TRANSPOSE: transposed,
  UNPACK: unpacked,
};
