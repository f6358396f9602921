/**
 * The state of a parse beyond the cursor: scopes, temporaries, constants, and what is settled when the whole text is
 * read.
 */
import {
  type Call,
  type Constant,
  type Constructor,
  type Expr,
  type Func,
  type GlobalVar,
  globalVar,
  nearestOperator,
  type Op,
  type OperatorTable,
  op,
  type Span,
  type Var,
  variable,
} from "@relayscope/ir";
import { report } from "../diagnostics.ts";
import { character, isDigit } from "../lex/characters.ts";
import type { Tokens } from "../lex/tokens.ts";
import { hasChanged, type OlderForm } from "../recover/olderCalls.ts";
import type { Change } from "../recover/olderForms.ts";
import { goneOperators } from "../recover/olderForms.ts";
import type { Metadata } from "../saved/metadata.ts";
import { type Cursor, cursor, near, readEnd, say, tokenSpan } from "./cursor.ts";
import type { MentionRecorder } from "./mentions.ts";
import { type TypeNames, typeNames } from "./parseTypes.ts";

/** The value bound by `%12 = ...`. */
export interface Temporary {
  readonly value: Expr;
  uses: number;
}

export interface ParseState extends Cursor {
  readonly types: TypeNames;
  readonly metadata: Metadata;
  readonly constants: Map<string, Constant>;
  readonly constructors: Map<string, Constructor>;
  readonly locals: Map<string, Var>;
  /** What was bound within the scopes that are open, oldest first: name, its meaning before, and the variable. */
  readonly hidden: { readonly name: string; readonly before: Var | undefined; readonly bound: Var }[];
  /**
   * The scope that names are bound in now: of a function, a block, a clause, or the statements after a `let`. The first
   * binding of a name in a scope is kept.
   */
  scope: number;
  /** How many scopes were entered. */
  scopeCount: number;
  /** The scope that a variable was bound in. */
  readonly boundIn: Map<Var, number>;
  readonly temporaries: Map<string, Temporary>;
  /** Variables for unbound names, and those that `free_var` declares, in order. */
  readonly freeVars: Var[];
  /** The unbound ones among them. Their types are unknown. */
  readonly undeclared: Map<string, Var>;
  /** Variables in place of unreadable parts. */
  readonly holes: Set<Var>;
  /** Expressions that depend on an undeclared name, so that their type can only come from a comment. */
  readonly untyped: Set<Expr>;
  /** Places of type comments, by node, for nodes that inference can't type. */
  readonly claims: Map<Expr, Span>;
  /** Calls of global functions with their type comments. */
  readonly globalCalls: { readonly call: Call; readonly comment: Span | undefined }[];
  readonly globals: Map<string, { readonly node: GlobalVar; readonly span: Span }>;
  readonly operatorNodes: Map<string, Op>;
  /** The first of each kind of older form that was met. */
  readonly olderForms: Map<Change, OlderForm>;
  /**
   * Whether the text's header is `v0.0.4` or lower, as in versions up to 0.6. Omitted attributes then have the meaning
   * of those versions.
   */
  isEarly: boolean;
  readonly trustComments: boolean;
  /** Places of the type comments of constants, by `type:index`; collected when first needed. */
  constantComments: Map<string, Span> | undefined;
  /** Tokens of the names in `free_var` lines; collected at the first unbound name. */
  freeLines: Map<string, number> | undefined;
  /** Variables met above their `free_var` lines. */
  declaredAhead: Map<string, Var> | undefined;
  /** Whether any semicolon is in the text. */
  readonly hasSemicolons: boolean;
  /**
   * Whether the next sequence is the body of a definition or a fragment, so that unused values can be part of its
   * result.
   */
  isTopNext: boolean;
  /** Whether the last definition's body has unused values next to its result. */
  hasKept: boolean;
  /** Whether attributes refer to missing metadata. */
  lacksMetadata: boolean;
  /** The call that the end of the text cuts off. */
  cutCall: Expr | undefined;
  /** The number of gaps found: ellipses, unbound temporaries, skipped statements. */
  gaps: number;
  /** Whether an ellipsis replaces statements, so that undefined names are not errors. */
  isCut: boolean;
  /** Ranges of skipped text between statements that is not Relay: log lines, prose. */
  readonly leftOut: Span[];
  /** Where the newest statement, result or brace that was read ends. */
  goodEnd: number;
  /** A range of tokens in which no statement follows a result: a later search that starts in it ends as the first. */
  unresumed: { readonly from: number; readonly to: number };
  /**
   * Whether the parser is in a definition with a complete header. Undefined names are errors there; otherwise the text
   * is a fragment.
   */
  isInFunction: boolean;
}

