/** `numpy`: as much of it as target files use on constants. */
import { truth } from "../core/equality.ts";
import { clampedIndex } from "../core/numbers.ts";
import { attributeOr, call, getAttribute } from "../core/protocol.ts";
import { hostFunction, hostModule } from "../host/native.ts";
import { PyBytes, PyFloat, PyList, PyTuple } from "../model/containers.ts";
import { raised, typeError, unavailable, valueError } from "../model/exceptions.ts";
import { PyModule } from "../model/module.ts";
import { type Runtime, walk } from "../model/runtime.ts";
import { PyObject, type Value } from "../model/value.ts";
import { arrayClass, arrayFrom, build, dtypeFrom, PyArray, PyScalar, unwrapped } from "./array.ts";
import { broadcastTo, floatFor, mapped, shapeText } from "./broadcast.ts";
import { fromBytes } from "./bytes.ts";
import { type Dtype, dtypeClass, dtypes, type Element, families, promote } from "./dtype.ts";
import { type Members, put } from "./members.ts";
import { dot, fillNumpy } from "./methods.ts";
import { objectRow } from "./objects.ts";
import { absolute, applyBinary, binaryLoops, invert, negative, roundEven, rounded } from "./operators.ts";
import { cumulativeAlong, ranks, sortedAlong } from "./orders.ts";
import { fillPrinting } from "./printed.ts";
import { fillLimits, fillQuestions, where } from "./questions.ts";
import { axisErrorClass, quantile, reduceAsGiven, reductionParameters, reductions } from "./reductions.ts";
import {
  alongAxis,
  arraysFrom,
  concatenate,
  copied,
  expandDims,
  moveAxes,
  pad,
  repeat,
  reshape,
  resize,
  shapeFrom,
  split,
  splitUnequally,
  squeeze,
  stack,
  swapAxes,
  transpose,
} from "./shapes.ts";
import { ufunc, ufuncClass } from "./ufuncs.ts";
import { writtenTo } from "./written.ts";

const optionalType = (m: Runtime, value: Value): Dtype | undefined => (value === null ? undefined : dtypeFrom(m, value));

/** Functions of one float. */
const floats: Readonly<Record<string, (x: number) => number>> = {
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  arcsin: Math.asin,
  arccos: Math.acos,
  arctan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  deg2rad: (x) => (x * Math.PI) / 180,
  rad2deg: (x) => (x * 180) / Math.PI,
};

function fillElementwise(members: Members): void {
  for (const name of Object.keys(binaryLoops)) members.set(name, ufunc(name));
  members.set("ufunc", ufuncClass);
  members.set("AxisError", axisErrorClass);
  for (const [name, compute] of Object.entries(floats)) {
    put(members, name, "x, out=None", (m, x = null, out = null) => {
      const made = mapped(m, x, (dtype) => ({ result: floatFor(dtype), compute: (a) => compute(Number(a)) }));
      return writtenTo(m, name, out, made);
    });
  }
  for (const name of ["abs", "absolute", "fabs"])
    put(members, name, "x, out=None", (m, x = null, out = null) => writtenTo(m, "absolute", out, absolute(m, x)));
  put(members, "negative", "x", (m, x = null) => negative(m, x));
  put(members, "invert", "x", (m, x = null) => invert(m, x));
  put(members, "logical_not", "x", (m, x = null) => mapped(m, x, () => ({ result: dtypes.bool, compute: (a) => (a ? 0 : 1) })));
  put(members, "square", "x", (m, x = null) => applyBinary(m, "multiply", x, x));
  put(members, "reciprocal", "x", (m, x = null) => applyBinary(m, "divide", new PyScalar(dtypes.int8, 1), x));
  put(members, "sign", "x", (m, x = null) => mapped(m, x, (dtype) => ({ result: dtype, compute: (a) => (a > 0 ? 1 : a < 0 ? -1 : a) })));
  for (const [name, round] of [
    ["floor", Math.floor],
    ["ceil", Math.ceil],
    ["trunc", Math.trunc],
    ["rint", roundEven(0)],
    ["fix", Math.trunc],
  ] as const) {
    put(members, name, "x", (m, x = null) => rounded(m, x, round));
  }
  for (const name of ["round", "around", "round_"]) {
    put(members, name, "a, decimals=0, out=None", (m, x = null, places = 0, out = null) =>
      writtenTo(m, "round", out, rounded(m, x, roundEven(clampedIndex(m, places)))),
    );
  }
  const test = (name: string, holds: (x: number) => boolean) =>
    put(members, name, "x", (m, x = null) => mapped(m, x, () => ({ result: dtypes.bool, compute: (a) => (holds(Number(a)) ? 1 : 0) })));
  test("isnan", Number.isNaN);
  test("isinf", (x) => !Number.isFinite(x) && !Number.isNaN(x));
  test("isfinite", Number.isFinite);
  test("signbit", (x) => x < 0 || Object.is(x, -0));
  put(members, "frexp", "x", (m, x = null) => {
    const part = (integer: boolean) => (dtype: Dtype) => ({
      operands: floatFor(dtype),
      result: integer ? dtypes.int32 : floatFor(dtype),
      compute: (a: number | bigint) => partsOf(Number(a))[integer ? 1 : 0],
    });
    return new PyTuple([mapped(m, x, part(false)), mapped(m, x, part(true))]);
  });
  put(members, "clip", "a, a_min=None, a_max=None, out=None", (m, a = null, low = null, high = null, out = null) => {
    const above = low === null ? arrayFrom(m, a) : applyBinary(m, "maximum", a, low);
    return writtenTo(m, "clip", out, high === null ? above : applyBinary(m, "minimum", above, high));
  });
  put(members, "where", "condition, x=None, y=None", (m, condition = null, x = null, y = null) => where(m, condition, x, y));
}

