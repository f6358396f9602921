/**
 * The data types that the reference has code for, by operator: FoldConstant compiles what it folds. Follows the checks
 * in src/tir/op/op.cc and the intrinsics of src/target/llvm/intrin_rule_llvm.cc.
 */
import { dimValue, type TensorType } from "@relayscope/ir";

type Test = (dtype: string) => boolean;

const isFloat: Test = (dtype) => /^b?float/.test(dtype);
const isSigned: Test = (dtype) => dtype.startsWith("int");

const tests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ...named("acos acosh asin asinh atan atanh erf", (dtype) => isFloat(dtype) && dtype !== "float16"),
  ...named("cos cosh exp fast_erf fast_exp fast_tanh log log10 log2 power rsqrt sigmoid sin sinh sqrt tan tanh", isFloat),
  ...named("nn.fast_softmax nn.log_softmax nn.softmax", isFloat),
  ...named("bitwise_and bitwise_not bitwise_or bitwise_xor left_shift logical_xor right_shift", (dtype) => !isFloat(dtype)),
  ...named("all any logical_and logical_not logical_or", (dtype) => dtype === "bool"),
  ...named("sign", (dtype) => isFloat(dtype) || isSigned(dtype)),
  ...named("fixed_point_multiply", (dtype) => dtype === "int32" || dtype === "int64"),
]);

function named(names: string, test: Test): readonly (readonly [string, Test])[] {
  return names.split(" ").map((name) => [name, test]);
}

/** Whether an operator on data of a type can be compiled. */
export function isFoldable(name: string, { dtype, shape }: TensorType): boolean {
  const test = tests.get(name);
  if (test) return test(dtype);
  if (name !== "floor_divide" && name !== "floor_mod") return true;
  return !isSigned(dtype) || !isVectorized(shape.at(-1));
}

/** Whether the loop over the last axis becomes vectors of up to 16 elements, of which no signed quotient is floored. */
function isVectorized(last: TensorType["shape"][number] | undefined): boolean {
  const size = last === undefined ? undefined : dimValue(last);
  return size !== undefined && size > 1 && (size < 16 || size % 16 === 0);
}
