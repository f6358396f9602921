/** Which parameters are weights, in modules of any size. */
import { call, func, op, tensorType, tuple, variable } from "@relayscope/ir";
import { expect, test } from "vitest";
import { weightsOf } from "../src/index.ts";

test("a layer's data may be computed from a tuple of any size", () => {
  const [x, y] = ["x", "y"].map((name) => variable(name, tensorType([1, 8], "float32")));
  if (!x || !y) throw new Error("There are two.");
  const wide = call(op("concatenate"), [tuple(Array.from({ length: 200_000 }, () => y))]);
  const body = call(op("nn.dense"), [wide, x]);
  expect(weightsOf(func({ params: [x, y], body }), undefined).size).toBe(0);
});
