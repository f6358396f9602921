/**
 * The numbers that ConvertEquivalents computes: weights and biases as the reference has them. Its texts are in
 * `cases/ConvertEquivalents`.
 */
import { textCases } from "@relayscope/cases";
import { inferTypes } from "@relayscope/infer";
import { type Expr, postOrderList } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule } from "@relayscope/text";
import { expect, it } from "vitest";
import { passContext, runStep } from "../src/index.ts";
import { findPass } from "../src/passes.ts";

const context = passContext(operators);

/** The tensors among the constants after the pass, in the order they are met. */
function tensorsAfter(title: string): readonly (readonly number[] | undefined)[] {
  const found = textCases(new URL("cases/ConvertEquivalents/", import.meta.url)).find((c) => c.title === title);
  const pass = findPass("ConvertEquivalents");
  if (!found || !pass) throw new Error(`There is no case "${title}".`);
  const { module } = parseModule(found.input, { operators });
  const result = runStep(inferTypes(module, operators, { trust: "nothing" }).module, { pass, options: {} }, context);
  const constants = [...result.module.functions.values()].flatMap((f) => postOrderList(f)).filter((e: Expr) => e.kind === "Constant");
  return constants.filter((c) => c.tensorType?.shape.length).map((c) => c.data && Array.from(c.data.values, Number));
}

it("makes weights of 1 and a bias in the scale of the products", () => {
  const expected = [Array(8).fill(2), [-91, 111, -79, 142, -64, -13, -30, 116]];
  expect(tensorsAfter("a sum with an element per channel")).toEqual(expected);
  expect(tensorsAfter("a sum with an element per channel, the constant first")).toEqual(expected);
});

it("takes the factors for weights and adds nothing", () => {
  const [weights, bias] = tensorsAfter("a product with an element per channel");
  expect(weights).toEqual([172, 47, 117, 192, 67, 251, 195, 103]);
  expect(bias).toEqual(Array(8).fill(0));
});

it("leaves data out where there was none", () => {
  expect(tensorsAfter("a sum with a constant without data has a bias without data")).toEqual([Array(8).fill(2), undefined]);
});
