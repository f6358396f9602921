/**
 * Generators: what waits at a `yield` is compiled to generators of JavaScript, and only that. An expression with a
 * `yield` inside is taken apart: what is evaluated before the `yield` is kept in slots, and the rest is compiled as
 * usual.
 */
import { truth } from "../core/equality.ts";
import { PyGenerator, type Sent, Thrown } from "../core/generator.ts";
import { iterate } from "../core/iteration.ts";
import type { PyException } from "../model/exceptions.ts";
import { type Frame, spend } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import type { Block, Expression, ForStatement, MatchCase, MatchStatement, Statement, TryStatement, WithItem } from "../syntax/ast.ts";
import { caught } from "./exceptions.ts";
import { hasYield, mapParts } from "./parts.ts";
import { compileCase } from "./patterns.ts";
import { compileHandler, enter, handlerFor, leave } from "./try.ts";
import { breaks, type ExecSlowly, proceeds, type RunSlowly, returns, type Signal, type Unit } from "./unit.ts";
import { enterManager, leaveManager, leaveRaising, managerOf } from "./with.ts";

function received(sent: Sent): Value {
  if (sent instanceof Thrown) throw sent.error;
  return sent;
}

export function slowExpression(unit: Unit, e: Expression): RunSlowly {
  if (!hasYield(e)) {
    const run = unit.expression(e);
    // biome-ignore lint/correctness/useYield: it is taken for one that waits
    return function* (f) {
      return run(f);
    };
  }
  switch (e.kind) {
    case "Yield": {
      const value = e.value ? slowExpression(unit, e.value) : undefined;
      return function* (f) {
        return received(yield value ? yield* value(f) : null);
      };
    }
    case "YieldFrom":
      return yieldFrom(slowExpression(unit, e.value));
    case "Bool":
      return slowBool(unit, e);
    case "If": {
      const test = slowExpression(unit, e.test);
      const body = slowExpression(unit, e.body);
      const otherwise = slowExpression(unit, e.otherwise);
      return function* (f) {
        return truth(f.m, yield* test(f)) ? yield* body(f) : yield* otherwise(f);
      };
    }
    default:
      return apart(unit, e);
  }
}

function yieldFrom(value: RunSlowly): RunSlowly {
  return function* (f) {
    const iterator = iterate(f.m, yield* value(f));
    if (!(iterator instanceof PyGenerator)) {
      for (let item = iterator.next(f.m); item !== undefined; item = iterator.next(f.m)) received(yield item);
      return null;
    }
    let sent: Sent = null;
    for (;;) {
      const item = iterator.resume(f.m, sent);
      if (item === undefined) return iterator.frame.result;
      sent = yield item;
    }
  };
}

function slowBool(unit: Unit, { operator, values }: Extract<Expression, { kind: "Bool" }>): RunSlowly {
  const runs = values.map((v) => slowExpression(unit, v));
  return function* (f) {
    let value: Value = null;
    for (const run of runs) {
      value = yield* run(f);
      if (truth(f.m, value) === (operator === "or")) return value;
    }
    return value;
  };
}

/** Parts up to the last one with a `yield` go to slots, in order; the expression is then compiled with these. */
function apart(unit: Unit, e: Expression): RunSlowly {
  const steps: { slot: number; run: RunSlowly }[] = [];
  let left = 0;
  const count = (part: Expression): Expression => {
    if (hasYield(part)) left++;
    return part;
  };
  mapParts(e, count);
  const keep = (part: Expression): Expression => {
    if (part.kind === "Starred") return { ...part, value: keep(part.value) };
    if (part.kind === "Slice") return mapParts(part, keep);
    if (left === 0) return part;
    if (hasYield(part)) left--;
    const slot = unit.scope.newSlot();
    steps.push({ slot, run: slowExpression(unit, part) });
    return { start: part.start, end: part.end, line: part.line, kind: "Kept", slot };
  };
  const rest = unit.expression(mapParts(e, keep));
  return function* (f) {
    for (const { slot, run } of steps) f.slots[slot] = yield* run(f);
    return rest(f);
  };
}

// ---- statements

