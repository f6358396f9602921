/**
 * Reads expressions. Follows ParseExpr, ParseBindingExpr, ParseExprBinOp, ParseCallExpr and ParseAtomicExpr in src/relay/parser/parser.cc.
 * What nests is a task; the usual line, a call of names and numbers, is read without one.
 */
import {
  type Clause,
  type Constant,
  call,
  constant,
  type Expr,
  func,
  if_,
  let_,
  match,
  type OperatorSignature,
  refCreate,
  refRead,
  refWrite,
  type Span,
  scalarTensor,
  scalarType,
  type Task,
  type TensorData,
  type TensorType,
  type Type,
  tuple,
  tupleGetItem,
  type Var,
  variable,
} from "@relayscope/ir";
import { structured, unstructured } from "./attributeSchema.ts";
import {
  expect,
  found,
  isWord,
  kindAt,
  lose,
  readEnd,
  say,
  spanFrom,
  startOf,
  take,
  tokenName,
  tokenSpan,
  tokenText,
  typeComment,
} from "./cursor.ts";
import { report } from "./diagnostics.ts";
import { fitsInteger, readNumber } from "./numbers.ts";
import { isAttribute, metaReference, parseAttributes } from "./parseAttributes.ts";
import { parsePattern } from "./parsePatterns.ts";
import { enterScope, globalNode, leaveScope, operatorNode, type ParseState, type Temporary, undeclaredVariable } from "./parseState.ts";
import { commentType, parseType, parseTypeParameters, takeArrow } from "./parseTypes.ts";
import { readBoundVariable, readFreeVariable, readVariable, typeBehind, variableDeclaredBelow } from "./parseVariables.ts";
import { tokenKind } from "./tokens.ts";

/** An expression, or the task that reads it. */
type Reading = Expr | Task<Expr>;

function isTask(reading: Reading): reading is Task<Expr> {
  return !("kind" in reading);
}

// ---- sequences of bindings

interface Binding {
  readonly variable: Var;
  readonly value: Expr;
  readonly start: number;
}

/**
 * `sequence : (temporary "=" value ";" | "let" local (":" type)? "=" value ";" | "free_var" local (":" type)? ";" | value ";")* value`
 * up to a closing bracket or a comma. Where the last value is missing, what nothing else uses stands in for it.
 * `isBody`: what is not Relay is skipped, as between the braces of a function or in a fragment. `isValue`: the sequence is the value of a
 * statement and ends before its semicolon.
 */
export function* readSequence(p: ParseState, isBody: boolean, isValue = false): Task<Expr> {
  const bindings: Binding[] = [];
  const made: Temporary[] = [];
  const mark = enterScope(p);
  const first = startOf(p);
  let result: Expr | undefined;
  for (;;) {
    const kind = kindAt(p);
    if (kind === tokenKind.temporary && kindAt(p, 1) === 61 && kindAt(p, 2) !== 61) {
      const name = tokenName(p);
      p.at += 2;
      const reading = readValue(p);
      const value = isTask(reading) ? yield reading : reading;
      const entry: Temporary = { value, isUsed: false };
      p.temporaries.set(name, entry);
      made.push(entry);
      endStatement(p, isBody);
    } else if (isWord(p, "let") && kindAt(p, 1) !== 40) {
      const start = startOf(p);
      p.at++;
      const bound = readBoundVariable(p);
      if (!p.isLost) expect(p, 61, "`=`");
      const reading = p.isLost ? hole(p) : readValue(p);
      const value = isTask(reading) ? yield reading : reading;
      if (bound) bindings.push({ variable: bound, value, start });
      endStatement(p, isBody);
    } else if (isWord(p, "free_var")) {
      p.at++;
      readFreeVariable(p);
      endStatement(p, isBody);
    } else if (kind === 59) {
      p.at++;
    } else if (isSequenceEnd(kind)) {
      break;
    } else if (isBody && !canStart(p)) {
      if (kind === tokenKind.version || isDefinition(p)) break;
      skipToStatement(p);
    } else {
      const start = startOf(p);
      const before = p.at;
      const reading = readValue(p);
      const value = isTask(reading) ? yield reading : reading;
      if (p.isLost && !isBody) {
        result = value;
        break;
      }
      if (p.isLost) {
        endStatement(p, isBody);
        if (p.at === before) p.at++;
        if (isWorthKeeping(value)) made.push({ value, isUsed: false });
        continue;
      }
      p.goodEnd = readEnd(p);
      if (isValue) {
        result = value;
        break;
      }
      if (kindAt(p) === 59) {
        p.at++;
        if (isSequenceEnd(kindAt(p))) {
          result = value;
          break;
        }
        bindings.push({ variable: variable("", undefined), value, start });
      } else {
        result = value;
        if (!isBody || isSequenceEnd(kindAt(p))) break;
        // Something follows the result: prose or a log line, and the end behind it.
        const resumed = skipBehindResult(p);
        if (!resumed) break;
        made.push({ value, isUsed: false });
        result = undefined;
      }
    }
  }
  leaveScope(p, mark);
  let body = result ?? missingResult(p, made, bindings);
  const end = Math.max(first, readEnd(p));
  for (let i = bindings.length - 1; i >= 0; i--) {
    const { variable: bound, value, start } = bindings[i] as Binding;
    body = let_(bound, value, body, { span: { start, end }, ...(p.trustComments ? { checkedType: body.checkedType } : {}) });
  }
  return body;
}

