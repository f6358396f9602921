/** Statements to closures. Those that a generator waits in are in `slow.ts`. */
import { iterate } from "../core/iteration.ts";
import { getAttribute, setAttribute } from "../core/protocol.ts";
import { deleteItem, getItem, setItem, unpack, unpackStarred } from "../core/subscripts.ts";
import { PyList } from "../model/containers.ts";
import { raised } from "../model/exceptions.ts";
import { type Frame, spend } from "../model/runtime.ts";
import { PyDict } from "../model/table.ts";
import type { Value } from "../model/value.ts";
import type { Block, Expression, ForStatement, Statement } from "../syntax/ast.ts";
import { compileClass, decorated } from "./classes.ts";
import { compileRaise } from "./exceptions.ts";
import { compileAnnotation } from "./functions.ts";
import { compileImport, compileImportFrom } from "./imports.ts";
import { removeName, storeName } from "./names.ts";
import { augmented, condition } from "./operators.ts";
import { compileMatch } from "./patterns.ts";
import { compileTry } from "./try.ts";
import { breaks, continues, type Exec, proceeds, type Run, returns, type Signal, type Store, type Unit } from "./unit.ts";
import { compileWith } from "./with.ts";

export function compileStatement(unit: Unit, s: Statement): Exec {
  switch (s.kind) {
    case "Expression": {
      const run = unit.expression(s.value);
      const { line } = s;
      return (f) => {
        f.line = line;
        run(f);
        return proceeds;
      };
    }
    case "Assign":
      return compileAssign(unit, s.targets, s.value, s.line);
    case "Augmented":
      return compileAugmented(unit, s);
    case "Annotated":
      return compileAnnotated(unit, s);
    case "Return": {
      const run = s.value && unit.expression(s.value);
      const { line } = s;
      return (f) => {
        f.line = line;
        f.result = run ? run(f) : null;
        return returns;
      };
    }
    case "Delete": {
      const removes = s.targets.map((t) => unit.remove(t));
      const { line } = s;
      return (f) => {
        f.line = line;
        for (const remove of removes) remove(f);
        return proceeds;
      };
    }
    case "Raise":
      return compileRaise(unit, s);
    case "Assert":
      return compileAssert(unit, s);
    case "Import":
      return compileImport(unit, s);
    case "ImportFrom":
      return compileImportFrom(unit, s);
    case "Break":
      return () => breaks;
    case "Continue":
      return () => continues;
    case "Global":
    case "Nonlocal":
    case "Pass":
      return () => proceeds;
    default:
      return compileCompound(unit, s);
  }
}

function compileCompound(unit: Unit, s: Statement): Exec {
  switch (s.kind) {
    case "IfStatement":
      return compileIf(unit, s);
    case "While":
      return compileWhile(unit, s);
    case "For":
      return compileFor(unit, s);
    case "Try":
      return compileTry(unit, s);
    case "With":
      return compileWith(unit, s);
    case "Match":
      return compileMatch(unit, s);
    case "Function":
    case "Class": {
      const make = s.kind === "Function" ? unit.functionOf(s) : compileClass(unit, s);
      const run = decorated(unit, s, make);
      const store = storeName(unit, s.name);
      const { line } = s;
      return (f) => {
        f.line = line;
        store(f, run(f));
        return proceeds;
      };
    }
    default:
      throw new Error(`${s.kind} is no compound statement.`);
  }
}

export function compileBlock(unit: Unit, body: Block): Exec {
  const steps = body.map((s) => unit.statement(s));
  const [first, second, third] = steps;
  if (!first) return () => proceeds;
  if (steps.length === 1) return first;
  if (second && steps.length === 2) return (f) => first(f) || second(f);
  if (second && third && steps.length === 3) return (f) => first(f) || second(f) || third(f);
  return (f) => {
    for (const step of steps) {
      const signal = step(f);
      if (signal !== proceeds) return signal;
    }
    return proceeds;
  };
}

function compileAssign(unit: Unit, targets: readonly Expression[], value: Expression, line: number): Exec {
  const run = unit.expression(value);
  const stores = targets.map((t) => unit.store(t));
  const [only] = stores;
  if (only && stores.length === 1) {
    return (f) => {
      f.line = line;
      only(f, run(f));
      return proceeds;
    };
  }
  return (f) => {
    f.line = line;
    const made = run(f);
    for (const store of stores) store(f, made);
    return proceeds;
  };
}

function compileAugmented(unit: Unit, { target, operator, value, line }: Extract<Statement, { kind: "Augmented" }>): Exec {
  const apply = augmented(operator, line);
  const run = unit.expression(value);
  if (target.kind === "Attribute") {
    const object = unit.expression(target.value);
    const name = unit.scope.mangled(target.name);
    return (f) => {
      f.line = line;
      const owner = object(f);
      const before = getAttribute(f.m, owner, name);
      setAttribute(f.m, owner, name, apply(f, before, run(f)));
      return proceeds;
    };
  }
  if (target.kind === "Subscript") {
    const object = unit.expression(target.value);
    const at = unit.expression(target.index);
    return (f) => {
      f.line = line;
      const owner = object(f);
      const index = at(f);
      const before = getItem(f.m, owner, index);
      setItem(f.m, owner, index, apply(f, before, run(f)));
      return proceeds;
    };
  }
  const read = unit.expression(target);
  const store = unit.store(target);
  return (f) => {
    f.line = line;
    const before = read(f);
    store(f, apply(f, before, run(f)));
    return proceeds;
  };
}

