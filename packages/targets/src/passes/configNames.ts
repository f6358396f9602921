/** The options that a pass context of the reference takes (`PassContext.list_configs()`); others are refused. */
const groups: Readonly<Record<string, string>> = {
  "ir.": "enable_si_builder",
  "relax.":
    "FuseOps.max_depth backend.use_cuda_graph fallback_device_type lift_transform_params.consume_params transform.apply_legalize_ops",
  "relay.":
    "FuseOps.link_params FuseOps.max_depth ToMixedPrecision.keep_orig_output_dtype backend.tir_converter backend.use_auto_scheduler " +
    "backend.use_meta_schedule backend.use_meta_schedule_dispatch collage.byoc_fusion_style collage.byoc_max_depth collage.tvm_max_depth " +
    "fallback_device_type frontend.fill_span remove_standalone_reshapes.enable",
  "te.": "keep_schedule_record",
  "testing.": "immutable_module",
  "tir.":
    "HoistExpression HoistIfThenElse InjectDoubleBuffer LoopPartition ReduceBranchingThroughOvercompute RemoveNoOp Simplify UnrollLoop " +
    "add_lower_pass debug_keep_trivial_loop detect_global_barrier disable_assert disable_cse_tir disable_storage_rewrite disable_vectorize " +
    "enable_buffer_level_predication enable_debug enable_equiv_terms_in_cse_tir experimental_dma_bypass_cache instr_siblings " +
    "instrument_bound_checkers instrument_lwp is_entry_func lwp_disable_func_prof lwp_max_depth lwp_min_height merge_static_smem noalias " +
    "ptx_ldg32 reset_start_id use_async_copy usmp.algorithm usmp.custom_algorithm usmp.enable usmp.use_workspace_io vtcm_capacity",
};

/** Their names. */
export const configNames: ReadonlySet<string> = new Set(
  Object.entries(groups).flatMap(([prefix, names]) => names.split(" ").map((name) => `${prefix}${name}`)),
);

const texts = new Set(["relay.backend.tir_converter", "tir.usmp.algorithm", "tir.usmp.custom_algorithm"]);
const objects = /^(?:relay\.collage\.byoc_fusion_style|tir\.(?:add_lower_pass|[A-Z]\w*))$/;

/** What the value of an option is. */
export function optionKind(name: string): "text" | "object" | "int" {
  if (texts.has(name)) return "text";
  return objects.test(name) ? "object" : "int";
}
