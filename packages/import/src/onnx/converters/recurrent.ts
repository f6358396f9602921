/**
 * Recurrent layers, unrolled step by step. Follows RNN, LSTM and GRU in onnx.py, and the cells in frontend/common.py.
 */
import { at, type Expr, firstOf, raise } from "@relayscope/ir";
import { ConversionFailure, quoted } from "../../diagnostics.ts";
import { add, less, multiply, subtract } from "../../relay/arithmetic.ts";
import type { Relay, Several } from "../../relay/relay.ts";
import {
  arange,
  broadcastTo,
  cast,
  concatenate,
  expandDims,
  split,
  squeeze,
  stack,
  transpose,
  unary,
  zeros,
} from "../../relay/wrappers.ts";
import { NodeAttributes } from "../import/attributes.ts";
import { Conversion, type Converter, type ConverterTable, versioned } from "../import/conversion.ts";
import { activations } from "./activations.ts";
import { elementwise } from "./elementwise.ts";

type Activation = (x: Expr) => Expr;

/** Beyond this many steps a layer is not unrolled. */
const stepLimit = 20_000;

const withAlpha = ["Affine", "LeakyRelu", "ThresholdedRelu", "ScaledTanh", "HardSigmoid", "Elu"];
const withBeta = ["Affine", "ScaledTanh", "HardSigmoid"];

/** The activations, direction by direction: those that the node names, else the usual ones. */
function activationsOf(c: Conversion, usual: readonly string[], directions: number): readonly Activation[] {
  const names = c.attributes.texts("activations");
  if (!names)
    return Array.from({ length: directions }, () =>
      usual.map(
        (name): Activation =>
          (x) =>
            unary(c.r, name, x),
      ),
    ).flat();
  if (names.length !== usual.length * directions)
    throw new ConversionFailure(`it names ${names.length} activations instead of ${usual.length * directions}.`);
  const alphas = [...c.attributes.floats("activation_alpha", [])];
  const betas = [...c.attributes.floats("activation_beta", [])];
  return names.map((name) => {
    const alpha = withAlpha.includes(name) ? alphas.shift() : undefined;
    const beta = withBeta.includes(name) ? betas.shift() : undefined;
    const converter = converterOf(name);
    const given = [...(alpha === undefined ? [] : [attribute("alpha", alpha)]), ...(beta === undefined ? [] : [attribute("beta", beta)])];
    return (x) => {
      const made = converter(new Conversion(c.r, name, 1, [x], new NodeAttributes(given), 1, c.scope), c.r);
      if (made.kind === "Several") throw new ConversionFailure(`${quoted(name)} is not an activation.`);
      return made;
    };
  });
}

function attribute(name: string, f: number) {
  return { name, f, floats: [], ints: [], strings: [], tensors: [], graphCount: 0 };
}

function converterOf(name: string): Converter {
  for (const table of [activations, elementwise]) {
    const converter = Object.hasOwn(table, name) ? table[name] : undefined;
    if (converter) return converter;
  }
  throw new ConversionFailure(`${quoted(name)} is not an activation.`);
}

interface Layer {
  readonly steps: readonly Expr[];
  readonly directions: number;
  /** The first hidden states, a direction a field. */
  readonly initial: Several;
  /** Of each direction. */
  readonly hidden: readonly Expr[];
  readonly weights: readonly Expr[];
  readonly recurrences: readonly Expr[];
  /** Input and recurrence bias; undefined where there are none. */
  readonly biases: readonly (readonly [Expr, Expr])[] | undefined;
}

