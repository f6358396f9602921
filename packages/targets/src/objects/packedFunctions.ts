/**
 * Functions of a file that the compiler keeps. What goes through one is as the compiler has it: lists and tuples are
 * arrays. Follows python/tvm/_ffi/_ctypes/packed_func.py.
 */
import {
  call,
  hostClass,
  hostMethod,
  hostProperty,
  isCallable,
  PyArray,
  PyFloat,
  PyObject,
  PyScalar,
  PySet,
  PyTuple,
  type Runtime,
  repr,
  typeError,
  type Value,
} from "@relayscope/python";
import { converted } from "./converted.ts";
import { TvmObject } from "./tvmObject.ts";

const baseClass = hostClass({
  name: "PackedFuncBase",
  module: "tvm._ffi._ctypes.packed_func",
  members: {
    is_global: hostProperty("is_global", () => false),
    __call__: hostMethod("__call__", "self, *args", (m, self, args) => {
      if (!(self instanceof PackedFunction)) return null;
      const passed = args instanceof PyTuple ? args.items.map((value) => packed(m, value)) : [];
      return packed(m, call(m, self.callee, passed));
    }),
  },
});

export const packedFunctionClass = hostClass({ name: "PackedFunc", module: "tvm.runtime.packed_func", bases: [baseClass] });

/** A function that the compiler keeps. It is not the function of the file, and takes no keywords. */
export class PackedFunction extends PyObject {
  constructor(readonly callee: Value) {
    super(packedFunctionClass);
  }
}

/** A value on its way through a packed function. Raises for what the compiler has no form of. */
function packed(m: Runtime, value: Value): Value {
  if (value instanceof PyScalar) return value.dtype.kind === "f" ? new PyFloat(Number(value.value)) : value.value;
  if (value instanceof TvmObject || value instanceof PackedFunction) return value;
  const isOwn = value instanceof PyArray || value instanceof PySet || value?.constructor === PyObject;
  if (isCallable(value)) return new PackedFunction(value);
  if (isOwn) throw typeError(`Don't know how to handle type ${repr(m, value.cls)}`);
  return converted(value);
}
