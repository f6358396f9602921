import { expect, test } from "vitest";
import { briefAttributes } from "../src/picture/attributes.ts";

test.each([
  ["strides=[2, 2]  padding=[3, 3, 3, 3]  channels=64  kernel_size=[7, 7]", "7×7, stride 2, pad 3"],
  ["pool_size=[3, 2]  padding=[0, 0, 1, 1]", "3×2, pad 0 0 1 1"],
  ["axis=1  groups=32", "axis 1, groups 32"],
  ["channels=64", ""],
  ["", ""],
])("%s is %s", (detail, brief) => {
  expect(briefAttributes(detail)).toBe(brief);
});