function layerOf(c: Conversion, layout: number): Layer {
  const { r } = c;
  const [w, recurrence] = [c.input(1), c.input(2)];
  const directions = r.knownSizesOf(w)[0] ?? 0;
  if (directions !== 1 && directions !== 2) throw new ConversionFailure(`it has ${directions} directions.`);
  const x = layout === 1 ? transpose(r, c.input(0), [1, 0]) : c.input(0);
  const sizes = r.sizesOf(x);
  let initial = c.optional(5);
  if (!initial) {
    const shape = [directions, sizes[1], r.sizesOf(recurrence).at(-1)];
    if (shape.some((s) => s === undefined)) throw new ConversionFailure("it needs sizes that are dynamic.");
    initial = zeros(r, shape as readonly number[], r.dtypeOf(w));
  } else if (layout === 1) initial = transpose(r, initial, [1, 0]);
  const count = sizes[0] ?? raise(new ConversionFailure("its number of steps is dynamic."));
  if (count > stepLimit) throw new ConversionFailure(`it has ${count} steps, which is too many to unroll.`);
  const b = c.optional(3);
  const first = (value: Expr) => squeeze(r, value, [0]);
  const biases = b && r.fields(split(r, b, directions, 0)).map((part) => firstOf(r.fields(split(r, part, 2, -1)).map(first), 2));
  const states = split(r, initial, directions, 0);
  return {
    steps: unbound(r, x, count),
    directions,
    initial: states,
    hidden: r.fields(states).map(first),
    weights: r.fields(split(r, w, directions, 0)).map(first),
    recurrences: r.fields(split(r, recurrence, directions, 0)).map(first),
    biases,
  };
}

/** The slices along the first axis. */
function unbound(r: Relay, x: Expr, count: number): readonly Expr[] {
  const parts = split(r, x, count, 0);
  const tuple = r.tuple(r.fields(parts).map((part) => squeeze(r, part, [0])));
  return Array.from({ length: count }, (_, i) => r.field(tuple, i));
}

function dense(r: Relay, x: Expr, w: Expr): Expr {
  return r.call("nn.dense", [x, w]);
}

/** The parts of a matrix, put together in another order. */
function reordered(r: Relay, x: Expr, order: readonly number[]): Expr {
  const parts = split(r, x, order.length, 0);
  return concatenate(
    r,
    order.map((i) => r.field(parts, i)),
    0,
  );
}

interface Run {
  readonly outputs: readonly Expr[];
  readonly last: readonly Expr[];
}

/** Runs both directions, or one, and joins what they give. */
function joined(c: Conversion, layer: Layer, layout: number, run: (direction: number, isBackward: boolean) => Run) {
  const { r } = c;
  let output: Expr;
  let last: readonly Expr[];
  if (layer.directions === 2) {
    const [forward, backward] = [run(0, false), run(1, true)];
    const count = layer.steps.length;
    const pairs = forward.outputs.map((out, i) => stack(r, [out, at(backward.outputs, count - 1 - i)], 0));
    output = stack(r, pairs, 0);
    last = forward.last.map((value, i) => stack(r, [value, at(backward.last, i)], 0));
  } else {
    const forward = run(0, false);
    output = expandDims(r, stack(r, forward.outputs, 0), 1);
    last = forward.last.map((value) => expandDims(r, value, 0));
  }
  const all = [output, ...last];
  return r.several(layout === 1 ? all.map((value) => transpose(r, value, [1, 0])) : all);
}

function ordered<T>(list: readonly T[], isBackward: boolean): readonly T[] {
  return isBackward ? [...list].reverse() : list;
}

function rnn(c: Conversion, layout: number) {
  const { r } = c;
  const layer = layerOf(c, layout);
  const acts = activationsOf(c, ["tanh"], layer.directions);
  return joined(c, layer, layout, (d, isBackward) => {
    const [w, recurrence, biases] = [at(layer.weights, d), at(layer.recurrences, d), layer.biases?.[d]];
    let hidden = at(layer.hidden, d);
    const outputs = ordered(layer.steps, isBackward).map((x) => {
      let own = dense(r, x, w);
      let before = dense(r, hidden, recurrence);
      if (biases) [own, before] = [add(r, own, biases[0]), add(r, before, biases[1])];
      hidden = at(acts, d)(add(r, own, before));
      return hidden;
    });
    return { outputs, last: [hidden] };
  });
}

