/**
 * Reads values: operands joined by binary operators. Follows ParseExprBinOp, ParseCallExpr and ParseAtomicExpr in
 * src/relay/parser/parser.cc.
 */
import { at, call, type Expr, op, present, type Span, scalarTensor, scalarType, type Task, tupleGetItem } from "@relayscope/ir";
import { report } from "../diagnostics.ts";
import { character } from "../lex/characters.ts";
import { tokenKind } from "../lex/tokens.ts";
import { settle } from "../recover/settleTypes.ts";
import { isAside, isBareCondition, isOnNewLine, isRemarkMark, isSequenceEnd, isStatement, noteGap } from "../recover/statements.ts";
import { structured } from "./attributeSchema.ts";
import { type BinaryOperator, binaryAt, isBinary } from "./binaryOperators.ts";
import { found, isWord, kindAt, lose, readEnd, spanFrom, startOf, tokenName, tokenSpan, tokenText } from "./cursor.ts";
import { hole, literal, readLocal, readMetaConstant, readScalar, readTemporary } from "./parseAtoms.ts";
import { readBlock, readFunction, readIf, readMatch, readParenthesized, readReference } from "./parseBlocks.ts";
import { cutOff, readCall } from "./parseCalls.ts";
import { readSequence } from "./parseSequences.ts";
import { globalNode, operatorNode, type ParseState } from "./parseState.ts";
import { isTask, type Reading } from "./readings.ts";

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
  const pending: BinaryOperator[] = [];
  const reduce = () => {
    const right = present(operands.pop());
    const left = present(operands.pop());
    const { operator } = present(pending.pop());
    const span = { start: left.span?.start ?? start, end: right.span?.end ?? readEnd(p) };
    operands.push(operatorCall(p, operator, [left, right], span));
  };
  while (!p.isLost) {
    const rule = binaryAt(p);
    if (!rule || isRemarkMark(p, rule.text.length)) break;
    p.at += rule.text.length;
    while (pending.length > 0 && (pending.at(-1)?.precedence ?? 0) >= rule.precedence) reduce();
    pending.push(rule);
    const next = readOperand(p);
    operands.push(isTask(next) ? yield next : next);
  }
  while (pending.length > 0) reduce();
  return at(operands, 0);
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
      p.mentions?.global(node.name, tokenSpan(p), false);
      p.at++;
      return readPostfix(p, start, node);
    }
    case tokenKind.integer:
    case tokenKind.float:
      return readNumeral(p, start);
    case tokenKind.meta:
      return readPostfix(p, start, readMetaConstant(p));
    case tokenKind.name:
      return readWord(p, start);
    case character.openParenthesis:
      return readThenPostfix(p, start, readParenthesized(p));
    case character.openBrace:
      return readBlock(p);
    case tokenKind.ellipsis:
      // A value that was left out.
      noteGap(p);
      p.at++;
      return hole(p);
    default:
      lose(p, report.expectedExpression(tokenSpan(p), found(p)));
      return hole(p);
  }
}

function readNumeral(p: ParseState, start: number): Reading {
  const made = readScalar(p);
  return made.kind === "Constructor" ? readPostfix(p, start, made) : made;
}

function readPostfix(p: ParseState, start: number, head: Expr): Reading {
  let expr = head;
  for (;;) {
    const kind = kindAt(p);
    if (kind === character.openParenthesis && !isAside(p) && !isNextLine(p)) {
      const reading = readCall(p, start, expr, undefined, []);
      if (isTask(reading)) return readThenPostfix(p, start, reading);
      expr = reading;
      if (p.isLost) return expr;
    } else if (kind === character.dot && kindAt(p, 1) === tokenKind.integer) {
      const index = Number(tokenText(p, p.at + 1));
      p.at += 2;
      expr = settle(p, tupleGetItem(expr, index, { span: spanFrom(p, start) }));
    } else {
      return expr;
    }
  }
}

/** Whether a parenthesis after a call starts the next line, where lines alone part statements. */
function isNextLine(p: ParseState): boolean {
  return !p.hasSemicolons && kindAt(p, -1) === character.closeParenthesis && isOnNewLine(p);
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
  if (next === character.openParenthesis || next === character.openBracket) {
    if (name === "fn") {
      p.at++;
      return readThenPostfix(p, start, readFunction(p, start));
    }
    if (name === "if") return readThenPostfix(p, start, readIf(p));
    if (name === "match") return readMatch(p, true);
    if (name === "ref" || name === "ref_read" || name === "ref_write") return readThenPostfix(p, start, readReference(p, name));
  }
  if (name === "if" && isBareCondition(p)) return readThenPostfix(p, start, readIf(p));
  p.at++;
  if (name === "True" || name === "False") return literal(p, scalarTensor(Number(name === "True"), "bool"), scalarType("bool"), token);
  if (name === "match") {
    p.at--;
    return readMatch(p, next !== character.question);
  }
  const made = p.constructors.get(name);
  if (made) {
    p.mentions?.add({ kind: "constructor", span: tokenSpan(p, token), isBinding: false, target: made });
    if (next === character.openParenthesis) return readPostfix(p, start, made);
    return made.inputs.length === 0 ? settle(p, call(made, [], undefined, { span: spanFrom(p, start) })) : made;
  }
  if (next !== character.openParenthesis) {
    if (next === tokenKind.end && kindAt(p, -2) === character.equals) {
      p.isLost = true;
      return cutOff(p, start, op(name), [], p.diagnostics.length);
    }
    if (p.operators.get(name) || (name.includes(".") && (isSequenceEnd(next) || next === character.semicolon)))
      return namedOperator(p, name, token);
    p.at = token;
    lose(p, report.expectedExpression(tokenSpan(p), found(p)));
    return hole(p);
  }
  const signature = p.operators.get(name);
  const callee = namedOperator(p, name, token);
  const reading = readCall(p, start, callee, signature, []);
  if (isTask(reading)) return readThenPostfix(p, start, reading);
  if (p.isLost) return reading;
  return kindAt(p) === character.openParenthesis || kindAt(p) === character.dot ? readPostfix(p, start, reading) : reading;
}

function namedOperator(p: ParseState, name: string, token: number): Expr {
  const target = operatorNode(p, name, tokenSpan(p, token));
  p.mentions?.add({ kind: "operator", span: tokenSpan(p, token), isBinding: false, target });
  return target;
}
