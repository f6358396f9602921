/**
 * Reads what nests: brackets, branches, matches, cells and functions. Follows ParseIf, ParseMatch and ParseFunctionDef
 * in src/relay/parser/parser.cc.
 */
import { at, type Clause, type Expr, func, if_, match, refCreate, refRead, refWrite, type Task, tuple, type Var } from "@relayscope/ir";
import { report } from "../diagnostics.ts";
import { character } from "../lex/characters.ts";
import { tokenKind } from "../lex/tokens.ts";
import { settle } from "../recover/settleTypes.ts";
import { isDefinition, isStatement } from "../recover/statements.ts";
import { expect, found, isWord, kindAt, lose, readEnd, say, spanFrom, startOf, take, tokenSpan, tokenText, typeComment } from "./cursor.ts";
import { hole, metaAttribute } from "./parseAtoms.ts";
import { metaReference, parseAttributes } from "./parseAttributes.ts";
import { parsePattern } from "./parsePatterns.ts";
import { readSequence } from "./parseSequences.ts";
import { enterScope, leaveScope, markScope, type ParseState } from "./parseState.ts";
import { parseType, parseTypeParameters, takeArrow } from "./parseTypes.ts";
import { readOperand } from "./parseValues.ts";
import { readVariable } from "./parseVariables.ts";
import { isTask } from "./readings.ts";

/** `"(" ")" | "(" sequence ")" | "(" sequence "," (sequence ",")* sequence? ")"` */
export function* readParenthesized(p: ParseState): Task<Expr> {
  const start = startOf(p);
  p.at++;
  const fields: Expr[] = [];
  let isTuple = false;
  while (!p.isLost && kindAt(p) !== character.closeParenthesis) {
    fields.push(yield readSequence(p, false));
    if (p.isLost) break;
    if (take(p, character.comma)) isTuple = true;
    else if (kindAt(p) !== character.closeParenthesis) expect(p, character.closeParenthesis, "`)` or `,`");
  }
  if (!p.isLost) p.at++;
  if (fields.length === 1 && !isTuple) return at(fields, 0);
  return settle(p, tuple(fields, { span: spanFrom(p, start) }));
}

/** `"{" sequence "}"`, a scope of its own; a function's body shares that of the parameters. */
export function* readBlock(p: ParseState, isFunctionBody = false): Task<Expr> {
  if (!expect(p, character.openBrace, "`{`")) return hole(p);
  p.goodEnd = readEnd(p);
  const mark = isFunctionBody ? markScope(p) : enterScope(p);
  const body = yield readSequence(p, true);
  leaveScope(p, mark);
  closeBlock(p, "This block");
  return body;
}

/** Reads the closing brace of a body; reports where it is missing. */
function closeBlock(p: ParseState, name: string): void {
  p.isLost = false;
  if (take(p, character.closeBrace)) {
    p.goodEnd = readEnd(p);
    return;
  }
  if (p.diagnostics.at(-1)?.code !== "missing-brace") say(p, report.missingBrace({ start: p.goodEnd, end: p.goodEnd }, name));
}

/** Whether the text ends where a block should continue. Reports this. */
function endsHere(p: ParseState): boolean {
  if (kindAt(p) !== tokenKind.end) return false;
  if (p.diagnostics.at(-1)?.code !== "missing-brace") say(p, report.missingBrace({ start: p.goodEnd, end: p.goodEnd }, "This block"));
  return true;
}

/** `"if" "(" sequence ")" block "else" block`; people leave the parentheses out. */
export function* readIf(p: ParseState): Task<Expr> {
  const start = startOf(p);
  p.at++;
  const isBare = !take(p, character.openParenthesis);
  const reading = isBare ? readOperand(p) : readSequence(p, false);
  const condition = isTask(reading) ? yield reading : reading;
  if (!p.isLost && !isBare) expect(p, character.closeParenthesis, "`)`");
  if (p.isLost) return condition;
  const thenBranch = yield readBlock(p);
  if (!isWord(p, "else") || kindAt(p, 1) === tokenKind.end) {
    if (endsHere(p) || kindAt(p, 1) === tokenKind.end) p.isLost = true;
    else lose(p, report.expected(tokenSpan(p), "`else`", found(p)));
    return if_(condition, thenBranch, hole(p), { span: spanFrom(p, start) });
  }
  p.at++;
  const elseBranch = yield readBlock(p);
  const made = if_(condition, thenBranch, elseBranch, { span: spanFrom(p, start) });
  if (p.trustComments) made.checkedType = thenBranch.checkedType ?? elseBranch.checkedType;
  return made;
}

