/** Hulls of regions in several columns: bands join their pieces. */
import { Children, isValidElement } from "react";
import { expect, test } from "vitest";
import { shapesOf } from "../../src/picture/HullView.tsx";

test("rectangles that begin at one point are two elements, so that none is left when the picture changes", () => {
  const down = { x: 264, y: 0, width: 12, height: 662 };
  const across = { x: 264, y: 0, width: 118, height: 12 };
  const shapes = shapesOf({ rectangles: [down, across, across], outline: "", x: 0, y: 0 }, "rim", {});
  const keys = Children.toArray(shapes).map((shape) => isValidElement(shape) && shape.key);
  expect(new Set(keys).size).toBe(3);
});
