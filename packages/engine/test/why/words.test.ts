import { costText } from "@relayscope/engine";
import { expect, test } from "vitest";

test("a line says what crosses as far as its size is known", () => {
  expect(costText({ bytes: 2048, unsized: 0 })).toBe("2 KiB");
  expect(costText({ bytes: 2048, unsized: 1 })).toBe("more than 2 KiB");
  expect(costText({ bytes: 0, unsized: 2 })).toBe("unknown size");
});
