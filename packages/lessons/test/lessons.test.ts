/**
 * The lessons of the course: each parses, its modules type, every step's goal is open at first and reached by its way,
 * and its wrong way is answered.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readLesson } from "../src/index.ts";
import { checkFile, checkText, lessonFile, lessonNames, ownDocument, ownLesson } from "./checkLessons.ts";

const names = lessonNames();

test.each(names)("%s", async (name) => {
  expect(await checkFile(lessonFile(name))).toEqual([]);
});

const takesAll = [{ name: "mine", patterns: [], operators: ["nn.relu", "tanh"] }];
const takesNone = [{ name: "mine", patterns: [], operators: ["nn.conv2d"] }];

test.each([
  ["two regions", ownDocument],
  ["one region and no boundary", { ...ownDocument, customTargets: takesAll }],
  ["no region", { ...ownDocument, customTargets: takesNone }],
  ["a built-in target", { ...ownDocument, target: "dnnl", customTargets: [] }],
  ["no pass", { ...ownDocument, pipeline: [] }],
  ["no operator", { ...ownDocument, text: "def @main(%x: int32) {\n  %x\n}\n" }],
  ["an error", { ...ownDocument, text: "def @main(%x" }],
  ["no text", { ...ownDocument, text: "" }],
])("the lesson on a module of your own: %s", async (_, own) => {
  const file = lessonFile(ownLesson);
  expect(await checkText(readFileSync(file, "utf8"), file, own)).toEqual([]);
});

test("the list names every lesson", () => {
  const files = readdirSync(dirname(lessonFile("x"))).filter((f) => f.endsWith(".md"));
  expect(files.sort()).toEqual([...names, ownLesson].map((name) => `${name}.md`).sort());
});

test("the lesson that CONTRIBUTING.md shows is right, and is the template of the page", async () => {
  const text = readFileSync(new URL("../../../CONTRIBUTING.md", import.meta.url), "utf8");
  const [, shown = ""] = /````markdown\n(.*?)````/s.exec(text) ?? [];
  expect(await checkText(shown, lessonFile("shown"))).toEqual([]);
  expect(readFileSync(new URL("../../../public/lesson-template.md", import.meta.url), "utf8")).toBe(shown);
});

test("the lesson that the browser walks after the course's first is right, and with that one has every act of the course", async () => {
  const file = fileURLToPath(new URL("../../../e2e/lessons/everyAct.md", import.meta.url));
  expect(await checkFile(file)).toEqual([]);
  const actsIn = (paths: readonly string[]) => {
    const acts = paths.flatMap((path) =>
      readLesson(readFileSync(path, "utf8")).lesson.steps.flatMap((step) => [...step.wrong, ...step.solve]),
    );
    return new Set(acts.map((act) => (act.kind === "predict" ? act.guess.kind : act.kind)));
  };
  const [first = ""] = names;
  const walked = actsIn([lessonFile(first), file]);
  expect([...actsIn(names.map(lessonFile))].filter((kind) => !walked.has(kind))).toEqual([]);
});

test("a step that can't be done, is done already, or is missed by nothing, is reported", async () => {
  const text = readFileSync(lessonFile("regions"), "utf8");
  const wrong = text
    .replace("solve: operators tinyai: nn.conv2d, nn.relu, sigmoid", "solve: operators tinyai: nn.conv2d")
    .replace("wrong: select nn.relu", "wrong: select sigmoid");
  expect((await checkText(wrong, lessonFile("regions"))).map((p) => p.message)).toEqual([
    "`A network is a graph`: its `wrong` reaches the goal.",
    expect.stringMatching(
      /^`Remove the boundary`: its `solve` does not reach the goal. The answer is: After `MergeCompilerRegions` there are 2 regions/,
    ),
  ]);
});

test("what a lesson states about its module comes from the run, or is reported", async () => {
  const text = readFileSync(lessonFile("stop-fusion"), "utf8");
  const wrong = text
    .replace("{path nn.relu to nn.conv2d 2}", "{path nn.relu to nn.conv2d 9}")
    .replace("{offloaded of tinyai}. This", "{offloaded off tinyai}. This");
  expect((await checkText(wrong, lessonFile("stop-fusion"))).map((p) => p.message)).toEqual([
    expect.stringMatching(/^`\{offloaded off tinyai\}` is not a value of a run\./),
  ]);
  const missing = wrong.replace("{offloaded off tinyai}", "{offloaded of tinyai}");
  expect((await checkText(missing, lessonFile("stop-fusion"))).map((p) => p.message)).toEqual([
    expect.stringMatching(/^`What is between the layers`: the run has no value for a part of/),
  ]);
});
