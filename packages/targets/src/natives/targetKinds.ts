/** Kinds of targets: what the reference knows of each. Follows src/target/target_kind.cc. */

export interface TargetKind {
  /** The keys of a target of this kind that names none itself. */
  readonly keys: readonly string[];
  /** The options of the kind alone, each with its type as {@link optionType} says. */
  readonly options: readonly string[];
  /** Options with a value where none is given. */
  readonly defaults: Readonly<Record<string, string>>;
}

const words = (text: string): readonly string[] => (text === "" ? [] : text.split(" "));

const kind = (keys: string, options = "", defaults: TargetKind["defaults"] = {}): TargetKind => ({
  keys: words(keys),
  options: words(options),
  defaults,
});

/** Options of every kind. */
const common = words("device from_device host keys libs model tag target_device_type");

const gpuLimits = "max_num_threads max_shared_memory_per_block max_threads_per_block thread_warp_size";
const vulkanLimits =
  "max_block_size_x max_block_size_y max_block_size_z max_per_stage_descriptor_storage_buffer max_push_constants_size max_spirv_version " +
  "max_storage_buffer_range max_uniform_buffer_range";
const vulkanFeatures =
  "supports_16bit_buffer supports_8bit_buffer supports_cooperative_matrix supports_dedicated_allocation supports_float16 supports_float32 " +
  "supports_float64 supports_int16 supports_int32 supports_int64 supports_int8 supports_integer_dot_product supports_push_descriptor " +
  "supports_storage_buffer_storage_class";
const vulkanNames = "device_name device_type driver_name driver_version mattr supported_subgroup_operations vulkan_api_version";
const fastMath = "fast-math fast-math-arcp fast-math-contract fast-math-ninf fast-math-nnan fast-math-nsz fast-math-reassoc";

const nativeTriple = "x86_64-unknown-linux-gnu";

export const targetKinds: Readonly<Record<string, TargetKind>> = {
  example_target_hook: kind("", "example_attribute", { example_attribute: "0" }),
  ccompiler: kind("", "header", { header: "" }),
  test: kind(""),
  stackvm: kind("cpu"),
  c: kind("cpu", "constants-byte-alignment march mcpu workspace-byte-alignment"),
  cuda: kind("cuda gpu", `arch l2_cache_size_bytes mcpu registers_per_block ${gpuLimits}`, {
    arch: "sm_50",
    max_num_threads: "1024",
    thread_warp_size: "32",
  }),
  metal: kind("metal gpu", `max_function_args ${gpuLimits}`, {
    max_function_args: "31",
    max_num_threads: "256",
    max_shared_memory_per_block: "32768",
    max_threads_per_block: "256",
    thread_warp_size: "16",
  }),
  nvptx: kind("cuda gpu", "max_num_threads mcpu mtriple thread_warp_size", {
    max_num_threads: "1024",
    mcpu: "sm_50",
    mtriple: "nvptx64-nvidia-cuda",
    thread_warp_size: "32",
  }),
  llvm: kind("cpu", `cl-opt ${fastMath} jit mabi mattr mcpu mfloat-abi mtriple num-cores opt-level`, { mtriple: nativeTriple }),
  hexagon: kind("hexagon cpu", "llvm-options mattr mcpu mtriple num-cores vtcm-capacity"),
  rocm: kind("rocm gpu", `mattr mcpu mtriple ${gpuLimits}`, {
    max_num_threads: "256",
    max_shared_memory_per_block: "65536",
    max_threads_per_block: "256",
    mcpu: "gfx900",
    mtriple: "amdgcn-amd-amdhsa-hcc",
    thread_warp_size: "64",
  }),
  hybrid: kind(""),
  webgpu: kind("webgpu gpu", "max_num_threads", { max_num_threads: "256" }),
  composite: kind("", "devices"),
  vulkan: kind("vulkan gpu", `${vulkanNames} ${vulkanFeatures} ${vulkanLimits} ${gpuLimits}`, {
    max_num_threads: "256",
    max_threads_per_block: "256",
    supports_float32: "1",
    supports_int32: "1",
    thread_warp_size: "1",
  }),
  opencl: kind("opencl gpu", `max_function_args texture_spatial_limit ${gpuLimits}`, {
    max_function_args: "128",
    max_num_threads: "256",
    max_shared_memory_per_block: "16384",
    max_threads_per_block: "256",
    texture_spatial_limit: "16384",
    thread_warp_size: "1",
  }),
  aocl: kind("aocl hls"),
  ext_dev: kind(""),
  sdaccel: kind("sdaccel hls"),
  aocl_sw_emu: kind("aocl hls"),
};

/** The options of a kind. */
export function optionsOfKind({ options }: TargetKind): readonly string[] {
  return [...options, ...common];
}

const lists: ReadonlySet<string> = new Set(["keys", "libs", "mattr", "cl-opt", "llvm-options", "devices"]);
const integer =
  /^(?:max_.*|thread_warp_size|num-cores|opt-level|texture_spatial_limit|registers_per_block|l2_cache_size_bytes|vtcm-capacity|.*-byte-alignment|example_attribute|target_device_type|from_device|driver_version|vulkan_api_version|supported_subgroup_operations)$/;

/** The type of an option's value. */
export function optionType(name: string): "list" | "int" | "bool" | "text" {
  if (lists.has(name)) return "list";
  if (integer.test(name)) return "int";
  return name.startsWith("supports_") || name.startsWith("fast-math") ? "bool" : "text";
}
