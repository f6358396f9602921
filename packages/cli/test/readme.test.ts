/** The project's README says of the command line what the command says. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fullUsage } from "../src/command/usage.ts";
import { commands } from "../src/commands.ts";
import { readCommandLine } from "../src/readCommandLine.ts";
import { exitMeanings } from "../src/terminal.ts";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const section = /^## On the command line$([\s\S]*?)^## /m.exec(readme)?.[1] ?? "";
const examples = [...section.matchAll(/^npm run --silent relayscope -- ([^<>#\n]*)/gm)].map(([, line = ""]) => line.trim().split(/ +/));

test("the usage text is in it", () => {
  expect(section).toContain(fullUsage(commands, exitMeanings));
});

test.each(examples)("%s %s %s", (...words) => {
  expect(readCommandLine(words)).toMatchObject({ kind: "command" });
});

test("each command has an example", () => {
  expect(new Set(examples.map(([name]) => name))).toEqual(new Set(commands.map(({ name }) => name)));
});
