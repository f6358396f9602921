/** A law of command lines: whatever the words are, they are read without a throw, and what is wrong is one line. */
import { holds } from "@relayscope/cases";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commands } from "../src/commands.ts";
import { readCommandLine } from "../src/readCommandLine.ts";
import { makePlayground, type Playground } from "./playground.ts";

let playground: Playground;
beforeAll(() => {
  playground = makePlayground();
});
afterAll(() => playground.remove());

const flags = [...new Set(commands.flatMap((command) => Object.keys(command.flags)))];
const odd = [
  "",
  "-",
  "--",
  "---",
  "-h",
  "=",
  "--=",
  "--=x",
  "-x=",
  "__proto__",
  "--__proto__",
  "--constructor=1",
  "a\nb",
  "\u001b[2J",
  "—to",
];
const word = fc.oneof(
  fc.constantFrom(...commands.map(({ name }) => name), ...odd, "small.relay", "dnnl", "1", "json"),
  fc.constantFrom(...flags).map((name) => `--${name}`),
  fc.tuple(fc.constantFrom(...flags), fc.string()).map(([name, value]) => `--${name}=${value}`),
  fc.string({ unit: "binary", maxLength: 12 }),
);

test("any words are read", () => {
  holds(3000, [fc.array(word, { maxLength: 7 })], (words) => {
    expect(["text", "wrong", "command"]).toContain(readCommandLine(words).kind);
  });
});

test("what is wrong is one line of plain characters, with exit code 2", async () => {
  const wrong = fc.array(word, { minLength: 1, maxLength: 7 }).filter((words) => readCommandLine(words).kind === "wrong");
  await fc.assert(
    fc.asyncProperty(wrong, async (words) => {
      const { code, output, errors } = await playground.run(words);
      expect({ code, output }).toEqual({ code: 2, output: "" });
      expect(errors).toMatch(/^[^\u0000-\u001f\u007f-\u009f]{5,1002}\n$/);
    }),
    { numRuns: 200 },
  );
});

test("a very long value is cut", async () => {
  const { code, errors } = await playground.run(["run", "small.relay", "--target", "x".repeat(100_000)]);
  expect(code).toBe(2);
  expect(errors.length).toBeLessThan(1100);
});