function isSequenceEnd(kind: number): boolean {
  return kind === 125 || kind === 41 || kind === 44 || kind === 93 || kind === tokenKind.end || kind === tokenKind.metadata;
}

/** The result of a sequence that lacks one: all that nothing uses, as a tuple where it is several. */
function missingResult(p: ParseState, made: readonly Temporary[], bindings: readonly Binding[]): Expr {
  const unused = made.filter((m) => !m.isUsed).map((m) => m.value);
  if (unused.length === 0 && bindings.length > 0) return (bindings.at(-1) as Binding).variable;
  say(p, report.missingResult({ start: p.goodEnd, end: p.goodEnd }));
  if (unused.length === 1) return unused[0] as Expr;
  return tuple(unused, { span: spanFrom(p, readEnd(p)) });
}

function isWorthKeeping(value: Expr): boolean {
  return value.kind === "Call" && value.op.kind === "Op";
}

/** Reads the `;` of a statement; where the statement is lost, skips to its end or to the next statement. */
function endStatement(p: ParseState, isBody: boolean): void {
  if (!p.isLost) p.goodEnd = readEnd(p);
  if (!p.isLost && take(p, 59)) {
    p.goodEnd = readEnd(p);
    return;
  }
  if (!p.isLost) {
    if (kindAt(p) === tokenKind.end || kindAt(p) === 125 || isStatement(p)) return;
    if (kindAt(p) === tokenKind.ellipsis) {
      p.at++;
      return;
    }
    if (isBody && canStart(p) && isOnNewLine(p)) {
      say(p, report.expected({ start: p.goodEnd, end: p.goodEnd }, "`;`", found(p)));
      return;
    }
    lose(p, report.expected(tokenSpan(p), "`;`", found(p)));
  }
  if (!isBody) return;
  skipToStatement(p);
}

function isOnNewLine(p: ParseState): boolean {
  const newline = p.tokens.text.indexOf("\n", readEnd(p));
  return newline >= 0 && newline < startOf(p);
}

/** Skips what cannot be read: up to behind a `;`, or up to a closing brace, a statement or a definition. */
function skipToStatement(p: ParseState): void {
  p.isLost = false;
  let depth = 0;
  for (;;) {
    const kind = kindAt(p);
    if (kind === tokenKind.end || kind === tokenKind.metadata || kind === tokenKind.version || isStatement(p) || isDefinition(p)) return;
    if (kind === 59 && depth === 0) {
      p.at++;
      return;
    }
    if (kind === 123) depth++;
    if (kind === 125) {
      if (depth === 0) return;
      depth--;
    }
    p.at++;
  }
}

