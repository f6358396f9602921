/**
 * The walls between packages: who may import whom. The table is the plan's; a package.json may list no more, and a
 * source file may import no more than its package.json lists.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { circles, longParameters, roomNamed, rooms, root, type SourceFile, sourceFiles, unusedExports } from "./house.ts";

/** `types:x` allows imports of types alone. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  ir: [],
  text: ["ir"],
  ops: ["ir"],
  infer: ["ir", "ops"],
  match: ["ir"],
  regions: ["ir"],
  evaluate: ["ir"],
  import: ["ir", "text", "ops", "infer", "passes"],
  cases: ["ir", "ops"],
  passes: ["ir", "ops", "infer", "match", "evaluate", "regions"],
  backends: ["match", "targets"],
  explain: ["ir", "match", "passes", "regions"],
  graph: ["ir", "regions"],
  palette: [],
  files: ["ir"],
  python: [],
  targets: ["ir", "text", "ops", "infer", "match", "passes", "python"],
  export: ["ir", "match", "graph", "palette"],
  share: ["types:engine", "files", "ir"],
  prose: [],
  guide: ["types:engine", "explain", "prose"],
  language: ["ir", "text", "ops", "infer", "python", "targets"],
  run: ["backends", "explain", "types:graph", "infer", "ir", "types:language", "match", "ops", "passes", "regions", "targets", "text"],
  whatif: ["explain", "ir", "ops", "passes", "regions", "run", "text"],
  replay: ["explain", "import", "infer", "ir", "match", "ops", "passes", "run", "targets", "text", "whatif"],
  engine: [
    "language",
    "ir",
    "text",
    "ops",
    "infer",
    "match",
    "evaluate",
    "passes",
    "explain",
    "export",
    "graph",
    "import",
    "regions",
    "targets",
    "run",
    "whatif",
  ],
  cli: ["ir", "text", "files", "share", "engine", "replay", "whatif"],
  lessons: ["types:engine", "files", "ir", "prose"],
  app: ["palette", "files", "share", "engine", "guide", "lessons", "prose"],
};

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (room: string) => JSON.parse(readFileSync(join(root, room, "package.json"), "utf8")) as Manifest;

const folderOf = (name: string) => join(root, name === "app" ? "app" : `packages/${name}`);

function sourcesOf(folder: string, names: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((f) => f.isFile() && names.test(f.name))
    .map((f) => join(f.parentPath, f.name));
}

const sources = (folder: string) => sourcesOf(folder, /\.tsx?$/);

const importLine = /^\s*(?:import|export)\s+(type\s+)?([^;'"]*?)\s*from\s+["']@relayscope\/([\w-]+)["']/gm;

describe.each(Object.entries(allowed))("%s", (name, rules) => {
  const names = rules.map((r) => r.replace("types:", ""));

  test("lists only what it may import", () => {
    const { dependencies = {} } = manifestOf(name === "app" ? "app" : `packages/${name}`);
    const listed = Object.keys(dependencies)
      .filter((d) => d.startsWith("@relayscope/"))
      .map((d) => d.slice("@relayscope/".length));
    expect(listed.filter((d) => !names.includes(d))).toEqual([]);
  });

  test("imports only what it may", () => {
    const wrong: string[] = [];
    for (const file of sources(join(folderOf(name), "src"))) {
      for (const [, isType, what = "", from = ""] of readFileSync(file, "utf8").matchAll(importLine)) {
        const typesOnly =
          isType !== undefined ||
          what
            .replace(/[{}]/g, "")
            .split(",")
            .every((w) => w.trim() === "" || w.trim().startsWith("type "));
        if (!names.includes(from) || (rules.includes(`types:${from}`) && !typesOnly))
          wrong.push(`${file.slice(root.length)} imports ${from}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

test("no file of the core speaks of the page", () => {
  const core = Object.keys(allowed).filter((n) => n !== "app");
  const wrong = core
    .flatMap((n) => sources(join(folderOf(n), "src")))
    .filter((f) => /from\s+["'](react|react-dom|zustand|monaco-editor)/.test(readFileSync(f, "utf8")));
  expect(wrong).toEqual([]);
});

const files = sourceFiles();
const isSource = (path: string) => /^(?:packages\/[^/]+|app)\/src\//.test(path);

/** What stands as it is, and why. */
const exceptions = {
  circles: [
    // The grammar's productions call each other.
    ["parseBlocks", "parseCalls", "parseSequences", "parseValues"].map((name) => `packages/text/src/parse/${name}.ts`),
  ],
} as const;

/**
 * How many casts the sources have: it may only fall. A list is read by `at`, `present` or `firstOf` of `ir`, a kind is
 * narrowed by its tag.
 */
const mostCasts = 152;

