/** Torch operators that an exporter could not express. Follows ATen in python/tvm/relay/frontend/onnx.py. */
import { at, type Expr, elementOf, present } from "@relayscope/ir";
import { ConversionFailure, quoted } from "../../diagnostics.ts";
import { arange, cast, reduce, reshape, shapeQuestion, stack, take, tile } from "../../relay/wrappers.ts";
import type { Conversion, Converter, ConverterTable } from "../import/conversion.ts";

const size: Converter = (c) => take(c.r, shapeQuestion(c.r, c.input(0), "int64"), c.r.constant(-1, "int64"), 0, "wrap");

/** Indices for values of several axes, spread out to one each. */
function unfolded(c: Conversion, indices: readonly Expr[], values: Expr): readonly [readonly Expr[], Expr] {
  const { r } = c;
  const flat = indices.map((index) => reshape(r, index, [-1]));
  const sizes = flat.map((f) => r.knownSizesOf(f)[0] ?? 1);
  const repeats = [1];
  const tiles = [1];
  for (let i = 1; i < flat.length; i++) {
    repeats.push(at(sizes, sizes.length - i) * present(repeats.at(-1)));
    tiles.push(at(sizes, i - 1) * present(tiles.at(-1)));
  }
  repeats.reverse();
  const spread = flat.map((f, i) => r.fold(r.call("repeat", [tile(r, f, [at(tiles, i)])], { repeats: at(repeats, i), axis: 0 })));
  return [spread, reshape(r, values, [-1])];
}

const indexPut: Converter = (c, r) => {
  const count = c.inputs.length;
  const last = c.input(count - 1);
  if (last.kind !== "Constant" || !last.data) throw new ConversionFailure("whether it accumulates is not constant.");
  let indices = c.all().slice(1, count - 2);
  let values = c.input(count - 2);
  if (r.rankOf(values) !== 1) [indices, values] = [...unfolded(c, indices, values)] as [Expr[], Expr];
  return r.call("scatter_nd", [c.input(0), stack(r, indices, 0), values], { mode: elementOf(last.data, 0) ? "add" : "update" });
};

const embeddingBag: Converter = (c, r) => {
  const reduction = ["sum", "mean", "max"][c.attributes.int("mode", 1)];
  if (reduction === undefined) throw new ConversionFailure("its mode is none of sum, mean and max.");
  const bags = take(r, shapeQuestion(r, c.input(2), "int64"), r.constant(0, "int64"));
  const indices = reshape(r, c.input(1), stack(r, [bags, r.constant(-1, "int64")], 0));
  const embedded = take(r, c.input(0), cast(r, indices, "int64"), 0);
  const unused = r.constant(0, "float32");
  return r.several([reduce(r, reduction, embedded, 1), unused, unused, unused]);
};

const operators: ConverterTable = {
  arange: (c) => arange(c.r, c.input(0), c.input(1), c.input(2), "int64"),
  embedding_bag: embeddingBag,
  index_put: indexPut,
  reshape: (c) => reshape(c.r, c.input(0), c.input(1)),
  size,
};

export const aten: ConverterTable = {
  ATen: (c, r) => {
    const name = c.attributes.text("operator", "");
    const converter = Object.hasOwn(operators, name) ? operators[name] : undefined;
    if (!converter) throw new ConversionFailure(`Torch's operator ${quoted(name)} is not supported.`);
    return converter(c, r);
  },
};
