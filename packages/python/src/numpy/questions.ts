/** The functions of `numpy` that ask about arrays and dtypes, and their limits. */
import { truth } from "../core/equality.ts";
import { collect } from "../core/iteration.ts";
import { call, getAttribute, typeName } from "../core/protocol.ts";
import { hostClass } from "../host/native.ts";
import { PyFloat, PyTuple } from "../model/containers.ts";
import { raised, typeError } from "../model/exceptions.ts";
import type { Runtime } from "../model/runtime.ts";
import { PyClass, PyObject, type Value } from "../model/value.ts";
import { arrayFrom, build, dtypeFrom, dtypeOrNothing, PyArray, PyScalar, plainNumber, rowsOf } from "./array.ts";
import { broadcastShape, broadcastTo, elementwise, mapped } from "./broadcast.ts";
import { type Dtype, dtypes, families, promote } from "./dtype.ts";
import { type Members, put } from "./members.ts";
import { objectsIn } from "./objects.ts";
import { applyBinary } from "./operators.ts";
import { reduce, reductions } from "./reductions.ts";
import { copied } from "./shapes.ts";

/** Elements of `x` where the condition holds, else of `y`; without these the places where it holds. */
export function where(m: Runtime, condition: Value, x: Value, y: Value): Value {
  const test = arrayFrom(m, condition);
  if (x === null && y === null) return call(m, getAttribute(m, test, "nonzero"), []);
  // The dtype is that of an operation on the two.
  const typed = elementwise(m, x, y, (dtype) => ({ operands: dtype, result: dtype, compute: (a) => a }));
  const dtype = typed instanceof PyArray || typed instanceof PyScalar ? typed.dtype : dtypes.float64;
  const [a, b] = [arrayFrom(m, x), arrayFrom(m, y)];
  const shape = broadcastShape([test.shape, a.shape, b.shape]);
  const [flags, left, right] = [test, a, b].map((array) => broadcastTo(array, shape).flat(m));
  return build(m, dtype, shape, (at) => (flags?.[at] ? left?.[at] : right?.[at]) ?? 0);
}

export function fillQuestions(members: Members): void {
  const both = (m: Runtime, a: Value, b: Value): readonly [PyArray, PyArray] => [arrayFrom(m, a), arrayFrom(m, b)];
  put(members, "array_equal", "a1, a2, equal_nan=False", (m, a = null, b = null) => {
    if (objectsIn(m, a) ?? objectsIn(m, b)) {
      if (rowsOf(m, a)?.length !== rowsOf(m, b)?.length) return false;
      return truth(m, reduce(m, applyBinary(m, "equal", a, b), reductions.all ?? never(), null, false));
    }
    const [x, y] = both(m, a, b);
    if (x.shape.length !== y.shape.length || x.shape.some((d, i) => d !== y.shape[i])) return false;
    const all = reduce(m, applyBinary(m, "equal", x, y), reductions.all ?? never(), null, false);
    return truth(m, all);
  });
  const close = (m: Runtime, a: Value, b: Value, tolerances: readonly Value[], nan: Value): Value => {
    const [rtol, atol] = tolerances.map((v) => Number(arrayFrom(m, v).data[0] ?? 0));
    return elementwise(m, a, b, () => ({
      operands: dtypes.float64,
      result: dtypes.bool,
      compute: (p, q) => {
        const [x, y] = [Number(p), Number(q)];
        if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) && Number.isNaN(y) && truth(m, nan) ? 1 : 0;
        if (!Number.isFinite(x) || !Number.isFinite(y)) return x === y ? 1 : 0;
        return Math.abs(x - y) <= (atol ?? 0) + (rtol ?? 0) * Math.abs(y) ? 1 : 0;
      },
    }));
  };
  const signature = "a, b, rtol=1e-05, atol=1e-08, equal_nan=False";
  put(members, "isclose", signature, (m, a = null, b = null, r = 0, t = 0, nan = false) => close(m, a, b, [r, t], nan));
  put(members, "allclose", signature, (m, a = null, b = null, r = 0, t = 0, nan = false) =>
    truth(m, reduce(m, close(m, a, b, [r, t], nan), reductions.all ?? never(), null, false)),
  );
  put(members, "issubdtype", "arg1, arg2", (_m, a = null, b = null) => {
    const cls = a instanceof PyClass && (families.includes(a) || dtypeOrNothing(a)?.scalarClass === a) ? a : dtypeOrNothing(a)?.scalarClass;
    const other = b instanceof PyClass && families.includes(b) ? b : dtypeOrNothing(b)?.scalarClass;
    if (!cls || !other) throw typeError(`Cannot interpret '${typeName(a)}' as a data type`);
    return cls.isSubclassOf(other);
  });
  put(members, "result_type", "*types", (m, types = null) =>
    collect(m, types)
      .map((t) => dtypeOrNothing(t) ?? arrayFrom(m, t).dtype)
      .reduce(promote),
  );
  put(members, "promote_types", "a, b", (m, a = null, b = null) => promote(dtypeFrom(m, a), dtypeFrom(m, b)));
  put(
    members,
    "can_cast",
    "from_, to, casting='safe'",
    (m, a = null, b = null) => promote(dtypeOrNothing(a) ?? arrayFrom(m, a).dtype, dtypeFrom(m, b)) === dtypeFrom(m, b),
  );
  put(members, "ndim", "a", (m, a = null) => arrayFrom(m, a).shape.length);
  put(members, "shape", "a", (m, a = null) => new PyTuple(arrayFrom(m, a).shape));
  put(members, "size", "a, axis=None", (m, a = null) => arrayFrom(m, a).size);
  put(
    members,
    "isscalar",
    "x",
    (_m, a = null) => a instanceof PyScalar || a instanceof PyFloat || ["number", "bigint", "boolean", "string"].includes(typeof a),
  );
  put(members, "iterable", "y", (_m, a = null) => a instanceof PyObject && a.cls.lookup("__iter__") !== undefined);
  put(members, "isin", "element, test_elements, assume_unique=False, invert=False", (m, a = null, b = null, _unique, invert = null) => {
    const known = new Set([...arrayFrom(m, b).flat(m)].map(Number));
    return mapped(m, a, () => ({ result: dtypes.bool, compute: (x) => Number(known.has(Number(x)) !== (invert === true)) }));
  });
  put(members, "nonzero", "a", (m, a = null) => where(m, a, null, null));
  put(members, "copy", "a", (m, a = null) => copied(m, arrayFrom(m, a)));
}

