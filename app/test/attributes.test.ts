import { expect, test } from "vitest";
import { attributeLine, briefAttributes } from "../src/picture/words/attributes.ts";

test.each([
  ["strides=[2, 2]  padding=[3, 3, 3, 3]  channels=64  kernel_size=[7, 7]", ["7×7", "stride 2", "pad 3"]],
  ["pool_size=[3, 2]  padding=[0, 0, 1, 1]", ["3×2", "pad 0 0 1 1"]],
  ["axis=1  groups=32", ["axis 1", "groups 32"]],
  ["indices_or_sections=2", ["sections 2"]],
  ["channels=64", []],
  ["", []],
])("%s is %s", (detail, parts) => {
  expect(briefAttributes(detail)).toEqual(parts);
});

test("attributes that have no room are counted, and none is cut", () => {
  const lines = [30, 19, 6, 2].map((most) => attributeLine(["7×7", "stride 2", "pad 3"], (line) => line.length <= most));
  expect(lines).toEqual(["7×7, stride 2, pad 3", "7×7, stride 2 +1", "7×7 +2", ""]);
});
