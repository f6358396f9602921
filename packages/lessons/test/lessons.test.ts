/** The lessons of the course: each parses, its modules type, every step's goal is open at first and reached by its way, and its wrong way is answered. */
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { checkFile, lessonFile, lessonNames } from "./checkLessons.ts";

const names = lessonNames();

test.each(names)("%s", async (name) => {
  expect(await checkFile(lessonFile(name))).toEqual([]);
});

test("the list names every lesson", () => {
  const files = readdirSync(dirname(lessonFile("x"))).filter((f) => f.endsWith(".md"));
  expect(files.sort()).toEqual(names.map((name) => `${name}.md`).sort());
});
