/** Hulls of regions in several columns: bands join their pieces. */
import { expect, test } from "vitest";
import { shapesOf } from "../../src/picture/HullView.tsx";

test("rectangles that begin at one point are two elements, so that none is left when the picture changes", () => {
  const down = { x: 264, y: 0, width: 12, height: 662 };
  const across = { x: 264, y: 0, width: 118, height: 12 };
  const keys = shapesOf([down, across, across], "rim", {}).map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
});
