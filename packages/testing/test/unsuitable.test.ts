/** Kernels have no value for calls that are well typed and reach outside of their data: nothing crashes. */
import { describe, expect, it } from "vitest";
import { ourOutputs, type PlainTensor } from "../fuzz/kernels/valueCase.ts";

const tensor = (dtype: string, shape: readonly number[], values: readonly number[]): PlainTensor => ({ dtype, shape, values });
const zeros = (dtype: string, shape: readonly number[]) =>
  tensor(
    dtype,
    shape,
    Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => 0),
  );
const x = zeros("float32", [2, 3]);

const cases: readonly { readonly call: string; readonly inputs: readonly PlainTensor[] }[] = [
  { call: "gather_nd(%0, %1)", inputs: [x, tensor("int64", [2], [5, 0])] },
  { call: "gather_nd(%0, %1)", inputs: [x, tensor("int64", [2], [-9, 0])] },
  { call: 'scatter_elements(%0, %1, %2, axis=0, reduction="update")', inputs: [x, tensor("int64", [1, 1], [7]), zeros("float32", [1, 1])] },
  { call: 'scatter_nd(%0, %1, %2, mode="add")', inputs: [x, tensor("int64", [1, 1], [4]), zeros("float32", [1, 3])] },
  { call: "cumsum(%0, axis=4)", inputs: [x] },
  { call: "take(%0, %1, axis=0)", inputs: [zeros("float32", []), tensor("int64", [1], [0])] },
  { call: "nn.lrn(%0)", inputs: [zeros("float32", [])] },
  { call: "collapse_sum_to(%0, %1, shape=[4])", inputs: [x, tensor("int64", [1], [4])] },
  {
    call: "fixed_point_multiply_per_axis(%0, %1, %2, %3, axes=[1], is_lshift_required=True)",
    inputs: [zeros("int32", [2, 4]), zeros("int32", [3]), zeros("int32", [4]), zeros("int32", [4])],
  },
  { call: "sliding_window(%0, axis=1, window_shape=[1, 2], strides=[1, 1])", inputs: [zeros("float32", [5, 1, 12, 1])] },
  { call: "unravel_index(%0, %1)", inputs: [tensor("int64", [1], [3]), tensor("int64", [2], [0, 2])] },
  {
    call: 'qnn.batch_matmul(%0, %1, %2, %2, %3, %3, transpose_a=True, transpose_b=False, out_dtype="int32")',
    inputs: [zeros("uint8", [2, 2, 4]), zeros("uint8", [2, 2, 4]), zeros("int32", []), zeros("float32", [])],
  },
];

it("a sum of floats as whole numbers drops their fractions", () => {
  const text = 'def @main(%a0: Tensor[(3), float32]) { cumsum(%a0, dtype="int64") }';
  const [sums] = ourOutputs({ operator: "cumsum", text, constants: [], inputs: [tensor("float32", [3], [1.5, -0.5, 2.75])] }) ?? [];
  expect(sums?.values).toEqual(BigInt64Array.of(1n, 1n, 3n));
});

describe("a call that reaches outside of its data has no value", () => {
  it.each(cases)("$call", ({ call, inputs }) => {
    const params = inputs.map(({ dtype, shape }, i) => `%a${i}: Tensor[(${shape.join(", ")}), ${dtype}]`);
    const text = `def @main(${params.join(", ")}) { ${call.replace(/%(\d)/gu, "%a$1")} }`;
    expect(ourOutputs({ operator: call, text, constants: [], inputs })).toBeUndefined();
  });
});