/** Behind a result: skips to a closing brace or to a statement; false where neither comes before the next definition. */
function skipBehindResult(p: ParseState): boolean {
  const before = p.at;
  let at = p.at;
  for (;;) {
    const kind = kindAt(p);
    if (kind === 125) {
      if (at !== p.at || before !== p.at) say(p, report.expected(tokenSpan(p, before), "`}`", tokenText(p, before)));
      return false;
    }
    if (isStatement(p)) return true;
    if (kind === tokenKind.end || kind === tokenKind.metadata || kind === tokenKind.version || isDefinition(p)) {
      p.at = before;
      return false;
    }
    p.at++;
    at = p.at;
  }
}

/** Whether a statement that binds starts here. */
export function isStatement(p: ParseState): boolean {
  const kind = kindAt(p);
  if (kind === tokenKind.temporary) return kindAt(p, 1) === 61 && kindAt(p, 2) !== 61;
  if (kind !== tokenKind.name) return false;
  if (kindAt(p, 1) !== tokenKind.local) return false;
  return isWord(p, "let") || isWord(p, "free_var");
}

/** Whether a definition of a module starts here. */
export function isDefinition(p: ParseState): boolean {
  if (kindAt(p) !== tokenKind.name) return false;
  if (kindAt(p, 1) === tokenKind.global) return isWord(p, "def");
  if (kindAt(p, 1) !== tokenKind.name) return false;
  if (isWord(p, "type")) return kindAt(p, 2) === 123 || kindAt(p, 2) === 91;
  return isWord(p, "extern") && isWord(p, "type", 1);
}

/** Whether an expression may start here; prose may not. */
function canStart(p: ParseState): boolean {
  const kind = kindAt(p);
  if (kind === tokenKind.name) {
    const next = kindAt(p, 1);
    if (next === 40) return true;
    if (isSequenceEnd(next) && p.operators.get(tokenText(p))) return true;
    if (p.constructors.has(tokenText(p)) || isWord(p, "True") || isWord(p, "False")) return true;
    if (isWord(p, "fn")) return next === 91;
    return isWord(p, "match") && next === 63;
  }
  if (kind === tokenKind.local || kind === tokenKind.temporary || kind === tokenKind.global) return true;
  if (kind === tokenKind.integer || kind === tokenKind.float || kind === tokenKind.meta) {
    const next = kindAt(p, 1);
    return next === 59 || isSequenceEnd(next) || isBinary(next);
  }
  return kind === 40 || kind === 123;
}

// ---- values

const precedences = new Map<string, { readonly operator: string; readonly precedence: number }>([
  ["*", { operator: "multiply", precedence: 12 }],
  ["/", { operator: "divide", precedence: 12 }],
  ["+", { operator: "add", precedence: 10 }],
  ["-", { operator: "subtract", precedence: 10 }],
  ["<", { operator: "less", precedence: 8 }],
  ["<=", { operator: "less_equal", precedence: 8 }],
  [">", { operator: "greater", precedence: 8 }],
  [">=", { operator: "greater_equal", precedence: 8 }],
  ["==", { operator: "equal", precedence: 7 }],
  ["!=", { operator: "not_equal", precedence: 7 }],
]);

function isBinary(kind: number): boolean {
  return kind === 42 || kind === 43 || kind === 45 || kind === 47 || kind === 60 || kind === 61 || kind === 62 || kind === 33;
}

/** The binary operator at the cursor; undefined where none is. */
function binaryAt(p: ParseState): { readonly operator: string; readonly precedence: number; readonly length: number } | undefined {
  const kind = kindAt(p);
  if (!isBinary(kind)) return undefined;
  const joined = kindAt(p, 1) === 61 && startOf(p, p.at + 1) === startOf(p) + 1;
  const rule = precedences.get(String.fromCharCode(kind) + (joined && kind !== 42 && kind !== 43 && kind !== 45 && kind !== 47 ? "=" : ""));
  if (!rule) return undefined;
  return { ...rule, length: joined && rule.precedence < 10 && (rule.operator.includes("equal") || rule.operator.includes("_")) ? 2 : 1 };
}

