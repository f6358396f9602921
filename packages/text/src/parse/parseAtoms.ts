/** Reads variables, temporaries and constants. */
import {
  at,
  type Constant,
  call,
  constant,
  type Expr,
  isOfType,
  type Span,
  scalarTensor,
  scalarType,
  type TensorData,
  type TensorType,
  type Type,
  tupleGetItem,
  type Var,
  variable,
} from "@relayscope/ir";
import { report } from "../diagnostics.ts";
import { character } from "../lex/characters.ts";
import { tokenKind } from "../lex/tokens.ts";
import { fitsInteger, readNumber } from "../print/numbers.ts";
import { settle } from "../recover/settleTypes.ts";
import { kindAt, say, tokenName, tokenSpan, tokenText, typeComment } from "./cursor.ts";
import { type MetaAttributes, metaReference } from "./parseAttributes.ts";
import { type ParseState, undeclaredVariable } from "./parseState.ts";
import { commentType } from "./parseTypes.ts";
import { typeBehind, variableDeclaredBelow } from "./parseVariables.ts";

/** The most fields of fields in `%x.0.1...`: for each of them, the whole name before it is looked up. */
const mostFields = 100;

/** A variable. `%x.1` is the variable `x.1` where there is one, else the field 1 of `%x`. */
export function readLocal(p: ParseState): Expr {
  const token = p.at;
  const name = tokenName(p);
  p.at++;
  const known = p.locals.get(name) ?? p.undeclared.get(name);
  if (known) return mentioned(p, known, tokenSpan(p, token));
  let base = name;
  const indices: number[] = [];
  while (indices.length < mostFields) {
    const dot = base.lastIndexOf(".");
    const index = dot < 0 ? "" : base.slice(dot + 1);
    if (!/^\d+$/.test(index)) break;
    indices.push(Number(index));
    base = base.slice(0, dot);
    const owner = p.locals.get(base);
    if (!owner) continue;
    const { start } = tokenSpan(p, token);
    let expr: Expr = mentioned(p, owner, { start, end: start + 1 + base.length });
    for (let i = indices.length - 1; i >= 0; i--) expr = settle(p, tupleGetItem(expr, at(indices, i), { span: tokenSpan(p, token) }));
    return expr;
  }
  return mentioned(p, variableDeclaredBelow(p, name) ?? undeclaredVariable(p, name, "%"), tokenSpan(p, token));
}

function mentioned(p: ParseState, target: Var, span: Span): Var {
  p.mentions?.add({ kind: "local", span, isBinding: false, target });
  return target;
}

export function readTemporary(p: ParseState): Expr {
  const token = p.at;
  const name = tokenName(p);
  p.at++;
  const entry = p.temporaries.get(name);
  if (entry) {
    p.mentions?.add({ kind: "temporary", span: tokenSpan(p, token), isBinding: false, target: entry });
    entry.uses++;
    return entry.value;
  }
  return mentioned(p, p.locals.get(name) ?? undeclaredVariable(p, name, "%"), tokenSpan(p, token));
}

/** A constant. Its checked type is left to inference, as that of any node. */
export function literal(p: ParseState, data: TensorData | undefined, type: TensorType | undefined, token: number): Constant {
  const made = constant(data, type, { span: tokenSpan(p, token) });
  made.checkedType = p.trustComments ? typeBehind(p) : undefined;
  return made;
}

/** A number: a constant, or a constructor that Defunctionalization made. */
export function readScalar(p: ParseState): Expr {
  const token = p.at;
  const text = tokenText(p);
  const numbered = p.constructors.size > 0 ? readNumberedConstructor(p) : undefined;
  if (numbered) return numbered;
  const written = readNumber(text);
  p.at++;
  const span = tokenSpan(p, token);
  let dtype: string;
  if (written.isFloat) {
    dtype = `float${written.width ?? 32}`;
  } else {
    const width = written.width ?? (fitsInteger(written.value, 32) ? 32 : 64);
    dtype = `${written.isUnsigned ? "uint" : "int"}${width}`;
    if (!written.isUnsigned && !fitsInteger(written.value, width)) say(p, report.numberRange(span, text, dtype));
  }
  const data = scalarTensor(written.value, dtype);
  if (data && written.isNegativeNan) setSignBit(data.values);
  return literal(p, data, scalarType(dtype), token);
}