function never(): never {
  throw new Error("numpy has no such reduction.");
}

/** `iinfo` and `finfo`: the limits of a dtype. */
export function fillLimits(members: Members): void {
  const limits = (name: string, kinds: string, make: (m: Runtime, dtype: Dtype) => Readonly<Record<string, Value>>) => {
    members.set(
      name,
      hostClass({
        name,
        module: "numpy",
        construct: (m, cls, [given]) => {
          const dtype = dtypeOrNothing(given ?? null) ?? arrayFrom(m, given ?? null).dtype;
          if (!kinds.includes(dtype.kind))
            throw raised(
              "ValueError",
              name === "iinfo" ? `Invalid integer data type '${dtype.kind}'.` : `data type ${dtype.scalarClass.name} not inexact`,
            );
          const made = new PyObject(cls);
          made.attrs = new Map(Object.entries(make(m, dtype)));
          return made;
        },
      }),
    );
  };
  limits("iinfo", "iu", (_m, dtype) => {
    const bits = 8 * dtype.size;
    const [min, max] = dtype.kind === "u" ? [0n, (1n << BigInt(bits)) - 1n] : [-(1n << BigInt(bits - 1)), (1n << BigInt(bits - 1)) - 1n];
    const plain = (v: bigint): Value => plainNumber(dtypes.int64, v);
    return { bits, min: plain(min), max: plain(max), dtype };
  });
  limits("finfo", "f", (_m, dtype) => {
    const half = dtype === dtypes.float16;
    const single = dtype === dtypes.float32;
    const max = half ? 65504 : single ? 3.4028234663852886e38 : Number.MAX_VALUE;
    const eps = half ? 2 ** -10 : single ? 2 ** -23 : 2 ** -52;
    const tiny = half ? 2 ** -14 : single ? 2 ** -126 : 2 ** -1022;
    const of = (v: number) => new PyScalar(dtype, v);
    return {
      bits: 8 * dtype.size,
      max: of(max),
      min: of(-max),
      eps: of(eps),
      tiny: of(tiny),
      smallest_normal: of(tiny),
      resolution: of(half ? 1e-3 : single ? 1e-6 : 1e-15),
      dtype,
    };
  });
}
