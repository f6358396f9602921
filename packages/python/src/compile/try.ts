/** `try`, with its handlers, `else` and `finally`. */
import type { PyException } from "../model/exceptions.ts";
import type { Frame } from "../model/runtime.ts";
import type { Handler, TryStatement } from "../syntax/ast.ts";
import { caught, isOfType } from "./exceptions.ts";
import { forgetName, storeName } from "./names.ts";
import { type Exec, proceeds, type Run, type Signal, type Store, type Unit } from "./unit.ts";

interface CompiledHandler {
  readonly type: Run | undefined;
  readonly store: Store | undefined;
  readonly forget: ((f: Frame) => void) | undefined;
  readonly line: number;
}

export function compileHandler(unit: Unit, { type, name, line }: Handler): CompiledHandler {
  return {
    type: type && unit.expression(type),
    store: name === undefined ? undefined : storeName(unit, name),
    forget: name === undefined ? undefined : forgetName(unit, name),
    line,
  };
}

/** The handler that takes an exception, or -1. */
export function handlerFor(f: Frame, handlers: readonly CompiledHandler[], error: PyException): number {
  return handlers.findIndex(({ type, line }) => {
    f.line = line;
    return !type || isOfType(error, type(f));
  });
}

/** Begins a handler: the exception is the one that `raise` alone raises again. */
export function enter(f: Frame, handler: CompiledHandler, error: PyException): void {
  f.handled ??= [];
  f.handled.push(error);
  handler.store?.(f, error);
}

export function leave(f: Frame, handler: CompiledHandler): void {
  f.handled?.pop();
  handler.forget?.(f);
}

export function compileTry(unit: Unit, s: TryStatement): Exec {
  const guarded = s.handlers.length > 0 ? compileHandlers(unit, s) : unit.block(s.body);
  if (!s.final) return guarded;
  const final = unit.block(s.final);
  return (f) => {
    let signal: Signal;
    const { result } = f;
    try {
      signal = guarded(f);
    } catch (thrown) {
      const error = caught(f, thrown);
      f.handled ??= [];
      f.handled.push(error);
      try {
        const last = final(f);
        if (last !== proceeds) return last;
      } finally {
        f.handled.pop();
      }
      throw error;
    }
    const answer = signal === proceeds ? result : f.result;
    const last = final(f);
    if (last !== proceeds) return last;
    f.result = answer;
    return signal;
  };
}

function compileHandlers(unit: Unit, s: TryStatement): Exec {
  const body = unit.block(s.body);
  const handlers = s.handlers.map((h) => compileHandler(unit, h));
  const bodies = s.handlers.map((h) => unit.block(h.body));
  const otherwise = s.otherwise ? unit.block(s.otherwise) : undefined;
  return (f) => {
    let signal: Signal;
    try {
      signal = body(f);
    } catch (thrown) {
      return handle(f, caught(f, thrown));
    }
    return signal === proceeds && otherwise ? otherwise(f) : signal;
  };

  function handle(f: Frame, error: PyException): Signal {
    const at = handlerFor(f, handlers, error);
    const handler = handlers[at];
    if (!handler) throw error;
    enter(f, handler, error);
    let signal: Signal = proceeds;
    try {
      signal = bodies[at]?.(f) ?? proceeds;
    } catch (thrown) {
      const next = caught(f, thrown);
      leave(f, handler);
      throw next;
    }
    leave(f, handler);
    return signal;
  }
}