/** A number as a mantissa from a half to one, and a power of two. */
function partsOf(x: number): readonly [number, number] {
  if (x === 0 || !Number.isFinite(x)) return [x, 0];
  let exponent = Math.floor(Math.log2(Math.abs(x))) + 1;
  let mantissa = x / 2 ** (exponent - 1) / 2;
  while (Math.abs(mantissa) >= 1) [mantissa, exponent] = [mantissa / 2, exponent + 1];
  while (Math.abs(mantissa) < 0.5) [mantissa, exponent] = [mantissa * 2, exponent - 1];
  return [mantissa, exponent];
}

function fillReductions(members: Members): void {
  const aliases = { amax: "max", amin: "min", product: "prod", alltrue: "all", sometrue: "any" } as const;
  for (const [name, key] of [...Object.keys(reductions).map((n) => [n, n] as const), ...Object.entries(aliases)]) {
    const reduction = reductions[key];
    if (!reduction) continue;
    put(members, name, `a, ${reductionParameters}`, (m, a = null, ...given) => reduceAsGiven(m, a, reduction, given));
  }
  for (const [name, whole] of [
    ["percentile", 100],
    ["quantile", 1],
  ] as const) {
    put(members, name, "a, q, axis=None", (m, a = null, q = null, axis = null) => {
      const [array, shares] = [arrayFrom(m, a), arrayFrom(m, q)];
      if (axis !== null && array.shape.length > 1) {
        const along = getAttribute(m, m.importModule("_numpy_more", { isGuarded: true }), "_quantiles_along");
        return call(m, along, [members.get(name) ?? null, array, shares, axis]);
      }
      const [items, parts] = [[...array.flat(m)], [...shares.flat(m)].map((part) => Number(part) / whole)];
      if (!parts.every((part) => part >= 0 && part <= 1)) {
        throw valueError(whole === 100 ? "Percentiles must be in the range [0, 100]" : "Quantiles must be in the range [0, 1]");
      }
      return unwrapped(build(m, dtypes.float64, shares.shape, (at) => quantile(items, parts[at] ?? 0, array.dtype)));
    });
  }
  for (const [name, isProduct] of [
    ["cumsum", false],
    ["cumprod", true],
  ] as const) {
    put(members, name, "a, axis=None", (m, a = null, axis = null) => {
      return cumulativeAlong(m, arrayFrom(m, a), axis, isProduct);
    });
  }
  put(members, "dot", "a, b", (m, a = null, b = null) => dot(m, a, b));
  put(members, "matmul", "a, b", (m, a = null, b = null) => dot(m, a, b));
  put(members, "unique", "ar, return_index=False, return_inverse=False, return_counts=False, axis=None", (m, a = null, ...flags) => {
    const array = arrayFrom(m, a);
    if ((flags[3] ?? null) !== null && array.shape.length > 1) throw unavailable("numpy.unique() along an axis of several is");
    return unique(
      m,
      array,
      flags.slice(0, 3).map((f) => truth(m, f)),
    );
  });
  put(members, "sort", "a, axis=-1, kind=None, order=None", (m, a = null, axis = null) => {
    return sortedAlong(m, arrayFrom(m, a), axis);
  });
  // Equal elements keep their order, as they do in numpy, but for its unstable kinds on more than 16 elements.
  put(members, "argsort", "a, axis=-1, kind=None, order=None", (m, a = null, axis = null) => {
    return ranks(m, arrayFrom(m, a), axis);
  });
}

