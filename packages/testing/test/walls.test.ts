/** The walls between packages: who may import whom. The table is the plan's; a package.json may list no more, and a source file may import no more than its package.json lists. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** `types:x` allows imports of types alone. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  ir: [],
  text: ["ir"],
  ops: ["ir"],
  infer: ["ir", "ops"],
  match: ["ir"],
  evaluate: ["ir"],
  passes: ["ir", "ops", "infer", "match", "evaluate"],
  backends: ["ir", "match", "types:passes"],
  explain: ["ir", "match", "passes"],
  graph: ["ir"],
  share: ["types:engine"],
  engine: ["ir", "text", "ops", "infer", "match", "evaluate", "passes", "backends", "explain", "graph"],
  cli: ["text", "share", "engine"],
  app: ["types:graph", "share", "engine"],
};

const folderOf = (name: string) => join(root, name === "app" ? "app" : `packages/${name}`);

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((f) => f.isFile() && /\.tsx?$/.test(f.name))
    .map((f) => join(f.parentPath, f.name));
}

const importLine = /^\s*(?:import|export)\s+(type\s+)?([^;'"]*?)\s*from\s+["']@relayscope\/([\w-]+)["']/gm;

describe.each(Object.entries(allowed))("%s", (name, rules) => {
  const names = rules.map((r) => r.replace("types:", ""));

  test("lists only what it may import", () => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folderOf(name), "package.json"), "utf8")) as {
      dependencies?: Record<string, string>;
    };
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
