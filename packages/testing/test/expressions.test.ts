/**
 * Every regular expression of the sources is linear: it is put to long runs of what it is made of, where one that tries
 * each start and each length would take minutes, and is stopped after seconds. What it does not find are runs that no
 * part of the expression names.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { root, sourceFiles } from "./house.ts";

interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly place: string;
}

/** Those whose texts are short, with what keeps them so. */
const bounded: ReadonlyMap<string, string> = new Map([
  ["packages/import/src/onnx/guesses.ts", "names of sizes are cut to 200 characters"],
  ["packages/text/src/clean/linePrefixes.ts", "prefixes have 200 characters at most"],
  ["packages/text/src/recover/skipped.ts", "of a line 200 characters are looked at"],
  ["app/src/center/relayTokens.ts", "longer lines than 2,000 characters stay plain"],
  ["app/src/left/monaco/relayGrammar.ts", "the editor colors no longer lines than 20,000 characters, a token at a time"],
  ["app/src/picture/text.ts", "labels are cut to 400 characters"],
]);

function expressions(): readonly Expression[] {
  const found = new Map<string, Expression>();
  for (const { path } of sourceFiles()) {
    if (!/^(?:packages\/(?!testing|cases)[^/]+|app)\/src\//.test(path) || bounded.has(path)) continue;
    const visit = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      if ("regex" in node && typeof node.regex === "object" && node.regex !== null) {
        const { pattern: source, flags } = node.regex as { readonly pattern: string; readonly flags: string };
        found.set(`${source}/${flags}`, { source, flags, place: path });
      }
      for (const inner of Object.values(node)) visit(inner);
    };
    const text = readFileSync(join(root, path), "utf8");
    if (mayHaveExpression(text)) visit(parseSync(path, text).program);
  }
  return [...found.values()];
}

/** Whether a text has a slash that is neither in a quoted path nor of a comment or an element. */
const mayHaveExpression = (text: string) => text.replace(/"[^"\n]*"|(?<!:)\/[/*].*|\*\/|<\/|\/>/g, "").includes("/");

/** Characters that stand for what an escape or a class takes. */
const taken: Readonly<Record<string, string>> = { s: " ", d: "1", w: "a", S: "a", D: "a", W: " ", n: "\n", t: "\t", r: "\r", b: "", B: "" };

/** The pieces of texts that the expression takes: its characters, its words, and what it takes from its start on. */
function piecesOf(source: string): readonly string[] {
  const flat = source
    .replace(/\(\?<?[=!:]|\(\?<\w+>|[()^$]|\{\d*,?\d*\}|[*+?]\??/g, (m) => (m.startsWith("(?") || "()^$".includes(m) ? "\u0001" : ""))
    .replace(/\[\^?((?:[^\]\\]|\\.)*)\]/g, (all, inner: string) =>
      all.startsWith("[^") ? "a" : inner[0] === "\\" ? (taken[inner[1] ?? ""] ?? inner[1] ?? "") : (inner[0] ?? ""),
    )
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(.)/gs, (_, code: string) => taken[code] ?? code)
    .replaceAll(".", "a");
  const words = flat.split(/[|\u0001]/).filter((word) => word !== "");
  const whole = flat.split("|").map((part) => part.replaceAll("\u0001", ""));
  const own = [...flat.replaceAll("\u0001", ""), ...words, ...whole].filter((piece) => piece !== "");
  return [...new Set([" ", "\n", "a", "1", ...[...new Set(own)].slice(-12)])];
}

const characters = 40_000;
const seconds = 5;

test("every regular expression is linear", { timeout: 300_000 }, () => {
  const slow: string[] = [];
  const run = new Script(`for (const p of starts) for (const unit of pieces) for (const tail of ["\\u0003", "\\n\\u0003", "a\\n\\u0003"])
    (p + unit.repeat(Math.ceil(characters / unit.length)) + tail).replace(new RegExp(source, flags), "");`);
  const context = createContext({ characters });
  for (const { source, flags, place } of expressions()) {
    const pieces = piecesOf(source);
    const starts = ["", ...pieces.slice(-5)];
    try {
      run.runInContext(Object.assign(context, { starts, pieces, source, flags }), { timeout: seconds * 1_000 });
    } catch (error) {
      slow.push(`${place}: /${source}/${flags} (${error instanceof Error ? error.message : error})`);
    }
  }
  expect(slow).toEqual([]);
});
