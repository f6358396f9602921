/** Modules as Python sees them: handles on one that may be changed in place. Follows python/tvm/ir/module.py. */
import { checkScopes } from "@relayscope/infer";
import { type Expr, emptyModule, type Func, freeVars, func, globalVar, type Module, mapFunctions, present, type Var } from "@relayscope/ir";
import {
  hostAttribute,
  hostClass,
  hostFunction,
  hostMethod,
  narrowing,
  PyDict,
  type PyException,
  PyList,
  PyTuple,
  raised,
  staticMethod,
  textOf,
  typeError,
  typeName,
  unboxed,
  type Value,
} from "@relayscope/python";
import { boxedSections, printExpression, printModule } from "@relayscope/text";
import { refuseMissing } from "../load/standIns.ts";
import { attrsWithout, DictAttrsObject, mapOfAttrs } from "./attrsObjects.ts";
import { arrayOf, emptyMap, entriesIn, MapObject } from "./containers.ts";
import { internalError, tvmError } from "./errors.ts";
import { copier, ExprObject, wrapExpr } from "./exprHolder.ts";
import { shortText, wholeText } from "./exprObjects.ts";
import { attrsByName, withEntries } from "./functionObjects.ts";
import { irNodeClass, making, unbuilt } from "./nodeClasses.ts";
import { showExpr } from "./showExpr.ts";
import { boxedAttrOf, exprOf } from "./toCompiler.ts";
import { TvmObject } from "./tvmObject.ts";

/** What handles on one module share. */
interface ModuleCell {
  module: Module;
}

export class ModuleObject extends TvmObject {
  readonly cell: ModuleCell;

  /** `cell` is that of another handle on the same module. */
  constructor(module: Module, cell: ModuleCell = { module }) {
    super(moduleClass);
    this.cell = cell;
  }

  /** Another handle on this module. The reference makes one wherever it gives a module to Python. */
  handle(): ModuleObject {
    return new ModuleObject(this.module, this.cell);
  }

  override get key(): unknown {
    return this.cell;
  }

  get module(): Module {
    return this.cell.module;
  }

  override show(): string {
    return shortText(printModule(this.module, boxedSections));
  }

  override copied(): Value {
    const copies = copier();
    return new ModuleObject(mapFunctions(this.module, (f) => copies.rewriteFunction(f)));
  }
}

const moduleIn = narrowing(ModuleObject, (self) => typeError(`a module is expected, not ${typeName(self)}`));

/** A value as a module. Raises for anything else. */
export const moduleOfValue = narrowing(ModuleObject, (value) => {
  refuseMissing(value);
  return tvmError(`Check failed: (!actual_type.defined()) is false: Expected type IRModule but got ${typeName(value)}`);
});

/** The name that a string or a global variable represents. */
function nameOf(given: Value): string {
  const value = unboxed(given);
  if (typeof value === "string") return value;
  if (value instanceof ExprObject && value.node.kind === "GlobalVar") return value.node.name;
  throw tvmError(`Check failed: Expected type GlobalVar but got ${typeName(value)}`);
}

function noFunction(module: Module, name: string): PyException {
  const candidates = [...module.functions.keys()].map((n) => `"${n}"`).join(", ");
  return raised("ValueError", `Cannot find global var "${name}" in the Module\ncandidates are: [${candidates}]`);
}

function lookUp(module: Module, name: string): Func {
  const found = module.functions.get(name);
  if (!found) throw noFunction(module, name);
  return found;
}

/**
 * A function for a module; any other expression becomes the body of one with `params`. Raises where it binds a
 * variable twice or has free variables.
 */
export function asModuleFunction(expr: Expr, params: readonly Var[] = freeVars(expr)): Func {
  const f = expr.kind === "Function" ? expr : func({ params, body: expr });
  if (checkScopes(f, false).length > 0) throw internalError(`Check failed: (WellFormed(e)) is false: ${printExpression(f)}`);
  const free = freeVars(f);
  if (free.length > 0) {
    const shown = `${printExpression(f).trimEnd()}\ncontains free variables: [${free.map(showExpr).join(", ")}]`;
    throw internalError(`Check failed: fv.size() == 0 (${free.length} vs. 0) : Function:\n${shown}`);
  }
  return f;
}

/** Puts a function into a module. */
function put(object: ModuleObject, name: string, f: Func): void {
  const { cell } = object;
  cell.module = { ...cell.module, functions: new Map([...cell.module.functions, [name, f]]) };
}

/** The name of a function, which has its type. */
const nameObject = (name: string, f: Func) => wrapExpr(globalVar(name, { checkedType: f.checkedType }));

function functionsMap(object: ModuleObject): MapObject {
  const { functions } = object.module;
  const entries = () => [...functions].map(([name, f]) => [nameObject(name, f), wrapExpr(f)] as const);
  return new MapObject(functions, entries, (key) => {
    const name = key instanceof ExprObject && key.node.kind === "GlobalVar" ? key.node.name : undefined;
    const found = name === undefined ? undefined : functions.get(name);
    return found && wrapExpr(found);
  });
}

/** The functions that a dict or a map gives a module. */
function functionsOf(value: Value): ReadonlyMap<string, Func> {
  const functions = new Map<string, Func>();
  for (const [key, f] of entriesIn(value)) {
    if (textOf(key) === undefined && !(key instanceof ExprObject && key.node.kind === "GlobalVar")) {
      throw typeError("Expect functions to be Dict[GlobalVar, Function]");
    }
    refuseMissing(f);
    if (f instanceof ExprObject && f.node.kind === "Function") functions.set(nameOf(key), f.node);
  }
  return functions;
}

