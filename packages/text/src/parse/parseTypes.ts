/** Reads types. Follows ParseType in src/relay/parser/parser.cc. */
import {
  at,
  type Dim,
  funcType,
  type GlobalTypeVar,
  incompleteType,
  keptIn,
  type Span,
  scalarType,
  type Type,
  type TypeVar,
  tensorType,
  tupleType,
} from "@relayscope/ir";
import { report } from "../diagnostics.ts";
import { character } from "../lex/characters.ts";
import { lex } from "../lex/lexer.ts";
import { tokenKind } from "../lex/tokens.ts";
import { readNumber } from "../print/numbers.ts";
import {
  type Cursor,
  cursor,
  expect,
  found,
  isWord,
  kindAt,
  lose,
  nearType,
  say,
  take,
  tokenName,
  tokenSpan,
  tokenText,
  withoutSpaces,
} from "./cursor.ts";

/** The meanings of names in types. */
export interface TypeNames {
  /** Type parameters in force, innermost meaning last. */
  readonly variables: Map<string, TypeVar>;
  /** Algebraic data types, made when first named. */
  readonly globals: Map<string, GlobalTypeVar>;
  /** Algebraic data types that definitions of types name, each where it is named first. */
  readonly definitionUses: Map<string, Span>;
  /** Set while the definition of a type is read. */
  isInDefinition: boolean;
  /** Types of comments by their text, where no type parameter is in them. */
  readonly comments: Map<string, Type | undefined>;
}

export function typeNames(): TypeNames {
  return { variables: new Map(), globals: new Map(), definitionUses: new Map(), isInDefinition: false, comments: new Map() };
}

const depthLimit = 300;

const dtypes =
  /^(?:u?int\d+|bfloat\d+|float\d+(?:_e\d+m\d\w*)?|e4m3_float8|e5m2_float8|custom\[\w+\]\d+)(?:x\d+)?$|^(?:bool|handle|void|int|uint|float)$/;

/** Whether `name` is a data type: `float32`, `int8x4`, `custom[posites2]32`. */
export function isDtype(name: string): boolean {
  return dtypes.test(name);
}

/** A data type's full name: `int`, `uint` and `float` alone mean 32 bits. */
function fullDtype(name: string): string {
  if (name === "int" || name === "uint" || name === "float") return `${name}32`;
  return name === "uint1" ? "bool" : name;
}

/**
 * `type : tensor | dtype | "(" type,* ")" | "fn" function | "ref" "(" type ")" | name ("[" type,* "]")? | "_" | meta`
 */
export function parseType(c: Cursor, names: TypeNames, depth = 0): Type {
  if (depth > depthLimit) {
    lose(c, report.tooDeep(tokenSpan(c)));
    return incompleteType();
  }
  const kind = kindAt(c);
  if (kind === character.openParenthesis)
    return tupleType(parseTypeList(c, names, character.openParenthesis, character.closeParenthesis, depth));
  if (kind === tokenKind.name) return parseNamedType(c, names, depth);
  if (kind === character.openBrace || (kind === tokenKind.end && depth === 0 && c.at === 0)) return scalarType("");
  if (kind === tokenKind.ellipsis) {
    // A type that was left out.
    c.at++;
    return incompleteType();
  }
  if (kind === tokenKind.meta || kind === character.question) {
    if (kind === character.question) say(c, report.incompleteType(tokenSpan(c)));
    c.at++;
    return incompleteType();
  }
  lose(c, report.expectedType(tokenSpan(c), found(c)));
  return incompleteType();
}

function parseNamedType(c: Cursor, names: TypeNames, depth: number): Type {
  const token = c.at;
  const name = tokenName(c, token, 0);
  c.at++;
  if (name === "Tensor" && kindAt(c) === character.openBracket) return parseTensorType(c);
  if (name === "fn") return parseFunctionType(c, names, depth);
  if (name === "_" || name === "IncompleteTypeNode") return incompleteType();
  if (name === "ref" && take(c, character.openParenthesis)) {
    const value = parseType(c, names, depth + 1);
    expect(c, character.closeParenthesis, "`)`");
    return { kind: "RefType", value };
  }
  const variable = names.variables.get(name);
  if (!variable && isDtype(name)) return scalarType(fullDtype(name));
  if (!variable && name === "custom" && kindAt(c) === character.openBracket) return scalarType(parseCustomDtype(c, token));
  const head = variable ?? globalType(names, name);
  if (names.isInDefinition && !variable && !names.definitionUses.has(name)) names.definitionUses.set(name, tokenSpan(c, token));
  c.mentions?.add({ kind: "type", span: tokenSpan(c, token), isBinding: false, target: head });
  const args = kindAt(c) === character.openBracket ? parseTypeList(c, names, character.openBracket, character.closeBracket, depth) : [];
  return args.length > 0 || !variable ? { kind: "TypeCall", func: head, args } : head;
}

