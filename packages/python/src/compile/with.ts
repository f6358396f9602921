/** `with`: managers are entered in order and left in the opposite one. */
import { truth } from "../core/equality.ts";
import { callBound, classOf, typeName } from "../core/protocol.ts";
import { type PyException, typeError } from "../model/exceptions.ts";
import type { Frame, Runtime } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import type { Statement, WithItem } from "../syntax/ast.ts";
import { caught } from "./exceptions.ts";
import { type Exec, proceeds, type Signal, type Unit } from "./unit.ts";

export interface Manager {
  readonly enter: Value;
  readonly exit: Value;
  readonly self: Value;
}

/** A value as a context manager. Raises TypeError if it is not one. */
export function managerOf(value: Value): Manager {
  const cls = classOf(value);
  const enter = cls.lookup("__enter__");
  const exit = cls.lookup("__exit__");
  if (enter === undefined) throw typeError(`'${typeName(value)}' object does not support the context manager protocol`);
  if (exit === undefined) {
    throw typeError(`'${typeName(value)}' object does not support the context manager protocol (missed __exit__ method)`);
  }
  return { enter, exit, self: value };
}

export function enterManager(m: Runtime, { enter, self }: Manager): Value {
  return callBound(m, enter, self, []);
}

/** Leaves after an exception; true where the manager swallows it. */
export function leaveRaising(f: Frame, { exit, self }: Manager, error: PyException): boolean {
  f.handled ??= [];
  f.handled.push(error);
  try {
    return truth(f.m, callBound(f.m, exit, self, [error.cls, error, null]));
  } finally {
    f.handled.pop();
  }
}

export function leaveManager(m: Runtime, { exit, self }: Manager): void {
  callBound(m, exit, self, [null, null, null]);
}

export function compileWith(unit: Unit, s: Extract<Statement, { kind: "With" }>): Exec {
  return nested(unit, s.items, 0, unit.block(s.body), s.line);
}

function nested(unit: Unit, items: readonly WithItem[], at: number, body: Exec, line: number): Exec {
  const item = items[at];
  if (!item) return body;
  const context = unit.expression(item.context);
  const store = item.target && unit.store(item.target);
  const inner = nested(unit, items, at + 1, body, line);
  return (f) => {
    f.line = line;
    const value = context(f);
    const manager = managerOf(value);
    const entered = enterManager(f.m, manager);
    let signal: Signal;
    try {
      store?.(f, entered);
      signal = inner(f);
    } catch (thrown) {
      const error = caught(f, thrown);
      f.line = line;
      if (!leaveRaising(f, manager, error)) throw error;
      return proceeds;
    }
    const { result } = f;
    f.line = line;
    leaveManager(f.m, manager);
    f.result = result;
    return signal;
  };
}
