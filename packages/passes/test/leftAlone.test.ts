/** What is left alone in a text with holes: a failure, and no defect. */
import { failure } from "@relayscope/ir";
import { expect, test } from "vitest";
import { leftAlone } from "../src/core/leftAlone.ts";

const raise = (error: Error) => () => {
  throw error;
};

test("a failure leaves the place alone where the text has holes", () => {
  const attempt = raise(failure("argument-missing", "A call of `add` lacks an argument."));
  expect(leftAlone({ hasHoles: true }, attempt, "as it is")).toBe("as it is");
  expect(() => leftAlone({ hasHoles: false }, attempt, "as it is")).toThrow("lacks an argument");
});

test("any other error is a defect, which the step reports", () => {
  expect(() => leftAlone({ hasHoles: true }, raise(new TypeError("x is not a function")), "as it is")).toThrow(TypeError);
});
