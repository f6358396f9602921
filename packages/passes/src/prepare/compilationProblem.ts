/**
 * Calls of constants whose sizes or data types the reference's code does not take, although they have a type. Follows
 * include/tvm/topi/{nn.h,reduction.h}, src/relay/transforms/simplify_inference.cc and the checks in src/tir/op/op.cc.
 */
import { attrOf, type Call, dimValue, intsOf, isAttrList, type TensorType } from "@relayscope/ir";

/** Why a call of the operator can't be compiled, as the end of a sentence; undefined if it can. */
type Check = (call: Call, args: readonly TensorType[]) => string | undefined;

/** Why the reference raises where it compiles a call; undefined if it does not. */
export function compilationProblem(call: Call): string | undefined {
  const check = call.op.kind === "Op" && Object.hasOwn(checks, call.op.name) ? checks[call.op.name] : undefined;
  if (!check) return undefined;
  const args = call.args.map((arg) => arg.checkedType);
  return args.every((type): type is TensorType => type?.kind === "TensorType") ? check(call, args) : undefined;
}

const checks: Readonly<Record<string, Check>> = {
  "nn.l2_normalize"(call, [data]) {
    const axes = intsOf(attrOf(call.attrs, "axis")) ?? [];
    const rank = data?.shape.length ?? 0;
    // Its epsilon is float32.
    if (data && data.dtype !== "float32") return `it computes only in float32, not in ${data.dtype}`;
    if (axes.length === 0 && data?.shape.some((dim) => dimValue(dim) !== 1)) return "`axis` is empty";
    const outside = axes.find((axis) => axis >= rank || axis < -rank);
    return outside === undefined ? undefined : `its data has no axis ${outside}`;
  },
  "nn.space_to_batch_nd"(call, [data]) {
    const blocks = intsOf(attrOf(call.attrs, "block_shape")) ?? [];
    const paddings = pairsOf(attrOf(call.attrs, "paddings"));
    for (const [i, block] of blocks.entries()) {
      const size = sizeAt(data, i + 1);
      const [before = 0, after = 0] = paddings[i] ?? [];
      if (size === undefined) continue;
      const padded = size + before + after;
      if (padded % block !== 0) return `its padded size ${padded} at axis ${i + 1} can't be divided into blocks of ${block}`;
    }
    return undefined;
  },
  "nn.batch_to_space_nd"(call, [data]) {
    const blocks = intsOf(attrOf(call.attrs, "block_shape")) ?? [];
    const crops = pairsOf(attrOf(call.attrs, "crops"));
    for (const [i, block] of blocks.entries()) {
      const size = sizeAt(data, i + 1);
      const [before = 0, after = 0] = crops[i] ?? [];
      if (size !== undefined && size * block <= before + after) return `nothing is left of axis ${i + 1} after the crop`;
    }
    return undefined;
  },
  fixed_point_multiply_per_axis(_call, args) {
    const other = args.find(({ dtype }) => dtype !== "int32");
    return other && `it computes only in int32, not in ${other.dtype}`;
  },
};

function sizeAt(type: TensorType | undefined, axis: number): number | undefined {
  const dim = type?.shape[axis];
  return dim === undefined ? undefined : dimValue(dim);
}

function pairsOf(value: ReturnType<typeof attrOf>): readonly (readonly number[])[] {
  return value !== undefined && isAttrList(value) ? value.map((pair) => intsOf(pair) ?? []) : [];
}
