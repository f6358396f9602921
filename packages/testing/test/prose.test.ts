/**
 * Everything that can be read follows `docs/style.md`: its table of terms, short sentences, labels without a period.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isCatalog, messagesOf } from "./prose/messages.ts";
import { codeOfSource, commentsOfSource, type Sentence, sentencesOfDocument, sentencesOfSource } from "./prose/texts.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, "utf8");

interface Term {
  readonly form: RegExp;
  readonly words: string;
}

/** The left column of the table in `docs/style.md`. */
function termsOf(page: string): readonly Term[] {
  const rows = [...page.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)].flatMap(([, left = ""]) =>
    left.trim() === "Not" ? [] : left.trim().split(", "),
  );
  return rows.map((words) => {
    const parts = words.split(" ").map((w) => (w.endsWith("*") ? `${w.slice(0, -1)}\\w*` : w));
    // "that one has", "the first one has", "there is no", "is no longer": these are fine.
    const before = words.startsWith("one ")
      ? "(?<!\\b(?:this|that|the|each|every|which|another|other|first|last|no|only|right|wrong|of|later|longer|two) )"
      : "";
    const after = / no$/.test(words) ? " (?!longer|more\\b|such|need|use)\\w" : "";
    const there = / no$/.test(words) ? "(?<!\\bthere )" : "";
    return { words, form: new RegExp(`${before}${there}(?<![\\w-])${parts.join(" ")}(?![\\w-])${after}`, "i") };
  });
}

const terms = termsOf(read("docs/style.md"));
const longest = 35;

const withoutCode = (text: string) => text.replace(/`[^`]*`/g, "x").replace(/\]\([^)]*\)/g, "]");

/** The terms in a text that the table replaces. */
function wordsIn(text: string): readonly string[] {
  const plain = withoutCode(text);
  return terms.flatMap(({ form, words }) => (form.test(plain) ? [`"${words}"`] : []));
}

/** What is wrong with a sentence. */
function faults({ text, isLabel }: Sentence): readonly string[] {
  const plain = withoutCode(text);
  const found = [...wordsIn(text)];
  const long = plain.split(/(?<=[.?!:;])\s+/).filter((s) => s.split(/\s+/).length > longest);
  // A list of words is not a sentence.
  if (long.length > 0 && /[A-Z.?!]/.test(plain)) found.push(`more than ${longest} words`);
  if (isLabel && /[a-z]\.$/.test(text) && !/[.?!:] /.test(text)) found.push("a label with a period");
  return found;
}

/** What comes from elsewhere in its own words: Python's messages and sources, and names of the reference. */
const foreign = [/^packages\/python\//, /^packages\/testing\//];

const files = execFileSync("git", ["ls-files", "app/src", "packages", "public/lessons", "public/examples", "docs", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => !foreign.some((form) => form.test(file)) && file !== "docs/style.md" && file !== "CHANGELOG.md");

const sources = files.filter((file) => /^(app\/src|packages\/[\w-]+\/src)\/.*\.tsx?$/.test(file));
const documents = files.filter((file) => file.endsWith(".md"));

const report = (file: string, sentences: readonly Sentence[]) =>
  sentences.flatMap((sentence) => faults(sentence).map((fault) => `${file}:${sentence.line}: ${fault}: ${sentence.text.slice(0, 160)}`));

test("strings of the sources", () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap((file) => report(file, sentencesOfSource(read(file), file.endsWith("x"))))).toEqual([]);
});

/** Comments and names are ours in every package. */
const ours = execFileSync("git", ["ls-files", "app/src", "packages"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /^(app\/src|packages\/[\w-]+\/src)\/.*\.tsx?$/.test(file));

test("comments of the sources", () => {
  const words = (file: string) =>
    commentsOfSource(read(file)).flatMap(({ text, line }) =>
      wordsIn(text).map((found) => `${file}:${line}: ${found}: ${text.slice(0, 160)}`),
    );
  expect(ours.flatMap(words)).toEqual([]);
});

/** Tests, and the fuzzers, which print what they find. */
const testing = execFileSync("git", ["ls-files", "app/test", "e2e", "packages"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /^(app\/test|e2e|packages\/[\w-]+\/(test|fuzz))\/.*\.tsx?$/.test(file) && !/prose/.test(file));
const title = /^\s*(?:test|describe|it)(?:\.\w+(?:\([^)]*\))?)*\(\s*(["`])((?:(?!\1).)*)\1/gm;

test("titles of tests", () => {
  const words = (file: string) =>
    [...read(file).matchAll(title)].flatMap(([, , text = ""]) => wordsIn(text).map((found) => `${file}: ${found}: ${text}`));
  expect(testing.flatMap(words)).toEqual([]);
});

