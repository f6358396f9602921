/** Which tests a change reaches, by what files import, types included: what `npm run check` runs. */
import { rooms, type SourceFile } from "./house.ts";

const isTest = (path: string) => /^(?:packages\/[^/]+|app)\/test\/.*\.test\.tsx?$/.test(path);

/**
 * The unit tests that changed files reach, with how many imports lie between. A file that is no source, as a case's
 * text, reaches the tests of its room; one of `public`, those that name the folder.
 */
export function reachedTests(files: readonly SourceFile[], changed: readonly string[]): ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files) for (const { from } of imports) importers.set(from, [...(importers.get(from) ?? []), path]);
  const sources = new Set(files.map((file) => file.path));
  const distances = new Map<string, number>();
  for (const path of changed) {
    if (sources.has(path)) distances.set(path, 0);
    else for (const reader of readersOf(path, files)) distances.set(reader, 0);
  }
  for (const [path, distance] of distances) {
    for (const importer of importers.get(path) ?? []) if (!distances.has(importer)) distances.set(importer, distance + 1);
  }
  return new Map([...distances].filter(([path]) => isTest(path)));
}

function readersOf(path: string, files: readonly SourceFile[]): readonly string[] {
  const tests = files.filter((file) => isTest(file.path));
  const isReader = path.startsWith("public/")
    ? ({ lines }: SourceFile) => lines.some((line) => line.includes("public/"))
    : ({ path: test }: SourceFile) => rooms.some((room) => path.startsWith(`${room}/`) && test.startsWith(`${room}/`));
  return tests.filter(isReader).map((file) => file.path);
}
