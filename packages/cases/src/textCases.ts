/**
 * Text cases: a folder of files, each a row of blocks `# title`, input, a line `==>`, output. Options are on a line of
 * their own below the title, `with {"trust": "types"}`. Nothing is registered: the folder is the list.
 */
import { at } from "@relayscope/ir";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface TextCase {
  /** File and title, for the test's name. */
  readonly name: string;
  readonly title: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly input: string;
  readonly output: string;
}

/** All cases of the files in a folder and below, in order of file names. `folder` is a path or a file URL. */
export function textCases(folder: string | URL): readonly TextCase[] {
  const root = typeof folder === "string" ? folder : fileURLToPath(folder);
  const cases: TextCase[] = [];
  for (const name of readdirSync(root).sort()) {
    const path = join(root, name);
    if (statSync(path).isDirectory()) {
      cases.push(...textCases(path).map((c) => ({ ...c, name: `${name}/${c.name}` })));
    } else cases.push(...parseCases(readFileSync(path, "utf8"), name));
  }
  return cases;
}

/** The cases of one file. Throws if a block has no `==>`, or has options in its title. */
export function parseCases(text: string, file: string): readonly TextCase[] {
  const blocks = text.replaceAll("\r\n", "\n").split(/^(?=# )/m);
  return blocks.flatMap((block) => {
    if (!block.startsWith("# ")) {
      if (block.trim() !== "") throw new Error(`${file} does not start with a title.`);
      return [];
    }
    const end = block.indexOf("\n");
    const title = block.slice(2, end < 0 ? undefined : end).trim();
    if (/\{.*\}$/.test(title))
      throw new Error(`The case "${title}" of ${file} has options in its title: they are below it, \`with {...}\`.`);
    const { options, body } = parseOptions(end < 0 ? "" : block.slice(end + 1));
    const split = /^==>[ \t]*$/m.exec(body);
    if (!split) throw new Error(`The case "${title}" of ${file} has no line "==>".`);
    const input = body.slice(0, split.index).trim();
    const output = body.slice(split.index + split[0].length).trim();
    return [{ name: `${file}: ${title}`, title, options, input, output }];
  });
}

/** The options of a line `with {...}` that a block begins with, and the rest of the block. */
function parseOptions(block: string): { options: Readonly<Record<string, unknown>>; body: string } {
  const line = /^with (\{.*\})[ \t]*(?:\n|$)/.exec(block);
  if (!line) return { options: {}, body: block };
  return { options: JSON.parse(at(line, 1)) as Record<string, unknown>, body: block.slice(line[0].length) };
}
