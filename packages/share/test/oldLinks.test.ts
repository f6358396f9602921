/** What earlier versions wrote still opens: links and files from before there was a checksum. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decodeFile, decodeFragment, decodeLesson, type Snapshot } from "../src/index.ts";

interface Kept {
  readonly links: readonly { readonly link: string; readonly snapshot: Snapshot }[];
  /** A chain of so many calls, whose text shrank by more than 250. */
  readonly chain: { readonly link: string; readonly calls: number };
  readonly lessons: readonly { readonly link: string; readonly text: string }[];
  readonly files: readonly { readonly content: string; readonly snapshot: Snapshot }[];
}

describe("version 1", () => {
  const { links, chain, lessons, files }: Kept = JSON.parse(readFileSync(new URL("fixtures/version-1.json", import.meta.url), "utf8"));

  test("snapshots' links, of each codec", () => {
    expect(new Set(links.map(({ link }) => link.slice(0, 4)))).toEqual(new Set(["s=1r", "s=1d", "s=1R", "s=1D"]));
    for (const { link, snapshot } of links) expect(decodeFragment(`#${link}`)).toEqual({ kind: "ok", snapshot });
  });

  test("a long chain", () => {
    const line = (i: number) => `  %${i + 1} = nn.relu(%${i}) /* ty=Tensor[(1, 8), float32] */;\n`;
    const text = Array.from({ length: chain.calls }, (_, i) => line(i)).join("");
    expect(decodeFragment(chain.link)).toMatchObject({ kind: "ok", snapshot: { text } });
  });

  test("lessons' links", () => {
    for (const { link, text } of lessons) expect(decodeLesson(link)).toEqual({ kind: "ok", text });
  });

  test("files", () => {
    for (const { content, snapshot } of files) expect(decodeFile(content)).toEqual({ kind: "ok", snapshot });
  });
});
