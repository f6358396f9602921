/**
 * The house as its files have it: who imports what from whom, what each file gives, how long its functions are. Read
 * from the text, which a formatter has put in shape.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface Import {
  /** The file it is from, below the root; or a package's name. */
  readonly from: string;
  /** `*` for all. */
  readonly names: readonly string[];
  readonly isTypesOnly: boolean;
  /** `export ... from`. */
  readonly isHandedOn: boolean;
}

export interface SourceFile {
  /** Below the root, with slashes. */
  readonly path: string;
  readonly lines: readonly string[];
  /** Imports, re-exports, and what is loaded later. */
  readonly imports: readonly Import[];
  /** Names that it gives; those that it only hands on with the file they are from. */
  readonly exports: ReadonlyMap<string, string | undefined>;
  /** Those of them that are types. */
  readonly types: ReadonlySet<string>;
}

/** Packages and the page. */
export const rooms: readonly string[] = [
  ...readdirSync(join(root, "packages"))
    .sort()
    .map((name) => `packages/${name}`),
  "app",
];

/** The folder of one of our packages, the page's among them. */
export function roomNamed(name: string): string {
  const own = name.replace("@relayscope/", "");
  return own === "app" ? own : `packages/${own}`;
}

/**
 * All files of the house that are written in TypeScript: sources, tests, benchmarks, generators, browser tests,
 * scripts.
 */
