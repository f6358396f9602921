/** No text makes the parser or the printer throw. The long run is `npm run fuzz:text`. */
import { textCases } from "@relayscope/cases";
import { operators } from "@relayscope/ops";
import { describe, expect, test } from "vitest";
import { parseExpression, parseModule, printExpression, printModule, printModuleWithPlaces } from "../src/index.ts";
import { mutated, random } from "./mutate.ts";

const texts = textCases(new URL("cases/", import.meta.url)).map((c) => c.input);

describe("mutated texts", () => {
  test("never throw", () => {
    for (let i = 0; i < 800; i++) {
      const next = random(i);
      const text = mutated(texts[next(texts.length)] as string, texts[next(texts.length)] as string, next);
      const read = () => {
        const { module, diagnostics } = parseModule(text, { operators, trustComments: i % 2 === 0 });
        printModule(module, { showMetadata: true });
        printModuleWithPlaces(module);
        expect(diagnostics.length).toBeLessThanOrEqual(102);
        for (const d of diagnostics) if (d.span) expect(d.span.end).toBeGreaterThanOrEqual(d.span.start);
        printExpression(parseExpression(text, { operators }).expression);
      };
      expect(read, `seed ${i}: ${JSON.stringify(text)}`).not.toThrow();
    }
  });
});