test("comments of the fuzzers", () => {
  const words = (file: string) =>
    commentsOfSource(read(file)).flatMap(({ text, line }) =>
      wordsIn(text).map((found) => `${file}:${line}: ${found}: ${text.slice(0, 160)}`),
    );
  expect(testing.filter((file) => file.includes("/fuzz/")).flatMap(words)).toEqual([]);
});

test("no line of a comment is longer than 120 characters", () => {
  const isLong = (line: string) => line.length > 120 && /^\s*(?:\/\/|\/?\*)/.test(line) && !line.includes("biome-ignore");
  expect(
    ours.flatMap((file) =>
      read(file)
        .split("\n")
        .flatMap((line) => (isLong(line) ? `${file}: ${line}` : [])),
    ),
  ).toEqual([]);
});

/** Names that read as translated: `isTold`, `takeAlong`, `breathe`. */
const oddName =
  /\b\w*(?:Told|Untold|TakeAlong|GiveUp|Whereabouts|Anew)\w*\b|\b(?:told|untold|tells?|dear|heard|whereabouts|takeAlong|giveUp|breathe|anew)(?:[A-Z]\w*)?\b/;

test("names in the sources and of files", () => {
  expect(
    ours.flatMap(
      (file) =>
        oddName
          .exec(`${file}\n${codeOfSource(read(file))}`)
          ?.slice(0, 1)
          .map((name) => `${file}: ${name}`) ?? [],
    ),
  ).toEqual([]);
});

test("lessons, documents and READMEs", () => {
  expect(documents.flatMap((file) => report(file, sentencesOfDocument(read(file))))).toEqual([]);
});

test("the gallery", () => {
  const entries: readonly { readonly title: string; readonly look: string }[] = JSON.parse(read("public/examples/index.json"));
  const sentences = entries.flatMap(({ title, look }) => [
    { text: title, line: 1, isLabel: true, isComment: false },
    { text: look, line: 1, isLabel: false, isComment: false },
  ]);
  expect(report("public/examples/index.json", sentences)).toEqual([]);
});

/** Causes whose sentences are still next to the code that says them. */
const inline = ["packages/explain/src/why/noSet.ts", "packages/explain/src/why/node/patternMissed.ts"];

test("the sentences of causes are in catalogs, which `npm run messages` lists", () => {
  const found = sources.filter(
    (file) => /^packages\/explain\/src\/why\//.test(file) && !isCatalog(file) && messagesOf(read(file)).length > 0,
  );
  expect(found.filter((file) => !inline.includes(file))).toEqual([]);
  expect(messagesOf(read("packages/explain/src/why/sentences.ts")).length).toBeGreaterThan(20);
});

test("the list of messages has examples for their values", () => {
  const shown = (code: string) => messagesOf(code, true).map(({ key, text }) => `${key}: ${text}`);
  const catalog = `const all = {
  noRule: (target: string) => \`\\\`\${target}\\\` has \${n} \${n === 1 ? "rule" : "rules"}.\`,
};`;
  expect(shown(catalog)).toEqual(["noRule: `dnnl` has 3 rules."]);
  expect(shown(`throw failure("no-pass", \`There is no pass \${quoted(pass)} at \${unheardOf}.\`);`)).toEqual([
    "no-pass: There is no pass `MergeComposite` at {unheardOf}.",
  ]);
});

test("each rule catches what it is for", () => {
  const wrong = (text: string, isLabel = false) => faults({ text, line: 1, isLabel, isComment: false });
  expect(wrong("The border of the region")).toEqual(['"border"']);
  expect(wrong("It was foretold.")).toEqual(['"foretold"']);
  expect(wrong("The types are untold.")).toEqual(['"untold"']);
  expect(wrong("A line for who opens it")).toEqual(['"who opens"']);
  expect(wrong("It gives up after ten seconds.")).toEqual(['"gives up"']);
  expect(wrong("Take along as a file")).toEqual(['"take along"']);
  expect(wrong("It stands for all.")).toEqual(['"stands"']);
  expect(wrong("When one has a module")).toEqual(['"one has"']);
  expect(wrong("`x` is no pattern.")).toEqual(['"is no"']);
  expect(wrong("There is no pattern, and the one that has it is no longer there.")).toEqual([]);
  expect(wrong("Show the editor.", true)).toEqual(["a label with a period"]);
  expect(wrong(`${"word ".repeat(36)}end.`)).toEqual(["more than 35 words"]);
  expect(commentsOfSource("/** It is\n * told. */\nconst a = 1; // of it").map(({ text }) => wordsIn(text))).toEqual([['"told"'], []]);
  expect(oddName.test(codeOfSource('const isUntold = "told"; // told'))).toBe(true);
  expect(oddName.test(codeOfSource('const families = "told"; // told'))).toBe(false);
  expect(
    sentencesOfSource('const a = "a border here"; // a border\n<p className="border text-sm">It lies there</p>').map((s) => s.text),
  ).toEqual(["a border here", "It lies there"]);
});
