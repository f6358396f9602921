import { growthOf } from "@relayscope/cases/work";
import { call, constant, type Expr, func, op, tensorType, variable } from "@relayscope/ir";
import { describe, expect, it } from "vitest";
import { callOf, dominates, either, isConstant, partition, wildcard } from "../src/index.ts";

const type = tensorType([1, 4, 8, 8], "float32");
const elementwise = either(callOf("nn.relu", wildcard()), callOf("add", wildcard(), wildcard()));

/** conv2d, relu, add, sigmoid, over and over. */
function chain(length: number): Expr {
  const x = variable("x", type, { checkedType: type });
  const weight = constant(undefined, tensorType([4, 4, 3, 3], "float32"));
  const names = ["nn.conv2d", "nn.relu", "add", "sigmoid"];
  let y: Expr = x;
  for (let i = 0; i < length; i++) {
    const name = names[i % 4] as string;
    const args = name === "nn.conv2d" ? [y, weight] : name === "add" ? [y, x] : [y];
    y = call(op(name), args, undefined, { checkedType: type });
  }
  return func({ params: [x], body: y });
}

describe("partition on long chains", () => {
  const patterns = {
    "a composite at each fourth call": callOf("nn.relu", callOf("nn.conv2d", wildcard(), isConstant())),
    "a dominator that matches": dominates(callOf("sigmoid", wildcard()), callOf("nn.conv2d", wildcard(), wildcard()), elementwise),
    "a dominator whose parent never comes": dominates(
      callOf("sigmoid", wildcard()),
      callOf("nn.relu", callOf("add", wildcard(), wildcard())),
      wildcard(),
    ),
  };
  for (const [name, pattern] of Object.entries(patterns)) {
    it(`grows linearly: ${name}`, async () => {
      const growth = await growthOf((f) => partition(pattern, f), chain(2_000), chain(16_000));
      expect(growth).toBeLessThan(8.1);
    });
  }

  it("does not overflow the stack on 100,000 calls", () => {
    const f = chain(100_000);
    expect(partition(patterns["a dominator that matches"], f)).not.toBe(f);
  });
});
