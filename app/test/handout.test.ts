/** A lesson on paper: which pictures and targets its steps have, and the key. */
import { createEngine } from "@relayscope/engine";
import { readLesson } from "@relayscope/lessons";
import { afterEach, expect, test, vi } from "vitest";
import { keyOf } from "../src/learn/handoutKey.ts";
import { drawPictures, newTargets, stepsWithPicture } from "../src/learn/handoutPages.ts";
import { startLesson } from "../src/learn/session.ts";
import { makePage, until } from "./makePage.ts";
import { fetchFile } from "./visit.ts";

afterEach(() => vi.restoreAllMocks());

async function begin() {
  const { lesson } = readLesson(await (await fetchFile("lessons/regions.md")).text());
  const page = makePage();
  const session = startLesson(page, lesson, "regions", () => "");
  await until(page, ({ run }) => run.status === "finished" && run.epoch > 0);
  return { lesson, session, beginnings: session.beginnings() };
}

test("a step has the picture of its module, unless the step before has it", async () => {
  const { lesson, beginnings } = await begin();
  const titles = stepsWithPicture(beginnings).map((at) => lesson.steps[at]?.title);
  expect(titles).toEqual([
    "A network is a graph",
    "From operators to regions",
    "Why two and not one",
    "Make it a function",
    "What you know now",
  ]);
  const drawn: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${drawn.push(blob instanceof Blob ? blob.type : "")}`);
  const pictures = await drawPictures(beginnings, createEngine());
  expect([...pictures].map(([at, { pass }]) => [at, pass])).toEqual([
    [0, ""],
    [2, "AnnotateTarget"],
    [3, "MergeCompilerRegions"],
    [6, "MergeCompilerRegions"],
    [7, "PartitionGraph"],
  ]);
  expect(drawn).toHaveLength(5);
});

test("a step whose picture an earlier step has names that step", async () => {
  const { beginnings } = await begin();
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:");
  const [first, second] = beginnings.flatMap((own, at) => ([0, 2].includes(at) ? [own] : []));
  const pictures = await drawPictures(
    [first, second, first].flatMap((own) => own ?? []),
    createEngine(),
  );
  expect([...pictures].map(([at, { sameAs }]) => [at, sameAs])).toEqual([
    [0, undefined],
    [1, undefined],
    [2, 0],
  ]);
});

test("the target's operators are on the sheet where they change", async () => {
  const { beginnings } = await begin();
  const shown = beginnings.flatMap((own, at) => newTargets(own, beginnings[at - 1]).map(({ operators }) => [at, operators.length]));
  expect(shown).toEqual([
    [0, 2],
    [6, 3],
  ]);
});

test("the key has the answer of each step that asks for something", async () => {
  const { lesson } = await begin();
  expect(lesson.steps.map((step) => keyOf(step, [3, 1, 0, 2]))).toEqual([
    "Select `sigmoid`.",
    "`nn.conv2d`, `nn.relu`, `nn.conv2d` (number 2), `nn.relu` (number 2)",
    "2",
    "Select `sigmoid`.",
    "C",
    "Set the operators of `tinyai` to `nn.conv2d`, `nn.relu`, `sigmoid`.",
    "Select the pass `PartitionGraph`.",
    "",
  ]);
});
