/** The messages of a source: its strings that are sentences, with the key under which a catalog has them. */
import { sentencesOfSource } from "./texts.ts";

export interface Message {
  /** The key or code; empty where the source has none before it. */
  readonly key: string;
  readonly text: string;
}

const catalogs = /(diagnostics|Diagnostics|sentences|messages|replies|causes|[wW]ords|Sentence)\.ts$|^packages\/guide\//;

/** Whether a file is a catalog of its package. */
export function isCatalog(file: string): boolean {
  return catalogs.test(file);
}

const beginning = /^[A-Z`].* .*[.?!]$/;
const keyBefore = /(?:^|[\s{,])["']?([\w-]+)["']?\s*(?::|\()[^:]*$/;

/** Its sentences in the order of the file. */
export function messagesOf(source: string): readonly Message[] {
  const lines = source.split("\n");
  return sentencesOfSource(source, false).flatMap(({ text, line }) => {
    if (!beginning.test(text)) return [];
    const before = `${lines[line - 2] ?? ""}\n${lines[line - 1] ?? ""}`;
    return [{ key: keyBefore.exec(before.slice(0, before.lastIndexOf(text.slice(0, 8)) + 1))?.[1] ?? "", text }];
  });
}