/** The algebraic data type of that name; one object per name. */
export function globalType(names: TypeNames, name: string): GlobalTypeVar {
  return keptIn(names.globals, name, () => ({ kind: "GlobalTypeVar", name }));
}

function parseTypeList(c: Cursor, names: TypeNames, open: number, close: number, depth: number): Type[] {
  expect(c, open, `\`${String.fromCharCode(open)}\``);
  const types: Type[] = [];
  while (!c.isLost && kindAt(c) !== close) {
    types.push(parseType(c, names, depth + 1));
    if (!take(c, character.comma) && kindAt(c) !== close) break;
  }
  if (!c.isLost) expect(c, close, `\`${String.fromCharCode(close)}\``);
  return types;
}

/** `function : ("[" name,* "]")? "(" type,* ")" "->" type` */
function parseFunctionType(c: Cursor, names: TypeNames, depth: number): Type {
  const scope = parseTypeParameters(c, names);
  const params = parseTypeList(c, names, character.openParenthesis, character.closeParenthesis, depth);
  if (!takeArrow(c)) lose(c, report.expected(tokenSpan(c), "`->`", found(c)));
  const result = c.isLost ? incompleteType() : parseType(c, names, depth + 1);
  scope.leave();
  return funcType(params, result, scope.variables);
}

export function takeArrow(c: Cursor): boolean {
  if (take(c, tokenKind.arrow)) return true;
  if (kindAt(c) === character.minus && kindAt(c, 1) === character.greater) {
    c.at += 2;
    return true;
  }
  return false;
}

/** Type parameters in force until `leave` is called. */
export interface TypeScope {
  readonly variables: readonly TypeVar[];
  leave(): void;
}

/** `("[" name (":" kind)? ,* "]")?` */
export function parseTypeParameters(c: Cursor, names: TypeNames): TypeScope {
  const variables: TypeVar[] = [];
  const hidden: (readonly [string, TypeVar | undefined])[] = [];
  if (take(c, character.openBracket)) {
    while (kindAt(c) === tokenKind.name) {
      const variable: TypeVar = { kind: "TypeVar", name: tokenName(c, c.at, 0), typeKind: "Type" };
      c.mentions?.add({ kind: "type", span: tokenSpan(c), isBinding: true, target: variable });
      c.at++;
      hidden.push([variable.name, names.variables.get(variable.name)]);
      names.variables.set(variable.name, variable);
      variables.push(variable);
      if (take(c, character.colon)) take(c, tokenKind.name);
      if (!take(c, character.comma)) break;
    }
    expect(c, character.closeBracket, "`]`");
  }
  return {
    variables,
    leave() {
      for (let i = hidden.length - 1; i >= 0; i--) {
        const [name, before] = at(hidden, i);
        if (before) names.variables.set(name, before);
        else names.variables.delete(name);
      }
    },
  };
}

/** `tensor : "Tensor" "[" "(" dim,* ")" "," dtype "]"` */
function parseTensorType(c: Cursor): Type {
  c.at++;
  const shape: Dim[] = [];
  const isCut = takeLeftOut(c);
  let isPartial = false;
  if (isCut && take(c, character.closeBracket)) return incompleteType();
  if (!isCut) expect(c, character.openParenthesis, "`(`");
  while (!isCut && !c.isLost && kindAt(c) !== character.closeParenthesis) {
    if (takeLeftOut(c)) isPartial = true;
    else shape.push(parseDim(c));
    if (!take(c, character.comma) && kindAt(c) !== character.closeParenthesis) break;
  }
  if (!c.isLost && !isCut) expect(c, character.closeParenthesis, "`)`");
  // `Tensor[(1, 64)]`, as people write it.
  if (!c.isLost && !isCut && take(c, character.closeBracket)) return incompleteType();
  if (!c.isLost) expect(c, character.comma, "`,`");
  const dtype = c.isLost ? "float32" : parseDtype(c);
  if (!c.isLost) expect(c, character.closeBracket, "`]`");
  return isCut || isPartial || dtype === leftOut ? incompleteType() : tensorType(shape, dtype);
}