/**
 * A constructor called by a number, as Defunctionalization names its constructors. A number alone is a constructor if
 * its comment has an algebraic type, or if a temporary is bound to it, since constants need no temporary.
 */
function readNumberedConstructor(p: ParseState): Expr | undefined {
  const token = p.at;
  const made = p.constructors.get(tokenText(p));
  if (!made) return undefined;
  const isBound = kindAt(p, -1) === character.equals && kindAt(p, -2) === tokenKind.temporary;
  p.at++;
  const isCalled = kindAt(p) === character.openParenthesis;
  if (isCalled || (made.inputs.length === 0 && (isBound || typeBehind(p)?.kind === "TypeCall"))) {
    p.mentions?.add({ kind: "constructor", span: tokenSpan(p, token), isBinding: false, target: made });
    return isCalled ? made : settle(p, call(made, [], undefined, { span: tokenSpan(p, token) }));
  }
  p.at--;
  return undefined;
}

/** A NaN's sign, which only its bits can hold. */
function setSignBit(values: TensorData["values"]): void {
  const bytes = new Uint8Array(values.buffer);
  bytes[bytes.length - 1] = at(bytes, bytes.length - 1) | 0x80;
}

/** `meta[relay.Constant][3]`: one node per index. */
export function readMetaConstant(p: ParseState): Expr {
  const token = p.at;
  const { type, index } = metaReference(tokenText(p));
  p.at++;
  return p.metadata.expression?.(type, index) ?? metaConstant(p, type, index, token);
}

/**
 * The value of an attribute `meta[type][index]`: what the metadata section holds, or a reference. The cursor is after
 * it.
 */
export function metaAttribute(p: ParseState): MetaAttributes {
  return (type, index) => {
    const isConstant = type === "relay.Constant";
    return isConstant ? { kind: "Meta", type, index, constant: metaConstant(p, type, index, p.at - 1) } : p.metadata.attribute(type, index);
  };
}

/** The constant of that index. Without metadata its type is that of the comment after it, wherever one is. */
function metaConstant(p: ParseState, type: string, index: number, token: number): Constant {
  // A reference without a number gets its own constant.
  const key = Number.isNaN(index) ? `${type}@${token}` : `${type}:${index}`;
  const known = p.constants.get(key);
  if (known) return known;
  const comment = typeBehind(p) ?? laterConstantType(p, key);
  const stated: TensorType | undefined = comment?.kind === "TensorType" ? comment : undefined;
  const data = type === "relay.Constant" ? (p.metadata.constant(index) ?? besideText(p, index, stated)) : undefined;
  const made = literal(p, data, data ? { kind: "TensorType", shape: data.shape, dtype: data.dtype } : stated, token);
  p.constants.set(key, made);
  if (!data && p.metadata.isPresent && type === "relay.Constant") say(p, report.missingMetadata(tokenSpan(p, token), tokenText(p, token)));
  return made;
}

/** The data supplied next to the text, if it is of the type in the text. */
function besideText(p: ParseState, index: number, stated: TensorType | undefined): TensorData | undefined {
  const data = p.metadata.beside?.(index);
  return data && (!stated || isOfType(data, stated)) ? data : undefined;
}

/**
 * The type in a later comment of a constant. The comments of all constants are collected when the first constant
 * without one is read.
 */
function laterConstantType(p: ParseState, key: string): Type | undefined {
  if (!p.constantComments) {
    const found = new Map<string, Span>();
    const at = p.at;
    for (p.at = 1; p.at < p.tokens.count; p.at++) {
      if (p.tokens.kinds[p.at - 1] !== tokenKind.meta) continue;
      const place = typeComment(p);
      if (!place) continue;
      const { type, index } = metaReference(tokenText(p, p.at - 1));
      const name = `${type}:${index}`;
      if (!found.has(name)) found.set(name, place);
    }
    p.at = at;
    p.constantComments = found;
  }
  const place = p.constantComments.get(key);
  return place && commentType(p, p.types, place);
}

/** Represents an expression that could not be read. */
export function hole(p: ParseState): Expr {
  const made = variable("missing", undefined, { span: tokenSpan(p) });
  p.untyped.add(made);
  p.holes.add(made);
  p.freeVars.push(made);
  return made;
}