export function sourceFiles(): readonly SourceFile[] {
  const places = [...rooms.flatMap((room) => ["src", "test", "bench", "fuzz"].map((part) => `${room}/${part}`)), "e2e", "scripts"];
  return places.flatMap((place) => (existsSync(join(root, place)) ? filesBelow(place) : [])).map(readSource);
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  const imports: Import[] = [];
  const exports = new Map<string, string | undefined>();
  const types = new Set<string>();
  for (const [, verb, isType, what = "", spec = ""] of text.matchAll(/^(import|export) (type )?(?:([^;'"]*?) from )?["']([^"']+)["'];/gm)) {
    const from = resolved(path, spec);
    const parts = what
      .replace(/^\w+, /, "")
      .replace(/[{}]/g, "")
      .split(",")
      .map((part) => part.trim());
    const named = parts.filter((part) => part !== "");
    const names = named.map((part) => (part.includes("*") ? "*" : (part.replace(/^type /, "").split(" as ")[0] ?? "")));
    imports.push({
      from,
      names,
      isTypesOnly: isType !== undefined || (named.length > 0 && named.every((part) => part.startsWith("type "))),
      isHandedOn: verb === "export",
    });
    if (verb !== "export") continue;
    for (const part of named) {
      const name =
        part
          .replace(/^type /, "")
          .split(" as ")
          .at(-1) ?? "";
      exports.set(name, from);
      if (isType !== undefined || part.startsWith("type ")) types.add(name);
    }
  }
  for (const { groups } of text.matchAll(
    /(?:\{(?<taken>[^{}]*)\} = await )?import\(\s*["'](?<spec>[^"']+)["']\s*\)(?:\)?\.(?<member>\w+))?(?:\(\(\{(?<then>[^{}]*)\})?/g,
  )) {
    const taken = groups?.taken ?? groups?.then;
    const names = taken !== undefined ? taken.split(",").map((name) => name.trim().split(":")[0] ?? "") : [groups?.member ?? "*"];
    imports.push({
      from: resolved(path, groups?.spec ?? ""),
      names: names.includes("then") ? ["*"] : names,
      isTypesOnly: false,
      isHandedOn: false,
    });
  }
  for (const [, kind, name = ""] of text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(const|let|function\*?|class|interface|type) (\w+)/gm,
  )) {
    exports.set(name, undefined);
    if (kind === "interface" || kind === "type") types.add(name);
  }
  return { path, lines: text.split("\n"), imports, exports, types };
}

/** The file that a specifier means, below the root; a package of others by its name. */
function resolved(path: string, spec: string): string {
  const own = /^@relayscope\/([\w-]+)(?:\/(.+))?$/.exec(spec);
  if (own) {
    const room = roomNamed(own[1] ?? "");
    const { exports } = JSON.parse(readFileSync(join(root, room, "package.json"), "utf8")) as { exports: Record<string, string> };
    return join(room, exports[own[2] ? `./${own[2]}` : "."] ?? "missing");
  }
  if (!spec.startsWith(".")) return spec;
  return relative(root, resolve(root, dirname(path), spec.replace(/\?.*$/, ""))).replaceAll("\\", "/");
}

/** Groups of files that import each other in a circle, types included. */
export function circles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (path: string): void => {
    order.set(path, order.size);
    low.set(path, order.get(path) ?? 0);
    open.push(path);
    for (const { from } of byPath.get(path)?.imports ?? []) {
      if (!byPath.has(from)) continue;
      if (!order.has(from)) visit(from);
      if (open.includes(from)) low.set(path, Math.min(low.get(path) ?? 0, low.get(from) ?? 0));
    }
    if (low.get(path) !== order.get(path)) return;
    const circle = open.splice(open.indexOf(path));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const { path } of files) if (!order.has(path)) visit(path);
  return found;
}

/**
 * Exports that no other file takes, `file: name`. A type that another export of its file speaks of is taken with that
 * one, and an index hands types on that answers are made of; what an index hands on is taken only where somebody asks
 * the index.
 */
export function unusedExports(files: readonly SourceFile[], isTold: (path: string) => boolean): readonly string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const used = new Set<string>();
  const use = (path: string, name: string): void => {
    const file = byPath.get(path);
    if (!file || used.has(`${path}: ${name}`)) return;
    used.add(`${path}: ${name}`);
    if (name === "*") for (const own of file.exports.keys()) use(path, own);
    const origin = file.exports.get(name);
    if (origin !== undefined) use(origin, name);
    else if (!file.exports.has(name)) for (const { from, names } of file.imports) if (names.includes("*")) use(from, name);
  };
  for (const file of files) {
    for (const { from, names, isHandedOn } of file.imports) if (!isHandedOn) for (const name of names) use(from, name);
  }
  const isSpokenOf = ({ lines }: SourceFile, name: string) => {
    const word = new RegExp(`\\b${name}\\b`);
    return lines.filter((line) => word.test(line)).length > 1;
  };
  return files
    .filter((file) => isTold(file.path))
    .flatMap((file) =>
      [...file.exports.keys()]
        .filter((name) => name !== "*" && !used.has(`${file.path}: ${name}`))
        .filter((name) => !file.types.has(name) || (file.exports.get(name) === undefined && !isSpokenOf(file, name)))
        .map((name) => `${file.path}: ${name}`),
    );
}

const notCode = /\/\*[\s\S]*?\*\/|\/\/ .*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{))*`/g;

/** The lines, from 1, where a list of `most` or more parameters begins. */
export function longParameters({ lines }: SourceFile, most: number): readonly number[] {
  const code = lines.join("\n").replace(notCode, (text) => text.replace(/[^\n]/g, "_"));
  const found: number[] = [];
  for (let start = code.indexOf("("); start >= 0; start = code.indexOf("(", start + 1)) {
    const { end, count } = listAt(code, start);
    const inner = code.slice(start + 1, end);
    const isParameters = inner.includes(":") && /^\s*(?:(?:private|protected|public|readonly) )*[\w{[][^,]*[:,]/.test(inner);
    const hasBody = /^\s*(?::[^;=]*?)?\s*(?:=>|\{)/.test(code.slice(end + 1, end + 200));
    if (count >= most && isParameters && hasBody) found.push(code.slice(0, start).split("\n").length);
  }
  return found;
}

/** Where the list that begins at a bracket ends, and how many parts it has. */
function listAt(code: string, start: number): { readonly end: number; readonly count: number } {
  let depth = 0;
  let count = 1;
  let last = start;
  let end = start;
  for (; end < code.length; end++) {
    const letter = code.charAt(end);
    if ("([{<".includes(letter)) depth++;
    else if (")]}>".includes(letter) && !(letter === ">" && code[end - 1] === "=") && --depth === 0) break;
    else if (letter === "," && depth === 1) {
      count++;
      last = end;
    }
  }
  return { end, count: code.slice(last + 1, end).trim() === "" ? count - 1 : count };
}
