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
  instrument: "tvm.ir.instrument",
  mtl: "tvm.runtime.ndarray:metal",
  Constructor: "tvm.ir.adt:Constructor",
  RelayExpr: "tvm.ir.expr:RelayExpr",
  Type: "tvm.ir.type:Type",
  get_global_func: "tvm._ffi.registry:get_global_func",
  register_object: "tvm._ffi.registry:register_object",
  Span: "tvm.ir.base:Span",
  DictAttrs: "tvm.ir.attrs:DictAttrs",
  build_config: "tvm.relay.transform.transform:build_config",
  target: "tvm.target",
  ExprWithOp: "tvm.relay.expr:ExprWithOp",
  RelayNode: "tvm.ir.base:Node",
  IRModule: "tvm.ir.module:IRModule",
  build_module: "tvm.relay.build_module",
  cpu: "tvm.runtime.ndarray:cpu",
  transform: "tvm.relay.transform",
  PassPhase: "tvm.relay.backend.contrib.uma.api.utils:PassPhase",
  register_strategy: "tvm.relay.op.op:register_strategy",
  InferType: "tvm.relay.transform.transform:InferType",
  Target: "tvm.target.target:Target",
  register_func: "tvm._ffi.registry:register_func",
  Expr: "tvm.ir.expr:RelayExpr",
  get: "tvm.relay.op.op:get",
  make_node: "tvm.ir.attrs:make_node",
  tvm_ffi: "tvm._ffi",
  NDArray: "tvm.runtime.ndarray:NDArray",
  ExprVisitor: "tvm.relay.expr_functor:ExprVisitor",
  GlobalVar: "tvm.ir.expr:GlobalVar",
  Template: "string:Template",
  TupleGetItem: "tvm.relay.expr:TupleGetItem",
  compiler_begin: "tvm.relay.op.annotation.annotation:compiler_begin",
  compiler_end: "tvm.relay.op.annotation.annotation:compiler_end",
  const: "tvm.relay.expr:const",
  is_constant: "tvm.relay.dataflow_pattern:is_constant",
  is_tuple: "tvm.relay.dataflow_pattern:is_tuple",
  is_tuple_get_item: "tvm.relay.dataflow_pattern:is_tuple_get_item",
  is_var: "tvm.relay.dataflow_pattern:is_var",
  mrvl_contrib: "tvm.contrib.mrvl",
  partial: "functools:partial",
  op: "tvm.relay.op",
  DataType: "tvm._ffi.runtime_ctypes:DataType",
  DataTypeCode: "tvm._ffi.runtime_ctypes:DataTypeCode",
  String: "tvm.runtime.container:String",
  Op: "tvm.ir.op:Op",
  ir: "tvm.ir",
  IntImm: "tvm.tir.expr:IntImm",
  PrimExprWithOp: "tvm.tir.expr:PrimExprWithOp",
  tir: "tvm.tir",
  string_types: "tvm._ffi.base:string_types",
  py_str: "tvm._ffi.base:py_str",
  register_error: "tvm._ffi.base:register_error",
  reduce: "functools:reduce",
  Sequential: "tvm.ir.transform:Sequential",
};

