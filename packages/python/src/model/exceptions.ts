/**
 * Exceptions: the built-in classes, and how the evaluator and its hosts raise them. A raised exception is thrown as it
 * is.
 */
import { objectClass, typeClass } from "./classes.ts";
import { PyTuple } from "./containers.ts";
import { PyClass, PyObject, type Value } from "./value.ts";

/** A line of a Python stack. */
export interface StackLine {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

/** A name that is not known where it is asked for, for a suggestion. */
export interface Missed {
  readonly name: string;
  among(): Iterable<string>;
}

export class PyException extends PyObject {
  args: PyTuple;
  /** Of `raise ... from`. */
  cause: Value = null;
  context: PyException | undefined = undefined;
  isContextHidden = false;
  /** Where it was raised: the outermost call first. Set when it is first raised. */
  stack: readonly StackLine[] | undefined = undefined;
  /** Whether it says what Relayscope lacks or does not allow: Python does not raise it. */
  isOwnLimit = false;
  /** The name that is not there, and the names that are. */
  missed: Missed | undefined = undefined;

  constructor(cls: PyClass, args: readonly Value[]) {
    super(cls);
    this.args = new PyTuple(args);
  }
}

function exception(name: string, base: PyClass): PyClass {
  return new PyClass({ name, bases: [base], metaclass: typeClass });
}

export const baseExceptionClass = new PyClass({
  name: "BaseException",
  bases: [objectClass],
  metaclass: typeClass,
  open: true,
  allocate: (cls) => new PyException(cls, []),
});
const exceptionClass = exception("Exception", baseExceptionClass);

/** Each built-in exception under its base, in an order in which bases come first. */
const family: readonly (readonly [name: string, base: string])[] = [
  ["SystemExit", "BaseException"],
  ["KeyboardInterrupt", "BaseException"],
  ["GeneratorExit", "BaseException"],
  ["StopIteration", "Exception"],
  ["StopAsyncIteration", "Exception"],
  ["ArithmeticError", "Exception"],
  ["FloatingPointError", "ArithmeticError"],
  ["OverflowError", "ArithmeticError"],
  ["ZeroDivisionError", "ArithmeticError"],
  ["AssertionError", "Exception"],
  ["AttributeError", "Exception"],
  ["BufferError", "Exception"],
  ["EOFError", "Exception"],
  ["ImportError", "Exception"],
  ["ModuleNotFoundError", "ImportError"],
  ["LookupError", "Exception"],
  ["IndexError", "LookupError"],
  ["KeyError", "LookupError"],
  ["MemoryError", "Exception"],
  ["NameError", "Exception"],
  ["UnboundLocalError", "NameError"],
  ["OSError", "Exception"],
  ["BlockingIOError", "OSError"],
  ["ConnectionError", "OSError"],
  ["FileExistsError", "OSError"],
  ["FileNotFoundError", "OSError"],
  ["InterruptedError", "OSError"],
  ["IsADirectoryError", "OSError"],
  ["NotADirectoryError", "OSError"],
  ["PermissionError", "OSError"],
  ["TimeoutError", "OSError"],
  ["ReferenceError", "Exception"],
  ["RuntimeError", "Exception"],
  ["NotImplementedError", "RuntimeError"],
  ["RecursionError", "RuntimeError"],
  ["SyntaxError", "Exception"],
  ["IndentationError", "SyntaxError"],
  ["TabError", "IndentationError"],
  ["SystemError", "Exception"],
  ["TypeError", "Exception"],
  ["ValueError", "Exception"],
  ["UnicodeError", "ValueError"],
  ["UnicodeDecodeError", "UnicodeError"],
  ["UnicodeEncodeError", "UnicodeError"],
  ["Warning", "Exception"],
  ["DeprecationWarning", "Warning"],
  ["PendingDeprecationWarning", "Warning"],
  ["RuntimeWarning", "Warning"],
  ["SyntaxWarning", "Warning"],
  ["UserWarning", "Warning"],
  ["FutureWarning", "Warning"],
  ["ImportWarning", "Warning"],
  ["UnicodeWarning", "Warning"],
  ["BytesWarning", "Warning"],
  ["ResourceWarning", "Warning"],
];

const classes = new Map<string, PyClass>([
  ["BaseException", baseExceptionClass],
  ["Exception", exceptionClass],
]);
for (const [name, base] of family) classes.set(name, exception(name, exceptionClassOf(base)));

/** All built-in exceptions by name. */
export const exceptionClasses: ReadonlyMap<string, PyClass> = classes;

/** A built-in exception's class. Throws for an unknown name, as names come from our own code. */
export function exceptionClassOf(name: string): PyClass {
  const cls = classes.get(name);
  if (!cls) throw new Error(`There is no exception ${name}.`);
  return cls;
}

/** An exception to throw: `throw raised("ValueError", "...")`. */
export function raised(cls: PyClass | string, ...args: readonly Value[]): PyException {
  return new PyException(typeof cls === "string" ? exceptionClassOf(cls) : cls, args);
}

/** The first line of a stack, as CPython prints it. */
export const stackHeading = "Traceback (most recent call last):\n";

/** The exception of an import that fails; `name` is the module's. */
export function importError(cls: "ImportError" | "ModuleNotFoundError", name: string, message: string): PyException {
  return Object.assign(raised(cls, message), { attrs: new Map([["_name", name]]) });
}

export function typeError(message: string): PyException {
  return raised("TypeError", message);
}

export function valueError(message: string): PyException {
  return raised("ValueError", message);
}

/** Reads a value as one of a class; raises what `refusal` makes of any other value. */
export function narrowing<T>(kind: abstract new (...given: never[]) => T, refusal: (value: Value) => PyException): (value: Value) => T {
  return (value) => {
    if (value instanceof kind) return value;
    throw refusal(value);
  };
}

/** The exception for what Relayscope lacks or does not allow; `what` ends in its verb, `why` ends the sentence. */
export function unavailable(what: string, why = ""): PyException {
  return Object.assign(raised("RuntimeError", `${what} not available here${why}`), { isOwnLimit: true });
}

/** Whether an exception says, or one that it was raised after, what Relayscope lacks or does not allow. */
export function isOwnLimit(error: PyException): boolean {
  let at: PyException | undefined = error;
  while (at && !at.isOwnLimit) at = at.context;
  return at !== undefined;
}

export function isRaised(error: unknown, className: string): error is PyException {
  return error instanceof PyException && error.cls.isSubclassOf(exceptionClassOf(className));
}
