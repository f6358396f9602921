/**
 * Our kernels against values that the reference's executor gave, a call an operator. Recorded by `npm run fuzz:kernels
 * -- --record`.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ourOutputs, outputDifference, type PlainTensor, type ValueCase } from "../fuzz/kernels/valueCase.ts";

type Recorded = ValueCase & { readonly outputs: readonly PlainTensor[] };

const cases = readFileSync(new URL("kernels.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Recorded);

describe("kernels give what the reference gives", () => {
  for (const c of cases) {
    it(c.operator, () => {
      const ours = ourOutputs(c);
      expect(ours ? outputDifference(ours, c.outputs) : "no kernel for this call").toBeUndefined();
    });
  }
});
