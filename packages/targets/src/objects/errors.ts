/** Exceptions of the compiler. Follows python/tvm/error.py and python/tvm/_ffi/base.py. */
import { exceptionClassOf, hostClass, type PyClass, type PyException, raised, stackHeading } from "@relayscope/python";

function errorClass(name: string, module: string, ...bases: readonly PyClass[]): PyClass {
  return hostClass({ name, module, bases });
}

export const tvmErrorClass = errorClass("TVMError", "tvm._ffi.base", exceptionClassOf("RuntimeError"));

const opErrorClass = errorClass("OpError", "tvm.error", tvmErrorClass);
const rpcErrorClass = errorClass("RPCError", "tvm.error", tvmErrorClass);

/** An error about an operator that is one of Python's too. */
const opError = (name: string, base: string) => errorClass(name, "tvm.error", opErrorClass, exceptionClassOf(base));

/** The classes of tvm.error, each a TVMError. */
export const errorClasses: Readonly<Record<string, PyClass>> = {
  TVMError: tvmErrorClass,
  InternalError: errorClass("InternalError", "tvm.error", tvmErrorClass),
  RPCError: rpcErrorClass,
  RPCSessionTimeoutError: errorClass("RPCSessionTimeoutError", "tvm.error", rpcErrorClass, exceptionClassOf("TimeoutError")),
  OpError: opErrorClass,
  OpNotImplemented: opError("OpNotImplemented", "NotImplementedError"),
  OpAttributeRequired: opError("OpAttributeRequired", "AttributeError"),
  OpAttributeInvalid: opError("OpAttributeInvalid", "AttributeError"),
  OpAttributeUnImplemented: opError("OpAttributeUnImplemented", "NotImplementedError"),
  DiagnosticError: errorClass("DiagnosticError", "tvm.error", tvmErrorClass),
};

/**
 * An error of the reference's own code, whose text is a stack. The lines between the first and the message name
 * functions and files of one build; they are left out.
 */
function ofCompiler(cls: PyClass, message: string): PyException {
  return raised(cls, `${stackHeading}${cls.name}: ${message}`);
}

/** An exception of Python that the reference's own code raises. */
export function compilerError(name: string, message: string): PyException {
  return ofCompiler(exceptionClassOf(name), message);
}

/** Raised where the reference's own code finds that something can't be. */
export function internalError(message: string): PyException {
  return ofCompiler(errorClasses.InternalError ?? tvmErrorClass, message);
}

export function diagnosticError(): PyException {
  return ofCompiler(
    errorClasses.DiagnosticError ?? tvmErrorClass,
    "one or more error diagnostics were emitted, please check diagnostic render for output.",
  );
}

/** Raised where a value can't be handed to the compiler. */
export function tvmError(message: string): PyException {
  return ofCompiler(tvmErrorClass, message);
}
