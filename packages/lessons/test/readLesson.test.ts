import { describe, expect, test } from "vitest";
import { importOf, textsOf } from "../src/applyAct.ts";
import { readLesson } from "../src/readLesson.ts";

const head = "# A lesson\n\n```lesson\nabout: x\n```\n\n";
const step = (...lines: readonly string[]) => `${head}## First\n\nWords.\n\n\`\`\`step\n${lines.join("\n")}\n\`\`\`\n`;
const problems = (text: string) => readLesson(text).problems.map(({ line, message }) => `${line}: ${message}`);

describe("a problem of a lesson is reported with its line", () => {
  test.each([
    ["a goal that is none", step("goal: regions of tinyai is 1"), /^12: `regions of tinyai is 1` is not a goal\./],
    ["a key that is none, with the near one", step("goall: regions = 1"), /^12: `goall` is not a key here\. Did you mean `goal`\?$/],
    [
      "a cause that is none, with the near one",
      step("goal: cause stop-fuzion"),
      /^12: `stop-fuzion` is not a cause\. Did you mean `stop-fusion`\?$/,
    ],
    ["an act that is none", step("solve: press the button"), /^12: `press the button` is not an act\./],
    ["a pointer that is none", step("point: box 3"), /^12: `box 3` is not a pointer\./],
    ["a line without a key", step("just words"), /^12: `just words` is not a line of the form `key: value`\.$/],
    [
      "a question without an answer",
      step("ask: Is it so?", "wrong-answer: no", "wrong-answer: never"),
      /^7: A question has two to six sentences/,
    ],
    ["a guess without passes", step("predict: operators"), /^7: A prediction needs `runs`/],
    ["a step that asks for two things", step("goal: regions = 1", "predict: pair", "runs: InferType"), /^7: A step asks for one thing/],
    ["a file that is none", step("module: ../secret.relay"), /^12: `\.\.\/secret\.relay` is not a name of a file/],
    ["a block that has no end", `${head}## First\n\n\`\`\`step\ngoal: regions = 1`, /^9: This block does not end/],
    ["a block of no kind", `${head}## First\n\n\`\`\`stepp\n\`\`\`\n`, /^9: `stepp` is not a kind of block\. .*Did you mean `step`\?$/],
    ["no title", "words", /^1: The lesson has no title/],
    ["too much", "x".repeat(300_000), /^1: The lesson was not read: it has more than 256 KiB/],
  ])("%s", (_, text, expected) => {
    expect(problems(text)).toContainEqual(expect.stringMatching(expected));
  });

  test("a lesson that is right has none", () => {
    expect(problems(step("goal: regions of tinyai <= 2", "solve: operators tinyai: add, nn.relu", "wrong: operators tinyai:"))).toEqual([]);
  });
});

describe("words are text", () => {
  test("links lead to the guide or to https, and nowhere else", () => {
    for (const other of ["[a](javascript:alert)", "[a](http://x.y)", "![a](https://x.y/z.png)", "[a](../b)"])
      expect(problems(`${head}## First\n\nSee ${other}.\n`)).toEqual([expect.stringContaining("is not a link that a lesson can have")]);
  });

  test("no text takes long, and its title is there", () => {
    for (const part of ["*a ", "**a ", "`", "*a_ ", "> ", "- ", "# ", "**", "*`", "```x\n", "[a](", "![", "[a](https://x"])
      expect(readLesson(`# t\n${part.repeat(20_000)}`.slice(0, 250_000)).lesson.title).toBe("t");
  }, 10_000);
});

test("goals and acts about a model file", () => {
  const { lesson, problems } = readLesson(`# Models

\`\`\`lesson
about: x
\`\`\`

## Open it

\`\`\`step
model: a.onnx
goal: size image, axis 2 = 64
goal: selected from /fc/Gemm
hint: h
solve: size image, axis 2 = 64
solve: find /fc/Gemm
wrong: import now
\`\`\`
`);
  expect(problems.map((p) => p.line)).toEqual([16]);
  const [step] = lesson.steps;
  expect(step?.setup.model).toBe("a.onnx");
  expect(step?.goals).toEqual([
    { kind: "size", name: "image, axis 2", size: "64" },
    { kind: "selected-from", name: "/fc/Gemm" },
  ]);
  expect(textsOf(lesson)).toEqual([]);
});

test("an import in a way that solves a step is a text that the lesson needs", () => {
  const { lesson } = readLesson(
    "# A\n\n```lesson\nabout: x\n```\n\n## B\n\n```step\ngoal: model imported\nsolve: model a.onnx\nsolve: size h = 8\nsolve: import\n```\n",
  );
  expect(textsOf(lesson)).toEqual(["a.onnx?h=8"]);
  expect(importOf("a.onnx?h=8")).toEqual({ kind: "model", file: "a.onnx", sizes: new Map([["h", "8"]]) });
});