function unique(m: Runtime, array: PyArray, [hasIndex, hasInverse, hasCounts]: readonly boolean[]): Value {
  const flat = [...array.flat(m)];
  walk(m, flat);
  const order = [...flat.keys()].sort((i, j) => Number((flat[i] ?? 0) > (flat[j] ?? 0)) - Number((flat[i] ?? 0) < (flat[j] ?? 0)) || i - j);
  const starts = [...order.keys()].filter((k) => k === 0 || flat[order[k] ?? 0] !== flat[order[k - 1] ?? 0]);
  const firsts = starts.map((k) => order[k] ?? 0);
  const values = firsts.map((at) => flat[at] ?? 0);
  const ints = (list: readonly number[]) => build(m, dtypes.int64, [list.length], (at) => list[at] ?? 0);
  const made: Value[] = [build(m, array.dtype, [values.length], (at) => values[at] ?? 0)];
  if (hasIndex) made.push(ints(firsts));
  const places = new Map(values.map((v, at) => [v, at]));
  if (hasInverse) made.push(ints(flat.map((v) => places.get(v) ?? 0)));
  if (hasCounts) made.push(ints(firsts.map((_, at) => (starts[at + 1] ?? flat.length) - (starts[at] ?? 0))));
  return made.length === 1 ? (made[0] ?? null) : new PyTuple(made);
}

function fillShapes(members: Members): void {
  put(members, "reshape", "a, newshape, order='C'", (m, a = null, shape = null) => reshape(m, arrayFrom(m, a), shapeFrom(m, shape)));
  put(members, "resize", "a, new_shape", (m, a = null, shape = null) => resize(m, arrayFrom(m, a), shapeFrom(m, shape)));
  put(members, "ravel", "a, order='C'", (m, a = null) => reshape(m, arrayFrom(m, a), [-1]));
  put(members, "transpose", "a, axes=None", (m, a = null, axes = null) =>
    transpose(arrayFrom(m, a), axes === null ? undefined : shapeFrom(m, axes)),
  );
  put(members, "squeeze", "a, axis=None", (m, a = null, axis = null) => squeeze(m, arrayFrom(m, a), axis));
  put(members, "expand_dims", "a, axis", (m, a = null, axis = null) => expandDims(m, arrayFrom(m, a), axis));
  put(members, "concatenate", "arrays, axis=0", (m, arrays = null, axis = 0) => concatenate(m, arraysFrom(m, arrays), axis));
  put(members, "stack", "arrays, axis=0", (m, arrays = null, axis = 0) => stack(m, arraysFrom(m, arrays), axis));
  put(members, "vstack", "arrays", (m, arrays = null) =>
    concatenate(
      m,
      arraysFrom(m, arrays).map((a) => (a.shape.length < 2 ? reshape(m, a, [1, -1]) : a)),
      0,
    ),
  );
  put(members, "hstack", "arrays", (m, arrays = null) => {
    const rows = arraysFrom(m, arrays);
    return concatenate(m, rows, (rows[0]?.shape.length ?? 1) < 2 ? 0 : 1);
  });
  put(members, "split", "ary, indices_or_sections, axis=0", (m, a = null, sections = null, axis = 0) =>
    split(m, arrayFrom(m, a), sections, axis),
  );
  put(members, "broadcast_to", "array, shape", (m, a = null, given = null) => {
    const [array, shape] = [arrayFrom(m, a), shapeFrom(m, given)];
    if (array.shape.length > shape.length) throw valueError("input operand has more dimensions than allowed by the axis remapping");
    if (array.shape.some((d, axis) => d !== 1 && d !== shape[axis + shape.length - array.shape.length])) {
      const remapped = `[original->remapped]: ${shapeText(array.shape)}  and requested shape ${shapeText(shape)}`;
      throw valueError(`operands could not be broadcast together with remapped shapes ${remapped}`);
    }
    return broadcastTo(array, shape);
  });
  put(members, "atleast_1d", "a", (m, a = null) =>
    arrayFrom(m, a).shape.length === 0 ? reshape(m, arrayFrom(m, a), [1]) : arrayFrom(m, a),
  );
  put(members, "array_split", "ary, indices_or_sections, axis=0", (m, a = null, sections = null, axis = 0) =>
    splitUnequally(m, arrayFrom(m, a), sections, axis),
  );
  put(members, "swapaxes", "a, axis1, axis2", (m, a = null, one = 0, other = 0) => swapAxes(m, arrayFrom(m, a), one, other));
  put(members, "moveaxis", "a, source, destination", (m, a = null, from = 0, to = 0) => moveAxes(m, arrayFrom(m, a), from, to));
  put(members, "pad", "array, pad_width, mode='constant', *, constant_values=0", (m, a = null, width = 0, mode = null, constant = 0) =>
    pad(m, arrayFrom(m, a), width, mode, constant),
  );
  put(members, "repeat", "a, repeats, axis=None", (m, a = null, times = 1, axis = null) => repeat(m, arrayFrom(m, a), times, axis));
  put(members, "diff", "a, n=1, axis=-1", (m, a = null, times = 1, axis = -1) => {
    let array = arrayFrom(m, a);
    if (array.shape.length === 0) throw valueError("diff requires input that is at least one dimensional");
    for (let left = clampedIndex(m, times); left > 0; left--) array = alongAxis(m, array, axis, (row) => differences(m, row));
    return array;
  });
}