/** `value : operand (binary operand)*` */
function readValue(p: ParseState): Reading {
  if (isStatement(p) && isWord(p, "let")) return readSequence(p, false, true);
  const before = p.at;
  const reading = readOperand(p);
  if (isTask(reading) || isBinary(kindAt(p))) return readBinary(p, before, reading);
  return reading;
}

function* readBinary(p: ParseState, first: number, reading: Reading): Task<Expr> {
  const start = startOf(p, first);
  const operands: Expr[] = [isTask(reading) ? yield reading : reading];
  const pending: { readonly operator: string; readonly precedence: number }[] = [];
  const reduce = () => {
    const right = operands.pop() as Expr;
    const left = operands.pop() as Expr;
    const { operator } = pending.pop() as { readonly operator: string };
    const span = { start: left.span?.start ?? start, end: right.span?.end ?? readEnd(p) };
    operands.push(operatorCall(p, operator, [left, right], span));
  };
  while (!p.isLost) {
    const rule = binaryAt(p);
    if (!rule) break;
    p.at += rule.length;
    while (pending.length > 0 && (pending.at(-1)?.precedence ?? 0) >= rule.precedence) reduce();
    pending.push(rule);
    const next = readOperand(p);
    operands.push(isTask(next) ? yield next : next);
  }
  while (pending.length > 0) reduce();
  return operands[0] as Expr;
}

function operatorCall(p: ParseState, name: string, args: readonly Expr[], span: Span): Expr {
  const node = operatorNode(p, name, span);
  const schema = p.operators.get(name)?.attrs;
  return settle(p, call(node, args, schema && structured(p, name, schema, []), { span }));
}

/** `operand : atom ("(" arguments ")" | "." integer)*` */
function readOperand(p: ParseState): Reading {
  const start = startOf(p);
  switch (kindAt(p)) {
    case tokenKind.local:
      return readPostfix(p, start, readLocal(p));
    case tokenKind.temporary:
      return readPostfix(p, start, readTemporary(p));
    case tokenKind.global: {
      const node = globalNode(p, tokenName(p), tokenSpan(p));
      p.at++;
      return readPostfix(p, start, node);
    }
    case tokenKind.integer:
    case tokenKind.float:
      return readScalar(p);
    case tokenKind.meta:
      return readPostfix(p, start, readMetaConstant(p));
    case tokenKind.name:
      return readWord(p, start);
    case 40:
      return readThenPostfix(p, start, readParenthesized(p));
    case 123:
      return readBlock(p);
    default:
      lose(p, report.expectedExpression(tokenSpan(p), found(p)));
      return hole(p);
  }
}

function readPostfix(p: ParseState, start: number, head: Expr): Reading {
  let expr = head;
  for (;;) {
    const kind = kindAt(p);
    if (kind === 40) {
      const reading = readCall(p, start, expr, undefined, []);
      if (isTask(reading)) return readThenPostfix(p, start, reading);
      expr = reading;
      if (p.isLost) return expr;
    } else if (kind === 46 && kindAt(p, 1) === tokenKind.integer) {
      const index = Number(tokenText(p, p.at + 1));
      p.at += 2;
      expr = settle(p, tupleGetItem(expr, index, { span: spanFrom(p, start) }));
    } else {
      return expr;
    }
  }
}

function* readThenPostfix(p: ParseState, start: number, reading: Task<Expr>): Task<Expr> {
  const head = yield reading;
  if (p.isLost) return head;
  const rest = readPostfix(p, start, head);
  return isTask(rest) ? yield rest : rest;
}

