/** `import` and `from ... import`. */
import { collect } from "../core/iteration.ts";
import { attributeOr } from "../core/protocol.ts";
import { importError, raised } from "../model/exceptions.ts";
import { PyModule, StandIn } from "../model/module.ts";
import type { Frame } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import type { Import, ImportFrom } from "../syntax/ast.ts";
import { storeName } from "./names.ts";
import { type Exec, proceeds, type Unit } from "./unit.ts";

export function compileImport(unit: Unit, s: Import): Exec {
  const parts = s.names.map(({ name, alias }) => ({ name, alias, store: storeName(unit, alias ?? name.split(".")[0] ?? name) }));
  const { line, isGuarded } = s;
  return (f) => {
    for (const { name, alias, store } of parts) {
      f.line = line;
      const module = f.m.importModule(name, { isGuarded });
      if (alias !== undefined || !name.includes(".")) store(f, module);
      else store(f, f.m.importModule(name.split(".")[0] ?? name, { isGuarded }));
    }
    return proceeds;
  };
}

/** The whole name of a module that is named with dots in front. Raises ImportError beyond the top. */
function absolute(f: Frame, level: number, module: string): string {
  if (level === 0) return module;
  const package_ = f.globals.get("__package__");
  if (typeof package_ !== "string" || package_ === "") {
    throw raised("ImportError", "attempted relative import with no known parent package");
  }
  const parts = package_.split(".");
  if (level > parts.length) throw raised("ImportError", "attempted relative import beyond top-level package");
  const base = parts.slice(0, parts.length - level + 1).join(".");
  return module === "" ? base : `${base}.${module}`;
}

export function compileImportFrom(unit: Unit, s: ImportFrom): Exec {
  const { level, module: name, line, isGuarded } = s;
  if (s.names[0]?.name === "*") {
    return (f) => {
      f.line = line;
      importAll(f, f.m.importModule(absolute(f, level, name), { isGuarded }));
      return proceeds;
    };
  }
  const parts = s.names.map((n) => ({ name: n.name, store: storeName(unit, n.alias ?? n.name) }));
  return (f) => {
    f.line = line;
    const whole = absolute(f, level, name);
    const module = f.m.importModule(whole, { isGuarded });
    for (const part of parts) {
      f.line = line;
      part.store(f, memberOf(f, module, whole, part.name, isGuarded));
    }
    return proceeds;
  };
}

/** A name of a module: an attribute, or a module inside it. */
function memberOf(f: Frame, module: Value, whole: string, name: string, isGuarded: boolean): Value {
  const value = module instanceof StandIn ? module.names.get(name) : attributeOr(f.m, module, name);
  if (value !== undefined) return value;
  const found = f.m.importMember(module, whole, name, { isGuarded });
  if (found !== undefined) return found;
  const where = module instanceof PyModule && module.file !== undefined ? module.file : "unknown location";
  throw importError("ImportError", whole, `cannot import name '${name}' from '${whole}' (${where})`);
}

function importAll(f: Frame, module: Value): void {
  if (!(module instanceof PyModule)) return;
  const listed = attributeOr(f.m, module, "__all__");
  const names = listed === undefined ? [...module.names.keys()].filter((n) => !n.startsWith("_")) : collect(f.m, listed);
  for (const name of names) {
    if (typeof name !== "string") continue;
    const value = attributeOr(f.m, module, name);
    if (value === undefined) throw raised("AttributeError", `module '${module.name}' has no attribute '${name}'`);
    f.globals.set(name, value);
  }
}
