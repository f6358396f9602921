/** Passes that ask constants for their first element, and constants without elements. */
import { inferTypes } from "@relayscope/infer";
import { constant, func, moduleOf, rewrite, tensorType } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule, printModule } from "@relayscope/text";
import { expect, it } from "vitest";
import { passContext, runStep } from "../src/index.ts";
import { findPass } from "../src/passes.ts";
import { isNear } from "../src/quantize/fakeQuantized/affineTypes.ts";

const empty = constant({ dtype: "float32", shape: [0], values: new Float32Array(0) }, tensorType([0], "float32"));
const one = constant({ dtype: "float32", shape: [], values: Float32Array.of(1) }, tensorType([], "float32"));

/** A pass run on a module in which the parameter `%none` is the constant without elements. */
function ran(name: string, text: string) {
  const pass = findPass(name);
  const main = parseModule(text, { operators }).module.functions.get("main");
  if (!pass || main?.kind !== "Function") throw new Error(`There is no pass ${name}, or no function.`);
  const body = rewrite(main.body, { post: (_, e) => (e.kind === "Var" && e.name === "none" ? empty : e) });
  const params = main.params.filter((p) => p.name !== "none");
  const { module } = inferTypes(moduleOf([["main", func({ params, body })]]), operators, { trust: "nothing" });
  const { status, module: after } = runStep(module, { pass, options: {} }, passContext(operators, { optLevel: 3 }));
  return { status, text: printModule(after) };
}

it("a division by a constant without elements is a product", () => {
  const { status, text } = ran(
    "FakeQuantizationToInteger",
    "def @main(%x: Tensor[(1), float32], %none: Tensor[(0), float32]) { divide(%x, %none) }",
  );
  expect(status).toBe("done");
  expect(text).toContain("multiply(%x, ");
});

it("padding with a constant without elements stays", () => {
  const { status, text } = ran(
    "FoldExplicitPadding",
    `def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32], %none: Tensor[(0), float32]) {
      %0 = nn.pad(%x, %none, pad_width=[[0, 0], [0, 0], [1, 1], [1, 1]]);
      nn.conv2d(%0, %w, channels=4, kernel_size=[3, 3])
    }`,
  );
  expect(status).toBe("unchanged");
  expect(text).toContain("nn.pad(");
});

it("a scale without elements is near any number", () => {
  expect(isNear(empty, one)).toBe(true);
  expect(isNear(one, empty)).toBe(true);
});