/** A word that starts an expression: a keyword, a constructor, an operator. */
function readWord(p: ParseState, start: number): Reading {
  const token = p.at;
  const next = kindAt(p, 1);
  const name = tokenName(p, token, 0);
  if (next === 40 || next === 91) {
    if (name === "fn") {
      p.at++;
      return readThenPostfix(p, start, readFunction(p, start));
    }
    if (name === "if") return readIf(p);
    if (name === "match") return readMatch(p, true);
    if (name === "ref" || name === "ref_read" || name === "ref_write") return readReference(p, name);
  }
  p.at++;
  if (name === "True" || name === "False") return literal(p, scalarTensor(Number(name === "True"), "bool"), scalarType("bool"), token);
  if (name === "match") {
    p.at--;
    return readMatch(p, next !== 63);
  }
  const made = p.constructors.get(name);
  if (made) {
    if (next === 40) return readPostfix(p, start, made);
    return made.inputs.length === 0 ? settle(p, call(made, [], undefined, { span: spanFrom(p, start) })) : made;
  }
  if (next !== 40) {
    if (p.operators.get(name)) return operatorNode(p, name, tokenSpan(p, token));
    p.at = token;
    lose(p, report.expectedExpression(tokenSpan(p), found(p)));
    return hole(p);
  }
  const signature = p.operators.get(name);
  const callee = operatorNode(p, name, tokenSpan(p, token));
  const reading = readCall(p, start, callee, signature, []);
  if (isTask(reading)) return readThenPostfix(p, start, reading);
  if (p.isLost) return reading;
  return kindAt(p) === 40 || kindAt(p) === 46 ? readPostfix(p, start, reading) : reading;
}

/**
 * `arguments : "(" value,* attributes? ")"`, from the opening parenthesis on, or from where `args` leaves off.
 * Stays out of tasks as long as the arguments are atoms. A call whose arguments are lost keeps those that were read.
 */
function readCall(p: ParseState, start: number, callee: Expr, signature: OperatorSignature | undefined, args: Expr[]): Reading {
  p.at++;
  return readArguments(p, start, callee, signature, args);
}

function readArguments(p: ParseState, start: number, callee: Expr, signature: OperatorSignature | undefined, args: Expr[]): Reading {
  while (!p.isLost) {
    const kind = kindAt(p);
    if (kind === 41) break;
    if (kind === tokenKind.name && isAttribute(p)) break;
    if (kind === tokenKind.ellipsis) {
      p.at++;
      take(p, 44);
      continue;
    }
    const reading = readArgument(p);
    if (isTask(reading)) return readLaterArguments(p, start, callee, signature, args, reading);
    args.push(reading);
    if (p.isLost || (!take(p, 44) && kindAt(p) !== 41)) break;
  }
  return finishCall(p, start, callee, signature, args);
}

function* readLaterArguments(
  p: ParseState,
  start: number,
  callee: Expr,
  signature: OperatorSignature | undefined,
  args: Expr[],
  first: Task<Expr>,
): Task<Expr> {
  args.push(yield first);
  if (!p.isLost && !take(p, 44) && kindAt(p) !== 41) return finishCall(p, start, callee, signature, args);
  const reading = readArguments(p, start, callee, signature, args);
  return isTask(reading) ? yield reading : reading;
}

/** An argument; an atom before a comma or a parenthesis is read at once. */
function readArgument(p: ParseState): Reading {
  const kind = kindAt(p);
  const next = kindAt(p, 1);
  if (next === 44 || next === 41) {
    if (kind === tokenKind.temporary) return readTemporary(p);
    if (kind === tokenKind.local) return readLocal(p);
    if (kind === tokenKind.integer || kind === tokenKind.float) return readScalar(p);
    if (kind === tokenKind.meta) return readMetaConstant(p);
  }
  if (next === 46 && (kind === tokenKind.temporary || kind === tokenKind.local) && kindAt(p, 3) !== 40) return readValue(p);
  return isWord(p, "let") || isStatement(p) ? readSequence(p, false) : readNested(p);
}

/** A value as a task, so that arguments within arguments need no call stack. */
function* readNested(p: ParseState): Task<Expr> {
  const reading = readValue(p);
  return isTask(reading) ? yield reading : reading;
}