/** The steps from each element of a row to the next. */
function differences(m: Runtime, row: PyArray): PyArray {
  const data = row.flat(m);
  const step = (at: number): Element => {
    const [from, to] = [data[at] ?? 0, data[at + 1] ?? 0];
    if (row.dtype === dtypes.bool) return Number(from !== to);
    return typeof from === "bigint" && typeof to === "bigint" ? to - from : Number(to) - Number(from);
  };
  return build(m, row.dtype, [Math.max(0, data.length - 1)], step);
}

function fillMaking(members: Members): void {
  const filled = (name: string, value: number) => {
    put(members, name, "shape, dtype=None, order='C'", (m, shape = null, dtype = null) =>
      build(m, dtypeFrom(m, dtype), shapeFrom(m, shape), () => value),
    );
    put(members, `${name}_like`, "a, dtype=None", (m, a = null, dtype = null) => {
      const array = arrayFrom(m, a);
      return build(m, optionalType(m, dtype) ?? array.dtype, array.shape, () => value);
    });
  };
  filled("zeros", 0);
  filled("ones", 1);
  filled("empty", 0);
  put(members, "full", "shape, fill_value, dtype=None", (m, shape = null, value = 0, dtype = null) => {
    const one = arrayFrom(m, value, optionalType(m, dtype));
    const element = one.data[one.offset] ?? 0;
    return build(m, one.dtype, shapeFrom(m, shape), () => element);
  });
  put(members, "full_like", "a, fill_value, dtype=None", (m, a = null, value = 0, dtype = null) => {
    const array = arrayFrom(m, a);
    const one = arrayFrom(m, value, optionalType(m, dtype) ?? array.dtype);
    return build(m, one.dtype, array.shape, () => one.data[one.offset] ?? 0);
  });
  put(members, "array", "object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0", (m, value = null, dtype = null) => {
    const objects = dtype === null ? objectRow(m, value) : undefined;
    if (objects) return objects;
    const made = arrayFrom(m, asNumpy(m, value), optionalType(m, dtype));
    return made === value ? copied(m, made) : made;
  });
  for (const name of ["asarray", "ascontiguousarray", "asanyarray"]) {
    put(members, name, "a, dtype=None, order=None", (m, value = null, dtype = null) => {
      const objects = dtype === null ? objectRow(m, value) : undefined;
      return objects ?? arrayFrom(m, asNumpy(m, value), optionalType(m, dtype));
    });
  }
  put(members, "arange", "start, stop=None, step=1, dtype=None", (m, start = 0, stop = null, step = 1, dtype = null) => {
    const [from, to] = stop === null ? [0, start] : [start, stop];
    const parts = [from, to, step].map((v) => arrayFrom(m, v));
    const [a = 0, b = 0, by = 1] = parts.map((p) => Number(p.data[p.offset] ?? 0));
    const made = optionalType(m, dtype) ?? parts.map((p) => p.dtype).reduce(promote);
    return build(m, made, [Math.max(0, Math.ceil((b - a) / by))], (at) => a + at * by);
  });
  put(
    members,
    "linspace",
    "start, stop, num=50, endpoint=True, dtype=None",
    (m, start = 0, stop = 0, count = 50, end = true, dtype = null) => {
      const [a = 0, b = 0] = [start, stop].map((v) => arrayFrom(m, v)).map((p) => Number(p.data[p.offset] ?? 0));
      const size = clampedIndex(m, count);
      const steps = truth(m, end) ? size - 1 : size;
      return build(m, optionalType(m, dtype) ?? dtypes.float64, [size], (at) =>
        at === size - 1 && truth(m, end) ? b : a + at * ((b - a) / steps),
      );
    },
  );
  put(members, "eye", "N, M=None, k=0, dtype=None", (m, rows = 0, columns = null, k = 0, dtype = null) => {
    const height = clampedIndex(m, rows);
    const width = columns === null ? height : clampedIndex(m, columns);
    return build(m, dtypeFrom(m, dtype), [height, width], (at) => (at % width === Math.floor(at / width) + clampedIndex(m, k) ? 1 : 0));
  });
  put(members, "frombuffer", "buffer, dtype=None, count=-1, offset=0", (m, buffer = null, dtype = null, count = -1, offset = 0) => {
    if (!(buffer instanceof PyBytes)) throw typeError("a bytes-like object is required");
    return fromBytes(m, buffer, dtypeFrom(m, dtype), clampedIndex(m, offset), clampedIndex(m, count));
  });
}

