/**
 * The options that a pass context of the reference takes (`PassContext.list_configs()`), in the order in which it lists
 * them where it refuses another.
 */
const names = [
  "relay.backend.use_meta_schedule relay.backend.use_auto_scheduler relay.backend.tir_converter",
  "relay.ToMixedPrecision.keep_orig_output_dtype relay.FuseOps.max_depth relay.collage.byoc_fusion_style",
  "relay.collage.byoc_max_depth tir.usmp.use_workspace_io tir.usmp.enable tir.UnrollLoop",
  "tir.ReduceBranchingThroughOvercompute tir.reset_start_id tir.instr_siblings tir.lwp_min_height tir.usmp.algorithm",
  "tir.lwp_max_depth tir.lwp_disable_func_prof relax.transform.apply_legalize_ops tir.add_lower_pass",
  "tir.experimental_dma_bypass_cache tir.LoopPartition tir.enable_debug relay.fallback_device_type tir.ptx_ldg32",
  "relax.backend.use_cuda_graph tir.InjectDoubleBuffer tir.enable_buffer_level_predication tir.instrument_lwp",
  "tir.disable_assert tir.use_async_copy tir.disable_vectorize tir.debug_keep_trivial_loop",
  "tir.instrument_bound_checkers relay.remove_standalone_reshapes.enable tir.usmp.custom_algorithm",
  "tir.disable_storage_rewrite tir.vtcm_capacity tir.is_entry_func tir.RemoveNoOp relax.fallback_device_type",
  "relay.backend.use_meta_schedule_dispatch tir.Simplify tir.disable_cse_tir ir.enable_si_builder",
  "testing.immutable_module relay.FuseOps.link_params relay.collage.tvm_max_depth tir.enable_equiv_terms_in_cse_tir",
  "tir.noalias relay.frontend.fill_span tir.merge_static_smem relax.FuseOps.max_depth",
  "relax.lift_transform_params.consume_params te.keep_schedule_record tir.HoistIfThenElse tir.detect_global_barrier",
  "tir.HoistExpression",
];

/** Their names. */
export const configNames: ReadonlySet<string> = new Set(names.flatMap((line) => line.split(" ")));

const ofKinds = new Map([
  ["Array", "relay.collage.byoc_fusion_style tir.add_lower_pass"],
  ["runtime.String", "relay.backend.tir_converter tir.usmp.algorithm tir.usmp.custom_algorithm"],
]);

/** The type that the reference names for an option. */
export function optionType(name: string): string {
  for (const [type, those] of ofKinds) if (those.split(" ").includes(name)) return type;
  const [, option] = /^tir\.([A-Z]\w*)$/.exec(name) ?? [];
  return option === undefined ? "IntImm" : `tir.transform.${option}Config`;
}

/** What the value of an option is. */
export function optionKind(name: string): "text" | "object" | "int" {
  const type = optionType(name);
  if (type === "IntImm") return "int";
  return type === "runtime.String" ? "text" : "object";
}
