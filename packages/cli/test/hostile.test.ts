/**
 * Laws of what is exported from snapshots that strangers made: whatever their names, attributes, notes and texts hold
 * is data in every format.
 */
import { spawnSync } from "node:child_process";
import { createEngine, type ExportFormat, type RunRequest } from "@relayscope/engine";
import { decodeFragment, encodeFragment, htmlFile, iframe, type Snapshot } from "@relayscope/share";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { snapshotAt } from "../src/snapshotAt.ts";

/** Stands in each of a stranger's strings: where it is seen in a place of its own, a string was not held together. */
const mark = "stranger";

/** What ends a string, a tag, a comment or a line in one of the formats, or has a meaning of its own in it. */
const sharp = [
  '"',
  "'",
  "\\",
  "`",
  "```",
  '"""',
  "\n",
  "\r",
  "\0",
  "\t",
  "\u2028",
  "\u202e",
  "\ud800",
  "$&",
  "$'",
  "{}",
  "[x](javascript:x)",
  "|",
  "#",
  "//",
  "/*",
  "*/",
  "<!--",
  "-->",
  "]]>",
  "</script>",
  "<script>",
  "</title>",
  "<img src=x onerror=x>",
  "&lt;",
  "&quot;",
  ";",
  "-> b [URL=",
  "}",
  ")",
  "os.system(",
  "@all",
  "http://x",
  "\\n",
  "\\\\",
];

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...sharp), fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(mark) + mark);

interface Case {
  readonly request: RunRequest;
  readonly title: string;
  readonly snapshot: Snapshot;
  readonly answers: ReadonlyMap<ExportFormat, string>;
}

const formats: readonly ExportFormat[] = ["svg", "dot", "markdown", "python"];

/**
 * A module with a stranger's string wherever a text may have one, its target, its pipeline, and what is exported of its
 * run.
 */
async function exported(words: readonly string[], epoch: number): Promise<Case> {
  const word = (i: number) => words[i % words.length] ?? mark;
  const text = [
    `/* ${word(0).replaceAll("*/", "")} */`,
    "def @main(%x: Tensor[(1, 8), float32]) {",
    `  %0 = fn (%y: Tensor[(1, 8), float32], Composite=${JSON.stringify(word(1))}, Compiler=${JSON.stringify(word(2))}) { nn.relu(%y) };`,
    "  %1 = %0(%x);",
    `  %2 = add(%1, %1) /* ${word(3).replaceAll("*/", "").replaceAll("\n", " ")} */;`,
    `  my.operator(%2, name=${JSON.stringify(word(4))})`,
    "}",
  ].join("\n");
  const request: RunRequest = {
    epoch,
    text,
    target: word(5),
    customTargets: [
      { name: word(5), patterns: [{ name: word(6), pattern: 'is_op("add")(wildcard(), wildcard())' }], operators: ["nn.relu", word(7)] },
    ],
    pipeline: [
      { pass: "InferType", options: {} },
      { pass: "MergeComposite", options: {} },
      { pass: "AnnotateTarget", options: { [word(8)]: word(9), if: word(9), include_non_call_ops: false } },
      { pass: "MergeCompilerRegions", options: {} },
      { pass: "PartitionGraph", options: { mod_name: word(10) } },
    ],
    optLevel: 3,
    bindParameters: false,
    trace: false,
  };
  const engine = createEngine();
  await new Promise<void>((done) => engine.run(request, (event) => event.kind !== "stage" && done()));
  const answers = new Map<ExportFormat, string>();
  for (const format of formats) {
    const answer = await engine.exportStage(epoch, request.pipeline.length, { format, title: word(11), link: "https://page/#s=1r.AAA" });
    if (answer.kind === "text") answers.set(format, answer.text);
  }
  engine.dispose();
  const title = word(12).slice(0, 200);
  return { request, title, snapshot: { title, note: word(13), ...snapshotAt({ request, stages: [], shown: 5 }) }, answers };
}

const count = 60;
let cases: readonly Case[] = [];
const texts = (format: ExportFormat) => cases.flatMap(({ answers }) => answers.get(format) ?? []);

beforeAll(async () => {
  const words = fc.sample(fc.array(hostile, { minLength: 14, maxLength: 14 }), { numRuns: count, seed: 13 });
  cases = await Promise.all(words.map((list, i) => exported(list, i + 1)));
});

test("most of them have something to be exported", () => {
  for (const format of ["svg", "dot", "markdown"] as const) expect(texts(format)).toHaveLength(count);
  expect(texts("python").length).toBeGreaterThan(count / 2);
});