/** A value that gives its own array: `__array__`, or `numpy()` of an object of the host. */
function asNumpy(m: Runtime, value: Value): Value {
  if (
    !(value instanceof PyObject) ||
    value instanceof PyArray ||
    value instanceof PyScalar ||
    value instanceof PyList ||
    value instanceof PyTuple
  )
    return value;
  const method = attributeOr(m, value, "__array__") ?? attributeOr(m, value, "numpy");
  return method === undefined ? value : call(m, method, []);
}

/** What files of older versions use: numpy 1.24 took these away. */
const removed = ["int", "float", "bool", "object", "str", "complex", "long", "unicode"] as const;

/** Names that the module of further functions has from elsewhere. */
const ofOthers: ReadonlySet<string> = new Set(["builtins", "contextlib", "itertools", "math", "np", "unavailable", "unsupported_name"]);

/** `numpy`, made for one machine. */
export function numpyModule(): PyModule {
  fillNumpy();
  const members: Members = new Map();
  fillElementwise(members);
  fillReductions(members);
  fillShapes(members);
  fillMaking(members);
  fillQuestions(members);
  fillLimits(members);
  fillPrinting(members);
  for (const dtype of Object.values(dtypes)) members.set(dtype.scalarClass.name, dtype.scalarClass);
  for (const cls of families) members.set(cls.name, cls);
  const named = {
    intc: dtypes.int32,
    int_: dtypes.int64,
    intp: dtypes.int64,
    longlong: dtypes.int64,
    uint: dtypes.uint64,
    byte: dtypes.int8,
    ubyte: dtypes.uint8,
    short: dtypes.int16,
    half: dtypes.float16,
    single: dtypes.float32,
    double: dtypes.float64,
    float_: dtypes.float64,
  };
  for (const [name, dtype] of Object.entries(named)) members.set(name, dtype.scalarClass);
  const made = hostModule(
    "numpy",
    {
      ndarray: arrayClass,
      dtype: dtypeClass,
      inf: new PyFloat(Number.POSITIVE_INFINITY),
      nan: new PyFloat(Number.NaN),
      NaN: new PyFloat(Number.NaN),
      Inf: new PyFloat(Number.POSITIVE_INFINITY),
      pi: new PyFloat(Math.PI),
      e: new PyFloat(Math.E),
      newaxis: null,
      __version__: "1.26.4",
      seterr: hostFunction("seterr", "**kwargs", () => null),
    },
    (m, name) => {
      if (["linalg", "random", "testing", "typing"].includes(name)) return m.importModule(`numpy.${name}`, { isGuarded: true });
      const more = m.importModule("_numpy_more", { isGuarded: true });
      const found = more instanceof PyModule && !name.startsWith("_") && !ofOthers.has(name) ? more.names.get(name) : undefined;
      if (found !== undefined) return found;
      if (removed.some((r) => r === name)) {
        throw raised(
          "AttributeError",
          `module 'numpy' has no attribute '${name}'.\n\`np.${name}\` was a deprecated alias for the builtin \`${name}\`. To avoid this error in existing code, use \`${name}\` by itself.`,
        );
      }
      const unsupported = more instanceof PyModule ? more.names.get("unsupported_name") : undefined;
      return unsupported === undefined ? undefined : call(m, unsupported, [name]);
    },
  );
  for (const [name, value] of members) made.names.set(name, value);
  made.names.set("__path__", "");

  return made;
}
