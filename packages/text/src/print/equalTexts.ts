/**
 * When two printed modules say the same: the same tokens after temporaries are renumbered by first appearance in each
 * definition, definitions are put in order, attributes of function headers are put in order, and references into the
 * metadata section are renumbered by first appearance. Everything else counts, type comments too.
 */
import { at, keptIn, present } from "@relayscope/ir";

const tokenPattern =
  /"(?:[^"\\]|\\.)*"|%\d+(?![\w-])|[%@]?[A-Za-z_][\w.:/-]*|[%@][\w.:/-]+|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?[a-z]*\d*|->|=>|\/\*|\*\/|[^\s]/g;

/** The first place where two texts differ, with the surroundings in each. */
export interface TextDifference {
  readonly definition: string;
  readonly expected: string;
  readonly actual: string;
}

export interface TextComparison {
  /** Whether names of variables count as temporaries do. */
  readonly ignoresVariableNames?: boolean;
}

/** Undefined where the texts are equal. */
export function textDifference(expected: string, actual: string, options: TextComparison = {}): TextDifference | undefined {
  if (expected.trim() === actual.trim()) return undefined;
  const temporary = options.ignoresVariableNames ? /^%/ : /^%\d+$/;
  const left = normalDefinitions(expected, temporary);
  const right = normalDefinitions(actual, temporary);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const a = left[i];
    const b = right[i];
    const definition = a?.name ?? b?.name ?? "";
    const x = a?.tokens ?? [];
    const y = b?.tokens ?? [];
    for (let at = 0; at < Math.max(x.length, y.length); at++) {
      if (x[at] !== y[at]) return { definition, expected: around(x, at), actual: around(y, at) };
    }
  }
  return undefined;
}

/** The metadata indices of each text in the order in which they first appear once the definitions are in order. */
export function metaOrder(text: string): readonly string[] {
  const seen = new Set<string>();
  for (const definition of sortedDefinitions(text)) {
    for (const token of definition.tokens) if (token.startsWith("meta[")) seen.add(token);
  }
  return [...seen];
}

interface Definition {
  readonly name: string;
  readonly tokens: readonly string[];
}

function around(tokens: readonly string[], at: number): string {
  const from = Math.max(0, at - 14);
  const head = from > 0 ? "... " : "";
  return `${head}${tokens.slice(from, at).join(" ")} >>> ${tokens.slice(at, at + 24).join(" ")}`;
}

function normalDefinitions(text: string, temporary: RegExp): readonly Definition[] {
  const metas = new Map<string, string>();
  return sortedDefinitions(text).map(({ name, tokens }) => {
    const temporaries = new Map<string, string>();
    const renamed = tokens.map((token) => {
      if (temporary.test(token)) return renumber(temporaries, token, (n) => `%${n}`);
      if (token.startsWith("meta[")) return renumber(metas, token, (n) => `${token.slice(0, token.lastIndexOf("["))}[${n}]`);
      return token;
    });
    return { name, tokens: renamed };
  });
}

function renumber(names: Map<string, string>, token: string, nameOf: (n: number) => string): string {
  return keptIn(names, token, () => nameOf(names.size));
}

function sortedDefinitions(text: string): Definition[] {
  const definitions: Definition[] = [];
  let current: string[] = [];
  const close = () => {
    if (current.length === 0) return;
    const name = /^(def|type|extern)$/.test(current[0] ?? "") ? `${current[0]} ${current[1] === "type" ? current[2] : current[1]}` : "";
    definitions.push({ name, tokens: sortHeaders(current) });
    current = [];
  };
  const tokens = joinMetas(text.match(tokenPattern) ?? []);
  let depth = 0;
  for (const token of tokens) {
    const startsDefinition = token === "def" || token === "extern" || (token === "type" && current[0] !== "extern");
    if (depth === 0 && startsDefinition) close();
    if (token === "{" || token === "(" || token === "[") depth++;
    if (token === "}" || token === ")" || token === "]") depth--;
    current.push(token);
  }
  close();
  return definitions.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** `meta [ relay.Constant ] [ 3 ]` as one token. */
function joinMetas(tokens: readonly string[]): string[] {
  const out: string[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i] === "meta" && tokens[i + 1] === "[") {
      out.push(tokens.slice(i, i + 7).join(""));
      i += 6;
    } else out.push(at(tokens, i));
  }
  return out;
}

/** Puts the attributes of each function header in order: the items of its parentheses that read `Name = value`. */
function sortHeaders(tokens: readonly string[]): readonly string[] {
  const out: string[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = present(tokens[i]);
    out.push(token);
    if (token !== "fn" && token !== "def") continue;
    let at = i + 1;
    if (token === "def") out.push(tokens[at++] ?? "");
    if (tokens[at] === "[") {
      const end = closing(tokens, at);
      out.push(...tokens.slice(at, end + 1));
      at = end + 1;
    }
    if (tokens[at] !== "(") {
      i = at - 1;
      continue;
    }
    const end = closing(tokens, at);
    const items = splitItems(tokens.slice(at + 1, end));
    const isAttribute = (item: readonly string[]) => item[1] === "=" && !item[0]?.startsWith("%");
    const attributes = items.filter(isAttribute).sort((a, b) => ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1));
    const ordered = [...items.filter((item) => !isAttribute(item)), ...attributes];
    out.push("(");
    ordered.forEach((item, n) => {
      if (n > 0) out.push(",");
      out.push(...item);
    });
    out.push(")");
    i = end;
  }
  return out;
}

function closing(tokens: readonly string[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === "(" || token === "[" || token === "{") depth++;
    else if (token === ")" || token === "]" || token === "}") {
      depth--;
      if (depth === 0) return i;
    }
  }
  return tokens.length;
}

function splitItems(tokens: readonly string[]): readonly (readonly string[])[] {
  const items: string[][] = [];
  let current: string[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token === "(" || token === "[" || token === "{") depth++;
    if (token === ")" || token === "]" || token === "}") depth--;
    if (token === "," && depth === 0) {
      items.push(current);
      current = [];
    } else current.push(token);
  }
  if (current.length > 0) items.push(current);
  return items;
}
