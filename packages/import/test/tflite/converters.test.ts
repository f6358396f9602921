/**
 * One text case or more a converter: tensors and operators, and what the reference makes of them, or that it raises.
 */
import { textCases } from "@relayscope/cases";
import { describe, expect, test } from "vitest";
import { ConversionFailure, ModelFailure, referenceText } from "../../src/index.ts";
import { tflite } from "../../src/tflite/format.ts";
import { modelOf } from "./modelOf.ts";

const cases = textCases(new URL("./cases/", import.meta.url));

/** The text without version and the note on metadata; of an import that fails, the sentence. */
function answer(input: string): string {
  try {
    const { text } = referenceText(tflite.open(modelOf(input)).import());
    return text
      .replace(/^#.*\n/, "")
      .replace(/\/\* For debugging[\s\S]*$/, "")
      .trim();
  } catch (error) {
    if (error instanceof ConversionFailure || error instanceof ModelFailure) return `refused: ${error.message}`;
    throw error;
  }
}

describe("converters", () => {
  test.each(cases.map((c) => [c.name, c] as const))("%s", (_, { input, output }) => {
    expect(answer(input)).toBe(output);
  });
});
