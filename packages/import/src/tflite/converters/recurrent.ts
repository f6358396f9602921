/**
 * A recurrent layer, unrolled step by step. Follows convert_unidirectional_sequence_lstm, and lstm_cell in
 * python/tvm/relay/frontend/common.py.
 */
import { type Expr, elementOf, lazyTensor, setElement } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { add, multiply } from "../../relay/arithmetic.ts";
import type { Relay } from "../../relay/relay.ts";
import { concatenate, reshape, split, squeeze, stack, unary, zeros } from "../../relay/wrappers.ts";
import { emptyArrayOf } from "../file/tensorValue.ts";
import type { Conversion, Converter, ConverterTable, Operand } from "../import/conversion.ts";

/** Beyond this many steps a layer is not unrolled. */
const stepLimit = 20_000;

/** Where the inputs of a gate are, in the order of input, forget, cell and output gate. */
const inputWeights = [1, 2, 3, 4];
const recurrentWeights = [5, 6, 7, 8];
const biases = [12, 13, 14, 15];
const [outputState, cellState] = [18, 19];

/** A split into one part, of which the first is taken. */
function whole(r: Relay, x: Expr): Expr {
  return r.field(split(r, x, 1, 0), 0);
}

/** A constant of single precision, whatever the file has it in. */
function weight(c: Conversion, operand: Operand): Expr {
  const data = c.valueOf(operand);
  if (data.dtype === "float32") return c.r.constantOf(data);
  const dtype = data.dtype === "bool" ? "bool" : data.dtype.startsWith("float") ? "float32" : "int32";
  return c.r.constantOf(
    lazyTensor(dtype, data.shape, () => {
      const values = emptyArrayOf(dtype, data.values.length);
      for (let i = 0; i < values.length; i++) setElement({ dtype, shape: data.shape, values }, i, elementOf(data, i));
      return values;
    }),
  );
}

function weights(c: Conversion, places: readonly number[]): readonly Expr[] {
  return places.map((place) => whole(c.r, weight(c, c.input(place))));
}

function stepsOf(c: Conversion): readonly Expr[] {
  const { r } = c;
  const input = c.input(0);
  const [batch, count, ...rest] = c.sizesOf(input);
  if (batch === undefined || count === undefined) throw new ConversionFailure("its input has fewer than two axes.");
  if (count < 0 || count > stepLimit) throw new ConversionFailure(`it has ${count} steps, which is not unrolled.`);
  const parts = split(r, reshape(r, c.expr(input), [count, batch, ...rest]), count, 0);
  return r.fields(r.several(r.fields(parts).map((part) => squeeze(r, part, [0]))));
}

function state(c: Conversion, operand: Operand): Expr {
  return whole(c.r, zeros(c.r, c.sizesOf(operand), c.dtypeOf(operand)));
}

const lstm: Converter = (c, r) => {
  c.demandPlain();
  c.demandOneOf(24);
  const steps = stepsOf(c);
  let hidden = state(c, c.input(outputState));
  let cell = state(c, c.input(cellState));
  const w = concatenate(
    r,
    weights(c, inputWeights).map((x) => squeeze(r, x, null)),
    0,
  );
  const recurrent = concatenate(r, weights(c, recurrentWeights), 0);
  const bias = concatenate(r, weights(c, biases), 0);
  const dtype = c.dtypeOf(c.input(biases[0] ?? 0));
  const noBias = whole(r, r.constant(new Array<number>(lengthOf(r, bias)).fill(0), dtype, r.knownSizesOf(bias)));
  const outputs: Expr[] = [];
  for (const x of steps) {
    const joined = concatenate(r, [x, hidden], 1);
    const gates = r.call("nn.dense", [joined, concatenate(r, [w, recurrent], 1)]);
    const parts = split(r, add(r, add(r, gates, bias), noBias), 4, -1);
    const gate = (i: number, name: string) => unary(r, name, r.field(parts, i));
    const [enter, forget, change] = [gate(0, "sigmoid"), gate(1, "sigmoid"), gate(2, "tanh")];
    cell = add(r, multiply(r, forget, cell), multiply(r, enter, change));
    hidden = multiply(r, gate(3, "sigmoid"), unary(r, "tanh", cell));
    outputs.push(hidden);
  }
  return stack(r, outputs, 1);
};

function lengthOf(r: Relay, x: Expr): number {
  return r.knownSizesOf(x).reduce((product, size) => product * size, 1);
}

export const recurrent: ConverterTable = { UNIDIRECTIONAL_SEQUENCE_LSTM: lstm };
