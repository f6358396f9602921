/** Reads values: operands joined by binary operators. Follows ParseExprBinOp, ParseCallExpr and ParseAtomicExpr in src/relay/parser/parser.cc. */

import { call, type Expr, type Span, scalarTensor, scalarType, type Task, tupleGetItem } from "@relayscope/ir";
import { structured } from "./attributeSchema.ts";
import { found, isWord, kindAt, lose, readEnd, spanFrom, startOf, tokenName, tokenSpan, tokenText } from "./cursor.ts";
import { report } from "./diagnostics.ts";
import { hole, literal, readLocal, readMetaConstant, readScalar, readTemporary } from "./parseAtoms.ts";
import { readBlock, readFunction, readIf, readMatch, readParenthesized, readReference } from "./parseBlocks.ts";
import { readCall } from "./parseCalls.ts";
import { readSequence } from "./parseSequences.ts";
import { globalNode, operatorNode, type ParseState } from "./parseState.ts";
import { isTask, type Reading } from "./readings.ts";
import { settle } from "./settleTypes.ts";
import { isStatement } from "./statements.ts";
import { tokenKind } from "./tokens.ts";

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

export function isBinary(kind: number): boolean {
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
export function readValue(p: ParseState): Reading {
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
export function readOperand(p: ParseState): Reading {
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