export function parseState(
  tokens: Tokens,
  operators: OperatorTable,
  metadata: Metadata,
  trustComments: boolean,
  mentions?: MentionRecorder,
): ParseState {
  return {
    ...cursor(tokens, operators, mentions),
    types: typeNames(),
    metadata,
    constants: new Map(),
    constructors: new Map(),
    locals: new Map(),
    hidden: [],
    scope: 0,
    scopeCount: 0,
    boundIn: new Map(),
    temporaries: new Map(),
    freeVars: [],
    undeclared: new Map(),
    holes: new Set(),
    untyped: new Set(),
    claims: new Map(),
    globalCalls: [],
    globals: new Map(),
    operatorNodes: new Map(),
    olderForms: new Map(),
    isEarly: false,
    trustComments,
    constantComments: undefined,
    freeLines: undefined,
    declaredAhead: undefined,
    hasSemicolons: tokens.kinds.includes(character.semicolon),
    lacksMetadata: false,
    cutCall: undefined,
    isTopNext: false,
    hasKept: false,
    gaps: 0,
    unresumed: { from: 0, to: -1 },
    isCut: false,
    leftOut: [],
    goodEnd: 0,
    isInFunction: false,
  };
}

/**
 * Binds a name until the scope is left. Where the same scope binds it already, that binding holds, as in the reference,
 * and a warning says so.
 */
export function bind(p: ParseState, name: string, bound: Var): void {
  const before = p.locals.get(name);
  p.hidden.push({ name, before, bound });
  if (before && p.boundIn.get(before) === p.scope) {
    if (bound.span) say(p, report.boundBefore(bound.span, `%${name}`));
    return;
  }
  p.locals.set(name, bound);
  p.boundIn.set(bound, p.scope);
}

/** A state of the bindings to return to. */
export interface ScopeMark {
  readonly depth: number;
  readonly scope: number;
}

/** Marks the present bindings, for `leaveScope`. */
export function markScope(p: ParseState): ScopeMark {
  return { depth: p.hidden.length, scope: p.scope };
}

/** Starts a scope whose names hide those outside; hand the mark to `leaveScope`. */
export function enterScope(p: ParseState): ScopeMark {
  const mark = markScope(p);
  p.scope = ++p.scopeCount;
  return mark;
}

/** Undoes the bindings since the mark was made. */
export function leaveScope(p: ParseState, mark: ScopeMark): void {
  p.scope = mark.scope;
  while (p.hidden.length > mark.depth) {
    const entry = p.hidden.pop();
    if (!entry) return;
    p.mentions?.scopeEnds.set(entry.bound, readEnd(p));
    if (entry.before) p.locals.set(entry.name, entry.before);
    else p.locals.delete(entry.name);
  }
}

/** A variable for a name that nothing binds: one per name, reported once. */
export function undeclaredVariable(p: ParseState, name: string, sigil: string): Var {
  const known = p.undeclared.get(name);
  if (known) return known;
  const made = variable(name, undefined, { span: tokenSpan(p, p.at - 1) });
  p.undeclared.set(name, made);
  if (isDigit(name.charCodeAt(0))) p.gaps++;
  p.freeVars.push(made);
  p.untyped.add(made);
  const candidate = name.length < 3 ? undefined : near(p, name, p.locals.keys());
  const place = tokenSpan(p, p.at - 1);
  say(
    p,
    report.undefinedVariable(place, `${sigil}${name}`, candidate && `%${candidate}`, p.isInFunction && !p.isCut ? "error" : "warning"),
  );
  return made;
}

/** The node of a global name, one per name. */
export function globalNode(p: ParseState, name: string, span: Span): GlobalVar {
  const known = p.globals.get(name);
  if (known) return known.node;
  const node = globalVar(name, { span });
  p.globals.set(name, { node, span });
  return node;
}

/** The names that an import gives to operators that it cannot convert. */
const ofModelFile = /^(?:onnx|tflite)\./;

/** The node of an operator, one per name. */
export function operatorNode(p: ParseState, name: string, span: Span): Op {
  const known = p.operatorNodes.get(name);
  if (known) return known;
  const node = op(name);
  p.operatorNodes.set(name, node);
  const last = goneOperators.get(name);
  if (last !== undefined) say(p, report.goneOperator(span, name, last));
  else if (ofModelFile.test(name)) say(p, report.unconvertedOperator(span, name));
  else if (!p.operators.get(name) && !hasChanged(name))
    say(p, report.unknownOperator(span, name, near(p, name, p.operators.names(), nearestOperator)));
  return node;
}

/** A function as a definition binds it. */
export interface Definition {
  readonly name: string;
  readonly func: Func;
  readonly span: Span;
}
