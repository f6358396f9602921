/** The Python of target files. */

export { attempt } from "./core/attempt.ts";
export { compare, equals, tableDelete, tableGet, tableSet, truth } from "./core/equality.ts";
export { generalText } from "./core/formatting.ts";
export { collect, each, overItems, PyIterator } from "./core/iteration.ts";
export { floatOf, intOf, textOf, unboxed } from "./core/numbers.ts";
export {
  attributeNames,
  attributeOr,
  call,
  callMethod,
  classOf,
  findAttribute,
  getAttribute,
  isCallable,
  isInstance,
  setAttribute,
  typeName,
} from "./core/protocol.ts";
export { repr, str } from "./core/representation.ts";
export { getItem, lengthOf } from "./core/subscripts.ts";
export {
  asFunctionOf,
  type Body,
  classMethod,
  type HostClassOptions,
  hostAttribute,
  hostClass,
  hostFunction,
  hostMethod,
  hostModule,
  hostProperty,
  staticMethod,
} from "./host/native.ts";
export { textsByModule } from "./host/textsByModule.ts";
export { type Difference, type Heap, keepHeap } from "./machine/heap.ts";
export { type Failure, type Found, Machine, type MachineOptions, type Outcome, type RaisedError } from "./machine/machine.ts";
export { generatorClass, strClass } from "./model/classes.ts";
export { ellipsis, notImplemented, PyBytes, PyFloat, PyList, PySlice, PyTuple } from "./model/containers.ts";
export {
  exceptionClassOf,
  isOwnLimit,
  narrowing,
  PyException,
  raised,
  type StackLine,
  stackHeading,
  typeError,
  valueError,
} from "./model/exceptions.ts";
export { PyBuiltin, PyFunction, PyMethod } from "./model/functions.ts";
export { type Misuse, PyModule, StandIn } from "./model/module.ts";
export { type Budget, claim, Exhausted, type LogRecord, type Runtime, spend } from "./model/runtime.ts";
export { PyDict, PySet } from "./model/table.ts";
export { type Keywords, PyClass, PyHost, PyObject, type Value } from "./model/value.ts";
export { PyPartial } from "./modules/evaluator.ts";
export { hasModule } from "./modules/index.ts";
export { PyArray, PyScalar } from "./numpy/array.ts";
export { arrayOf } from "./numpy/hostArray.ts";
export { arrayText } from "./numpy/printing.ts";
export { LaterUniforms } from "./numpy/random.ts";
export { parseModule } from "./syntax/parse.ts";
export type { Problem } from "./syntax/problem.ts";
export { type Token, tokensOf } from "./syntax/tokens.ts";
export { isWrittenOut, type Origin } from "./trace/origin.ts";
export type { Forced } from "./trace/records.ts";
export { runScript, type Script, type ScriptProblem } from "./trace/script.ts";
export {
  type Decided,
  type RunLine,
  type Traced,
  type TracedPart,
  type TracedReason,
  type TraceOptions,
  traceCall,
} from "./trace/trace.ts";