function hasYieldInStatement(s: Statement): boolean {
  const any = (...parts: readonly (Expression | undefined)[]) => parts.some((p) => p && hasYield(p));
  const inBlock = (...blocks: readonly (Block | undefined)[]) => blocks.some((b) => b?.some(hasYieldInStatement));
  switch (s.kind) {
    case "Expression":
    case "Return":
      return any(s.value);
    case "Assign":
      return any(s.value, ...s.targets);
    case "Augmented":
      return any(s.value, s.target);
    case "Annotated":
      return any(s.value);
    case "Raise":
      return any(s.value, s.cause);
    case "Assert":
      return any(s.test, s.message);
    case "Delete":
      return any(...s.targets);
    case "IfStatement":
      return s.branches.some(({ test, body }) => hasYield(test) || inBlock(body)) || inBlock(s.otherwise);
    case "While":
      return any(s.test) || inBlock(s.body, s.otherwise);
    case "For":
      return any(s.iterable) || inBlock(s.body, s.otherwise);
    case "Try":
      return inBlock(s.body, s.otherwise, s.final, ...s.handlers.map((h) => h.body));
    case "With":
      return s.items.some(({ context }) => hasYield(context)) || inBlock(s.body);
    case "Match":
      return any(s.subject) || s.cases.some(({ guard, body }) => any(guard) || inBlock(body));
    case "Function":
    case "Class":
      return s.decorators.some(hasYield);
    default:
      return false;
  }
}

export function slowBlock(unit: Unit, body: Block): ExecSlowly {
  const steps = body.map((s) => (hasYieldInStatement(s) ? { slow: slowStatement(unit, s) } : { quick: unit.statement(s) }));
  return function* (f) {
    for (const step of steps) {
      const signal = "slow" in step ? yield* step.slow(f) : step.quick(f);
      if (signal !== proceeds) return signal;
    }
    return proceeds;
  };
}

function slowStatement(unit: Unit, s: Statement): ExecSlowly {
  switch (s.kind) {
    case "IfStatement":
      return slowIf(unit, s);
    case "While":
      return slowWhile(unit, s);
    case "For":
      return slowFor(unit, s);
    case "Try":
      return slowTry(unit, s);
    case "With":
      return slowWith(unit, s.items, 0, slowBlock(unit, s.body), s.line);
    case "Match":
      return slowMatch(unit, s);
    default:
      return slowSimple(unit, s);
  }
}

/** Expressions of a simple statement go to slots first. */
function slowSimple(unit: Unit, s: Statement): ExecSlowly {
  const steps: { slot: number; run: RunSlowly }[] = [];
  const keep = (e: Expression): Expression => {
    const slot = unit.scope.newSlot();
    steps.push({ slot, run: slowExpression(unit, e) });
    return { start: e.start, end: e.end, line: e.line, kind: "Kept", slot };
  };
  let plain: Statement = s;
  if (s.kind === "Raise" || s.kind === "Return" || s.kind === "Annotated") plain = { ...s, value: s.value && keep(s.value) };
  else if (s.kind === "Expression" || s.kind === "Assign" || s.kind === "Augmented") plain = { ...s, value: keep(s.value) };
  else if (s.kind === "Assert") plain = { ...s, test: keep(s.test) };
  const rest = unit.statement(plain);
  const { line } = s;
  return function* (f) {
    f.line = line;
    for (const { slot, run } of steps) f.slots[slot] = yield* run(f);
    return rest(f);
  };
}

function slowIf(unit: Unit, s: Extract<Statement, { kind: "IfStatement" }>): ExecSlowly {
  const branches = s.branches.map(({ test, body }) => ({ test: slowExpression(unit, test), body: slowBlock(unit, body), line: test.line }));
  const otherwise = slowBlock(unit, s.otherwise ?? []);
  return function* (f) {
    for (const { test, body, line } of branches) {
      f.line = line;
      if (truth(f.m, yield* test(f))) return yield* body(f);
    }
    return yield* otherwise(f);
  };
}

function slowMatch(unit: Unit, s: MatchStatement): ExecSlowly {
  const subject = slowExpression(unit, s.subject);
  const cases = s.cases.map((one) => ({ isFor: slowCase(unit, one), body: slowBlock(unit, one.body) }));
  const { line } = s;
  return function* (f) {
    f.line = line;
    const value = yield* subject(f);
    for (const { isFor, body } of cases) if (yield* isFor(f, value)) return yield* body(f);
    return proceeds;
  };
}

