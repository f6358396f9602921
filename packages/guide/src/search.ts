/** Search over titles and texts of the guide. */
import { plainText, readInline } from "@relayscope/prose";
import type { Block, Guide, GuidePage } from "./guide.ts";

export interface Found {
  readonly page: GuidePage;
  /** Words around the first hit in the text; the lead if only the title has a hit. */
  readonly excerpt: string;
}

interface Entry {
  readonly page: GuidePage;
  readonly title: string;
  readonly text: string;
  readonly lowerText: string;
}

const around = 60;

function textOf(block: Block): string {
  switch (block.kind) {
    case "heading":
      return "";
    case "table":
      return block.rows.map((row) => row.join(" ")).join(" ");
    case "facts":
      return block.rows.map((row) => row.join(" ")).join(" ");
    default:
      return block.text;
  }
}

/**
 * A search over a guide: pages that contain all words of the query, those with hits in the title first. An empty query
 * has no results.
 */
export function searchOf(guide: Guide): (query: string) => readonly Found[] {
  const entries = guide.pages.map((page): Entry => {
    const text = plainWords([page.lead, ...page.blocks.map(textOf)].join(" ")).replace(/\s+/g, " ");
    return { page, title: `${page.title} ${page.address}`.toLowerCase(), text, lowerText: text.toLowerCase() };
  });
  return (query) => {
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    if (words.length === 0) return [];
    const inTitle: Found[] = [];
    const inText: Found[] = [];
    for (const { page, title, text, lowerText } of entries) {
      if (!words.every((word) => title.includes(word) || lowerText.includes(word))) continue;
      const isTitled = words.every((word) => title.includes(word));
      (isTitled ? inTitle : inText).push({ page, excerpt: isTitled ? plainWords(page.lead) : excerptOf(text, lowerText, words) });
    }
    return [...inTitle, ...inText];
  };
}

function excerptOf(text: string, lowerText: string, words: readonly string[]): string {
  const at = Math.max(0, lowerText.indexOf(words.find((word) => lowerText.includes(word)) ?? ""));
  const start = at <= around ? 0 : text.indexOf(" ", at - around) + 1;
  const cut = text.lastIndexOf(" ", at + 2 * around);
  const end = at + 2 * around >= text.length || cut <= at ? text.length : cut;
  return `${start > 0 ? "… " : ""}${text.slice(start, Math.min(end, start + 4 * around))}${end < text.length ? " …" : ""}`;
}

function plainWords(text: string): string {
  return plainText(readInline(text));
}