/** `"match" "?"? operand "{" (pattern "=>" sequence),* "}"` */
export function* readMatch(p: ParseState, isComplete: boolean): Task<Expr> {
  const start = startOf(p);
  p.at += isComplete ? 1 : 2;
  const reading = readOperand(p);
  const data = isTask(reading) ? yield reading : reading;
  const clauses: Clause[] = [];
  if (!p.isLost) expect(p, character.openBrace, "`{`");
  while (!p.isLost && kindAt(p) !== character.closeBrace) {
    if (endsHere(p)) break;
    const mark = enterScope(p);
    // Clauses as languages of the ML family write them.
    take(p, character.bar);
    const pattern = parsePattern(p);
    if (!p.isLost && kindAt(p) === character.equals && kindAt(p, 1) === character.greater) p.at += 2;
    else lose(p, report.expected(tokenSpan(p), "`=>`", found(p)));
    if (!p.isLost) clauses.push({ pattern, body: yield readSequence(p, false) });
    leaveScope(p, mark);
    if (!take(p, character.comma) && kindAt(p) !== character.closeBrace && kindAt(p) !== character.bar && !endsHere(p))
      lose(p, report.expected(tokenSpan(p), "`,` or `}`", found(p)));
  }
  if (!p.isLost) p.at++;
  const made = match(data, clauses, isComplete, { span: spanFrom(p, start) });
  if (p.trustComments) made.checkedType = clauses[0]?.body.checkedType;
  return made;
}

/** `"ref" "(" sequence ")" | "ref_read" "(" sequence ")" | "ref_write" "(" sequence "," sequence ")"` */
export function* readReference(p: ParseState, word: string): Task<Expr> {
  const start = startOf(p);
  p.at += 2;
  const first = yield readSequence(p, false);
  let second: Expr | undefined;
  if (word === "ref_write" && !p.isLost) {
    expect(p, character.comma, "`,`");
    if (!p.isLost) second = yield readSequence(p, false);
  }
  if (!p.isLost) expect(p, character.closeParenthesis, "`)`");
  const extras = { span: spanFrom(p, start) };
  if (word === "ref") return refCreate(first, extras);
  return word === "ref_read" ? refRead(first, extras) : refWrite(first, second ?? hole(p), extras);
}

/**
 * `function : ("[" name,* "]")? "(" parameter,* attributes? ")" ("->" type)? block`, after `fn` or the name that it
 * defines.
 */
export function* readFunction(p: ParseState, start: number): Task<Expr> {
  const mark = enterScope(p);
  const scope = parseTypeParameters(p, p.types);
  const params: Var[] = [];
  if (!p.isLost) expect(p, character.openParenthesis, "`(`");
  while (!p.isLost) {
    if (take(p, tokenKind.ellipsis)) {
      take(p, character.comma);
      continue;
    }
    // People omit the `%`.
    const isBare = kindAt(p) === tokenKind.name && kindAt(p, 1) === character.colon;
    if (kindAt(p) !== tokenKind.local && kindAt(p) !== tokenKind.temporary && !isBare) break;
    const param = readVariable(p);
    params.push(param);
    if (!param.annotation && !typeComment(p)) p.untyped.add(param);
    if (!p.isLost && !take(p, character.comma) && kindAt(p) !== character.closeParenthesis)
      expect(p, character.closeParenthesis, "`)` or `,`");
  }
  const written = p.isLost ? [] : parseAttributes(p, metaAttribute(p));
  if (!p.isLost) expect(p, character.closeParenthesis, "`)`");
  if (p.isLost) skipHeader(p);
  const returnType = takeArrow(p) ? parseType(p, p.types) : undefined;
  if (p.isLost) skipHeader(p);
  if (written.some((a) => functionAttributes.has(a.name))) p.isEarly = true;
  const attrs = new Map(written.map((a) => [functionAttributes.get(a.name) ?? a.name, a.value]));
  let body: Expr;
  let isCut = false;
  if (kindAt(p) === character.equals && kindAt(p, 1) === tokenKind.meta) {
    // `def @f(...) = meta[ExternalFunc][0]`: a function known by its signature alone.
    const { type, index } = metaReference(tokenText(p, p.at + 1));
    p.at += 2;
    attrs.set("Extern", { kind: "Meta", type, index });
    body = tuple([]);
  } else {
    const wasInFunction = p.isInFunction;
    p.isInFunction = true;
    p.isTopNext = !wasInFunction;
    p.hasKept = false;
    body = yield readBlock(p, true);
    p.isTopNext = false;
    // Without a closing brace, the last value is not the function's result.
    isCut = kindAt(p, -1) !== character.closeBrace || (!wasInFunction && p.hasKept);
    p.isInFunction = wasInFunction;
  }
  leaveScope(p, mark);
  scope.leave();
  const made = func(
    { params, body, returnType: isCut ? undefined : returnType, typeParams: scope.variables, attrs },
    { span: spanFrom(p, start) },
  );
  return settle(p, made);
}

/** Attributes of functions under the names that they had before version 0.7. */
const functionAttributes: ReadonlyMap<string, string> = new Map([
  ["External", "Compiler"],
  ["ExternalSymbol", "global_symbol"],
]);

/** Skips what could not be read of a function's header, up to its body. */
function skipHeader(p: ParseState): void {
  for (;;) {
    const kind = kindAt(p);
    if (kind === character.openBrace || kind === tokenKind.end || kind === character.closeBrace || isStatement(p) || isDefinition(p)) break;
    p.at++;
  }
  p.isLost = false;
}