function compileAnnotated(unit: Unit, s: Extract<Statement, { kind: "Annotated" }>): Exec {
  const { target, value, annotation, line } = s;
  const assign: Exec = value ? compileAssign(unit, [target], value, line) : () => proceeds;
  // Inside functions annotations of variables are not evaluated.
  if (unit.scope.kind === "function" || unit.scope.kind === "comprehension") return assign;
  const run = compileAnnotation(unit, annotation);
  const name = target.kind === "Name" ? unit.scope.mangled(target.name) : undefined;
  return (f) => {
    f.line = line;
    const signal = assign(f);
    const type = run(f);
    if (name !== undefined) {
      const names = f.names ?? f.globals;
      let known = names.get("__annotations__");
      if (!(known instanceof PyDict)) {
        known = new PyDict();
        names.set("__annotations__", known);
      }
      if (known instanceof PyDict) known.setText(name, type);
    }
    return signal;
  };
}

function compileAssert(unit: Unit, { test, message, line }: Extract<Statement, { kind: "Assert" }>): Exec {
  const holds = condition(unit, test);
  const said = message && unit.expression(message);
  return (f) => {
    f.line = line;
    if (holds(f)) return proceeds;
    f.line = line;
    throw said ? raised("AssertionError", said(f)) : raised("AssertionError");
  };
}

function compileIf(unit: Unit, s: Extract<Statement, { kind: "IfStatement" }>): Exec {
  const branches = s.branches.map(({ test, body }) => ({ test: condition(unit, test), body: unit.block(body), line: test.line }));
  const otherwise = s.otherwise ? unit.block(s.otherwise) : undefined;
  const [only] = branches;
  if (only && branches.length === 1) {
    const { test, body, line } = only;
    return (f) => {
      f.line = line;
      if (test(f)) return body(f);
      return otherwise ? otherwise(f) : proceeds;
    };
  }
  return (f) => {
    for (const { test, body, line } of branches) {
      f.line = line;
      if (test(f)) return body(f);
    }
    return otherwise ? otherwise(f) : proceeds;
  };
}

function compileWhile(unit: Unit, s: Extract<Statement, { kind: "While" }>): Exec {
  const test = condition(unit, s.test);
  const body = unit.block(s.body);
  const otherwise = s.otherwise ? unit.block(s.otherwise) : undefined;
  const { line } = s;
  return (f) => {
    for (;;) {
      f.line = line;
      if (!test(f)) break;
      spend(f.m, 1);
      const signal = body(f);
      if (signal === breaks) return proceeds;
      if (signal === returns) return signal;
    }
    return otherwise ? otherwise(f) : proceeds;
  };
}

function compileFor(unit: Unit, s: ForStatement): Exec {
  const over = unit.expression(s.iterable);
  const store = unit.store(s.target);
  const body = unit.block(s.body);
  const otherwise = s.otherwise ? unit.block(s.otherwise) : undefined;
  const { line } = s;
  const round = (f: Frame, item: Value): Signal => {
    spend(f.m, 1);
    f.line = line;
    store(f, item);
    return body(f);
  };
  return (f) => {
    f.line = line;
    const values = over(f);
    const { m } = f;
    if (values instanceof PyList && !values.cls.isMutable) {
      // The list may change while it is gone through.
      for (let i = 0; i < values.items.length; i++) {
        const signal = round(f, values.items[i] ?? null);
        if (signal === breaks) return proceeds;
        if (signal === returns) return signal;
      }
    } else {
      const iterator = iterate(m, values);
      for (;;) {
        f.line = line;
        const item = iterator.next(m);
        if (item === undefined) break;
        const signal = round(f, item);
        if (signal === breaks) return proceeds;
        if (signal === returns) return signal;
      }
    }
    return otherwise ? otherwise(f) : proceeds;
  };
}

// ---- targets

export function compileStore(unit: Unit, target: Expression): Store {
  switch (target.kind) {
    case "Name":
      return storeName(unit, target.name);
    case "Attribute": {
      const object = unit.expression(target.value);
      const name = unit.scope.mangled(target.name);
      return (f, value) => setAttribute(f.m, object(f), name, value);
    }
    case "Subscript": {
      const object = unit.expression(target.value);
      const at = unit.expression(target.index);
      return (f, value) => {
        const owner = object(f);
        setItem(f.m, owner, at(f), value);
      };
    }
    case "Tuple":
    case "List":
      return storeAll(unit, target.items);
    default:
      throw new Error(`${target.kind} is no target.`);
  }
}

function storeAll(unit: Unit, items: readonly Expression[]): Store {
  const star = items.findIndex((i) => i.kind === "Starred");
  const stores = items.map((item) => unit.store(item.kind === "Starred" ? item.value : item));
  const after = items.length - star - 1;
  return (f, value) => {
    const parts = star < 0 ? unpack(f.m, value, stores.length) : unpackStarred(f.m, value, star, after);
    for (let i = 0; i < stores.length; i++) stores[i]?.(f, parts[i] ?? null);
  };
}

export function compileRemove(unit: Unit, target: Expression): (f: Frame) => void {
  switch (target.kind) {
    case "Name":
      return removeName(unit, target.name);
    case "Attribute": {
      const object = unit.expression(target.value);
      const name = unit.scope.mangled(target.name);
      return (f) => setAttribute(f.m, object(f), name, undefined);
    }
    case "Subscript": {
      const object: Run = unit.expression(target.value);
      const at = unit.expression(target.index);
      return (f) => {
        const owner = object(f);
        deleteItem(f.m, owner, at(f));
      };
    }
    case "Tuple":
    case "List": {
      const removes = target.items.map((t) => unit.remove(t));
      return (f) => {
        for (const remove of removes) remove(f);
      };
    }
    default:
      throw new Error(`${target.kind} can't be deleted.`);
  }
}