const withAttributes = (module: Module, more: Module["attrs"]) => new ModuleObject({ ...module, attrs: withEntries(module.attrs, more) });

export const moduleClass = hostClass({
  name: "IRModule",
  module: "tvm.ir.module",
  bases: [irNodeClass],
  members: {
    __new__: making(
      "IRModule",
      "functions=None, type_definitions=None, attrs=None, global_infos=None",
      (_m, _cls, functions, _types, attrs) => {
        return new ModuleObject({
          ...emptyModule,
          functions: functionsOf(functions),
          attrs: attrs === null ? new Map() : attrsByName(attrs),
        });
      },
    ),
    from_expr: staticMethod(
      hostFunction("from_expr", "expr, functions=None, type_defs=None", (m, expr, functions) => {
        const main = asModuleFunction(exprOf(m, expr));
        const others = functionsOf(functions);
        return new ModuleObject({ ...emptyModule, functions: new Map([...others, ["main", main]]) });
      }),
    ),
    clone: hostMethod("clone", "self", (_m, self) => new ModuleObject(moduleIn(self).module)),
    functions: hostAttribute("functions", ModuleObject, functionsMap),
    attrs: hostAttribute("attrs", ModuleObject, ({ module }) => new DictAttrsObject(module.attrs)),
    type_definitions: hostAttribute("type_definitions", ModuleObject, ({ module }) => emptyMap(module.types)),
    functions_items: hostMethod("functions_items", "self", (_m, self) => {
      const sorted = [...moduleIn(self).module.functions].sort(([a], [b]) => (a < b ? -1 : 1));
      return new PyList(sorted.map(([name, f]) => new PyTuple([nameObject(name, f), wrapExpr(f)])));
    }),
    __getitem__: hostMethod("__getitem__", "self, var", (_m, self, key) => wrapExpr(lookUp(moduleIn(self).module, nameOf(key)))),
    __contains__: hostMethod("__contains__", "self, var", (_m, self, key) => moduleIn(self).module.functions.has(nameOf(key))),
    __setitem__: hostMethod("__setitem__", "self, var, val", (m, self, key, value) => {
      refuseMissing(value);
      if (!(value instanceof TvmObject)) throw raised("AssertionError", "");
      put(moduleIn(self), nameOf(key), asModuleFunction(exprOf(m, value), []));
      return null;
    }),
    __delitem__: hostMethod("__delitem__", "self, var", (_m, self, key) => {
      const { cell } = moduleIn(self);
      const name = nameOf(key);
      cell.module = { ...cell.module, functions: new Map([...cell.module.functions].filter(([n]) => n !== name)) };
      return null;
    }),
    update: hostMethod("update", "self, other", (_m, self, other) => {
      const functions = other instanceof PyDict ? functionsOf(other) : moduleOfValue(other).module.functions;
      for (const [name, f] of functions) put(moduleIn(self), name, f);
      return null;
    }),
    update_func: hostMethod("update_func", "self, var, func", (m, self, key, value) => {
      put(moduleIn(self), nameOf(key), asModuleFunction(exprOf(m, value), []));
      return null;
    }),
    get_global_var: hostMethod("get_global_var", "self, name", (_m, self, key) => {
      const name = nameOf(key);
      return nameObject(name, lookUp(moduleIn(self).module, name));
    }),
    get_global_vars: hostMethod("get_global_vars", "self", (_m, self) => {
      const { functions } = moduleIn(self).module;
      return arrayOf([...functions.keys()].sort().map((name) => nameObject(name, present(functions.get(name)))));
    }),
    ...unbuilt(
      "IRModule",
      "get_type get_constructor get_global_type_var update_global_info replace_global_vars import_from_std source_map",
    ),
    script: hostMethod("script", "self, **options", (_m, self) => moduleIn(self).show()),
    show: hostMethod("show", "self, *args, **options", (m, self) => {
      m.print(`${moduleIn(self).show()}\n`);
      return null;
    }),
    get_global_type_vars: hostMethod("get_global_type_vars", "self", () => arrayOf([])),
    get_attr: hostMethod("get_attr", "self, attr_key", (_m, self, key) => mapOfAttrs(moduleIn(self).module.attrs).get(key) ?? null),
    with_attr: hostMethod("with_attr", "self, attr_key, attr_value", (_m, self, key, value) => {
      return withAttributes(moduleIn(self).module, new Map([[String(key), boxedAttrOf(value)]]));
    }),
    with_attrs: hostMethod("with_attrs", "self, attr_map", (_m, self, given) => withAttributes(moduleIn(self).module, attrsByName(given))),
    without_attr: hostMethod("without_attr", "self, attr_key", (_m, self, key) => {
      const { module } = moduleIn(self);
      return new ModuleObject({ ...module, attrs: attrsWithout(module.attrs, key) });
    }),
    astext: hostMethod("astext", "self, show_meta_data=True, annotate=None", (_m, self, showMetadata) => {
      return wholeText(printModule(moduleIn(self).module, { ...boxedSections, showMetadata: showMetadata === true }), showMetadata);
    }),
  },
});
