/**
 * What files register: attributes of operators, pattern tables, functions by name. Follows python/tvm/ir/op.py and
 * tvm/_ffi/registry.py.
 */
import { keptIn } from "@relayscope/ir";
import {
  call,
  hostFunction,
  PyBuiltin,
  PyClass,
  PyDict,
  PyFunction,
  PyList,
  PyTuple,
  type Runtime,
  raised,
  type Value,
} from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { keptRegistry, stateOf, type TvmState } from "../host/state.ts";
import { tableModule } from "../load/tableModule.ts";
import { internalError } from "../objects/errors.ts";
import { elementsOf } from "../objects/sequences.ts";
import { currentContext, wrapContext } from "../passes/contexts.ts";

/** A decorator that is also called with its value: `register(name, value)` and `@register(name)`. */
function given(value: Value, take: (value: Value) => Value): Value {
  return value === null ? hostFunction("_register", "value", (_m, later = null) => take(later)) : take(value);
}

function registerAttribute(m: Runtime, operator: string, key: string, value: Value, level: Value): Value {
  const { attributes } = stateOf(m);
  if (attributes.levelOf(operator, key) === Number(level)) {
    throw internalError(
      `Check failed: (p.second != plevel) is false: Attribute ${key} of ${operator} is already registered with same plevel=${Number(level)}`,
    );
  }
  attributes.set(operator, key, value, Number(level));
  return value;
}

/** Targets whose tables the reference itself registers, and the functions of their modules that make them. */
const ownTables: ReadonlyMap<string, string> = new Map([
  ["arm_compute_lib", "arm_compute_lib_pattern_table"],
  ["bnns", "pattern_table"],
  ["clml", "clml_pattern_table"],
  ["cutlass", "pattern_table"],
  ["dnnl", "pattern_table"],
  ["mrvl", "mrvl_pattern_table"],
  ["tensorrt", "pattern_table"],
]);

/** The table that a file registered, else the one of the reference's own targets; None where there is neither. */
function patternTable(m: Runtime, compiler: string): Value {
  const state = stateOf(m);
  const registered = state.tables.get(compiler);
  if (registered !== undefined || !ownTables.has(compiler)) return registered ?? null;
  return ownTable(m, state, compiler, `get_pattern_table("${compiler}")`);
}

/** The function under that name in a module that makes the table of one of the reference's own targets. */
export function tableFunction(module: string, name: string): Value | undefined {
  const compiler = module.slice(module.lastIndexOf(".") + 1);
  if (module !== `tvm.relay.op.contrib.${compiler}` || ownTables.get(compiler) !== name) return undefined;
  return hostFunction(name, "*args, **kwargs", (m, args = null, keywords = null) => {
    const part = `${module}.${name}(...)`;
    const isGiven = (args instanceof PyTuple && args.items.length > 0) || (keywords instanceof PyDict && keywords.table.size > 0);
    if (isGiven) throw new NotBuilt(part);
    return new PyList([...(elementsOf(ownTable(m, stateOf(m), compiler, part)) ?? [])]);
  });
}

const ownTable = (m: Runtime, state: TvmState, compiler: string, part: string): Value =>
  keptIn(state.ownTables, compiler, () => registeredTable(m, state, compiler, part));

/**
 * The table that the Python of a target of the reference registers; `part` asks for it. Nothing else that it registers
 * is kept.
 */
function registeredTable(m: Runtime, state: TvmState, compiler: string, part: string): Value {
  const restore = keptRegistry(state);
  try {
    m.importModule(tableModule(compiler), { isGuarded: true });
    const table = state.tables.get(compiler);
    if (table === undefined) throw new NotBuilt(part);
    return table;
  } finally {
    restore();
  }
}

/** Functions that the reference itself registers. */
const ownFunctions: ReadonlyMap<string, Value> = new Map([
  ["transform.GetCurrentPassContext", hostFunction("GetCurrentPassContext", "", (m) => wrapContext(currentContext(m)))],
]);

/**
 * Registered functions. Those of runtimes that files ask for are not there: the reference was built without them.
 */
function globalFunction(m: Runtime, name: Value, allowMissing: Value): Value {
  const found = stateOf(m).functions.get(String(name)) ?? ownFunctions.get(String(name));
  if (found !== undefined) return found;
  if (allowMissing === true) return null;
  throw raised("ValueError", `Cannot find global function ${String(name)}`);
}

function registerFunction(m: Runtime, name: Value, f: Value, _override: Value): Value {
  if (typeof name !== "string") {
    // `@register_func` without a name: the function's own.
    const own = name instanceof PyFunction || name instanceof PyBuiltin || name instanceof PyClass ? name.name : String(name);
    stateOf(m).functions.set(own, name);
    return name;
  }
  return given(f, (value) => {
    stateOf(m).functions.set(name, value);
    return value;
  });
}

/** Members of several modules: functions that register things and look them up. */
export const registryMembers: Readonly<Record<string, Value>> = {
  register_op_attr: hostFunction(
    "register_op_attr",
    "op_name, attr_key, value=None, level=10",
    (m, operator = null, key = null, value = null, level = 10) => {
      return given(value, (v) => registerAttribute(m, String(operator), String(key), v, level));
    },
  ),
  register_pattern_table: hostFunction("register_pattern_table", "compiler, table=None", (m, compiler = null, table = null) => {
    return given(table, (make) => {
      stateOf(m).tables.set(String(compiler), call(m, make, []));
      return make;
    });
  }),
  get_pattern_table: hostFunction("get_pattern_table", "compiler", (m, compiler = null) => patternTable(m, String(compiler))),
  get_global_func: hostFunction("get_global_func", "name, allow_missing=False", (m, name = null, allowMissing = null) => {
    return globalFunction(m, name, allowMissing);
  }),
  register_func: hostFunction("register_func", "func_name, f=None, override=False", (m, name = null, f = null, override = null) => {
    return registerFunction(m, name, f, override);
  }),
  // The compiler's C++ functions for this name would be added to the module; there are none here.
  _init_api: hostFunction("_init_api", "namespace, target_module_name=None", () => null),
  register_object: hostFunction("register_object", "type_key=None", (_m, key = null) => {
    return typeof key === "string" || key === null ? hostFunction("register", "cls", (_inner, cls = null) => cls) : key;
  }),
};
