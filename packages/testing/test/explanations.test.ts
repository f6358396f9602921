/**
 * Explanations as text: a module, a target and two lines (or one), and what is said of them:
 * `packages/explain/test/cases`.
 */
import { textCases } from "@relayscope/cases";
import { askCase, type WhyRecord, type WhyResult } from "@relayscope/replay";
import { describe, expect, test } from "vitest";
import { falseClaims, strangersIn, strayNumbers } from "../../engine/test/claims.ts";

const cases = textCases(new URL("../../explain/test/cases/", import.meta.url));

function said({ joined, cause, also = [], lines = [], path = [], sentence = "", error }: Omit<WhyResult, "id" | "cures">): string {
  if (error) return `${error.code}: ${error.message}`;
  if (joined) return "joined";
  return [
    `${cause}${also.length > 0 ? ` (${also.join(", ")})` : ""}`,
    `lines: ${lines.length > 0 ? lines.join(", ") : "none"}`,
    ...(path.length > 0 ? [`path: ${path.join(", ")}`] : []),
    sentence,
  ].join("\n");
}

describe("explanations", () => {
  test.each(cases.map((c) => [c.name, c] as const))("%s", async (name, { input, output, options }) => {
    const record = { ...options, id: name, kind: "why", text: input } as unknown as WhyRecord;
    const { run, ...answer } = await askCase(record);
    expect(said(answer)).toBe(output.trim());
    const { sentence = "", evidence = [], notes = [] } = answer;
    const sentences = [sentence, ...evidence, ...notes];
    expect(strangersIn(run, sentences)).toEqual([]);
    expect(strayNumbers(run, sentences)).toEqual([]);
    expect(falseClaims(run, sentences)).toEqual([]);
  });
});
