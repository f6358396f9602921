/** Reading, setting and removing variables. */
import { raised } from "../model/exceptions.ts";
import type { Frame } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import type { Name } from "../syntax/ast.ts";
import type { Run, Store, Unit } from "./unit.ts";

function unbound(name: string) {
  return raised("UnboundLocalError", `cannot access local variable '${name}' where it is not associated with a value`);
}

function unboundFree(name: string) {
  return raised("NameError", `cannot access free variable '${name}' where it is not associated with a value in enclosing scope`);
}

function undefinedName({ globals, m }: Frame, name: string) {
  const error = raised("NameError", `name '${name}' is not defined`);
  error.attrs = new Map([["_name", name]]);
  error.missed = { name, among: () => [...globals.keys(), ...m.builtins.keys()] };
  return error;
}

/** A global or a built-in name. */
function globalValue(f: Frame, name: string): Value {
  const value = f.globals.get(name);
  if (value !== undefined) return value;
  const builtin = f.m.builtins.get(name);
  if (builtin === undefined) throw undefinedName(f, name);
  return builtin;
}

export function compileName(unit: Unit, { name }: Name): Run {
  const place = unit.scope.place(name);
  switch (place.kind) {
    case "slot": {
      const { index } = place;
      return (f) => {
        const value = f.slots[index];
        if (value === undefined) throw unbound(name);
        return value;
      };
    }
    case "cell": {
      const { index } = place;
      const isOwn = index < unit.scope.frame.cellCount;
      return (f) => {
        const value = f.cells[index]?.value;
        if (value === undefined) throw isOwn ? unbound(name) : unboundFree(name);
        return value;
      };
    }
    case "class": {
      const key = unit.scope.mangled(name);
      const { cell } = place;
      return (f) => {
        const own = f.names?.get(key);
        if (own !== undefined) return own;
        const outer = cell === undefined ? undefined : f.cells[cell]?.value;
        return outer === undefined ? globalValue(f, key) : outer;
      };
    }
    default: {
      const key = unit.scope.mangled(name);
      return (f) => {
        const value = f.globals.get(key);
        if (value !== undefined) return value;
        const builtin = f.m.builtins.get(key);
        if (builtin === undefined) throw undefinedName(f, name);
        return builtin;
      };
    }
  }
}

export function storeName(unit: Unit, name: string): Store {
  const place = unit.scope.place(name);
  switch (place.kind) {
    case "slot": {
      const { index } = place;
      return (f, value) => {
        f.slots[index] = value;
      };
    }
    case "cell": {
      const { index } = place;
      return (f, value) => {
        const cell = f.cells[index];
        if (cell) cell.value = value;
      };
    }
    case "class": {
      const key = unit.scope.mangled(name);
      return (f, value) => {
        f.names?.set(key, value);
      };
    }
    default: {
      const key = unit.scope.mangled(name);
      return (f, value) => {
        f.globals.set(key, value);
      };
    }
  }
}

/** Removes a variable. Raises NameError where it is not set. */
export function removeName(unit: Unit, name: string): (f: Frame) => void {
  const place = unit.scope.place(name);
  switch (place.kind) {
    case "slot":
      return (f) => {
        if (f.slots[place.index] === undefined) throw unbound(name);
        f.slots[place.index] = undefined;
      };
    case "cell":
      return (f) => {
        const cell = f.cells[place.index];
        if (cell?.value === undefined) throw unbound(name);
        cell.value = undefined;
      };
    default: {
      const key = unit.scope.mangled(name);
      return (f) => {
        const names = place.kind === "class" ? f.names : f.globals;
        if (!names?.delete(key)) throw undefinedName(f, name);
      };
    }
  }
}

/** Forgets a variable, if it is set: that of `except ... as name`, at the end of the handler. */
export function forgetName(unit: Unit, name: string): (f: Frame) => void {
  const place = unit.scope.place(name);
  return (f) => {
    if (place.kind === "slot") f.slots[place.index] = undefined;
    else if (place.kind === "cell") {
      const cell = f.cells[place.index];
      if (cell) cell.value = undefined;
    } else (place.kind === "class" ? f.names : f.globals)?.delete(unit.scope.mangled(name));
  };
}