function finishCall(p: ParseState, start: number, callee: Expr, signature: OperatorSignature | undefined, args: readonly Expr[]): Expr {
  const written = p.isLost ? [] : parseAttributes(p, p.metadata.attribute);
  if (!p.isLost && kindAt(p) === tokenKind.ellipsis) p.at++;
  if (!p.isLost) expect(p, 41, "`)` or `,`");
  const span = spanFrom(p, start);
  const attrs = signature?.attrs
    ? structured(p, signature.name, signature.attrs, written)
    : signature && written.length > 0
      ? structured(p, signature.name, { name: "", fields: [], index: new Map() }, written)
      : unstructured(written);
  return settle(p, call(callee, args, attrs, { span }));
}

// ---- types from comments

/**
 * Gives an expression the type of the comment behind it, where comments are trusted or where no inference could tell: for calls of unknown
 * operators, and for what rests on something of unknown type. Calls of global functions are settled when all definitions are known.
 */
function settle<T extends Expr>(p: ParseState, expr: T): T {
  const isUnknown = isUntyped(p, expr);
  const isGlobalCall = expr.kind === "Call" && expr.op.kind === "GlobalVar";
  if (!isUnknown && !isGlobalCall && !p.trustComments) return expr;
  const place = typeComment(p);
  if (isGlobalCall && !p.trustComments) p.globalCalls.push({ call: expr, comment: place });
  if (isUnknown || p.trustComments) {
    const type = place && commentType(p, p.types, place);
    if (type) expr.checkedType = type;
    else if (isUnknown) p.untyped.add(expr);
  }
  return expr;
}

function isUntyped(p: ParseState, expr: Expr): boolean {
  switch (expr.kind) {
    case "Call":
      if (expr.op.kind === "Op" && !p.operators.get(expr.op.name)) return true;
      return p.untyped.size > 0 && (p.untyped.has(expr.op) || expr.args.some((a) => p.untyped.has(a)));
    case "Tuple":
      return p.untyped.size > 0 && expr.fields.some((f) => p.untyped.has(f));
    case "TupleGetItem":
      return p.untyped.has(expr.tuple);
    default:
      return false;
  }
}

// ---- atoms

/** A variable. `%x.1` is the variable `x.1` where there is one, else the field 1 of `%x`. */
function readLocal(p: ParseState): Expr {
  const token = p.at;
  const name = tokenName(p);
  p.at++;
  const known = p.locals.get(name) ?? p.undeclared.get(name);
  if (known) return known;
  let base = name;
  const indices: number[] = [];
  for (;;) {
    const dot = /\.(\d+)$/.exec(base);
    if (!dot) break;
    indices.push(Number(dot[1]));
    base = base.slice(0, dot.index);
    const owner = p.locals.get(base);
    if (!owner) continue;
    let expr: Expr = owner;
    for (let i = indices.length - 1; i >= 0; i--) expr = settle(p, tupleGetItem(expr, indices[i] as number, { span: tokenSpan(p, token) }));
    return expr;
  }
  return variableDeclaredBelow(p, name) ?? undeclaredVariable(p, name, "%");
}

function readTemporary(p: ParseState): Expr {
  const name = tokenName(p);
  p.at++;
  const entry = p.temporaries.get(name);
  if (entry) {
    entry.isUsed = true;
    return entry.value;
  }
  return p.locals.get(name) ?? undeclaredVariable(p, name, "%");
}

/** A constant. Its checked type is left to inference, as that of any node. */
function literal(p: ParseState, data: TensorData | undefined, type: TensorType | undefined, token: number): Constant {
  const made = constant(data, type, { span: tokenSpan(p, token) });
  made.checkedType = p.trustComments ? typeBehind(p) : undefined;
  return made;
}

function readScalar(p: ParseState): Expr {
  const token = p.at;
  const text = tokenText(p);
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

/** A NaN's sign, which only its bits can hold. */
function setSignBit(values: TensorData["values"]): void {
  const bytes = new Uint8Array(values.buffer);
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] as number) | 0x80;
}