function lstm(c: Conversion, layout: number) {
  const { r } = c;
  const layer = layerOf(c, layout);
  const acts = activationsOf(c, ["sigmoid", "tanh", "tanh"], layer.directions);
  const { directions } = layer;
  const given = c.optional(6);
  const split2 = (value: Expr) => r.fields(split(r, value, directions, 0));
  const firstCells = given
    ? split2(layout === 1 ? transpose(r, given, [1, 0]) : given)
    : Array.from({ length: directions }, (_, d) => unary(r, "zeros_like", r.field(layer.initial, d)));
  const peepholes = c.optional(7) && r.fields(split(r, c.input(7), 3, 1)).map(split2);
  // The gates are as input, output, forget, cell; here as input, forget, cell, output.
  const order = [0, 2, 3, 1];
  return joined(c, layer, layout, (d, isBackward) => {
    const [f, g, h] = firstOf(acts.slice(3 * d, 3 * d + 3), 3);
    const w = reordered(r, at(layer.weights, d), order);
    const recurrence = reordered(r, at(layer.recurrences, d), order);
    const biases = layer.biases?.[d]?.map((b) => reordered(r, b, order));
    const [pi, po, pf] = (peepholes ?? []).map((parts) => squeeze(r, at(parts, d), [0]));
    let hidden = at(layer.hidden, d);
    let cell = squeeze(r, at(firstCells, d), [0]);
    const outputs = ordered(layer.steps, isBackward).map((x) => {
      const step = concatenate(r, [x, hidden], 1);
      let gates = dense(r, step, concatenate(r, [w, recurrence], 1));
      for (const bias of biases ?? []) gates = add(r, gates, bias);
      let [input, forget, update, output] = firstOf(r.fields(split(r, gates, 4, -1)), 4);
      if (pi && pf) {
        input = f(add(r, input, multiply(r, pi, cell)));
        forget = f(add(r, forget, multiply(r, pf, cell)));
      } else [input, forget] = [f(input), f(forget)];
      update = g(update);
      cell = add(r, multiply(r, forget, cell), multiply(r, input, update));
      output = f(po ? add(r, output, multiply(r, po, cell)) : output);
      hidden = multiply(r, output, h(cell));
      return hidden;
    });
    return { outputs, last: [hidden, cell] };
  });
}

interface Masks {
  readonly keep: readonly Expr[];
  readonly rest: readonly Expr[];
  readonly start: readonly Expr[];
}

/** Which sequences still run at each step, as factors. */
function masksOf(r: Relay, lengths: Expr, count: number, dtype: string, isBackward: boolean): Masks {
  const lengthType = r.dtypeOf(lengths);
  const batch = r.knownSizesOf(lengths)[0] ?? 1;
  const steps = expandDims(r, arange(r, r.constant(0, "int32"), r.constant(count, "int32"), r.constant(1, lengthType), lengthType), 1);
  const all = broadcastTo(r, lengths, [count, batch]);
  const factors = (question: Expr) => unbound(r, expandDims(r, cast(r, question, dtype), 2), count);
  return {
    keep: factors(less(r, steps, all)),
    rest: factors(r.call("greater_equal", [steps, all])),
    start: isBackward ? factors(r.call("equal", [steps, all])) : [],
  };
}

interface GruParts {
  readonly w: Expr;
  readonly recurrence: Expr;
  readonly biases: readonly [Expr, Expr] | undefined;
  readonly gate: Activation;
  readonly update: Activation;
}

