/**
 * Tensors as Python sees them. Follows python/tvm/runtime/ndarray.py and relay.Constant in python/tvm/relay/expr.py.
 */
import { bytesPerElement, type Constant, constant, elementCount, type TensorData } from "@relayscope/ir";
import {
  claim,
  hostAttribute,
  hostClass,
  hostFunction,
  hostMethod,
  narrowing,
  PyTuple,
  type Runtime,
  raised,
  repr,
  str,
  typeError,
  typeName,
  type Value,
} from "@relayscope/python";
import { valueTooLarge, valueUnknownHere } from "../diagnostics.ts";
import { arrayOfTensor, tensorOfArray } from "./arrays.ts";
import { deviceNamed } from "./deviceObjects.ts";
import { tvmError } from "./errors.ts";
import { ExprObject, exprClass, wrapExpr } from "./exprHolder.ts";
import { give, making } from "./nodeClasses.ts";
import { withSpan } from "./spanObjects.ts";
import { TvmObject, tvmObjectClass } from "./tvmObject.ts";

/** A tensor, whose elements may be unknown: a question about them then ends the program. */
class TensorObject extends TvmObject {
  constructor(
    readonly dtype: string,
    readonly shape: readonly number[],
    private readonly source: { readonly data: TensorData | undefined },
    private readonly unknown = valueUnknownHere,
  ) {
    super(tensorClass);
  }

  override get key(): unknown {
    return this.source;
  }

  get known(): TensorData | undefined {
    return this.source.data;
  }

  /** Its elements. Throws where they are not known. */
  get data(): TensorData {
    if (!this.source.data) throw this.unknown();
    return this.source.data;
  }

  override show(): string {
    return `<tvm.nd.NDArray shape=(${this.shape.join(", ")}${this.shape.length === 1 ? "," : ""}), cpu(0)>`;
  }
}

const tensorIn = narrowing(TensorObject, () => typeError("an NDArray is expected"));

/** A tensor for Python. */
function tensorObject(data: TensorData): TvmObject {
  return new TensorObject(data.dtype, data.shape, { data });
}

/** A tensor that gets its data with the first question for it, if there is room. */
export function laterTensor(dtype: string, shape: readonly number[], dataOf: () => TensorData | undefined): TvmObject {
  const source = {
    get data() {
      return dataOf();
    },
  };
  return new TensorObject(dtype, shape, source, valueTooLarge);
}

/** The tensor of a constant. Throws where nothing is known of it. */
export function tensorOfConstant(node: Constant): TvmObject {
  if (node.data) return new TensorObject(node.data.dtype, node.data.shape, node);
  const type = node.tensorType;
  if (!type) throw valueUnknownHere();
  return new TensorObject(
    type.dtype,
    type.shape.map((dim) => (typeof dim === "number" ? dim : 0)),
    node,
  );
}

/** A constant with a value's elements, which may be unknown. Raises if the value is not a tensor. */
export function constantOfValue(m: Runtime, value: Value): Constant {
  const { dtype, shape } = value instanceof TensorObject ? value : tensorOfValue(m, value);
  const data = value instanceof TensorObject ? value.known : tensorOfValue(m, value);
  return constant(data, { kind: "TensorType", shape, dtype });
}

export function isTensor(value: Value): boolean {
  return value instanceof TensorObject;
}

/** A value as a tensor: an NDArray, a numpy array, or what numpy converts to one. Raises for anything else. */
export function tensorOfValue(m: Runtime, value: Value): TensorData {
  if (value instanceof TensorObject) return value.data;
  const found = tensorOfArray(m, value);
  if (found) return found;
  throw tvmError(`Check failed: Expected type NDArray but got ${typeName(value)}`);
}

/** The bytes of the copy are taken from the budget. */
const asNumpy = (name: string) =>
  hostMethod(name, "self", (m, self = null) => {
    const { dtype, shape, data } = tensorIn(self);
    claim(m, elementCount(shape) * (bytesPerElement(dtype) ?? 0));
    return arrayOfTensor(m, data);
  });

const tensorClass = hostClass({
  name: "NDArray",
  module: "tvm.runtime.ndarray",
  bases: [tvmObjectClass],
  members: {
    numpy: asNumpy("numpy"),
    asnumpy: asNumpy("asnumpy"),
    shape: hostAttribute("shape", TensorObject, (self) => new PyTuple([...self.shape])),
    dtype: hostAttribute("dtype", TensorObject, (self) => self.dtype),
    device: hostAttribute("device", TensorObject, () => deviceNamed("cpu")),
    is_view: false,
    copyto: hostMethod("copyto", "self, target, mem_scope=None", (_m, self = null) => tensorObject(tensorIn(self).data)),
    __getattr__: hostMethod("__getattr__", "self, name", (_m, self = null, name = null) => {
      throw raised("AttributeError", `'${typeName(self)}' object has no attribute '${String(name)}'`);
    }),
    __str__: hostMethod("__str__", "self", (m, self = null) => str(m, arrayOfTensor(m, tensorIn(self).data))),
    __repr__: hostMethod("__repr__", "self", (m, self = null) => {
      const tensor = tensorIn(self);
      return `${tensor.show()}\n${repr(m, arrayOfTensor(m, tensor.data))}`;
    }),
  },
});

give(exprClass("Constant"), {
  __new__: making("Constant", "data, span=None", (m, _cls, value = null, span = null) => {
    const data = tensorOfValue(m, value);
    const type = { kind: "TensorType", shape: data.shape, dtype: data.dtype } as const;
    return withSpan(wrapExpr({ ...constant(data, type), checkedType: undefined }), span);
  }),
  data: hostAttribute("data", ExprObject, ({ node }) => (node.kind === "Constant" ? tensorOfConstant(node) : undefined)),
});

/** The members of the modules of tensors. */
export const tensorMembers: Readonly<Record<string, Value>> = {
  NDArray: tensorClass,
  array: hostFunction("array", "arr, device=None, mem_scope=None", (m, value = null) => tensorObject(tensorOfValue(m, value))),
  array_of: hostFunction("array_of", "arr", (m, value = null) => tensorObject(tensorOfValue(m, value))),
};
