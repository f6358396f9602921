/** A text read for the editor: its tokens, what its names mean, and, once asked for, the types of its nodes. */
import { inferTypes } from "@relayscope/infer";
import {
  at,
  type Call,
  countWhile,
  type Expr,
  type Func,
  keptIn,
  type Let,
  type Module,
  moduleOrder,
  type Span,
  type Type,
  type Var,
} from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { cleanPaste, lex, type Mention, type ParseResult, parseModule, type Tokens } from "@relayscope/text";

export interface Analysis {
  readonly text: string;
  readonly read: ParseResult;
  readonly module: Module;
  readonly tokens: Tokens;
  /** In the order of the text. */
  readonly mentions: readonly Mention[];
  readonly scopeEnds: ReadonlyMap<Var, number>;
  /** The mention that covers an offset or ends there. */
  mentionAt(offset: number): Mention | undefined;
  /** All mentions of what a mention names, that one among them. */
  mentionsOf(mention: Mention): readonly Mention[];
  /** The type of a node of the text; undefined where it is unknown. */
  typeOf(expr: Expr): Type | undefined;
  readonly nodes: TextNodes;
}

type TypesBySpan = ReadonlyMap<Expr["kind"], ReadonlyMap<Span, Type>>;

/** Nodes of a text, to be found by what the text shows of them. */
export interface TextNodes {
  /** Children first. */
  readonly order: readonly Expr[];
  /** Calls of operators by where the operator's name starts. */
  readonly calls: ReadonlyMap<number, Call>;
  /** The function that each parameter is one of. */
  readonly owners: ReadonlyMap<Var, Func>;
  readonly lets: ReadonlyMap<Var, Let>;
}

/** Reads a text for the editor. Linear in its length; types are inferred when the first one is asked for. */
export function analyze(text: string): Analysis {
  const read = parseModule(text, { operators, mentions: true });
  const tokens = read.mentions?.tokens ?? lex(cleanPaste(text).text);
  const mentions = read.mentions?.list ?? [];
  let nodes: TextNodes | undefined;
  let types: TypesBySpan | undefined;
  return {
    text,
    read,
    module: read.module,
    tokens,
    mentions,
    scopeEnds: read.mentions?.scopeEnds ?? new Map(),
    mentionAt: (offset) => findMention(mentions, offset),
    mentionsOf: (mention) => mentions.filter((m) => isSame(m, mention)),
    typeOf(expr) {
      types ??= inferredTypes(read.module);
      const type = (expr.span && types.get(expr.kind)?.get(expr.span)) ?? expr.checkedType;
      return type?.kind === "IncompleteType" ? undefined : type;
    },
    get nodes() {
      nodes ??= nodesOf(read.module);
      return nodes;
    },
  };
}

/** Whether two names mean the same thing. Operators may share an attribute's definition; it is an attribute of each. */
function isSame(a: Mention, b: Mention): boolean {
  if (a.kind === "attribute") return b.kind === "attribute" && a.target === b.target && a.operator === b.operator;
  return a.kind === b.kind && a.target === b.target;
}

function findMention(mentions: readonly Mention[], offset: number): Mention | undefined {
  const found = mentions[countWhile(mentions.length, (i) => at(mentions, i).span.start <= offset) - 1];
  return found && offset <= found.span.end ? found : undefined;
}

/**
 * The types of the text's nodes by their spans. A node that replaces another one during inference keeps the same span
 * object. Nodes of different kinds may share a span, so each kind has a map of its own.
 */
function inferredTypes(module: Module): TypesBySpan {
  const types = new Map<Expr["kind"], Map<Span, Type>>();
  for (const expr of moduleOrder(inferTypes(module, operators, { trust: "nothing" }).module)) {
    const type = expr.checkedType ?? (expr.kind === "Var" ? expr.annotation : undefined);
    if (!type || !expr.span) continue;
    const ofKind = keptIn(types, expr.kind, () => new Map());
    if (!ofKind.has(expr.span)) ofKind.set(expr.span, type);
  }
  return types;
}

function nodesOf(module: Module): TextNodes {
  const order = moduleOrder(module);
  const calls = new Map<number, Call>();
  const owners = new Map<Var, Func>();
  const lets = new Map<Var, Let>();
  for (const expr of order) {
    if (expr.kind === "Call" && expr.op.kind === "Op" && expr.span) {
      // Of calls with the same start, the innermost comes first. Its operator is the name at that place.
      if (!calls.has(expr.span.start)) calls.set(expr.span.start, expr);
    } else if (expr.kind === "Function") {
      for (const param of expr.params) owners.set(param, expr);
    } else if (expr.kind === "Let") {
      lets.set(expr.variable, expr);
    }
  }
  return { order, calls, owners, lets };
}
