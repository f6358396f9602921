/** The lessons of the course. `lessons/index.json` next to the page names them; each is a Markdown file there. */
import { importOf, type LessonProblem, type ReadLesson, readLesson } from "@relayscope/lessons";

export interface CourseLesson extends ReadLesson {
  readonly name: string;
}

/** A lesson that can't be opened: a sentence, and the problems line by line. */
export class LessonError extends Error {
  constructor(
    message: string,
    readonly problems: readonly LessonProblem[] = [],
  ) {
    super(message);
  }
}

async function textAt(path: string, what: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw new LessonError(`${what} could not be loaded (${response.status}).`);
  return response.text();
}

/** The names of the lessons, in the order of the course. */
export async function loadCourse(): Promise<readonly string[]> {
  const names: unknown = JSON.parse(await textAt("./lessons/index.json", "The list of lessons"));
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === "string" && /^[\w-]+$/.test(name)) : [];
}

/** A small lesson to begin your own with. */
export function loadTemplate(): Promise<string> {
  return textAt("./lesson-template.md", "The template");
}

const read = new Map<string, Promise<CourseLesson>>();

/** A lesson of the course, read once. */
export function loadLesson(name: string): Promise<CourseLesson> {
  const known = read.get(name);
  if (known) return known;
  const lesson = textAt(`./lessons/${name}.md`, `The lesson \`${name}\``).then((text) => ({ name, ...readLesson(text) }));
  read.set(name, lesson);
  lesson.catch(() => read.delete(name));
  return lesson;
}

/** The texts of the gallery's files and imports that a lesson's modules name. */
export async function loadModules(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = await Promise.all(names.map(loadModule));
  return new Map(names.map((name, i) => [name, texts[i] ?? ""]));
}

async function loadModule(name: string): Promise<string> {
  const wanted = importOf(name);
  if (!wanted) return textAt(`./examples/${name}`, `The module \`${name}\``);
  const response = await fetch(`./examples/${wanted.file}`);
  if (!response.ok) throw new LessonError(`The model \`${wanted.file}\` could not be loaded (${response.status}).`);
  const { importModelFile } = await import("../model/importModelFile.ts");
  return importModelFile(await response.blob(), wanted.sizes);
}