/** Whether a case is the one for a value; its guard may wait. */
function slowCase(unit: Unit, { guard, ...one }: MatchCase): (f: Frame, value: Value) => Generator<Value, boolean, Sent> {
  const test = compileCase(unit, { ...one, guard: undefined });
  const holds = guard && slowExpression(unit, guard);
  return function* (f, value) {
    return test(f, value) && (!holds || truth(f.m, yield* holds(f)));
  };
}

function slowWhile(unit: Unit, s: Extract<Statement, { kind: "While" }>): ExecSlowly {
  const test = slowExpression(unit, s.test);
  const body = slowBlock(unit, s.body);
  const otherwise = slowBlock(unit, s.otherwise ?? []);
  const { line } = s;
  return function* (f) {
    for (;;) {
      f.line = line;
      if (!truth(f.m, yield* test(f))) break;
      spend(f.m, 1);
      const signal = yield* body(f);
      if (signal === breaks) return proceeds;
      if (signal === returns) return signal;
    }
    return yield* otherwise(f);
  };
}

function slowFor(unit: Unit, s: ForStatement): ExecSlowly {
  const over = slowExpression(unit, s.iterable);
  const store = unit.store(s.target);
  const body = slowBlock(unit, s.body);
  const otherwise = slowBlock(unit, s.otherwise ?? []);
  const { line } = s;
  return function* (f) {
    f.line = line;
    const iterator = iterate(f.m, yield* over(f));
    for (;;) {
      f.line = line;
      const item = iterator.next(f.m);
      if (item === undefined) break;
      spend(f.m, 1);
      store(f, item);
      const signal = yield* body(f);
      if (signal === breaks) return proceeds;
      if (signal === returns) return signal;
    }
    return yield* otherwise(f);
  };
}

function slowTry(unit: Unit, s: TryStatement): ExecSlowly {
  const guarded = s.handlers.length > 0 ? slowHandlers(unit, s) : slowBlock(unit, s.body);
  if (!s.final) return guarded;
  const final = slowBlock(unit, s.final);
  return function* (f) {
    let signal: Signal;
    const { result } = f;
    try {
      signal = yield* guarded(f);
    } catch (thrown) {
      const error = caught(f, thrown);
      f.handled ??= [];
      f.handled.push(error);
      const last = yield* final(f);
      f.handled.pop();
      if (last !== proceeds) return last;
      throw error;
    }
    const answer = signal === proceeds ? result : f.result;
    const last = yield* final(f);
    if (last !== proceeds) return last;
    f.result = answer;
    return signal;
  };
}

function slowHandlers(unit: Unit, s: TryStatement): ExecSlowly {
  const body = slowBlock(unit, s.body);
  const handlers = s.handlers.map((h) => compileHandler(unit, h));
  const bodies = s.handlers.map((h) => slowBlock(unit, h.body));
  const otherwise = slowBlock(unit, s.otherwise ?? []);
  return function* (f) {
    let error: PyException;
    try {
      const signal = yield* body(f);
      if (signal !== proceeds) return signal;
      return yield* otherwise(f);
    } catch (thrown) {
      error = caught(f, thrown);
    }
    const at = handlerFor(f, handlers, error);
    const handler = handlers[at];
    const run = bodies[at];
    if (!handler || !run) throw error;
    enter(f, handler, error);
    let signal: Signal;
    try {
      signal = yield* run(f);
    } catch (thrown) {
      const next = caught(f, thrown);
      leave(f, handler);
      throw next;
    }
    leave(f, handler);
    return signal;
  };
}

function slowWith(unit: Unit, items: readonly WithItem[], at: number, body: ExecSlowly, line: number): ExecSlowly {
  const item = items[at];
  if (!item) return body;
  const context = slowExpression(unit, item.context);
  const store = item.target && unit.store(item.target);
  const inner = slowWith(unit, items, at + 1, body, line);
  return function* (f: Frame) {
    f.line = line;
    const manager = managerOf(yield* context(f));
    const entered = enterManager(f.m, manager);
    let signal: Signal;
    try {
      store?.(f, entered);
      signal = yield* inner(f);
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
