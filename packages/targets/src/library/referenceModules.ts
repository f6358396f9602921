/**
 * The modules of TVM 0.19.0 that can be imported, by package, supported here or not. Generated from an installed TVM.
 */
const modules: Readonly<Record<string, string>> = {
  tvm:
    "_ffi arith auto_scheduler autotvm contrib dlight driver error generic ir meta_schedule parser relax relay rpc runtime " +
    "script support target te testing tir topi utils",
  "tvm._ffi": "_ctypes _cy2 _cy3 _pyversion base libinfo registry runtime_ctypes",
  "tvm._ffi._ctypes": "ndarray object packed_func types",
  "tvm.arith": "_ffi_api analyzer bound int_set int_solver iter_affine_map pattern",
  "tvm.autotvm": "database env feature graph_tuner measure record task testing tophub tuner utils",
  "tvm.autotvm.graph_tuner": "_base base_graph_tuner dynamic_programming_stage dynamic_programming_tuner pbqp_tuner utils",
  "tvm.autotvm.graph_tuner.utils": "traverse_graph utils",
  "tvm.autotvm.measure": "executor measure measure_methods",
  "tvm.autotvm.task": "code_hash dispatcher relay_integration space task topi_integration",
  "tvm.autotvm.tuner":
    "callback droplet_tuner ga_tuner index_based_tuner metric model_based_tuner sa_model_optimizer tuner xgboost_cost_model " +
    "xgboost_tuner",
  "tvm.contrib":
    "cblas cc clang coreml_runtime cublas cublaslt cuda_graph cudnn cutlass debugger dlpack dnnl download emcc " +
    "graph_executor graph_runtime hexagon hipblas miopen mkl mps mrvl msc mxnet ndk nnpack nvcc peak pickle_memoize " +
    "pipeline_executor pipeline_executor_build popen_pool random rocblas rocm rpc sdaccel sparse spirv stackvm tar target " +
    "tflite_runtime thrust tvmjs utils xcode",
  "tvm.contrib.cuda_graph": "cuda_graph_executor",
  "tvm.contrib.cutlass":
    "_ffi_api attention_operation build conv2d_operation conv2d_profiler gemm_operation gemm_profiler gen_conv2d gen_gemm " +
    "gen_tensor_op layer_norm_operation library rms_norm_operation",
  "tvm.contrib.debugger": "debug_executor debug_result debug_runtime",
  "tvm.contrib.target": "coreml vitis_ai",
  "tvm.driver": "_ffi_api build_module tvmc",
  "tvm.ir":
    "_ffi_analysis_api _ffi_api _ffi_instrument_api _ffi_transform_api adt affine_type analysis attrs base container " +
    "diagnostics expr function global_info instrument json_compact memory_pools module op supply tensor_type transform type " +
    "type_relation",
  "tvm.ir.diagnostics": "_ffi_api",
  "tvm.relay":
    "_build_module _ffi_api _ffi_api_parser _make adt analysis backend base build_module collage data_dep_optimization " +
    "dataflow_pattern debug expr expr_functor frontend function loops op param_dict parser prelude qnn quantize " +
    "scope_builder testing transform ty type_functor",
  "tvm.relay.analysis":
    "_ffi_api analysis annotated_regions call_graph count_layers feature operations_distribution sparse_conv2d sparse_dense",
  "tvm.relay.backend":
    "_aot _backend _vm aot contrib executor executor_factory graph_executor_codegen interpreter name_transforms runtime " +
    "te_compiler utils vm",
  "tvm.relay.backend.contrib": "uma",
  "tvm.relay.backend.contrib.uma": "api backend",
  "tvm.relay.backend.contrib.uma.api": "_ffi_api codegen lower partitioner utils",
  "tvm.relay.collage": "_ffi_api collage",
  "tvm.relay.data_dep_optimization": "bsr_conv2d bsr_dense simplify_fc_transpose utils",
  "tvm.relay.dataflow_pattern": "_ffi",
  "tvm.relay.op":
    "_algorithm _make _math _reduce _tensor _tensor_grad _transform algorithm annotation contrib dyn image memory nn op " +
    "op_attrs random reduce strategy tensor transform vision vm",
  "tvm.relay.op.annotation": "_make annotation",
  "tvm.relay.op.contrib": "arm_compute_lib bnns clml coreml cublas cudnn cutlass dnnl libtorch mrvl register te_target tensorrt vitis_ai",
  "tvm.relay.op.dyn": "_algorithm _make _tensor _transform image nn",
  "tvm.relay.op.dyn.image": "_image _make",
  "tvm.relay.op.dyn.nn": "_make _nn",
  "tvm.relay.op.image": "_image _make image",
  "tvm.relay.op.memory": "_make memory",
  "tvm.relay.op.nn": "_make _nn nn utils",
  "tvm.relay.op.random": "_kernel _make kernel",
  "tvm.relay.op.strategy": "adreno arm_cpu bifrost cuda generic hexagon hls intel_graphics mali rocm x86",
  "tvm.relay.op.vision": "_make _rcnn _vision _yolo multibox nms rcnn yolo",
  "tvm.relay.op.vm": "_ffi_api vm",
  "tvm.relay.qnn": "op strategy transform",
  "tvm.relay.qnn.op": "_make _qnn _requantize canonicalizations layout_conversions legalizations op qnn",
  "tvm.relay.qnn.strategy": "arm_cpu generic hexagon",
  "tvm.relay.quantize": "_annotate _calibrate _partition _partition_conversions _quantize kl_divergence quantize",
  "tvm.relay.testing":
    "byoc darknet dcgan densenet dqn inception_v3 init layers lstm mlp mobilenet nat py_converter resnet resnet_3d " +
    "squeezenet synthetic temp_op_attr tf tflite vgg yolo_detection",
  "tvm.relay.transform":
    "_ffi_api fake_quantization_to_integer flexible_shape infer_layout_utils memory_plan mixed_precision recast suffixes " + "transform",
  "tvm.runtime":
    "_ffi_api _ffi_node_api container disco executor module name_transforms ndarray object object_generic object_path " +
    "packed_func params profiler_vm profiling relax_vm script_printer support vm",
  "tvm.runtime.disco": "_ffi_api process_pool session",
  "tvm.runtime.executor": "aot_executor",
  "tvm.runtime.profiling": "_ffi_api",
  "tvm.target": "_ffi_api codegen compilation_config datatype detect_target generic_func intrin tag target virtual_device x86",
  "tvm.te": "_ffi_api autodiff hybrid operation schedule tag tensor tensor_intrin",
  "tvm.te.hybrid": "calls module parser preprocessor runtime utils",
  "tvm.testing": "_ffi_api auto_scheduler autotvm plugin popen_pool runner tir usmp utils",
  "tvm.tir":
    "_ffi_api analysis block_dependence_info block_scope buffer data_layout expr function generic ir_builder op schedule " +
    "stmt stmt_functor tensor_intrin transform usmp",
  "tvm.tir.analysis": "_ffi_api analysis",
  "tvm.tir.schedule": "_ffi_api _type_checker analysis instruction schedule state testing trace transform",
  "tvm.tir.tensor_intrin": "arm_cpu cuda dot_product_common hexagon metal rocm x86",
  "tvm.tir.transform": "_ffi_api function_pass transform",
  "tvm.tir.usmp": "_ffi_api analysis transform utils",
  "tvm.tir.usmp.analysis": "_ffi_api analysis",
  "tvm.tir.usmp.transform": "_ffi_api transform",
  "tvm.utils": "roofline",
  "tvm.utils.roofline": "cuda registry x86",
};

