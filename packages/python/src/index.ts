/** The Python of target files. */
export { attributeOr, call, callMethod, classOf, findAttribute, getAttribute, isInstance, setAttribute, typeName } from "./core/protocol.ts";
export { attempt } from "./core/attempt.ts";
export {
  classMethod,
  hostAttribute,
  hostClass,
  hostFunction,
  hostMethod,
  hostModule,
  hostProperty,
  staticMethod,
} from "./host/native.ts";
export { PyBytes, PyFloat, PyList, PyTuple, ellipsis, notImplemented } from "./model/containers.ts";
export { PyException, exceptionClassOf, raised, typeError, valueError } from "./model/exceptions.ts";
export { PyBuiltin, PyFunction, PyMethod } from "./model/functions.ts";
export { PyModule } from "./model/module.ts";
export { Exhausted, type LogRecord, type Runtime, claim, spend } from "./model/runtime.ts";
export { PyDict, PySet } from "./model/table.ts";
export { type Keywords, PyClass, PyObject, type Value } from "./model/value.ts";
