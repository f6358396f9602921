/** The words of a search. The form of each word says what it searches for. */

export type SearchTerm =
  /** `groups=32`; an empty value asks for any that is written. */
  | { readonly kind: "attribute"; readonly name: string; readonly value: string }
  /**
   * `1x64x56x56`, `(1, 64, 56, 56)`, `[1,64]`; unclosed, the beginning of a shape. As `typeText` writes it, without the
   * parenthesis at its end.
   */
  | { readonly kind: "shape"; readonly text: string }
  | { readonly kind: "dtype"; readonly name: string }
  /** `%25`, with the sign. */
  | { readonly kind: "variable"; readonly name: string }
  /** `@main`, with the sign. */
  | { readonly kind: "global"; readonly name: string }
  | { readonly kind: "number"; readonly text: string }
  /** `line 30`: of the input text, from 1. */
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "word"; readonly text: string };

const longestQuery = 300;
const mostTerms = 12;

/** A name with a value (lists with their content), a shape in parentheses or brackets, or a word between spaces. */
const part = /[\w.]+=(?:\[[^\]]*\]?|\([^)]*\)?|"[^"]*"?|\S*)|[([][^)\]]*[)\]]?|\S+/g;

/** The terms of a query, at most 12, of its first 300 characters; all must be met. */
export function searchTerms(query: string): readonly SearchTerm[] {
  const parts = (query.slice(0, longestQuery).match(part) ?? []).slice(0, mostTerms);
  return parts.flatMap((text, at) => {
    const [before = "", after = ""] = [parts[at - 1], parts[at + 1]];
    if (/^line$/i.test(text) && /^\d+$/.test(after)) return [];
    return [/^line$/i.test(before) && /^\d+$/.test(text) ? { kind: "line", line: Number(text) } : termOf(text)];
  });
}

function termOf(text: string): SearchTerm {
  const equals = text.indexOf("=");
  if (equals > 0 && /^[\w.]+$/.test(text.slice(0, equals))) {
    return { kind: "attribute", name: text.slice(0, equals).toLowerCase(), value: plainValue(text.slice(equals + 1)) };
  }
  if (/^[([]/.test(text)) {
    const dims = text
      .replace(/[()[\]\s]/g, "")
      .split(",")
      .filter((d) => d !== "");
    const isClosed = /[)\]]$/.test(text);
    return { kind: "shape", text: `(${dims.join(", ")}${isClosed ? ")" : ""}` };
  }
  if (/^[\d?]+([x×*][\d?]+)+$/.test(text)) return { kind: "shape", text: `(${text.split(/[x×*]/).join(", ")})` };
  if (/^(u?int|float|bfloat)\d+$|^bool$/.test(text)) return { kind: "dtype", name: text };
  if (text.length > 1 && text.startsWith("%")) return { kind: "variable", name: text };
  if (text.length > 1 && text.startsWith("@")) return { kind: "global", name: text };
  if (/^\d+$/.test(text)) return { kind: "number", text };
  return { kind: "word", text: text.toLowerCase() };
}

/** A value for comparison: without spaces and quotes. */
export function plainValue(text: string): string {
  return text.replace(/[\s"']/g, "").toLowerCase();
}
