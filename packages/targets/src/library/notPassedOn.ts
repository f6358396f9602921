/**
 * Names that a module of the reference lacks, though the modules in which its names are looked up have them. Generated
 * from an installed TVM. Names that begin with an underscore are never passed on.
 */
const types = "TensorType TupleType FuncType TypeVar GlobalTypeVar TypeCall IncompleteType RelayRefType";

const names: Readonly<Record<string, string>> = {
  tvm:
    `${types} re NDArray Device array array_of Type Attrs DictAttrs Node structural_equal assert_structural_equal Array Map GlobalVar RelayExpr ` +
    "BaseExpr PrimExpr Op register_op_attr make_node BaseFunc IntEnum TypeKind SequentialSpan SourceName Span structural_hash " +
    "load_json save_json empty np",
  "tvm._ffi": "TVMError integer_types np numeric_types py_str string_types",
  "tvm.runtime": "re array array_of empty np",
  "tvm.ir": "IntEnum",
  "tvm.tir": "tvm",
  "tvm.te.operation": "abs all any div floordiv floormod indexdiv indexmod max max_value min min_value truncdiv truncmod",
  "tvm.relay":
    "RelayExpr Op BaseFunc ExprWithOp RelayRefType is_dynamic kind_of note_rewriter same_list with_fields " +
    "IntEnum CallWithFields FunctionWithFields IfWithFields LetWithFields TupleGetItemWithFields TupleWithFields VarWithFields",
  "tvm.relay.ty": "IntEnum",
  "tvm.relay.analysis.analysis": "count_layers",
  "tvm.relay.transform": "ApplyPassToFunction ModulePass Pass PassContext PassInfo PrintIR Sequential module_pass",
  "tvm.relay.op":
    "tvm register_schedule register_strategy register_convert_op_layout register_infer_correct_layout register_shape_func " +
    "register_stateful register_injective_schedule register_broadcast_schedule register_reduce_schedule",
  "tvm.relay.backend.contrib.uma": "ABC Enum PassPhase UMACodegen UMALower UMAPartitioner abstractmethod auto",
  "tvm.relay.backend.contrib.uma.api": "PassPhase bind_params_by_name relay tvm register_pattern_table",
};

const known: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(names).map(([module, list]) => [module, new Set(list.split(" "))]),
);

/** Whether a module takes a name over from the modules in which its names are looked for. */
export function isPassedOn(module: string, name: string): boolean {
  return !name.startsWith("_") && known.get(module)?.has(name) !== true;
}
