/** The device that a target describes. Follows the targets' keys and features of src/target. */

export interface Device {
  /** The given target; undefined if none is in force. */
  readonly target: string | undefined;
  /** The keys that select its rules, the most specific first. */
  readonly keys: readonly string[];
  /** Whether it has Intel's SSE 4 instructions. */
  readonly hasSse4: boolean;
  readonly hasDotProduct: boolean;
  readonly hasSimd: boolean;
}

const keysByKind: ReadonlyMap<string, readonly string[]> = new Map([
  ["llvm", ["cpu"]],
  ["c", ["cpu"]],
  ["cuda", ["cuda", "gpu"]],
  ["rocm", ["rocm", "gpu"]],
  ["vulkan", ["vulkan", "gpu"]],
  ["opencl", ["opencl", "gpu"]],
  ["metal", ["metal", "gpu"]],
  ["hexagon", ["hexagon", "cpu"]],
]);

/** Processors of Intel and AMD without SSE 4, by LLVM's names; all later ones have it. */
const oldProcessors =
  /^(generic|i[3-6]86|pentium.*|prescott|nocona|core2|x86-64|k6.*|k8.*|athlon.*|opteron.*|yonah|bonnell|amdfam10|barcelona|btver1|geode|c3.*|winchip.*|lakemont)$/;

/** The device of a target such as `llvm -mcpu=skylake-avx512`. */
export function deviceOf(target: string | undefined): Device {
  const given = target ?? "";
  const kind = given.split(" ", 1)[0] ?? "";
  const option = (name: string) => new RegExp(`(?:^| )-${name}=(\\S+)`).exec(given)?.[1];
  const own = option("device");
  const keys = option("keys")?.split(",") ?? [...(own === undefined ? [] : [own]), ...(keysByKind.get(kind) ?? [])];
  const cpu = option("mcpu");
  const features = option("mattr")?.split(",") ?? [];
  const isArm = /^(aarch64|arm)/.test(option("mtriple") ?? "") || keys.includes("arm_cpu");
  return {
    target,
    keys,
    hasSse4: kind === "llvm" && !isArm && (features.includes("+sse4.2") || (cpu !== undefined && !oldProcessors.test(cpu))),
    hasDotProduct: features.includes("+dotprod"),
    hasSimd: isArm && (features.includes("+neon") || /^(aarch64|armv[78])/.test(option("mtriple") ?? "")),
  };
}