/** `meta[relay.Constant][3]`: one node per index. Without metadata its type is that of the comment behind it, wherever one is. */
function readMetaConstant(p: ParseState): Expr {
  const token = p.at;
  const { type, index } = metaReference(tokenText(p));
  p.at++;
  const key = `${type}:${index}`;
  const known = p.constants.get(key);
  if (known) return known;
  const comment = typeBehind(p) ?? laterConstantType(p, key);
  const stated: TensorType | undefined = comment?.kind === "TensorType" ? comment : undefined;
  const data = type === "relay.Constant" ? p.metadata.constant(index) : undefined;
  const made = literal(p, data, data ? { kind: "TensorType", shape: data.shape, dtype: data.dtype } : stated, token);
  p.constants.set(key, made);
  if (!data && p.metadata.isPresent && type === "relay.Constant") say(p, report.missingMetadata(tokenSpan(p, token), tokenText(p, token)));
  return made;
}

/** The type that a later mention of a constant says. All mentions are gathered at once, when the first lacks its comment. */
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

/** Stands in for an expression that could not be read. */
function hole(p: ParseState): Expr {
  const made = variable("missing", undefined, { span: tokenSpan(p) });
  p.untyped.add(made);
  p.freeVars.push(made);
  return made;
}

// ---- what nests

/** `"(" ")" | "(" sequence ")" | "(" sequence "," (sequence ",")* sequence? ")"` */
function* readParenthesized(p: ParseState): Task<Expr> {
  const start = startOf(p);
  p.at++;
  const fields: Expr[] = [];
  let isTuple = false;
  while (!p.isLost && kindAt(p) !== 41) {
    fields.push(yield readSequence(p, false));
    if (p.isLost) break;
    if (take(p, 44)) isTuple = true;
    else if (kindAt(p) !== 41) expect(p, 41, "`)` or `,`");
  }
  if (!p.isLost) p.at++;
  if (fields.length === 1 && !isTuple) return fields[0] as Expr;
  return settle(p, tuple(fields, { span: spanFrom(p, start) }));
}

/** `"{" sequence "}"` */
function* readBlock(p: ParseState): Task<Expr> {
  if (!expect(p, 123, "`{`")) return hole(p);
  const body = yield readSequence(p, true);
  closeBlock(p, "This block");
  return body;
}

/** Reads the closing brace of a body; reports where it is missing. */
export function closeBlock(p: ParseState, name: string): void {
  p.isLost = false;
  if (take(p, 125)) {
    p.goodEnd = readEnd(p);
    return;
  }
  if (p.diagnostics.at(-1)?.code !== "missing-brace") say(p, report.missingBrace({ start: p.goodEnd, end: p.goodEnd }, name));
}

/** `"if" "(" sequence ")" block "else" block` */
function* readIf(p: ParseState): Task<Expr> {
  const start = startOf(p);
  p.at += 2;
  const condition = yield readSequence(p, false);
  if (!p.isLost) expect(p, 41, "`)`");
  if (p.isLost) return condition;
  const thenBranch = yield readBlock(p);
  if (!isWord(p, "else")) {
    lose(p, report.expected(tokenSpan(p), "`else`", found(p)));
    return if_(condition, thenBranch, hole(p), { span: spanFrom(p, start) });
  }
  p.at++;
  const elseBranch = yield readBlock(p);
  const made = if_(condition, thenBranch, elseBranch, { span: spanFrom(p, start) });
  if (p.trustComments) made.checkedType = thenBranch.checkedType ?? elseBranch.checkedType;
  return made;
}