/** No expression that a template fills in has more tokens. */
const longestPlaceholder = 16;

/** Reads a placeholder for something left out: an ellipsis, or an expression in braces that a template fills in. */
function takeLeftOut(c: Cursor): boolean {
  if (kindAt(c) !== character.openBrace || kindAt(c, 1) !== tokenKind.name) return take(c, tokenKind.ellipsis);
  const limit = c.at + longestPlaceholder;
  for (let at = c.at + 1; at < limit && at < c.tokens.count; at++) {
    if (c.tokens.kinds[at] !== character.closeBrace) continue;
    c.at = at + 1;
    return true;
  }
  return false;
}

/** Represents a data type that was left out. */
const leftOut = "...";

/** A data type; the void one prints as nothing. */
function parseDtype(c: Cursor): string {
  if (takeLeftOut(c)) return leftOut;
  const token = c.at;
  const name = tokenName(c, token, 0);
  if (kindAt(c) === character.closeBracket) return "";
  if (kindAt(c) !== tokenKind.name) {
    lose(c, report.expected(tokenSpan(c), "a data type", found(c)));
    return "float32";
  }
  c.at++;
  if (name === "custom" && kindAt(c) === character.openBracket) return parseCustomDtype(c, token);
  if (isDtype(name)) return fullDtype(name);
  say(c, report.unknownDtype(tokenSpan(c, token), name, nearType(c, name)));
  return name;
}

/** `custom[name]bits` */
function parseCustomDtype(c: Cursor, token: number): string {
  const stop = c.at + 4;
  while (
    c.at < stop &&
    (kindAt(c) === character.openBracket ||
      kindAt(c) === character.closeBracket ||
      kindAt(c) === tokenKind.name ||
      kindAt(c) === tokenKind.integer)
  ) {
    if (kindAt(c) === character.closeBracket && kindAt(c, 1) !== tokenKind.integer) break;
    c.at++;
  }
  return withoutSpaces(c.tokens.text.slice(c.tokens.starts[token], c.tokens.ends[c.at - 1]));
}

function parseDim(c: Cursor): Dim {
  const token = c.at;
  const kind = kindAt(c);
  const closes = kindAt(c, 1) === character.comma || kindAt(c, 1) === character.closeParenthesis;
  if (kind === tokenKind.integer && closes) {
    c.at++;
    const literal = readNumber(tokenText(c, token));
    const value = Number(literal.value);
    return literal.width === 64 ? { kind: "LongDim", value } : value;
  }
  if (kind === character.question && closes) {
    c.at++;
    return "?";
  }
  // A name, a metadata reference or an expression of them: kept literally.
  let depth = 0;
  while (kindAt(c) !== tokenKind.end) {
    const k = kindAt(c);
    if (depth === 0 && (k === character.comma || k === character.closeParenthesis || k === character.closeBracket)) break;
    if (k === character.semicolon || k === character.openBrace || k === character.closeBrace) break;
    if (k === character.openParenthesis || k === character.openBracket) depth++;
    if (k === character.closeParenthesis || k === character.closeBracket) depth--;
    c.at++;
  }
  if (c.at === token) {
    lose(c, report.expected(tokenSpan(c), "a dimension", found(c)));
    return "?";
  }
  const text = c.tokens.text.slice(c.tokens.starts[token], c.tokens.ends[c.at - 1]).replace(/\s+/g, " ");
  return { kind: "SymbolicDim", name: text };
}

/** The type in a comment; undefined if it contains no readable type. Problems inside comments are not reported. */
export function commentType(c: Cursor, names: TypeNames, place: Span): Type | undefined {
  const { text } = c.tokens;
  const key = text.slice(place.start, place.end);
  if (names.comments.has(key)) return names.comments.get(key);
  const inner = cursor(lex(text, place.start, place.end), c.operators);
  const type = parseType(inner, names);
  const isRead = !inner.isLost && (kindAt(inner) === tokenKind.end || isWord(inner, "span"));
  const result = isRead ? type : undefined;
  if (names.variables.size === 0) names.comments.set(key, result);
  return result;
}

/** A constructor is a word; Defunctionalization calls its own by numbers. */
export function isConstructorName(kind: number): boolean {
  return kind === tokenKind.name || kind === tokenKind.integer;
}
