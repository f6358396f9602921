/**
 * What files register: attributes of operators, pattern tables, functions by name. Follows python/tvm/ir/op.py and
 * tvm/_ffi/registry.py.
 */
import { call, hostFunction, PyBuiltin, PyClass, PyFunction, type Runtime, raised, unboxed, type Value } from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { stateOf } from "../host/state.ts";
import { internalError } from "../objects/errors.ts";
import { PackedFunction } from "../objects/packedFunctions.ts";
import { currentContext, wrapContext } from "../passes/contexts.ts";
import { ownLevel } from "./ownAttributes.ts";
import { patternTable, referenceTarget } from "./ownTargets.ts";

/** A decorator that is also called with its value: `register(name, value)` and `@register(name)`. */
function given(value: Value, take: (value: Value) => Value): Value {
  return value === null ? hostFunction("_register", "value", (_m, later = null) => take(later)) : take(value);
}

function registerAttribute(m: Runtime, operator: string, key: string, value: Value, level: Value): Value {
  const { attributes, operators, keepsRules } = stateOf(m);
  if (keepsRules && key.startsWith(ruleKey) && attributes.under(key).size === 0) {
    for (const [ruled, rule] of referenceTarget(m, key.slice(ruleKey.length))?.rules ?? []) attributes.set(ruled, key, rule, 10);
  }
  const own = attributes.clearedOf(key).has(operator) ? undefined : ownLevel(operators, operator, key);
  const known = attributes.levelOf(operator, key) ?? own;
  if (known === Number(level)) {
    throw internalError(
      `Check failed: (p.second != plevel) is false: Attribute ${key} of ${operator} is already registered with same plevel=${Number(level)}`,
    );
  }
  if (own === undefined || Number(level) > own) attributes.set(operator, key, value, Number(level));
  return value;
}

/** What the keys of rules begin with. */
const ruleKey = "target.";

/** Names under which the reference alone has functions. */
const ofCompiler =
  /^(?:arith|ir|node|relax|transform|relay\.(?:analysis|dataflow_pattern|ir|op\.(?:\w+\.)*_make|_\w+)|tir\.(?:analysis|schedule|transform))\.\w/;

/** Functions that the reference itself registers. */
const ownFunctions: ReadonlyMap<string, Value> = new Map([
  ["transform.GetCurrentPassContext", hostFunction("GetCurrentPassContext", "", (m) => wrapContext(currentContext(m)))],
]);

/**
 * Registered functions. Those of runtimes that files ask for are not there: the reference was built without them.
 */
function globalFunction(m: Runtime, name: Value, allowMissing: Value): Value {
  const found = stateOf(m).functions.get(String(name));
  if (found !== undefined) return new PackedFunction(found);
  const own = ownFunctions.get(String(name));
  if (own !== undefined) return own;
  if (ofCompiler.test(String(name))) throw new NotBuilt(`tvm.get_global_func(${JSON.stringify(String(name))})`);
  if (allowMissing === true) return null;
  throw raised("ValueError", `Cannot find global function ${String(name)}`);
}

function registerFunction(m: Runtime, first: Value, f: Value, _override: Value): Value {
  const name = unboxed(first);
  if (typeof name !== "string") {
    // `@register_func` without a name: the function's own.
    const own = name instanceof PyFunction || name instanceof PyBuiltin || name instanceof PyClass ? name.name : String(name);
    stateOf(m).functions.set(own, name);
    return new PackedFunction(name);
  }
  return given(f, (callee) => {
    const value = callee instanceof PackedFunction ? callee.callee : callee;
    stateOf(m).functions.set(name, value);
    return new PackedFunction(value);
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
      const { tables, tableMakers } = stateOf(m);
      tables.set(String(compiler), call(m, make, []));
      tableMakers.set(String(compiler), make);
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
  remove_global_func: hostFunction("remove_global_func", "name", (m, name = null) => {
    stateOf(m).functions.delete(String(name));
    return null;
  }),
  register_object: hostFunction("register_object", "type_key=None", (_m, key = null) => {
    return typeof key === "string" || key === null ? hostFunction("register", "cls", (_inner, cls = null) => cls) : key;
  }),
};