/** One step where the reset gate acts after the product. */
function linearStep(r: Relay, x: Expr, hidden: Expr, { w, recurrence, biases, gate, update }: GruParts) {
  let own = dense(r, x, w);
  let before = dense(r, hidden, recurrence);
  if (biases) [own, before] = [add(r, own, biases[0]), add(r, before, biases[1])];
  const [ir, iz, in_] = firstOf(r.fields(split(r, own, 3, -1)), 3);
  const [hr, hz, hn] = firstOf(r.fields(split(r, before, 3, -1)), 3);
  const reset = gate(add(r, ir, hr));
  const z = gate(add(r, iz, hz));
  return { z, n: update(add(r, in_, multiply(r, reset, hn))) };
}

/** One step where the reset gate acts before the product. */
function plainStep(r: Relay, x: Expr, hidden: Expr, { w, recurrence, biases, gate, update }: GruParts) {
  const [ir, iz, first] = firstOf(r.fields(split(r, dense(r, x, w), 3, 1)), 3);
  const [wr, wz, wn] = firstOf(r.fields(split(r, recurrence, 3, 0)), 3);
  let in_ = first;
  let reset = add(r, ir, dense(r, hidden, wr));
  let z = add(r, iz, dense(r, hidden, wz));
  let hn: Expr;
  if (biases) {
    const [br, bz, bn] = firstOf(r.fields(split(r, biases[0], 3, -1)), 3);
    const [cr, cz, cn] = firstOf(r.fields(split(r, biases[1], 3, -1)), 3);
    reset = gate(add(r, reset, add(r, br, cr)));
    z = add(r, z, add(r, bz, cz));
    in_ = add(r, in_, bn);
    hn = add(r, dense(r, multiply(r, reset, hidden), wn), cn);
  } else {
    reset = gate(reset);
    hn = dense(r, multiply(r, reset, hidden), wn);
  }
  return { z: gate(z), n: update(add(r, in_, hn)) };
}

function gru(c: Conversion, layout: number) {
  const { r } = c;
  const layer = layerOf(c, layout);
  const acts = activationsOf(c, ["sigmoid", "tanh"], layer.directions);
  const isLinear = Boolean(c.attributes.int("linear_before_reset", 0));
  const lengths = c.optional(4);
  const count = layer.steps.length;
  // The gates are as update, reset, new; here as reset, update, new.
  const order = [1, 0, 2];
  return joined(c, layer, layout, (d, isBackward) => {
    const biases = layer.biases?.[d]?.map((b) => reordered(r, b, order)) as [Expr, Expr] | undefined;
    const parts: GruParts = {
      w: reordered(r, at(layer.weights, d), order),
      recurrence: reordered(r, at(layer.recurrences, d), order),
      biases,
      gate: at(acts, 2 * d),
      update: at(acts, 2 * d + 1),
    };
    const dtype = r.dtypeOf(at(layer.steps, 0));
    const masks = lengths && masksOf(r, lengths, count, dtype, isBackward);
    const initial = at(layer.hidden, d);
    let hidden = initial;
    let output: Expr = zeros(r, r.knownSizesOf(initial), dtype);
    const outputs: Expr[] = [];
    for (const i of ordered([...layer.steps.keys()], isBackward)) {
      const { z, n } = (isLinear ? linearStep : plainStep)(r, at(layer.steps, i), hidden, parts);
      hidden = add(r, multiply(r, subtract(r, hidden, n), z), n);
      if (masks) hidden = multiply(r, hidden, at(masks.keep, i));
      outputs.push(hidden);
      output = masks ? add(r, multiply(r, output, at(masks.rest, i)), hidden) : hidden;
      if (masks && isBackward) hidden = add(r, hidden, multiply(r, initial, at(masks.start, i)));
    }
    return { outputs, last: [output] };
  });
}

function byVersion(layer: (c: Conversion, layout: number) => ReturnType<typeof rnn>): Converter {
  return versioned({ 7: (c) => layer(c, 0), 14: (c) => layer(c, c.attributes.int("layout", 0)) });
}

export const recurrent: ConverterTable = { GRU: byVersion(gru), LSTM: byVersion(lstm), RNN: byVersion(rnn) };
