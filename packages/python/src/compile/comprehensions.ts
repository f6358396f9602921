/**
 * Comprehensions: loops in the frame around them, with variables of their own. A generator expression is a function of
 * its own.
 */
import { tableSet, truth } from "../core/equality.ts";
import { iterate } from "../core/iteration.ts";
import { call } from "../core/protocol.ts";
import { PyList } from "../model/containers.ts";
import { claim, type Frame, spend } from "../model/runtime.ts";
import { PyDict, PySet } from "../model/table.ts";
import { Cell, type Value } from "../model/value.ts";
import type { Comprehension } from "../syntax/ast.ts";
import { checkDepth } from "./frame.ts";
import type { Run, Unit } from "./unit.ts";

export function compileComprehension(unit: Unit, e: Comprehension): Run {
  const [first] = e.loops;
  if (!first) throw new Error("A comprehension has no loop.");
  const outer = unit.expression(first.iterable);
  if (e.kind === "Generator") {
    const make = unit.functionOf(e);
    return (f) => {
      const over = iterate(f.m, outer(f));
      return call(f.m, make(f), [over]);
    };
  }
  const inside = unit.inside(e);
  const cells = inside.scope.ownCellIndices();
  const loops = compileLoops(inside, e, 0);
  const item = inside.expression(e.item);
  const value = e.value ? inside.expression(e.value) : undefined;
  const start = (f: Frame): Value => {
    const over = outer(f);
    for (const at of cells) f.cells[at] = new Cell(undefined);
    return over;
  };
  const { kind } = e;
  const made = (f: Frame): Value => {
    const over = start(f);
    if (kind === "ListComp") {
      const items: Value[] = [];
      loops(f, over, (g) => {
        claim(g.m, 32);
        items.push(item(g));
      });
      return new PyList(items);
    }
    const whole = kind === "SetComp" ? new PySet() : new PyDict();
    loops(f, over, (g) => {
      claim(g.m, 128);
      const key = item(g);
      tableSet(g.m, whole.table, key, value ? value(g) : true);
    });
    return whole;
  };
  // For CPython a comprehension is a call: it counts for the depth of calls.
  return (f) => {
    f.depth++;
    try {
      checkDepth(f);
      return made(f);
    } finally {
      f.depth--;
    }
  };
}

function compileLoops(unit: Unit, e: Comprehension, at: number): (f: Frame, over: Value, visit: (f: Frame) => void) => void {
  const loop = e.loops[at];
  if (!loop) throw new Error("A comprehension has no such loop.");
  const store = unit.store(loop.target);
  const conditions = loop.conditions.map((c) => unit.expression(c));
  const next = e.loops[at + 1];
  const iterable = next && unit.expression(next.iterable);
  const inner = next && compileLoops(unit, e, at + 1);
  return (f, over, visit) => {
    const { m } = f;
    if (over instanceof PyList && !over.cls.isMutable) {
      // The list may grow while it is gone through.
      for (let i = 0; i < over.items.length; i++) one(f, over.items[i] ?? null, visit);
      return;
    }
    const iterator = iterate(m, over);
    for (let item = iterator.next(m); item !== undefined; item = iterator.next(m)) one(f, item, visit);
  };

  function one(f: Frame, item: Value, visit: (f: Frame) => void): void {
    spend(f.m, 1);
    store(f, item);
    for (const test of conditions) if (!truth(f.m, test(f))) return;
    if (iterable && inner) inner(f, iterable(f), visit);
    else visit(f);
  }
}
