/**
 * Explanations as text: a module, a target and two lines (or one), and what is said of them:
 * `packages/explain/test/cases`. With `notes`, its notes come last.
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
    const { notes: withNotes, ...asked } = options;
    const record = { ...asked, id: name, kind: "why", text: input } as unknown as WhyRecord;
    const { run, ...answer } = await askCase(record);
    const { sentence = "", evidence = [], notes = [] } = answer;
    expect([said(answer), ...(withNotes === true ? notes : [])].join("\n")).toBe(output.trim());
    const sentences = [sentence, ...evidence, ...notes];
    expect(strangersIn(run, sentences)).toEqual([]);
    expect(strayNumbers(run, sentences)).toEqual([]);
    expect(falseClaims(run, sentences)).toEqual([]);
  });
});