/** The names that modules borrow. Made by asking an installed TVM for the names that a star import misses here. */
const borrowed: Readonly<Record<string, string>> = {
  tvm: "sys os nd instrument mtl",
  "tvm._ffi": "register_error",
  "tvm.error": "register_error",
  "tvm._ffi.base": "functools os re sys types Callable Sequence Optional np",
  "tvm._ffi.registry": "py_str string_types sys",
  "tvm._ffi.runtime_ctypes": "json np",
  "tvm.contrib.mrvl": "os json np tvm",
  "tvm.ir": "Constructor",
  "tvm.ir.adt": "tvm RelayExpr Type",
  "tvm.ir.attrs": "tvm Object",
  "tvm.ir.base": "tvm Object get_global_func register_object",
  "tvm.ir.container": "tvm Object",
  "tvm.ir.expr": "Callable Optional tvm Object Node Span Type",
  "tvm.ir.function": "Union Dict IntEnum tvm Object DictAttrs RelayExpr",
  "tvm.ir.module": "string_types Dict Union tvm Object Node DictAttrs",
  "tvm.ir.op": "tvm RelayExpr",
  "tvm.ir.tensor_type": "tvm Type",
  "tvm.ir.transform": "inspect tvm",
  "tvm.ir.type": "IntEnum tvm Node",
  "tvm.relay": "os reg Optional nn image annotation contrib build_config target",
  "tvm.relay.adt": "Object tvm ExprWithOp RelayExpr RelayNode Type",
  "tvm.relay.analysis": "IRModule build_module cpu transform",
  "tvm.relay.analysis.count_layers": "relay tvm",
  "tvm.relay.backend.contrib.uma.api.lower": "PassPhase register_strategy",
  "tvm.relay.backend.contrib.uma.api.partitioner": "Callable Dict List Tuple Optional",
  "tvm.relay.backend.contrib.uma.api.utils": "tvm",
  "tvm.relay.backend.contrib.uma.backend": "Union Dict Callable Optional Any tvm PassPhase",
  "tvm.relay.build_module": "warnings np IRModule InferType Target register_func",
  "tvm.relay.dataflow_pattern": "Callable Dict List Optional tvm Node Object Expr get make_node tvm_ffi",
  "tvm.relay.expr": "tvm Node NDArray RelayNode",
  "tvm.relay.function": "tvm",
  "tvm.relay.op": "reg Optional target",
  "tvm.relay.op.annotation": "reg target",
  "tvm.relay.op.annotation.annotation": "reg",
  "tvm.relay.op.contrib":
    "tvm relay logging math Any Callable Dict List Optional Tuple Union np json ExprVisitor GlobalVar Template TupleGetItem " +
    "compiler_begin compiler_end const is_constant is_tuple is_tuple_get_item is_var mrvl_contrib partial reduce register_func " +
    "Sequential",
  "tvm.relay.op.contrib.clml": "json",
  "tvm.relay.op.contrib.cutlass": "Sequential",
  "tvm.relay.op.contrib.te_target": "Callable List Dict tvm relay te",
  "tvm.relay.op.op": "tvm Object",
  "tvm.relay.op.op_attrs": "tvm",
  "tvm.relay.op.strategy": "logging te",
  "tvm.relay.op.strategy.generic": "logging te",
  "tvm.relay.op.tensor": "reg target",
  "tvm.relay.op.transform": "Optional",
  "tvm.relay.qnn": "tvm relay Object Target",
  "tvm.relay.qnn.op": "tvm relay Object Target",
  "tvm.relay.qnn.op.qnn": "tvm relay Object",
  "tvm.relay.testing": "collections np te op",
  "tvm.relay.transform": "inspect types tvm te",
  "tvm.relay.transform.transform": "inspect types tvm te",
  "tvm.relay.ty": "RelayNode",
  "tvm.runtime": "mtl",
  "tvm.runtime.container": "tvm Object",
  "tvm.runtime.ndarray": "string_types warnings Optional np tvm DataType DataTypeCode mtl",
  "tvm.support": "json os sys tvm get_global_func",
  "tvm.target.target": "json re warnings Union tvm Object String",
  "tvm.tir.expr": "List Optional Union tvm Object DataType DataTypeCode Op Span ir",
  "tvm.tir.op": "Any Optional Union tvm IntImm PrimExprWithOp Span tir",
};

const known: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(borrowed).map(([module, list]) => [module, new Set(list.split(" "))]),
);

const contrib = "tvm.relay.op.contrib";

/** Names that modules have here, but not in the reference: some would hide Python's own. */
const hiding: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "tvm.relay.expr_functor",
    new Set(["BaseFunc", "Expr", "ExprWithOp", "RelayExpr", "kind_of", "note_rewriter", "same_list", "with_fields"]),
  ],
  ["tvm.relay", new Set(["ExprWithOp", "RelayExpr", "RelayRefType", "is_dynamic"])],
]);

/** A name that a module has because it imports it; undefined if it has no such name. */
export function borrowedName(m: Runtime, module: string, name: string): Value | undefined {
  // A target's module has the names of its package.
  const lists = module.startsWith(`${contrib}.`) ? [module, contrib] : [module];
  const isBorrowed = lists.some((list) => known.get(list)?.has(name));
  const place = isBorrowed ? places[name] : undefined;
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
