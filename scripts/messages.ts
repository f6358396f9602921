/**
 * `npm run messages`: all messages of the packages and of the page in one file, `.cache/messages.md`, by package and
 * catalog. Values are examples, or their names in braces.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isCatalog, messagesOf } from "../packages/testing/test/prose/messages.ts";

const files = execFileSync("git", ["ls-files", "packages", "app/src"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /^(packages\/[\w-]+|app)\/src\/.*\.tsx?$/.test(file) && !/^packages\/(python|targets\/src\/library)\b/.test(file));

const pages = files
  .map((file) => ({ file, messages: messagesOf(readFileSync(file, "utf8"), isCatalog(file) && !file.startsWith("packages/guide/")) }))
  .filter(({ messages }) => messages.length > 0);
const section = ({ file, messages }: (typeof pages)[number]) =>
  `### ${file.replace("packages/", "")}\n\n${messages.map(({ key, text }) => `- ${key === "" ? "" : `**${key}** `}${text}`).join("\n")}\n`;
const inCatalogs = pages.filter(({ file }) => isCatalog(file));
const elsewhere = pages.filter(({ file }) => !isCatalog(file));
const count = (list: typeof pages) => list.reduce((sum, { messages }) => sum + messages.length, 0);

mkdirSync(".cache", { recursive: true });
writeFileSync(
  ".cache/messages.md",
  `# Messages\n\n## In catalogs\n\n${inCatalogs.map(section).join("\n")}\n## In other files\n\n${elsewhere.map(section).join("\n")}`,
);
console.log(
  `.cache/messages.md: ${count(inCatalogs)} messages in ${inCatalogs.length} catalogs, ${count(elsewhere)} in ${elsewhere.length} other files`,
);
