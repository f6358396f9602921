/** Class definitions: the body runs as a frame of its own, then the class is made of its names. */
import { classHead, makeClass, preparedNames } from "../core/classes.ts";
import { call } from "../core/protocol.ts";
import { unavailable } from "../model/exceptions.ts";
import { type CodeInfo, type Frame, spend } from "../model/runtime.ts";
import { Cell, PyClass, type Value } from "../model/value.ts";
import type { ClassDefinition } from "../syntax/ast.ts";
import { compileArguments } from "./calls.ts";
import { cellsFor, checkDepth, RunningFrame } from "./frame.ts";
import { costOf, docOf } from "./functions.ts";
import type { Run, Unit } from "./unit.ts";

/** The class, before its decorators. */
export function compileClass(unit: Unit, node: ClassDefinition): Run {
  const inside = unit.inside(node);
  const { scope } = inside;
  const bases = compileArguments(unit, node.bases);
  const keywords = node.keywords.map(({ name, value }) => ({ name, run: unit.expression(value) }));
  const body = inside.block(node.body);
  const doc = docOf(node.body);
  const cost = costOf(node.body);
  const code: CodeInfo = { name: node.name, file: unit.source.file, line: node.line };
  const classCell = scope.place("__class__");
  const hasClassCell = scope.ownCellIndices().length > 0;
  const outer = scope.free.map((name) => {
    const place = unit.scope.place(name);
    return place.kind === "cell" ? place.index : place.kind === "class" ? (place.cell ?? -1) : -1;
  });
  return (f) => {
    const { m } = f;
    const given = bases(f);
    const named = new Map<string, Value>();
    for (const { name, run } of keywords) {
      if (name === undefined) throw unavailable("** in a class definition is");
      named.set(name, run(f));
    }
    const metaclass = named.get("metaclass");
    named.delete("metaclass");
    const head = classHead(m, { name: node.name, bases: given, metaclass, keywords: named });
    const names = preparedNames(m, head);
    names.set("__module__", f.globals.get("__name__") ?? null);
    names.set("__qualname__", scope.path);
    if (doc !== null) names.set("__doc__", doc);
    const cells = cellsFor(
      scope.cellCount,
      outer.map((at) => f.cells[at] ?? new Cell(undefined)),
    );
    const frame = new RunningFrame(m, code, f.globals, new Array(scope.slotCount), cells, names);
    m.frame = frame;
    checkDepth(frame);
    spend(m, cost);
    body(frame);
    m.frame = f;
    const made = makeClass(m, { ...head, names });
    if (made instanceof PyClass && hasClassCell && classCell.kind === "cell") {
      const cell = cells[classCell.index];
      if (cell) cell.value = made;
    }
    return made;
  };
}

/** Applies decorators, the nearest first. */
export function decorated(unit: Unit, node: ClassDefinition | { readonly decorators: ClassDefinition["decorators"] }, make: Run): Run {
  if (node.decorators.length === 0) return make;
  const decorators = node.decorators.map((d) => ({ run: unit.expression(d), line: d.line }));
  return (f: Frame) => {
    const found = decorators.map(({ run, line }) => ({ callee: run(f), line }));
    let value = make(f);
    for (const { callee, line } of found.reverse()) {
      f.line = line;
      value = call(f.m, callee, [value]);
    }
    return value;
  };
}
