/** numpy's functions of two operands: what they are besides functions, as `np.logical_and.reduce`. */
import { truth } from "../core/equality.ts";
import { collect } from "../core/iteration.ts";
import { type Body, hostAttribute, hostClass, hostMethod } from "../host/native.ts";
import { PyTuple } from "../model/containers.ts";
import { typeError, unavailable, valueError } from "../model/exceptions.ts";
import type { Runtime } from "../model/runtime.ts";
import { type PyClass, PyHost, type Value } from "../model/value.ts";
import { arrayFrom, dtypeFrom, type PyArray, PyScalar } from "./array.ts";
import { dtypes } from "./dtype.ts";
import { applyBinary } from "./operators.ts";
import { axesFrom, reduce, reductions } from "./reductions.ts";
import { expandDims, moveAxes, reshape, stack } from "./shapes.ts";
import { writtenTo } from "./written.ts";

class Ufunc extends PyHost {
  constructor(readonly name: string) {
    super(ufuncClass);
  }
}

/** Names that numpy gives another function. */
export const sameAs: Readonly<Record<string, string>> = { true_divide: "divide", mod: "remainder" };

/** The reductions that functions are, by name. */
const reductionOf: Readonly<Record<string, string>> = {
  add: "sum",
  multiply: "prod",
  maximum: "max",
  minimum: "min",
  logical_and: "all",
  logical_or: "any",
};

/** What functions give for no elements at all, but for those that are reductions. */
const identities: Readonly<Record<string, Value>> = {
  add: 0,
  multiply: 1,
  logical_and: true,
  logical_or: false,
  logical_xor: false,
  bitwise_and: -1,
  bitwise_or: 0,
  bitwise_xor: 0,
};

const method = (name: string, signature: string, body: (self: Ufunc, m: Runtime, ...args: Value[]) => Value) => {
  const checked: Body = (m, self = null, ...args) => {
    if (!(self instanceof Ufunc)) throw typeError("a ufunc is expected");
    return body(self, m, ...args);
  };
  return hostMethod(name, `self, ${signature}`, checked);
};

/** The rows along the first axis, in order. */
function fold(m: Runtime, { name }: Ufunc, rows: readonly Value[]): Value {
  const [first, ...others] = rows;
  if (first === undefined) {
    const identity = identities[name];
    if (identity === undefined) throw valueError(`zero-size array to reduction operation ${name} which has no identity`);
    return new PyScalar(typeof identity === "boolean" ? dtypes.bool : dtypes.int64, BigInt(Number(identity)));
  }
  return others.reduce((made, row) => applyBinary(m, name, made, row), first);
}

/** The array's parts along an axis. */
function rowsAlong(m: Runtime, array: PyArray, axis: Value): readonly Value[] {
  if (array.shape.length === 0) throw typeError("cannot reduce on a scalar");
  return collect(m, moveAxes(m, array, axis, 0));
}

function reduced(self: Ufunc, m: Runtime, given: Value, axis: Value, dtype: Value, keep: boolean): Value {
  const known = reductions[reductionOf[self.name] ?? ""];
  if (known) return reduce(m, given, known, axis, keep, dtype === null ? undefined : dtypeFrom(m, dtype));
  const array = arrayFrom(m, given);
  if (axis === null) return reduced(self, m, reshape(m, array, [-1]), 0, dtype, false);
  if (axis instanceof PyTuple) throw unavailable(`numpy.${self.name}.reduce() along several axes is`);
  const made = fold(m, self, rowsAlong(m, array, axis));
  return keep ? expandDims(m, arrayFrom(m, made), axis) : made;
}

export const ufuncClass: PyClass = hostClass({
  name: "ufunc",
  module: "numpy",
  members: {
    __call__: method("__call__", "x1, x2, out=None", ({ name }, m, a = null, b = null, out = null) =>
      writtenTo(m, name, out, applyBinary(m, name, a, b)),
    ),
    reduce: method(
      "reduce",
      "array, axis=0, dtype=None, out=None, keepdims=False, initial=None",
      (self, m, array = null, axis = null, dtype = null, out = null, keep = false, initial = null) => {
        const isFlat = axis === 0 && arrayFrom(m, array).shape.length === 0;
        const made = reduced(self, m, array, isFlat ? null : axis, dtype, truth(m, keep));
        return writtenTo(m, self.name, out, initial === null ? made : applyBinary(m, self.name, initial, made));
      },
    ),
    accumulate: method("accumulate", "array, axis=0", (self, m, given = null, axis = 0) => {
      const array = arrayFrom(m, given);
      const [at = 0] = axesFrom(m, axis, array.shape.length);
      const rows: Value[] = [];
      for (const row of rowsAlong(m, array, at)) {
        const last = rows.at(-1);
        rows.push(last === undefined ? row : applyBinary(m, self.name, last, row));
      }
      if (rows.length === 0) return array;
      return moveAxes(
        m,
        stack(
          m,
          rows.map((row) => arrayFrom(m, row)),
          0,
        ),
        0,
        at,
      );
    }),
    outer: method("outer", "A, B", ({ name }, m, a = null, b = null) => {
      const [left, right] = [arrayFrom(m, a), arrayFrom(m, b)];
      return applyBinary(m, name, reshape(m, left, [...left.shape, ...right.shape.map(() => 1)]), right);
    }),
    __name__: hostAttribute("__name__", Ufunc, ({ name }) => name),
    nin: hostAttribute("nin", Ufunc, () => 2),
    nout: hostAttribute("nout", Ufunc, () => 1),
    nargs: hostAttribute("nargs", Ufunc, () => 3),
    identity: hostAttribute("identity", Ufunc, ({ name }) => identities[name] ?? null),
    __repr__: method("__repr__", "", ({ name }) => `<ufunc '${name}'>`),
  },
});

const made = new Map<string, Ufunc>();

/** The function of two operands of a name. */
export function ufunc(given: string): Value {
  const name = sameAs[given] ?? given;
  const known = made.get(name) ?? new Ufunc(name);
  made.set(name, known);
  return known;
}
