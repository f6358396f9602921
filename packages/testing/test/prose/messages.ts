/** The messages of a source: its strings that are sentences, with the key under which a catalog has them. */
import { exampleOf } from "./examples.ts";
import { sentencesOfSource } from "./texts.ts";

export interface Message {
  /** The key or code; empty outside of catalogs. */
  readonly key: string;
  readonly text: string;
}

const catalogs = /(diagnostics|Diagnostics|sentences|messages|replies|causes|[wW]ords|Sentence)\.ts$|^packages\/guide\//;

/** Whether a file is a catalog of its package. */
export function isCatalog(file: string): boolean {
  return catalogs.test(file);
}

const beginning = /^[A-Z`].* .*[.?!]$/;
/** A code as the first argument, or a key of an object. */
const keyBefore = /(?:failure|diagnostic|Failure)\(\s*"([\w-]+)"|^\s*"?([\w-]+)"?: (?=[("`]|$)/gm;
/** How many lines a message may begin after its key. */
const farthest = 12;

/** Its sentences in the order of the file, with examples for their values. */
export function messagesOf(source: string, isInCatalog = false): readonly Message[] {
  const lines = source.split("\n");
  return sentencesOfSource(source, false, exampleOf).flatMap(({ text, line, isComment }) => {
    if (isComment || !beginning.test(text)) return [];
    const before = lines.slice(Math.max(0, line - farthest), line).join("\n");
    const [, code = "", key = code] = isInCatalog ? ([...before.matchAll(keyBefore)].at(-1) ?? []) : [];
    return [{ key, text }];
  });
}
