/**
 * What `from ... import *` takes from modules of the reference: all of their names, also those that they have only
 * because they import them themselves.
 */
import { attributeOr, PyModule, type Runtime, type Value } from "@relayscope/python";
import { libraryModule } from "./modules.ts";
import { isPassedOn } from "./notPassedOn.ts";
import { modulesInside } from "./referenceModules.ts";
import { referenceNamesOf } from "./referenceNames.ts";

/** The module and the attribute (none for the module itself) that a borrowed name means everywhere. */
const places: Readonly<Record<string, string>> = {
  tvm: "tvm",
  np: "numpy",
  os: "os",
  re: "re",
  sys: "sys",
  json: "json",
  warnings: "warnings",
  functools: "functools",
  types: "types",
  inspect: "inspect",
  math: "math",
  logging: "logging",
  collections: "collections",
  relay: "tvm.relay",
  te: "tvm.te",
  reg: "tvm.relay.op.op",
  Object: "tvm.runtime:Object",
  Node: "tvm.ir:Node",
  Any: "typing:Any",
  Callable: "typing:Callable",
  Dict: "typing:Dict",
  List: "typing:List",
  Optional: "typing:Optional",
  Sequence: "typing:Sequence",
  Tuple: "typing:Tuple",
  Union: "typing:Union",
  IntEnum: "enum:IntEnum",
  expr: "tvm.relay.expr",
};

/** The names that modules borrow. Made by asking an installed TVM for the names that a star import misses here. */
const borrowed: Readonly<Record<string, string>> = {
  tvm: "sys os nd",
  "tvm._ffi.base": "functools os re sys types Callable Sequence Optional np",
  "tvm._ffi.registry": "sys",
  "tvm._ffi.runtime_ctypes": "json np",
  "tvm.contrib.mrvl": "os json np tvm",
  "tvm.ir.adt": "tvm",
  "tvm.ir.attrs": "tvm Object",
  "tvm.ir.base": "tvm Object",
  "tvm.ir.container": "tvm Object",
  "tvm.ir.expr": "Callable Optional tvm Object Node",
  "tvm.ir.function": "Union Dict IntEnum tvm Object",
  "tvm.ir.module": "Dict Union tvm Object Node",
  "tvm.ir.op": "tvm",
  "tvm.ir.tensor_type": "tvm",
  "tvm.ir.transform": "inspect tvm",
  "tvm.ir.type": "IntEnum tvm Node",
  "tvm.relay": "os reg Optional nn image annotation contrib",
  "tvm.relay.adt": "Object tvm",
  "tvm.relay.backend.contrib.uma.api.partitioner": "Callable Dict List Tuple Optional",
  "tvm.relay.backend.contrib.uma.api.utils": "tvm",
  "tvm.relay.backend.contrib.uma.backend": "Union Dict Callable Optional Any tvm",
  "tvm.relay.build_module": "warnings np",
  "tvm.relay.dataflow_pattern": "Callable Dict List Optional tvm Node Object",
  "tvm.relay.expr": "tvm Node",
  "tvm.relay.function": "tvm",
  "tvm.relay.op": "reg Optional",
  "tvm.relay.op.annotation": "reg",
  "tvm.relay.op.annotation.annotation": "reg",
  "tvm.relay.op.contrib": "tvm relay logging math Any Callable Dict List Optional Tuple Union np json",
  "tvm.relay.op.contrib.te_target": "Callable List Dict tvm relay te",
  "tvm.relay.op.nn.nn": "expr",
  "tvm.relay.op.op": "tvm Object",
  "tvm.relay.op.op_attrs": "tvm",
  "tvm.relay.op.strategy": "logging te",
  "tvm.relay.op.strategy.generic": "logging te",
  "tvm.relay.op.tensor": "reg",
  "tvm.relay.op.transform": "Optional",
  "tvm.relay.qnn": "tvm relay Object",
  "tvm.relay.qnn.op": "tvm relay Object",
  "tvm.relay.qnn.op.qnn": "tvm relay Object",
  "tvm.relay.testing": "collections np te",
  "tvm.relay.transform": "inspect types tvm te",
  "tvm.relay.transform.transform": "inspect types tvm te",
  "tvm.runtime.container": "tvm Object",
  "tvm.runtime.ndarray": "warnings Optional np tvm",
  "tvm.support": "json os sys tvm",
  "tvm.target.target": "json re warnings Union tvm Object",
  "tvm.tir.expr": "List Optional Union tvm Object",
  "tvm.tir.op": "Any Optional Union tvm",
};

const known: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(borrowed).map(([module, list]) => [module, new Set(list.split(" "))]),
);

/** Names that modules have here, but not in the reference: some would hide Python's own. */
const hiding: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["tvm.relay.op.tensor", new Set(["all", "any", "max", "min", "sum"])],
  ["tvm.relay.op.reduce", new Set(["abs"])],
  [
    "tvm.relay.expr_functor",
    new Set(["BaseFunc", "Expr", "ExprWithOp", "RelayExpr", "kind_of", "note_rewriter", "same_list", "with_fields"]),
  ],
  ["tvm.relay", new Set(["ExprWithOp", "RelayExpr", "RelayRefType", "is_dynamic"])],
]);

/** A name that a module has because it imports it; undefined if it has no such name. */
export function borrowedName(m: Runtime, module: string, name: string): Value | undefined {
  const place = known.get(module)?.has(name) ? places[name] : undefined;
  if (place === undefined) return undefined;
  const [from = "", attribute] = place.split(":");
  const found = m.importModule(from, { isGuarded: true });
  if (attribute === undefined) return found;
  return found instanceof PyModule ? (found.names.get(attribute) ?? found.lazy?.(m, attribute)) : undefined;
}

/** The names of a module, including those of the modules in which it looks for further names. */
function namesOf(m: Runtime, name: string): readonly string[] {
  const module = m.importModule(name, { isGuarded: true });
  const own = module instanceof PyModule ? [...module.names.keys()] : [];
  const from = libraryModule(name)?.from ?? [];
  return [...own, ...from.flatMap((other) => namesOf(m, other).filter((n) => isPassedOn(name, n)))];
}

/** The public names of a module. */
export function starNames(m: Runtime, name: string): string[] {
  const module = m.importModule(name, { isGuarded: true });
  const all = new Set([...namesOf(m, name), ...referenceNamesOf(name), ...modulesInside(name), ...(known.get(name) ?? [])]);
  const hidden = hiding.get(name);
  return [...all].filter((n) => !n.startsWith("_") && !hidden?.has(n) && attributeOr(m, module, n) !== undefined);
}
