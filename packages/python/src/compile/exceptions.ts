/** Raising, and what a handler sees of what was raised. */
import { call, isInstance, typeName } from "../core/protocol.ts";
import { PyTuple } from "../model/containers.ts";
import { baseExceptionClass, PyException, raised, type StackLine, typeError } from "../model/exceptions.ts";
import { Exhausted, type Frame, type Runtime } from "../model/runtime.ts";
import { PyClass, PyObject, type Value } from "../model/value.ts";
import type { Statement } from "../syntax/ast.ts";
import type { Exec, Unit } from "./unit.ts";

export function compileRaise(unit: Unit, s: Extract<Statement, { kind: "Raise" }>): Exec {
  const value = s.value && unit.expression(s.value);
  const cause = s.cause && unit.expression(s.cause);
  const { line } = s;
  return (f) => {
    f.line = line;
    if (!value) throw current(f) ?? raised("RuntimeError", "No active exception to reraise");
    const error = exceptionFrom(f, value(f));
    if (cause) setCause(f, error, cause(f));
    f.line = line;
    throw error;
  };
}

function exceptionFrom(f: Frame, value: Value): PyException {
  if (value instanceof PyException) return value;
  if (value instanceof PyClass && value.isSubclassOf(baseExceptionClass)) {
    const made = call(f.m, value, []);
    if (made instanceof PyException) return made;
    throw typeError(`calling ${value.name} should have returned an instance of BaseException, not ${typeName(made)}`);
  }
  if (value instanceof PyObject) value.classAsked();
  throw typeError("exceptions must derive from BaseException");
}

function setCause(f: Frame, error: PyException, value: Value): void {
  if (value !== null && !(value instanceof PyException || (value instanceof PyClass && value.isSubclassOf(baseExceptionClass)))) {
    throw typeError("exception causes must derive from BaseException");
  }
  error.cause = value === null ? null : exceptionFrom(f, value);
  error.isContextHidden = true;
}

/** The exception whose handler runs, here or in a caller. */
function current(f: Frame | undefined): PyException | undefined {
  for (let frame = f; frame; frame = frame.back) {
    const last = frame.handled?.at(-1);
    if (last instanceof PyException) return last;
  }
  return undefined;
}

/**
 * Converts a thrown value to an exception that a program can catch. Records its stack while the frames are still
 * linked, then makes `f` the current frame. Rethrows what no program may catch.
 */
export function caught(f: Frame, error: unknown): PyException {
  if (!(error instanceof PyException)) throw error instanceof RangeError ? overflow(error) : error;
  noteStack(f.m, error);
  f.m.frame = f;
  const inside = f.handled?.at(-1);
  if (inside instanceof PyException && inside !== error) error.context ??= inside;
  return error;
}

/** Converts a RangeError of JavaScript, about a stack or a size, to an exhausted budget. */
export function overflow(error: RangeError): Exhausted {
  return error.message.includes("call stack") || error.message.includes("recursion")
    ? new Exhausted("stack", "")
    : new Exhausted("size", "a value");
}

/** Most lines of a stack that are kept. */
const longestStack = 60;

/** Notes where an exception was raised, if that is not known: the frames that run, outermost first. */
export function noteStack(m: Runtime, error: PyException): void {
  if (error.stack) return;
  const lines: StackLine[] = [];
  for (let frame = m.frame; frame; frame = frame.back) {
    lines.push({ file: frame.code.file, line: frame.line, name: frame.code.name });
  }
  // What it costs is taken without a check: the next step of the program finds out.
  m.stepsLeft -= lines.length >> 1;
  const whole = lines.reverse();
  error.stack = whole.length <= longestStack ? whole : [...whole.slice(0, longestStack / 2), ...whole.slice(-longestStack / 2)];
}

/** Whether an exception is of a class, or of one of a tuple of classes. */
export function isOfType(error: PyException, type: Value): boolean {
  if (type instanceof PyClass && type.isSubclassOf(baseExceptionClass)) return isInstance(error, type);
  if (type instanceof PyTuple) return type.items.some((t) => isOfType(error, t));
  if (type instanceof PyObject) type.classAsked();
  throw typeError("catching classes that do not inherit from BaseException is not allowed");
}