test("there are no more casts than there were", () => {
  const aside = /\/\*[\s\S]*?\*\/|\/\/ .*|^(?:import|export) [^;]*? from .*|"(?:[^"\\\n]|\\.)*"/gm;
  const cast = /\bas (?:(?:readonly|typeof|keyof) |unknown|number|string|bigint|boolean|[{([]|[A-Z])/g;
  const count = files
    .filter(({ path }) => isSource(path))
    .reduce((sum, { lines }) => sum + [...lines.join("\n").replace(aside, "").matchAll(cast)].length, 0);
  expect(count).toBeLessThanOrEqual(mostCasts);
});

/**
 * How many functions have six or more parameters: it may only fall. What belongs together is an object with names, but
 * for what runs for each letter or each number.
 */
const mostLongParameters = 32;

test("there are no more long lists of parameters than there were", () => {
  const found = files.filter(({ path }) => isSource(path)).flatMap((file) => longParameters(file, 6).map((line) => `${file.path}:${line}`));
  expect(found.length, found.join("\n")).toBeLessThanOrEqual(mostLongParameters);
});

const ofPage = files.filter(({ path }) => path.startsWith("app/src/"));

/**
 * How many effects the page has: it may only fall. Each kind of thing outside of React has one hook in `app/src/hooks`:
 * events, sizes, time, what is loaded, controllers.
 */
const mostEffects = 37;

test("the page has no more effects than it had", () => {
  const count = ofPage.reduce((sum, { lines }) => sum + [...lines.join("\n").matchAll(/\buse(?:Layout)?Effect\(/g)].length, 0);
  expect(count).toBeLessThanOrEqual(mostEffects);
});

test("the page names all dependencies of its effects, and writes no ref while it renders", () => {
  const wrong = /useExhaustiveDependencies|^ {2}(?:if \(.*\) )?\w+\.current = /m;
  expect(ofPage.filter(({ lines }) => wrong.test(lines.join("\n"))).map(({ path }) => path)).toEqual([]);
});

test("no file of the page has more than 400 lines", () => {
  expect(ofPage.filter(({ lines }) => lines.length > 400).map(({ path }) => path)).toEqual([]);
});

test("nothing imports itself in a circle, types included", () => {
  expect(
    circles(files)
      .map((circle) => circle.join(" "))
      .sort(),
  ).toEqual(exceptions.circles.map((circle) => circle.join(" ")).sort());
});

test("no package depends on itself in a circle, tests included", () => {
  const left = new Map(
    rooms.map((room) => {
      const { dependencies, devDependencies } = manifestOf(room);
      const names = Object.keys({ ...dependencies, ...devDependencies });
      return [room, names.filter((name) => name.startsWith("@relayscope/")).map(roomNamed)];
    }),
  );
  for (;;) {
    const free = [...left].filter(([, needed]) => needed.every((room) => !left.has(room)));
    if (free.length === 0) break;
    for (const [room] of free) left.delete(room);
  }
  expect([...left.keys()]).toEqual([]);
});

test("a package reaches another one by its name, which its package.json lists", () => {
  const wrong = files.flatMap(({ path, imports }) => {
    const room = rooms.find((name) => path.startsWith(`${name}/`));
    if (!room) return [];
    const { dependencies, devDependencies } = manifestOf(room);
    const listed = Object.keys({ ...dependencies, ...devDependencies }).map(roomNamed);
    const isFar = (from: string) => rooms.some((other) => from.startsWith(`${other}/`) && other !== room && !listed.includes(other));
    return imports.filter(({ from }) => isFar(from)).map(({ from }) => `${path} imports ${from}`);
  });
  expect(wrong).toEqual([]);
});

test("what is exported is imported by somebody", () => {
  expect(unusedExports(files, isSource)).toEqual([]);
});

test("no folder has more than 40 files", () => {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
});

test.each(rooms)("%s lists no package that it does not import", (room) => {
  const { dependencies = {}, devDependencies = {} } = manifestOf(room);
  const own = files.filter((file) => file.path.startsWith(`${room}/`));
  const sheets = sourcesOf(join(root, room, "src"), /\.css$/).map((path) => readFileSync(path, "utf8"));
  const imports = (file: SourceFile, name: string) => {
    const below = `${roomNamed(name)}/`;
    return file.imports.some(({ from }) => from === name || from.startsWith(`${name}/`) || from.startsWith(below));
  };
  const isIdle = (name: string, places: readonly SourceFile[]) =>
    !places.some((file) => imports(file, name)) && !sheets.some((sheet) => sheet.includes(`"${name}`));
  // The generators and comparisons of testing are what it is for.
  const main = room === "packages/testing" ? own : own.filter((file) => isSource(file.path));
  expect(Object.keys(dependencies).filter((name) => isIdle(name, main))).toEqual([]);
  expect(Object.keys(devDependencies).filter((name) => !name.startsWith("@types/") && isIdle(name, own))).toEqual([]);
});

test("Node can load the build's configuration: no file of ours that it reaches takes a package of ours", () => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set(files.flatMap(({ path }) => (path.startsWith("scripts/build/") ? path : [])));
  expect(reached.size).toBeGreaterThan(0);
  for (const path of reached) {
    for (const { from, isTypesOnly } of byPath.get(path)?.imports ?? []) if (!isTypesOnly && byPath.has(from)) reached.add(from);
  }
  const takesPackage = /^(?:import|export) (?!type )[^;'"]*?from "@relayscope\//m;
  expect([...reached].filter((path) => takesPackage.test(byPath.get(path)?.lines.join("\n") ?? ""))).toEqual([]);
});

test("no package sees the DOM", () => {
  const tsc = join(root, "node_modules/.bin/tsc");
  expect(() => execFileSync(tsc, ["-p", join(root, "tsconfig.core.json")], { encoding: "utf8" })).not.toThrow();
}, 300_000);
