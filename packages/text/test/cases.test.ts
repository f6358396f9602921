/**
 * Texts as people paste them, texts in error, and texts that print back as they stand: what is read, what is left out,
 * what is said.
 */
import { textCases } from "@relayscope/cases";
import { operators } from "@relayscope/ops";
import { describe, expect, test } from "vitest";
import { parseExpression, parseModule, printExpression, printModule, printModuleWithPlaces } from "../src/index.ts";
import { shown } from "./readCase.ts";

const casesOf = (folder: string) => textCases(new URL(`cases/${folder}/`, import.meta.url)).map((c) => [c.name, c] as const);

describe("pastes", () => {
  test.each(casesOf("pastes"))("%s", (_, { input, output }) => {
    expect(shown(input)).toBe(output);
    const again = parseModule(printModule(parseModule(input, { operators }).module), { operators });
    expect(printModule(again.module).trim()).toBe(output.slice(output.search(/^(?:type|def) /m)));
  });
});

describe("a text that is cut", () => {
  const text = `def @main(%x: Tensor[(1, 3, 8, 8), float32], %c: bool) -> Tensor[(1, 4, 8, 8), float32] {
  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(4, 3, 3, 3), float32] */, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]);
  %1 = (%0, 1.5f /* ty=float32 */);
  %2 = if (%c) {
    %3 = multiply(%1.0, %1.1) /* ty=Tensor[(1, 4, 8, 8), float32] */;
    annotation.stop_fusion(%3)
  } else {
    let %y: Tensor[(1, 4, 8, 8), float32] = @tinyai_0(%0);
    fn (%p: float32, Composite="tinyai.relu") { nn.relu(%p) }(%y)
  };
  clip(%2, a_min=0f, a_max=6f)
`;

  const places = Array.from({ length: text.length - text.indexOf(";") }, (_, i) => i + text.indexOf(";") + 1);

  test("is read, whichever few words of it are left", () => {
    const words = text.match(/[\w.]+|\S/g) ?? [];
    for (let start = 0; start < words.length; start++) {
      for (let length = 1; length <= 4; length++) {
        const few = words.slice(start, start + length).join(" ");
        expect(() => [parseModule(few, { operators }), parseExpression(few, { operators })], few).not.toThrow();
      }
    }
  });

  test("is read, however many tokens of a block are left", () => {
    for (let count = 0; count < 40; count++) {
      const block = `def @f(%x: int) { match (%l) { A(%h) => { fn (%x) { ${"+".repeat(count)}`;
      expect(() => parseModule(block, { operators }), block).not.toThrow();
    }
  });

  test("is not blamed for it, wherever after its first statement it is cut", () => {
    const errors = places.flatMap((place) =>
      parseModule(text.slice(0, place), { operators })
        .diagnostics.filter((d) => d.severity === "error" && d.code !== "undefined-global")
        .map((d) => `${JSON.stringify(text.slice(place - 30, place))}: ${d.message}`),
    );
    expect(errors).toEqual([]);
  });

  test("keeps the operators of all whole statements", () => {
    const names = ["nn.conv2d", "multiply", "annotation.stop_fusion"];
    for (const place of places) {
      const printed = printModule(parseModule(text.slice(0, place), { operators }).module);
      const lines = text.slice(0, text.lastIndexOf("\n", place - 1));
      const lost = names.filter((name) => lines.includes(`${name}(`) && !printed.includes(`${name}(`));
      expect(lost, `cut after ${JSON.stringify(text.slice(place - 40, place))}`).toEqual([]);
    }
  });
});

describe("errors", () => {
  test.each(casesOf("errors"))("%s", (_, { input, output }) => {
    expect(shown(input)).toBe(output);
  });
});

describe("printing", () => {
  test.each(casesOf("print"))("%s", (_, { input, output, options }) => {
    const { trustComments = false } = options as { trustComments?: boolean };
    if (options.expression) {
      const read = parseExpression(input, { operators, trustComments });
      expect(read.diagnostics).toEqual([]);
      expect(printExpression(read.expression).trim()).toBe(output);
      return;
    }
    const read = parseModule(input, { operators, trustComments });
    expect(read.diagnostics).toEqual([]);
    expect(printModule(read.module).trim()).toBe(output);
    expect(printModule(parseModule(output, { operators, trustComments }).module).trim()).toBe(output);
    const { text, places } = printModuleWithPlaces(read.module);
    expect(text.trim()).toBe(output);
    for (const { start, end } of places) expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
  });
});

describe("many problems", () => {
  const body = (statement: (i: number) => string) =>
    `def @main(%x: float32) {\n${Array.from({ length: 300 }, (_, i) => statement(i)).join("\n")}\n  %x\n}`;

  test("are listed up to a hundred, the others counted", () => {
    const { diagnostics } = parseModule(
      body((i) => `  %${i} = add(%x, );\n  %${i} = nn.conv2D(%y${i});`),
      { operators },
    );
    expect(diagnostics).toHaveLength(101);
    expect(diagnostics.at(-1)?.code).toBe("more-problems");
  });

  test("that have one cause are reported once", () => {
    const { diagnostics } = parseModule(
      body((i) => `  %${i} = nn.conv2D(${i === 0 ? "%missing" : `%${i - 1}`}, %missing);`),
      { operators },
    );
    expect(diagnostics.map((d) => d.code).sort()).toEqual(["undefined-variable", "unknown-operator"]);
  });
});
