/** The problems, functions and classes of a file that is not run, for an editor. */
import type { Block, Expression, Statement } from "../syntax/ast.ts";
import { parseModule } from "../syntax/parse.ts";
import { Lines, type Problem, SyntaxFailure } from "../syntax/problem.ts";
import { scopesOf } from "./scope.ts";

export interface OutlineItem {
  readonly kind: "function" | "class" | "method";
  readonly name: string;
  readonly line: number;
  /** Places in the text. */
  readonly start: number;
  readonly end: number;
  /** As they are written. */
  readonly decorators: readonly string[];
  readonly parameters: readonly string[];
  readonly bases: readonly string[];
  readonly doc: string | undefined;
  readonly items: readonly OutlineItem[];
}

export interface FileOutline {
  readonly problems: readonly Problem[];
  readonly items: readonly OutlineItem[];
  /** Names that the file binds at its top. */
  readonly names: readonly string[];
}

/** The outline of a text; with a problem where it can't be read, and then without items. */
export function outlineOf(source: string): FileOutline {
  const { tree, problem, text } = parseModule(source);
  if (!tree) return { problems: problem ? [problem] : [], items: [], names: [] };
  try {
    const scope = scopesOf(tree);
    return { problems: [], items: itemsOf(tree, text, false), names: [...scope.bound] };
  } catch (error) {
    if (!(error instanceof SyntaxFailure)) throw error;
    return { problems: [new Lines(text).problem(error)], items: itemsOf(tree, text, false), names: [] };
  }
}

function itemsOf(body: Block, text: string, isClass: boolean): OutlineItem[] {
  return body.flatMap((s) => itemOf(s, text, isClass));
}

function itemOf(s: Statement, text: string, isClass: boolean): OutlineItem[] {
  const written = (e: Expression) => text.slice(e.start, e.end);
  switch (s.kind) {
    case "Function": {
      const { positionalOnly, positional, rest, keywordOnly, keywords } = s.parameters;
      const parameters = [
        ...[...positionalOnly, ...positional].map((p) => p.name),
        ...(rest ? [`*${rest.name}`] : []),
        ...keywordOnly.map((p) => p.name),
        ...(keywords ? [`**${keywords.name}`] : []),
      ];
      const { name, line, start, end } = s;
      const decorators = s.decorators.map(written);
      return [
        {
          kind: isClass ? "method" : "function",
          name,
          line,
          start,
          end,
          decorators,
          parameters,
          bases: [],
          doc: docOf(s.body),
          items: itemsOf(s.body, text, false),
        },
      ];
    }
    case "Class": {
      const { name, line, start, end } = s;
      const decorators = s.decorators.map(written);
      return [
        {
          kind: "class",
          name,
          line,
          start,
          end,
          decorators,
          parameters: [],
          bases: s.bases.map(written),
          doc: docOf(s.body),
          items: itemsOf(s.body, text, true),
        },
      ];
    }
    case "IfStatement":
      return [...s.branches.flatMap((b) => itemsOf(b.body, text, isClass)), ...itemsOf(s.otherwise ?? [], text, isClass)];
    case "For":
    case "While":
    case "With":
      return itemsOf(s.body, text, isClass);
    case "Try":
      return [s.body, ...s.handlers.map((h) => h.body), s.otherwise ?? [], s.final ?? []].flatMap((b) => itemsOf(b, text, isClass));
    default:
      return [];
  }
}

function docOf(body: Block): string | undefined {
  const [first] = body;
  return first?.kind === "Expression" && first.value.kind === "Constant" && typeof first.value.value === "string"
    ? first.value.value
    : undefined;
}
