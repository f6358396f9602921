/**
 * Names that modules of the reference have and that are not built here: made by comparing the modules of an installed
 * one with `modules.ts`.
 */
import { isReferenceModule } from "./referenceModules.ts";

const names: Readonly<Record<string, string>> = {
  tvm:
    "ConstantMemoryPools ConstantPoolInfo PoolInfo PoolInfoProperties WorkspaceMemoryPools WorkspacePoolInfo build instrument " +
    "lower mtl register_extension tvm_wrap_excepthook vpi",
  "tvm._ffi": "get_object_type_index register_error register_extension",
  "tvm._ffi.base":
    "ERROR_TYPE c2pyerror c_array c_str check_call get_last_ffi_error integer_types libinfo numeric_types py2cerror py_str " +
    "raise_last_ffi_error register_error string_types",
  "tvm._ffi.registry":
    "PackedFuncBase c_str check_call convert_to_tvm_func extract_ext_funcs get_object_type_index list_global_func_names py_str " +
    "register_extension remove_global_func string_types",
  "tvm._ffi.runtime_ctypes":
    "ArgTypeCode Device ObjectRValueRef RPC_SESS_MASK TVMArray TVMArrayHandle TVMByteArray check_call ml_dtypes tvm_shape_index_t",
  "tvm.contrib.mrvl":
    "clean_up_sim compile_model convert_json_to_bin delete_temp_files find_value_in_KV_pair get_nodes_json_string get_temp_dir " +
    "modify_const_names run_simulation search_path write_json_file",
  "tvm.contrib.target.coreml": "CodegenCoreML ExprVisitor coreml_compiler coreml_runtime os shutil tvm xcode",
  "tvm.driver": "build lower",
  "tvm.error": "OpAttributeInvalid OpAttributeRequired OpAttributeUnImplemented OpNotImplemented RPCSessionTimeoutError register_error",
  "tvm.ir":
    "CallingConv ConstantMemoryPools ConstantPoolInfo Constructor DummyGlobalInfo EnvFunc GlobalInfo PointerType PoolInfo " +
    "PoolInfoProperties PrimType Range SequentialSpan SourceName Span TensorAffineType TupleAffineType TypeConstraint TypeData " +
    "TypeRelation VDevice WorkspaceMemoryPools WorkspacePoolInfo load_json register_intrin_lowering save_json " +
    "",
  "tvm.ir.adt": "RelayExpr Type TypeData",
  "tvm.ir.base":
    "EnvFunc SequentialSpan SourceMap SourceName Span deprecated get_first_structural_mismatch get_global_func json_compact " +
    "load_json register_object save_json structural_hash",
  "tvm.ir.container": "getitem_helper",
  "tvm.ir.expr": "Range Scriptable Span Type is_relax_expr",
  "tvm.ir.function": "CallingConv DictAttrs RelayExpr",
  "tvm.ir.module": "DictAttrs Scriptable string_types",
  "tvm.ir.op": "RelayExpr register_intrin_lowering",
  "tvm.ir.tensor_type": "Type",
  "tvm.ir.transform": "ApplyPassToFunction PrintIR",
  "tvm.ir.type": "PointerType PrimType Scriptable TypeConstraint",
  "tvm.relay":
    "Prelude ScopeBuilder SequentialSpan SourceName Span SpanCheck TypeConstraint TypeData TypeFunctor TypeMutator " +
    "TypeRelation TypeVisitor astext build build_config collapse_sum_to copy_shape_func create_executor device_copy dft dyn " +
    "fromtext load_param_dict matrix_set_diag mean_std memory_plan optimize parse parse_expr pretty_print random save_param_dict " +
    "script segment_sum sliding_window sparse_fill_empty_rows sparse_reshape sparse_to_dense stft target vision vm",
  "tvm.relay._ffi_api":
    "AsText Bind Call CallWithFields Clause Constant ConstantWithFields FuncWithAttr FuncWithoutAttr Function " +
    "FunctionFromExprInContext FunctionWithFields IRModuleAdd IRModuleUpdateWithRenamer If IfWithFields IsDynamic Let LetWithFields " +
    "Match ModelLibraryFormatPrinter PatternConstructor PatternTuple PatternVar PatternWildcard PrettyPrint PrintIR PrintRelayModule " +
    "RefCreate RefCreateWithFields RefRead RefReadWithFields RefWrite RefWriteWithFields StaticMemoryPlan StorageInfo " +
    "StorageInfoDeviceTypes StorageInfoStorageIds StorageInfoStorageSizes StorageInfoVirtualDevices TempExprRealize Tuple TupleGetItem " +
    "TupleGetItemWithFields TupleWithFields Var VarWithFields WarnIfMalformed cast cast_like sliding_window tvm",
  "tvm.relay.adt": "ExprWithOp RelayExpr RelayNode Type TypeData",
  "tvm.relay.analysis":
    "AnnotatedRegionSet CallGraph Feature IRModule all_type_vars bound_type_vars build_module check_basic_block_normal_form " +
    "check_constant check_kind cpu detect_feature extract_fused_functions extract_intermdeiate_expr free_type_vars " +
    "get_calibration_data get_total_mac_number list_fake_quantized_op_freqs search_fc_transpose transform unmatched_cases",
  "tvm.relay.backend": "Executor Runtime",
  "tvm.relay.backend.contrib.uma.api.lower": "OperatorStrategies PassPhase register_strategy",
  "tvm.relay.backend.contrib.uma.api.partitioner": "PatternTable",
  "tvm.relay.backend.contrib.uma.api.utils": "add_llvm_to_block clang utils uuid",
  "tvm.relay.backend.contrib.uma.backend": "PassPhase",
  "tvm.relay.build_module":
    "AotExecutor BuildModule Executor GraphExecutor IRModule InferType Runtime Target VMExecutor autotvm build contrib_utils " +
    "create_executor load_module mangle_module_name optimize register_func",
  "tvm.relay.dataflow_pattern": "Expr astext ffi get make_node pretty_print register_df_node tvm_ffi",
  "tvm.relay.expr":
    "ConstantWithFields NDArray RefCreateWithFields RefReadWithFields RefWriteWithFields RelayNode StaticMemoryPlan StorageInfo " +
    "TempExpr astext pretty_print",
  "tvm.relay.function": "astext convert pretty_print",
  "tvm.relay.op":
    "OpStrategy collapse_sum_to copy_shape_func debug device_copy dft matrix_set_diag mean_std " +
    "register_optional_fake_quantization_to_integer script segment_sum sliding_window sparse_fill_empty_rows sparse_reshape " +
    "sparse_to_dense stft target",
  "tvm.relay.op.annotation": "function_on_device on_device target",
  "tvm.relay.op.contrib":
    "CLMLGenSrc CLMLGetSubModuleSrc CheckFunc DFPatternCallback DenseReshapeBiasGeluRewrite ExprMutator ExprVisitor GlobalVar " +
    "IsComputeIntensiveGraph IsSupportedGraph LayerNormRewrite LegalizeQnnOpForDnnl MrvlRemoveCopyPass MrvlRemoveDropoutPass Op " +
    "OpAttrContext OptimizeBatchnorm OptimizeBatchnormPass PassContext RemoveCopy RemoveDropout RemoveDropoutPass ResNetV1Rewrite " +
    "Sequential Template TupleGetItem adaptive_avg_pool2d_checker adaptive_max_pool2d_checker add add_attributes add_checker " +
    "alter_conv alter_conv_transpose append_eltwise_ops arm_compute_lib_pattern_table avg_pool2d avg_pool2d_check " +
    "avg_pool_2d_checker avg_pool_3d_checker avgpool2d_nhwc2nhwc batch_flatten_mrvl batch_matmul_checker batch_norm_checker " +
    "bias_add_checker bias_check binary_op_pattern binary_op_pattern_with_const bind_params_by_name check_batch_matmul check_conv " +
    "check_conv2d check_conv2d_backward_weight check_conv2d_common check_conv2d_residual check_conv2d_transpose check_dense " +
    "check_dilation check_dtype check_gemm clml_pattern_table clml_sdk_version compiler_begin compiler_end concat " +
    "concatenate_checker const conv1d_checker conv2d conv2d_check conv2d_checker conv2d_nhwc2nhwc conv2d_transpose_checker " +
    "conv3d_checker conv3d_transpose_checker dense dense_checker depthwise_conv2d dtype_is_supported expand_dims_checker fc_ni2no " +
    "first_op_unsupported get_args get_attrs get_dtype get_op_name get_optimal_layout_for_conv " +
    "get_optimal_layout_for_conv_transpose get_root_call get_shape get_tensorrt_remove_no_mac_subgraphs get_tensorrt_target " +
    "get_tensorrt_use_fp16 get_tensorrt_use_implicit_batch_mode get_tensorrt_version global_avg_pool2d global_avg_pool2d_check " +
    "global_avg_pool_2d_checker global_max_pool2d global_max_pool2d_check global_max_pool_2d_checker globalavgpool2d_nhwc2nhwc " +
    "globalmaxpool2d_nhwc2nhwc instance_norm_check is_activation is_arm_compute_runtime_enabled is_clml_runtime_enabled " +
    "is_constant is_depthwise_conv2d is_expr is_op is_per_channel_quantization is_supported_trt_type is_tensorrt_compiler_enabled " +
    "is_tensorrt_runtime_enabled is_tuple is_tuple_get_item is_valid_batch_size is_valid_subgraph is_var layer_norm_checker " +
    "layout_transform_checker layout_transform_nchw2nhwc legalize_group_conv legalize_pad_avg_pool legalize_qnn_for_dnnl logger " +
    "make_and_checker make_batch_matmul_pattern make_bias_add_pattren_predicate make_conv2d_backward_weight_pattern " +
    "make_conv2d_pattern make_conv2d_transpose_pattern make_conv_bias_sum_relu_pattern make_conv_pattern " +
    "make_dense_bias_gelu_pattern make_dense_bias_pattern make_dense_bias_sum_pattern make_dense_pattern make_dnnl_pattern " +
    "make_gelu_pattern make_gemm_pattern make_predicate make_qnn_conv2d_pattern make_qnn_dense_pattern make_residual_block_pattern " +
    "make_sum_pattren_predicate make_trt_version_checker max_pool2d max_pool2d_check max_pool_2d_checker max_pool_3d_checker " +
    "maximum maxpool2d_nhwc2nhwc mrvl_contrib mrvl_pattern_table mrvl_register_avg_pool2d_attr_funcs_for_convert_layout " +
    "mrvl_register_conv2d_attr_funcs_for_convert_layout mrvl_register_global_avg_pool2d_attr_funcs_for_convert_layout " +
    "mrvl_register_max_pool2d_attr_funcs_for_convert_layout multiply_checker op pad_checker partial partition_for_arm_compute_lib " +
    "partition_for_bnns partition_for_clml partition_for_cutlass partition_for_mrvl partition_for_tensorrt pattern_table " +
    "preprocess_for_clml preprocess_module proj_five_op_pattern_with_const prune_dnnl_subgraphs prune_tensorrt_subgraphs qnn_add " +
    "qnn_conv2d qnn_dense reduce reduce_checker register_func repartition_mrvl_subgraphs repartition_subgraph reshape_checker " +
    "reshape_mrvl rewrite rewrite_dense_bias_gelu_reshape_last rewrite_layer_norm rewrite_resnetv1 softmax_checker split_checker " +
    "squeeze_checker squeeze_mrvl standard_predicate strided_slice_checker summation supported_post_elts tag2layout torchop " +
    "transform transpose_checker unary_op_pattern unary_op_pattern_with_any_tuple wildcard",
  "tvm.relay.op.image": "affine_grid crop_and_resize dilation2d grid_sample resize3d",
  "tvm.relay.op.nn":
    "avg_pool2d_grad bitpack bitserial_conv2d bitserial_dense contrib_conv2d_gemm_weight_transform " +
    "contrib_conv2d_gemm_without_weight_transform contrib_conv2d_winograd_nnpack_weight_transform " +
    "contrib_conv2d_winograd_weight_transform contrib_conv2d_winograd_without_weight_transform " +
    "contrib_conv3d_winograd_weight_transform contrib_conv3d_winograd_without_weight_transform contrib_dense_pack " +
    "contrib_depthwise_conv2d_nchwc conv2d_backward_weight correlation expr max_pool2d_grad nll_loss sparse_add sparse_dense " +
    "sparse_transpose upsampling3d",
  "tvm.relay.op.op":
    "GenericFunc OpImplementation OpSpecialization OpStrategy build call_lowered debug get_native_generic_func lower register " +
    "register_optional_fake_quantization_to_integer",
  "tvm.relay.op.reduce": "mean_std squeeze",
  "tvm.relay.op.tensor": "copy_shape_func device_copy script target",
  "tvm.relay.op.transform":
    "collapse_sum_to dft matrix_set_diag segment_sum shape_of sliding_window sparse_fill_empty_rows sparse_reshape sparse_to_dense " +
    "stft",
  "tvm.relay.qnn":
    "RequantizeConfig SQNN_DTYPE_TO_CODE Target contrib_dense_pack conv2d_transpose current_requantize_config get_pad_tuple2d " +
    "requantize_config simulated_dequantize simulated_quantize target_has_features",
  "tvm.relay.qnn.op":
    "RequantizeConfig SQNN_DTYPE_TO_CODE Target contrib_dense_pack conv2d_transpose current_requantize_config get_pad_tuple2d " +
    "register_qnn_canonicalize register_qnn_legalize requantize_config simulated_dequantize simulated_quantize target_has_features",
  "tvm.relay.testing":
    "Prelude check_grad count count_ops create_workload enabled_targets gradient make_nat_expr make_nat_value op rand " +
    "run_as_python to_python",
  "tvm.relay.transform": "FlexibleShapeDispatch ToCPS gradient mangle_module_name to_cps un_cps",
  "tvm.relay.ty": "RelayNode TypeConstraint TypeRelation",
  "tvm.runtime":
    "Module ObjectGeneric ObjectPath ObjectPathPair ObjectTypes PackedFunc Report Scriptable ShapeTuple const convert_to_object " +
    "enabled load_module load_param_dict load_param_dict_from_file load_static_library mtl num_threads save_param_dict " +
    "save_param_dict_to_file system_lib vpi",
  "tvm.runtime.container": "ADT ObjectTypes PyNativeObject ShapeTuple getitem_helper tuple_object",
  "tvm.runtime.ndarray":
    "DataType DataTypeCode NDArrayBase TVMArray TVMArrayHandle c_array check_call empty from_dlpack ml_dtypes mtl numpyasarray " +
    "string_types tvm_shape_index_t vpi webgpu",
  "tvm.runtime.object": "ObjectBase ObjectRValueRef PyNativeObject c_str check_call",
  "tvm.support": "FrontendTestModule GetLibInfo Module describe get_global_func",
  "tvm.target":
    "GenericFunc VirtualDevice bifrost get_native_generic_func hexagon intel_graphics list_tags make_compilation_config mali " +
    "override_native_generic_func rasp riscv_cpu stm32",
  "tvm.target.target":
    "Device MICRO_SUPPORTED_MODELS STM32_SUPPORTED_SERIES String TargetFeatures adreno bifrost convert hexagon intel_graphics mali " +
    "rasp riscv_cpu stm32",
  "tvm.testing":
    "Callable CompareBeforeAfter DEFAULT_TEST_TARGETS ErrorTest FrontendTestModule IS_IN_CI List Optional Path " +
    "SKIP_SLOW_TESTS TVMError Tuple Union after_initializer assert_allclose assert_prim_expr_equal call_cpp_ffi " +
    "call_cpp_py_ffi call_py_ffi check_bool_expr_is_true check_int_constraints_trans_consistency " +
    "check_numerical_grads device_enabled device_test disable_span_filling echo enable_span_filling enabled_targets " +
    "exclude_targets fast_summation fetch_model_from_url fixture generate_ref_data get_dtype_range identity_after " +
    "identity_cpp initializer install_request_hook is_ampere_or_newer known_failing_targets load_model local_run main " +
    "nop object_use_count parameter parameters parametrize_targets register_ffi requires_cuda_compute_version " +
    "requires_nvcc_version requires_package rpc_run run_check_signal skip_if_32bit skip_if_no_reference_system " +
    "skip_if_wheel_test skip_parameterizations slow slow_summation strtobool terminate_self test_check_eq_callback " +
    "test_raise_error_callback test_wrap_callback timeout_job uses_gpu uses_multi_gpu xfail_parameterizations",
  "tvm.tir":
    "Allocate AllocateConst AssertStmt AttrStmt BijectiveLayout Block BlockDependenceInfo BlockRealize BlockScope Broadcast Buffer " +
    "BufferLoad BufferRealize BufferRegion BufferStore CallEffectKind Cast CommReducer DataProducer DeclBuffer Evaluate For " +
    "ForKind IfThenElse IndexMap IterVar Layout Let LetStmt MatchBufferRegion Mod Not Prefetch PrimFunc ProducerLoad " +
    "ProducerRealize ProducerStore Ramp Reduce Schedule ScheduleError ScheduleState Select SeqStmt Shuffle Stmt StmtSRef " +
    "TVMBackendAllocWorkspace TVMBackendFreeWorkspace TensorIntrin While abs acos acosh add address_of asin asinh assume atan " +
    "atan2 atanh bijective_layout bitwise_and bitwise_not bitwise_or bitwise_xor call_cpacked call_cpacked_lowered call_extern " +
    "call_intrin call_llvm_intrin call_llvm_pure_intrin call_packed call_packed_lowered call_pure_extern call_tir ceil ceildiv clz " +
    "comm_reducer const convert copysign cos cosh create_barriers decl_buffer div dp4a end_profile_intrinsic erf exp exp10 exp2 " +
    "floor fmod get_active_lane_mask get_vscale_expr hypot if_then_else infinity isfinite isinf isnan isnullptr layout ldexp " +
    "likely log log10 log1p log2 lookup_param make_filled_simdgroup_matrix max_value min_value mma_fill mma_store multiply " +
    "nearbyint nextafter popcount pow power ptx_arrive_barrier ptx_arrive_barrier_expect_tx ptx_commit_group ptx_cp_async " +
    "ptx_cp_async_barrier ptx_cp_async_bulk ptx_init_barrier_thread_count ptx_ldmatrix ptx_mma ptx_mma_sp ptx_wait_barrier " +
    "ptx_wait_group q_multiply_shift q_multiply_shift_per_axis reinterpret ret round rsqrt shift_left shift_right sigmoid " +
    "simdgroup_load simdgroup_multiply_accumulate simdgroup_store sin sinh sqrt start_profile_intrinsic stmt_list stmt_seq " +
    "subtract sum tan tanh trace trunc truncdiv truncmod tvm_access_ptr tvm_bmma_sync tvm_check_return tvm_fill_fragment " +
    "tvm_load_matrix_sync tvm_mma_sync tvm_stack_alloca tvm_stack_make_array tvm_stack_make_shape tvm_store_matrix_sync " +
    "tvm_struct_get tvm_struct_set tvm_thread_allreduce tvm_throw_last_error tvm_tuple type_annotation undef vectorcombine " +
    "vectorhigh vectorlow vscale",
  "tvm.tir.expr":
    "Broadcast Buffer BufferLoad CallEffectKind Cast CommReducer DataProducer DataType DataTypeCode IntImmEnum IterVar Let Mod Not " +
    "ObjectGeneric Op ProducerLoad Ramp Reduce Scriptable Select Shuffle Span const convert div_ambiguity_error ir",
  "tvm.tir.op":
    "Buffer CommReducer IntImm PrimExprWithOp Span TVMBackendAllocWorkspace TVMBackendFreeWorkspace abs acos acosh address_of " +
    "anylist_getitem anylist_resetitem anylist_setitem_call_cpacked anylist_setitem_call_packed asin asinh assume atan atan2 atanh " +
    "bitwise_and bitwise_not bitwise_or bitwise_xor call_cpacked call_cpacked_lowered call_extern call_intrin call_llvm_intrin " +
    "call_llvm_pure_intrin call_packed call_packed_lowered call_pure_extern call_tir ceil ceildiv clz comm_reducer const copysign " +
    "cos cosh create_barriers div dp4a end_profile_intrinsic erf exp exp10 exp2 floor fmod get_active_lane_mask get_vscale_expr " +
    "hypot if_then_else infinity isfinite isinf isnan isnullptr ldexp likely log log10 log1p log2 lookup_param " +
    "make_filled_simdgroup_matrix max_value min_value mma_fill mma_store nearbyint nextafter popcount pow power ptx_arrive_barrier " +
    "ptx_arrive_barrier_expect_tx ptx_commit_group ptx_cp_async ptx_cp_async_barrier ptx_cp_async_bulk " +
    "ptx_init_barrier_thread_count ptx_ldmatrix ptx_mma ptx_mma_sp ptx_wait_barrier ptx_wait_group q_multiply_shift " +
    "q_multiply_shift_per_axis reinterpret ret round rsqrt shift_left shift_right sigmoid simdgroup_load " +
    "simdgroup_multiply_accumulate simdgroup_store sin sinh sqrt start_profile_intrinsic sum tan tanh tir trace trunc truncdiv " +
    "truncmod tvm_access_ptr tvm_bmma_sync tvm_check_return tvm_fill_fragment tvm_load_matrix_sync tvm_mma_sync tvm_stack_alloca " +
    "tvm_stack_make_array tvm_stack_make_shape tvm_storage_sync tvm_store_matrix_sync tvm_struct_get tvm_struct_set " +
    "tvm_thread_allreduce tvm_thread_invariant tvm_throw_last_error tvm_tuple tvm_warp_activemask tvm_warp_shuffle " +
    "tvm_warp_shuffle_down tvm_warp_shuffle_up type_annotation undef vectorcombine vectorhigh vectorlow vscale",
};

