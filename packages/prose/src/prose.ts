/**
 * Words of a lesson or of the guide as a tree of text: what is drawn of it is made from this alone, so that no markup
 * of a stranger's comes onto the page.
 */

export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "strong" | "emphasis"; readonly inner: readonly Inline[] }
  /** To a page of the guide (`topic/stop_fusion`), or to a page elsewhere (`https://...`). */
  | { readonly kind: "link"; readonly text: string; readonly to: string; readonly isGuide: boolean };

export type Block =
  | { readonly kind: "paragraph" | "note"; readonly inner: readonly Inline[] }
  | { readonly kind: "heading"; readonly level: number; readonly inner: readonly Inline[]; readonly line: number }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: "fence";
      /** The words after the opening ticks: `step`, `target tinyai`. */
      readonly info: string;
      readonly lines: readonly string[];
      /** Where its first line is in the file; one-based. */
      readonly line: number;
      readonly isClosed: boolean;
    };

const ends = [
  { mark: "`", kind: "code" },
  { mark: "**", kind: "strong" },
  { mark: "*", kind: "emphasis" },
] as const;

const link = /^\[([^[\]]{1,200})\]\((?:((?:topic|pass|target|cause)\/[\w.-]{1,80})|(https:\/\/[\w./%#?=&~+-]{1,300}))\)/;

/** What looks like a link or an image in a line, and is none that words may have. */
export function refusedLinks(text: string): readonly string[] {
  return [...text.matchAll(/!?\[[^[\]\n]{1,200}\]\([^()\n]{0,300}\)/g)].map(([whole]) => whole).filter((whole) => !link.test(whole));
}

/** Text with `code`, **strong** and *emphasized* parts. A mark without its partner is itself. Linear in the text. */
export function readInline(text: string): readonly Inline[] {
  return inlineOf(text, 0);
}

/** Emphasis is in emphasis no deeper than this. */
const deepest = 3;

function inlineOf(text: string, depth: number): readonly Inline[] {
  const parts: Inline[] = [];
  const missing = new Set<string>();
  let start = 0;
  let i = 0;
  const flush = (end: number) => {
    if (end > start) parts.push({ kind: "text", text: text.slice(start, end) });
  };
  while (i < text.length) {
    const linked = text[i] === "[" && text[i - 1] !== "!" ? link.exec(text.slice(i, i + 600)) : null;
    if (linked) {
      flush(i);
      const [whole, words = "", page, address] = linked;
      parts.push({ kind: "link", text: words, to: page ?? address ?? "", isGuide: page !== undefined });
      i += whole.length;
      start = i;
      continue;
    }
    const found = ends.find(({ mark }) => text.startsWith(mark, i) && !missing.has(mark));
    if (!found || (found.kind !== "code" && depth >= deepest)) {
      i++;
      continue;
    }
    const { mark, kind } = found;
    const from = i + mark.length;
    const end = text.indexOf(mark, from);
    if (end < 0) missing.add(mark);
    if (end <= from || (kind !== "code" && text[from] === " ")) {
      i = from;
      continue;
    }
    flush(i);
    const inner = text.slice(from, end);
    parts.push(kind === "code" ? { kind, text: inner } : { kind, inner: inlineOf(inner, depth + 1) });
    i = end + mark.length;
    start = i;
  }
  flush(text.length);
  return parts;
}

// How a line begins. Each form looks at a line's characters once: lines are a stranger's, and as long as a lesson may
// be.
const heading = /^(#{1,4})\s(.*[^\s#].*)$/s;
const bullet = /^[-*]\s(.*)$/s;
const numbered = /^\d{1,3}[.)]\s(.*)$/s;
const note = /^>(.*)$/s;
const fence = /^(`{3,})([^`]*)$/;

/** What is after a note's sign, without the blank between. */
function withoutBlank(text = ""): string {
  return /^\s/.test(text) ? text.slice(1) : text;
}

/** A heading's words, without closing signs. */
function headingWords(text: string): string {
  let end = text.length;
  while (text[end - 1] === "#") end--;
  return text.slice(0, end).trim();
}

/** A file's blocks in order: the part of Markdown that lessons are written in. Everything else is literal text. */
export function readBlocks(markdown: string): readonly Block[] {
  const lines = markdown.replaceAll("\r\n", "\n").split("\n");
  const blocks: Block[] = [];
  let i = 0;
  /** The lines from here on that go on with a paragraph or an item. */
  const goesOn = (first: string): string => {
    const words = [first];
    for (; i < lines.length; i++) {
      const line = (lines[i] ?? "").trim();
      if (line === "" || [heading, bullet, numbered, note, fence].some((form) => form.test(line))) break;
      words.push(line);
    }
    return words.join(" ");
  };
  while (i < lines.length) {
    const line = (lines[i] ?? "").trim();
    const at = ++i;
    if (line === "") continue;
    const opened = fence.exec(line);
    if (opened) {
      const [, ticks = "```", info = ""] = opened;
      const first = i;
      while (i < lines.length && (lines[i] ?? "").trim() !== ticks) i++;
      blocks.push({ kind: "fence", info: info.trim(), lines: lines.slice(first, i), line: first + 1, isClosed: i < lines.length });
      i++;
      continue;
    }
    const headed = heading.exec(line);
    const quoted = note.exec(line);
    if (headed) blocks.push({ kind: "heading", level: headed[1]?.length ?? 1, inner: readInline(headingWords(headed[2] ?? "")), line: at });
    else if (quoted) {
      const words = [withoutBlank(quoted[1])];
      for (; i < lines.length; i++) {
        const more = note.exec((lines[i] ?? "").trim());
        if (!more) break;
        words.push(withoutBlank(more[1]));
      }
      blocks.push({ kind: "note", inner: readInline(words.join(" ")) });
    } else if (bullet.test(line) || numbered.test(line)) {
      const form = bullet.test(line) ? bullet : numbered;
      const items = [readInline(goesOn((form.exec(line)?.[1] ?? "").trimStart()))];
      for (let next = form.exec((lines[i] ?? "").trim()); next; next = form.exec((lines[i] ?? "").trim())) {
        i++;
        items.push(readInline(goesOn((next[1] ?? "").trimStart())));
      }
      blocks.push({ kind: "list", isOrdered: form === numbered, items });
    } else blocks.push({ kind: "paragraph", inner: readInline(goesOn(line)) });
  }
  return blocks;
}

/** The words of a text without their marks. */
export function plainText(inner: readonly Inline[]): string {
  return inner.map((part) => ("text" in part ? part.text : plainText(part.inner))).join("");
}
