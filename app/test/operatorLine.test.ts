import { operatorNames } from "@relayscope/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { operatorLine } from "../src/inspector/operatorLine.ts";

test("a line says all operators that fit, whole, and counts the rest", () => {
  const names = fc.array(fc.stringMatching(/^[a-z_]{1,16}$/), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(names, fc.integer({ min: 0, max: 80 }), (all, most) => {
      const line = operatorLine(all, (text) => text.length <= most);
      expect(line.length).toBeLessThanOrEqual(most);
      if (line === "") return;
      const [, shown = "", more = "0"] = /^(.*?)(?:, (\d+) more)?$/.exec(line) ?? [];
      const said = shown.split(", ");
      expect(said).toEqual(all.slice(0, said.length));
      expect(said.length + Number(more)).toBe(all.length);
    }),
  );
});

test("one that occurs more than once is counted", () => {
  const operators = [
    { name: "conv2d", count: 3 },
    { name: "relu", count: 1 },
  ];
  expect(operatorLine(operatorNames({ operators }), () => true)).toBe("conv2d ×3, relu");
});