/** `"match" "?"? operand "{" (pattern "=>" sequence),* "}"` */
function* readMatch(p: ParseState, isComplete: boolean): Task<Expr> {
  const start = startOf(p);
  p.at += isComplete ? 1 : 2;
  const reading = readOperand(p);
  const data = isTask(reading) ? yield reading : reading;
  const clauses: Clause[] = [];
  if (!p.isLost) expect(p, 123, "`{`");
  while (!p.isLost && kindAt(p) !== 125) {
    const mark = enterScope(p);
    const pattern = parsePattern(p);
    if (!p.isLost && kindAt(p) === 61 && kindAt(p, 1) === 62) p.at += 2;
    else lose(p, report.expected(tokenSpan(p), "`=>`", found(p)));
    if (!p.isLost) clauses.push({ pattern, body: yield readSequence(p, false) });
    leaveScope(p, mark);
    if (!take(p, 44) && kindAt(p) !== 125) lose(p, report.expected(tokenSpan(p), "`,` or `}`", found(p)));
  }
  if (!p.isLost) p.at++;
  const made = match(data, clauses, isComplete, { span: spanFrom(p, start) });
  if (p.trustComments) made.checkedType = clauses[0]?.body.checkedType;
  return made;
}

/** `"ref" "(" sequence ")" | "ref_read" "(" sequence ")" | "ref_write" "(" sequence "," sequence ")"` */
function* readReference(p: ParseState, word: string): Task<Expr> {
  const start = startOf(p);
  p.at += 2;
  const first = yield readSequence(p, false);
  let second: Expr | undefined;
  if (word === "ref_write" && !p.isLost) {
    expect(p, 44, "`,`");
    if (!p.isLost) second = yield readSequence(p, false);
  }
  if (!p.isLost) expect(p, 41, "`)`");
  const extras = { span: spanFrom(p, start) };
  if (word === "ref") return refCreate(first, extras);
  return word === "ref_read" ? refRead(first, extras) : refWrite(first, second ?? hole(p), extras);
}

/** `function : ("[" name,* "]")? "(" parameter,* attributes? ")" ("->" type)? block`, behind `fn` or the name that it defines. */
export function* readFunction(p: ParseState, start: number): Task<Expr> {
  const mark = enterScope(p);
  const scope = parseTypeParameters(p, p.types);
  const params: Var[] = [];
  if (!p.isLost) expect(p, 40, "`(`");
  while (!p.isLost && (kindAt(p) === tokenKind.local || kindAt(p) === tokenKind.temporary)) {
    const param = readVariable(p);
    params.push(param);
    if (!param.annotation && !typeComment(p)) p.untyped.add(param);
    if (!p.isLost && !take(p, 44) && kindAt(p) !== 41) expect(p, 41, "`)` or `,`");
  }
  const written = p.isLost ? [] : parseAttributes(p, p.metadata.attribute);
  if (!p.isLost) expect(p, 41, "`)`");
  if (p.isLost) skipHeader(p);
  const returnType = takeArrow(p) ? parseType(p, p.types) : undefined;
  if (p.isLost) skipHeader(p);
  const attrs = new Map(written.map((a) => [a.name, a.value]));
  let body: Expr;
  if (kindAt(p) === 61 && kindAt(p, 1) === tokenKind.meta) {
    // `def @f(...) = meta[ExternalFunc][0]`: a function known by its signature alone.
    const { type, index } = metaReference(tokenText(p, p.at + 1));
    p.at += 2;
    attrs.set("Extern", { kind: "Meta", type, index });
    body = tuple([]);
  } else {
    const wasInFunction = p.isInFunction;
    p.isInFunction = true;
    body = yield readBlock(p);
    p.isInFunction = wasInFunction;
  }
  leaveScope(p, mark);
  scope.leave();
  const made = func({ params, body, returnType, typeParams: scope.variables, attrs }, { span: spanFrom(p, start) });
  return settle(p, made);
}

/** Skips what could not be read of a function's header, up to its body. */
function skipHeader(p: ParseState): void {
  for (;;) {
    const kind = kindAt(p);
    if (kind === 123 || kind === tokenKind.end || kind === 125 || isStatement(p) || isDefinition(p)) break;
    p.at++;
  }
  p.isLost = false;
}
