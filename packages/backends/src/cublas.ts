/** The target cublas: NVIDIA's cuBLAS. Follows python/tvm/relay/op/contrib/cublas.py. */
import { callOf, wildcard } from "@relayscope/match";
import {
  and,
  argument,
  arithmetic,
  type Check,
  dtypeOf,
  equals,
  isIn,
  item,
  listOf,
  not,
  or,
  root,
  shapeOf,
} from "@relayscope/match/check";
import { steps, type Target } from "./target.ts";

const pairs = [
  ["float32", "float32"],
  ["float16", "float16"],
  ["float16", "float32"],
  ["int8", "int32"],
  ["float64", "float64"],
  ["int8", "float32"],
];

const inputDtype = dtypeOf(argument(0));
const isAligned = (index: number): Check => equals(arithmetic(item(shapeOf(argument(index)), -1), "%", 4), 0);

/** Equal input dtypes, a supported pair of input and output, and for int8 columns in fours. */
const check: Check = and(
  equals(inputDtype, dtypeOf(argument(1))),
  isIn(listOf(inputDtype, dtypeOf(root)), pairs),
  or(not(equals(inputDtype, "int8")), and(isAligned(0), isAligned(1))),
);

/** Builds the target. */
export function cublas(): Target {
  return {
    name: "cublas",
    title: "cuBLAS",
    upstream: ["python/tvm/relay/op/contrib/cublas.py"],
    needs: "Products of float16, float32 or float64, or of int8 with columns in multiples of four.",
    patterns: ["matmul", "batch_matmul", "dense"].map((name) => ({
      name: `cublas.${name}`,
      pattern: callOf(`nn.${name}`, wildcard(), wildcard()),
      check,
    })),
    rules: [],
    flow: steps("InferType", "MergeComposite", "AnnotateTarget", "PartitionGraph", "InferType"),
    optLevel: 2,
    bindsParameters: false,
  };
}
