/** Reads and walks lessons that are in files: what `npm run lessons` and the unit tests share. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEngine } from "@relayscope/engine";
import { sizesIn, sizeTexts } from "@relayscope/engine/models";
import { importFile, readModel, shapesWith } from "@relayscope/engine/models/importFile";
import { checkLesson } from "../src/check/checkLesson.ts";
import type { LessonDocument, LessonProblem } from "../src/index.ts";
import { importOf, readLesson } from "../src/index.ts";

/** The lesson on the learner's own module, which is apart from the course. */
export const ownLesson = "your-module";

/** A module of a learner, with two regions. */
export const ownDocument: LessonDocument = {
  text: `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = nn.relu(%x);
  %1 = tanh(%0);
  nn.relu(%1)
}
`,
  target: "mine",
  customTargets: [{ name: "mine", patterns: [], operators: ["nn.relu"] }],
  pipeline: ["InferType", "MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"].map((pass) => ({
    pass,
    options: {},
  })),
  optLevel: 2,
  bindParameters: false,
};

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = join(root, "public", "lessons");

export interface FileProblem extends LessonProblem {
  readonly file: string;
}

/** The names of all lessons, in the order of the course. */
export function lessonNames(): readonly string[] {
  return JSON.parse(readFileSync(join(folder, "index.json"), "utf8"));
}

/** The file of a lesson of the course. */
export function lessonFile(name: string): string {
  return join(folder, `${name}.md`);
}

/** What is wrong in a file. */
export function checkFile(file: string): Promise<readonly FileProblem[]> {
  return checkText(readFileSync(file, "utf8"), file);
}

/** What is wrong in the text of a file; a lesson on the learner's own module is checked on `own`. */
export async function checkText(text: string, file: string, own: LessonDocument = ownDocument): Promise<readonly FileProblem[]> {
  const { lesson, problems } = readLesson(text);
  const placeOf = (name: string) => {
    const places = [dirname(file), join(folder, "..", "examples")].map((place) => join(place, name));
    const place = places.find((p) => existsSync(p));
    if (place === undefined) throw new Error(`there is no file ${name} next to ${basename(file)}`);
    return place;
  };
  const textOf = (name: string) => {
    const wanted = importOf(name);
    return wanted ? importedWith(readFileSync(placeOf(wanted.file)), wanted.sizes) : readFileSync(placeOf(name), "utf8");
  };
  const walked = () => checkLesson(lesson, createEngine(), textOf, own).catch((error: unknown) => [{ line: 1, message: String(error) }]);
  const wrong = problems.length > 0 ? problems : await walked();
  return wrong.map((problem) => ({ ...problem, file: basename(file) }));
}

/** The text of a model imported with sizes, and with the page's guesses for the others. */
function importedWith(bytes: Uint8Array, sizes: ReadonlyMap<string, string>): string {
  const model = readModel(bytes);
  const description = model.describe();
  return importFile(model, { shapes: shapesWith(description, new Map(sizesIn(sizeTexts(description, sizes)))) }).text;
}

/** What is wrong in the files, or in all lessons of the course and their list. */
export async function checkLessons(
  files: readonly string[],
): Promise<{ readonly lessons: number; readonly problems: readonly FileProblem[] }> {
  const problems: FileProblem[] = [];
  const listed = [...lessonNames(), ownLesson].map(lessonFile);
  for (const file of files.length > 0 ? files : listed) problems.push(...(await checkFile(file)));
  if (files.length > 0) return { lessons: files.length, problems };
  for (const name of readdirSync(folder).filter((f) => f.endsWith(".md"))) {
    if (!listed.includes(join(folder, name)))
      problems.push({ file: name, line: 1, message: "The lesson is not in the list `index.json`." });
  }
  return { lessons: listed.length, problems };
}