/** Packages of which nothing is built here: whatever is imported from them is taken to be there. */
const open: readonly string[] = [
  "tvm.relax",
  "tvm.script",
  "tvm.meta_schedule",
  "tvm.auto_scheduler",
  "tvm.topi",
  "tvm.micro",
  "tvm.dlight",
  "tvm.contrib.msc",
  "tvm.contrib.hexagon",
  "tvm.contrib.micro",
  "tvm.driver.tvmc",
  "tvm.relay.frontend",
  "tvm.rpc",
  "tvm.contrib.torch",
];

const known: ReadonlySet<string> = new Set(
  Object.entries(modules).flatMap(([name, inner]) => [name, ...inner.split(" ").map((part) => `${name}.${part}`)]),
);

/** Functions that a package has under the name of one of its modules: the module is found by an import of it alone. */
const functionsOverModules: ReadonlySet<string> = new Set([
  "tvm.target.generic_func",
  "tvm.relay.analysis.count_layers",
  "tvm.relay.quantize.quantize",
  "tvm.relay.transform.recast",
]);

/** Modules that their packages have as attributes only after an import of them. */
const importedAlone: ReadonlySet<string> = new Set([
  "tvm.testing",
  "tvm.relay.testing",
  "tvm.relay.backend.contrib",
  "tvm.relay.op.contrib.cublas",
  "tvm.relay.op.contrib.cudnn",
]);

/** The modules inside a package of the reference. */
export function modulesInside(name: string): readonly string[] {
  return modules[name]?.split(" ") ?? [];
}

/** Whether a package of the reference has a module under that name as its attribute. */
export function isModuleAttribute(name: string, attribute: string): boolean {
  const full = `${name}.${attribute}`;
  return known.has(full) && !functionsOverModules.has(full) && !isImportedAlone(full);
}

/** Whether its package has a module as an attribute only after an import of it. */
export function isImportedAlone(module: string): boolean {
  return importedAlone.has(module);
}

/** Whether the reference has a module of that name. */
export function isReferenceModule(name: string): boolean {
  return known.has(name) || open.some((start) => name === start || name.startsWith(`${start}.`));
}
