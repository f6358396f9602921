/** The reader of text cases. */
import { expect, test } from "vitest";
import { parseCases } from "../src/index.ts";

const body = "%x\n==>\n%y\n";

test("options are below the title", () => {
  const [read] = parseCases(`# a case\nwith {"stage": 1}\n${body}`, "f.txt");
  expect(read).toEqual({ name: "f.txt: a case", title: "a case", options: { stage: 1 }, input: "%x", output: "%y" });
});

test.each([
  ["options in the title", `# a case {"stage": 1}\n${body}`, "options in its title"],
  ["no line between input and output", "# a case\n%x\n", 'no line "==>"'],
  ["text before the first title", `%x\n# a case\n${body}`, "does not start with a title"],
])("refused: %s", (_, text, message) => {
  expect(() => parseCases(text, "f.txt")).toThrow(message);
});