test("SVG: shapes and text alone, each tag closed, no handler and no address", () => {
  for (const svg of texts("svg")) {
    const open: string[] = [];
    const rest = svg.replace(
      /<(\/?)([A-Za-z]+)((?: [\w:-]+="[^"<]*")*)(\/?)>/g,
      (_, end: string, name: string, attributes: string, empty: string) => {
        expect(["defs", "g", "path", "pattern", "rect", "svg", "text", "title"]).toContain(name);
        expect(attributes).not.toMatch(/ (?:on\w+|href|xlink:href|style)="/);
        if (end) expect(open.pop()).toBe(name);
        else if (!empty) open.push(name);
        return "";
      },
    );
    expect(open).toEqual([]);
    expect(rest.replace(/&(?:amp|lt|gt|quot|apos);/g, "")).not.toMatch(/[<>&]/);
    expect(svg).not.toMatch(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
    );
  }
});

test("DOT: a stranger's words are in strings alone", () => {
  for (const dot of texts("dot")) {
    const outside = dot.replace(/"(?:[^"\\]|\\[\s\S])*"/g, "");
    expect(outside).not.toContain(mark);
    expect(outside).not.toMatch(/["\\]|URL|\0/);
  }
});

test("Markdown: outside of code nothing of a stranger's is a tag, a link, code or a mention", () => {
  for (const text of texts("markdown")) {
    const lines: string[] = [];
    let fence: string | undefined;
    for (const line of text.split("\n")) {
      if (fence === undefined) {
        fence = /^`{3,}$/.exec(line)?.[0];
        if (fence === undefined) lines.push(line);
      } else if (line === fence) fence = undefined;
    }
    expect(fence).toBeUndefined();
    const plain = lines
      .join("\n")
      .replace("[Open it in Relayscope](<https://page/#s=1r.AAA>)", "")
      .replace(/(?<!\\)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, "")
      .replace(/\\./g, "");
    expect(plain).not.toMatch(/[<>[\]`]|@|:\/\//);
    const [title = "", ...headings] = lines.filter((line) => line.startsWith("#"));
    expect(title).toMatch(/^## /);
    const own = ["Regions after", "Convolutions and matrix products on the host", "What splits the regions after", "Input", "After"];
    const found = headings.map((line) => line.replace(/^### |[ ]?`.*$/g, ""));
    expect(found).toEqual(own.filter((heading) => found.includes(heading)));
  }
});

const python = ["python3", "python"].find((name) => spawnSync(name, ["--version"]).status === 0);

describe("Python", () => {
  test("is ASCII, and a stranger's words are in strings alone", () => {
    for (const script of texts("python")) {
      expect(script).toMatch(/^[\x20-\x7e\n]*$/);
      const outside = script.replace(/"""[^"]*"""|'[^'\n]*'|"(?:[^"\\\n]|\\.)*"/g, "''").replace(/#[^\n]*/g, "");
      expect(outside).not.toContain(mark);
    }
  });

  test.skipIf(python === undefined)("parses, and calls nothing that a script of a friend's does not call", () => {
    const reader = `import ast, json, sys
names = set()
for script in json.load(sys.stdin):
    for node in ast.walk(ast.parse(script)):
        if isinstance(node, ast.Name): names.add(node.id)
        elif isinstance(node, ast.Attribute): names.add(node.attr)
        elif isinstance(node, (ast.Import, ast.ImportFrom)): names.update(alias.name for alias in node.names)
print(json.dumps(sorted(names)))`;
    const { stdout, stderr } = spawnSync(python ?? "", ["-c", reader], { input: JSON.stringify(texts("python")), encoding: "utf8" });
    expect(stderr).toBe("");
    const names: readonly string[] = JSON.parse(stdout);
    expect(names.filter((name) => /system|eval|exec|open|subprocess|^__(?!version__)/.test(name) || name.includes(mark))).toEqual([]);
  });
});

test("HTML: the head has a title and attributes more than the page, and the snapshot is whole", () => {
  const [before, mid, after] = ["<!doctype html><head>", '<meta name="relayscope-snapshot" content="">', "</head><body></body>"];
  for (const { snapshot, title } of cases) {
    const file = htmlFile(before + mid + after, snapshot, `https://page/${title}`);
    if (file.kind === "refused") throw new Error(file.reason);
    expect(file.text.startsWith(before) && file.text.endsWith(after)).toBe(true);
    const added = file.text.slice(before.length, -after.length);
    expect(added).toMatch(/^<title>[^<>]*<\/title>\n<meta name="[a-z-]+" content="[^"<>]*">\n<meta name="[a-z-]+" content="[^"<>]*">$/);
    expect(decodeFragment(/content="(s=[^"]*)"/.exec(added)?.[1] ?? "")).toMatchObject({ kind: "ok" });
  }
});

test("an iframe is one tag with a stranger's title", () => {
  for (const { snapshot, title } of cases) {
    const html = iframe("https://page/", encodeFragment(snapshot), title);
    expect(html).toMatch(/^<iframe(?: [a-z]+="[^"<>]*")+><\/iframe>$/);
  }
});