/**
 * Modules of which any name is taken to be there: what they hold works on schedules and code, of which nothing is built
 * here, or is a target's, of which little is.
 */
const open: ReadonlySet<string> = new Set(["tvm.relay.op.strategy", "tvm.relay.op.strategy.generic", "tvm.relay.op.contrib.dnnl"]);

/**
 * Modules that are not built here at all, of which `names` has every name: what a build of TVM may add to them is not
 * there.
 */
const whole: ReadonlySet<string> = new Set([
  "tvm.contrib",
  "tvm.contrib.debugger",
  "tvm.contrib.target",
  "tvm.driver",
  "tvm.relay._ffi_api",
  "tvm.relay.backend.contrib",
]);

const known: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(names).map(([module, list]) => [module, new Set(list.split(" "))]),
);

/** Whether a module of the reference has a name that is not built here, as a module inside it or otherwise. */
export function isReferenceName(module: string, name: string): boolean {
  return isReferenceModule(`${module}.${name}`) || known.get(module)?.has(name) === true || (open.has(module) && !name.startsWith("__"));
}

/** The names of a module of the reference that are not built here. */
export function referenceNamesOf(module: string): readonly string[] {
  return [...(known.get(module) ?? [])];
}

/** Whether a module that is not built here has a name, as far as that is known. */
export function mayHave(module: string, name: string): boolean {
  return !name.startsWith("__") && (!whole.has(module) || isReferenceName(module, name));
}
