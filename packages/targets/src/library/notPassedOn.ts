/**
 * Names that a module of the reference lacks, though the modules in which its names are looked up have them. Generated
 * from an installed TVM. Names that begin with an underscore are never passed on.
 */
const types = "TensorType TupleType FuncType TypeVar GlobalTypeVar TypeCall IncompleteType RelayRefType";

const names: Readonly<Record<string, string>> = {
  tvm:
    `${types} re NDArray Device array array_of Type Attrs DictAttrs Node structural_equal assert_structural_equal Array Map GlobalVar RelayExpr ` +
    "BaseExpr PrimExpr Op register_op_attr make_node BaseFunc",
  "tvm._ffi": "TVMError",
  "tvm.runtime": "re array array_of",
  "tvm.relay": "RelayExpr Op BaseFunc ExprWithOp RelayRefType is_dynamic kind_of note_rewriter same_list with_fields",
  "tvm.relay.transform": "ApplyPassToFunction ModulePass Pass PassContext PassInfo PrintIR Sequential module_pass",
  "tvm.relay.op":
    "register_op_attr register_schedule register_strategy register_convert_op_layout register_infer_correct_layout register_shape_func " +
    "register_stateful register_injective_schedule register_broadcast_schedule register_reduce_schedule",
  "tvm.relay.backend.contrib.uma.api": "bind_params_by_name relay tvm register_pattern_table",
};

const known: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(names).map(([module, list]) => [module, new Set(list.split(" "))]),
);

/** Whether a module takes a name over from the modules in which its names are looked for. */
export function isPassedOn(module: string, name: string): boolean {
  return !name.startsWith("_") && known.get(module)?.has(name) !== true;
}
