/** The sentences of a source or document: what a user or a reader can see of it. */

export interface Sentence {
  readonly text: string;
  readonly line: number;
  /** Whether it is a label: of a button, a field, a menu. */
  readonly isLabel: boolean;
  /** Whether it is a comment, also of the Python in a string: the page does not show it. */
  readonly isComment: boolean;
}

const classNames =
  /\b(border|text|bg|px|py|mt|mb|pl|pr|gap|rounded|min|max|shrink|size)-[\w[]|^(flex|grid|absolute|relative|truncate|sticky)\b/;
const label = /\b(?:label|title|placeholder|data-hint|aria-label)\s*[:=]\s*\{?$/;
const jsxText = />([^<>{}=;]*[a-z][^<>{}=;]*)</g;
const regexBefore = /(?:[(,=:[!&|?{};]|\breturn|=>)\s*$/;

/**
 * The strings, templates and JSX texts of a source that read as prose, without class names; values in templates are
 * `x`, or what `valueOf` returns for their expressions.
 */
export function sentencesOfSource(source: string, isTsx = true, valueOf = unnamed): readonly Sentence[] {
  return proseOf(source, isTsx, valueOf).shown;
}

const unnamed = (_expression: string) => "`x`";

/** The comments of a source. */
export function commentsOfSource(source: string): readonly Sentence[] {
  return proseOf(source, false).comments;
}

/** A source's names, keywords and operators, without strings and comments. */
export function codeOfSource(source: string): string {
  return proseOf(source, false).code;
}

/** The Python of a target, of which people read the descriptions, the comments and what it logs. */
const isPython = /^\s*(?:from|import) \w+/;
const pythonWords = /"""([^"]*)"""|#([^\n]*)|logger\.info\(\s*"([^"]*)"/g;

interface Prose {
  readonly shown: readonly Sentence[];
  readonly comments: readonly Sentence[];
  readonly code: string;
}

function proseOf(source: string, isTsx: boolean, valueOf = unnamed): Prose {
  const found: Sentence[] = [];
  const comments: Sentence[] = [];
  const add = (raw: string, at: number, isLabel: boolean, isComment = false) => {
    if (isPython.test(raw)) {
      for (const { index, 0: whole, 1: doc, 2: comment, 3: logged } of raw.matchAll(pythonWords)) {
        const words = doc ?? comment ?? logged ?? whole;
        add(words.replace(/%s|\bNAME\b/g, "x"), at + index, false, logged === undefined);
      }
      return;
    }
    const text = raw.replaceAll("\\`", "`").replaceAll('\\"', '"').replace(/\s+/g, " ").trim();
    if (!/\s/.test(text) || !/[a-z]{2}/.test(text) || classNames.test(text)) return;
    found.push({ text, line: source.slice(0, at).split("\n").length, isLabel, isComment });
  };
  let code = "";
  /** The open templates: their text so far, where they and their last value begin, and how many braces are open in it. */
  const templates: { text: string; readonly at: number; value: number; braces: number }[] = [];
  let i = 0;
  while (i < source.length) {
    const char = source[i] ?? "";
    const open = templates.at(-1);
    if (open?.braces === 0) {
      if (char === "\\") open.text += source.slice(i, i + 2);
      else if (source.startsWith("${", i)) {
        open.value = i + 2;
        open.braces = 1;
      } else if (char === "`") {
        templates.pop();
        add(open.text, open.at, label.test(source.slice(Math.max(0, open.at - 40), open.at)));
      } else open.text += char;
      i += char === "\\" || source.startsWith("${", i) ? 2 : 1;
      continue;
    }
    const rest = source.slice(i, i + 4000);
    const comment = /^(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/.exec(rest)?.[0];
    const string = char === '"' ? /^"(?:[^"\\\n]|\\.)*"/.exec(rest)?.[0] : undefined;
    const expression =
      char === "/" && regexBefore.test(code.slice(-20)) ? /^\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//.exec(rest)?.[0] : undefined;
    if (comment) {
      const text = comment.replace(/^\/\*+|\*\/$|^\s*(?:\*(?!\/)|\/\/)/gm, " ").replace(/\s+/g, " ");
      comments.push({ text, line: source.slice(0, i).split("\n").length, isLabel: false, isComment: true });
    }
    if (string) add(string.slice(1, -1), i, label.test(source.slice(Math.max(0, i - 40), i)));
    if (char === "`") templates.push({ text: "", at: i, value: i, braces: 0 });
    else if (open && char === "{") open.braces++;
    else if (open && char === "}" && --open.braces === 0) open.text += valueOf(source.slice(open.value, i));
    const taken = (comment ?? string ?? expression ?? char).length;
    code += taken === 1 && char !== "`" ? char : '""';
    i += taken;
  }
  if (!isTsx) return { shown: found, comments, code };
  for (const { 1: text = "" } of code.matchAll(jsxText)) add(text, source.indexOf(text.trim().slice(0, 20)), false);
  return { shown: found, comments, code };
}

/** The paragraphs and table cells of a document, and of its blocks those that lessons show. */
export function sentencesOfDocument(markdown: string): readonly Sentence[] {
  const shown = markdown.replace(/^```(?!lesson|step)[^\n]*\n[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ""));
  return shown
    .split("\n")
    .flatMap((text, i) => (/^\s*(```|\| *-|$)/.test(text) ? [] : [{ text, line: i + 1, isLabel: false, isComment: false }]));
}
