/**
 * Reads calls. The usual call, of names and numbers, is read without a task. Follows ParseCallArgs in
 * src/relay/parser/parser.cc.
 */
import { type Attrs, call, type Expr, type Op, type OperatorSignature, type Span, type Task } from "@relayscope/ir";
import { report } from "../diagnostics.ts";
import { character } from "../lex/characters.ts";
import { tokenKind } from "../lex/tokens.ts";
import { hasChanged, modernCall, type OlderForm } from "../recover/olderCalls.ts";
import { settle } from "../recover/settleTypes.ts";
import { lacksPlaces, withPlaces } from "../recover/splitPlaces.ts";
import { isDefinition, isStatement, noteGap } from "../recover/statements.ts";
import { structured, unstructured } from "./attributeSchema.ts";
import { expect, isWord, kindAt, readEnd, say, spanFrom, startOf, take, tokenName, tokenSpan, tokenText, typeComment } from "./cursor.ts";
import { metaAttribute, readLocal, readMetaConstant, readScalar, readTemporary } from "./parseAtoms.ts";
import { isAttribute, metaReference, parseAttributes, type WrittenAttribute } from "./parseAttributes.ts";
import { readSequence } from "./parseSequences.ts";
import { operatorNode, type ParseState, undeclaredVariable } from "./parseState.ts";
import { commentType } from "./parseTypes.ts";
import { readValue } from "./parseValues.ts";
import { isTask, type Reading } from "./readings.ts";

/**
 * `arguments : "(" value,* attributes? ")"`, from the opening parenthesis on, or from where `args` leaves off.
 * Stays out of tasks as long as the arguments are atoms. A call whose arguments are lost keeps those that were read.
 */
export function readCall(p: ParseState, start: number, callee: Expr, signature: OperatorSignature | undefined, args: Expr[]): Reading {
  p.at++;
  return readArguments(p, { start, callee, signature, args });
}

/** A call whose arguments are being read; `start` is its offset in the text. */
interface OpenCall {
  readonly start: number;
  readonly callee: Expr;
  readonly signature: OperatorSignature | undefined;
  readonly args: Expr[];
}

function readArguments(p: ParseState, open: OpenCall): Reading {
  const { args } = open;
  while (!p.isLost) {
    const kind = kindAt(p);
    if (kind === character.closeParenthesis) break;
    if (kind === tokenKind.name && isAttribute(p)) break;
    if (kind === tokenKind.meta && isAttributeReference(p)) break;
    if (kind === tokenKind.ellipsis) {
      p.at++;
      take(p, character.comma);
      if (kindAt(p) !== tokenKind.stray && !isStatement(p)) continue;
      // The rest of the call was cut off.
      noteGap(p);
      p.isLost = true;
      break;
    }
    if (kind === tokenKind.name && kindAt(p, 1) === tokenKind.end) {
      // The text is cut within a word.
      p.at++;
      noteGap(p);
      p.isLost = true;
      break;
    }
    if (skipForeignArgument(p)) continue;
    const reading = readArgument(p);
    if (isTask(reading)) return readLaterArguments(p, open, reading);
    args.push(reading);
    if (p.isLost || (!take(p, character.comma) && kindAt(p) !== character.closeParenthesis)) break;
  }
  return finishCall(p, open);
}

function* readLaterArguments(p: ParseState, open: OpenCall, first: Task<Expr>): Task<Expr> {
  open.args.push(yield first);
  if (!p.isLost && !take(p, character.comma) && kindAt(p) !== character.closeParenthesis) return finishCall(p, open);
  const reading = readArguments(p, open);
  return isTask(reading) ? yield reading : reading;
}

/**
 * Whether a reference to a whole attribute struct is here: `meta[relay.attrs.CompilerAttrs][0])`. The reference prints
 * those structs so that its printer has no fields for.
 */
function isAttributeReference(p: ParseState): boolean {
  return kindAt(p, 1) === character.closeParenthesis && metaReference(tokenText(p)).type.startsWith("relay.attrs.");
}

/**
 * Skips something that is not an argument, with the comma after it. A type after the operands is dropped silently; a
 * string, a list or a null is reported. False if nothing is skipped.
 */
function skipForeignArgument(p: ParseState): boolean {
  const kind = kindAt(p);
  if (kind === character.comma) {
    // The argument before the comma was omitted.
    p.at++;
    return true;
  }
  const isType = kindAt(p, 1) === character.openBracket && isWord(p, "Tensor");
  if (!isType && kind !== tokenKind.string && kind !== character.openBracket && !(kind === tokenKind.name && isForeignWord(p)))
    return false;
  const first = p.at;
  let depth = 0;
  for (; ; p.at++) {
    const next = kindAt(p);
    if (depth === 0 && (next === character.comma || next === character.closeParenthesis)) break;
    if (next === tokenKind.end && kind === tokenKind.name) {
      // The text is cut within a reference or a type.
      noteGap(p);
      p.isLost = true;
      return true;
    }
    if (next === tokenKind.end || next === character.semicolon || isStatement(p) || isDefinition(p)) {
      p.at = first;
      return false;
    }
    if (next === character.openParenthesis || next === character.openBracket) depth++;
    else if (next === character.closeParenthesis || next === character.closeBracket) depth--;
  }
  if (isType) p.leftOut.push({ start: startOf(p, first), end: readEnd(p) });
  else say(p, report.expectedExpression(tokenSpan(p, first), tokenText(p, first)));
  take(p, character.comma);
  return true;
}

/** `None`, `nullptr`, `shape[1, 2]`, `str"float32"` */
function isForeignWord(p: ParseState): boolean {
  const next = kindAt(p, 1);
  if (next === character.openBracket) return !isWord(p, "fn");
  return next === tokenKind.string || isWord(p, "None") || isWord(p, "nullptr");
}

/** Reads a name without its `%`, as people write it: the bound variable of this name, else an input. */
function readBareName(p: ParseState): Expr {
  const name = tokenName(p, p.at, 0);
  p.at++;
  return p.locals.get(name) ?? undeclaredVariable(p, name, "");
}

/** Whether the cursor is at a bare word without a meaning of its own. */
function isBareName(p: ParseState): boolean {
  const name = tokenText(p);
  return !p.operators.get(name) && !p.constructors.has(name) && name !== "True" && name !== "False";
}

/** An argument; an atom before a comma or a parenthesis is read at once. */
function readArgument(p: ParseState): Reading {
  const kind = kindAt(p);
  const next = kindAt(p, 1);
  if (next === character.comma || next === character.closeParenthesis) {
    if (kind === tokenKind.temporary) return readTemporary(p);
    if (kind === tokenKind.local) return readLocal(p);
    if (kind === tokenKind.integer || kind === tokenKind.float) return readScalar(p);
    if (kind === tokenKind.meta) return readMetaConstant(p);
    if (kind === tokenKind.name && isBareName(p)) return readBareName(p);
  }
  if (next === character.dot && (kind === tokenKind.temporary || kind === tokenKind.local) && kindAt(p, 3) !== character.openParenthesis)
    return readValue(p);
  return isWord(p, "let") || isStatement(p) ? readSequence(p, false) : readNested(p);
}

/** A value as a task, so that arguments within arguments need no call stack. */
function* readNested(p: ParseState): Task<Expr> {
  const reading = readValue(p);
  return isTask(reading) ? yield reading : reading;
}

function finishCall(p: ParseState, { start, callee, signature, args }: OpenCall): Expr {
  const said = p.diagnostics.length;
  const written = p.isLost ? [] : parseAttributes(p, metaAttribute(p));
  const isReference = !p.isLost && written.length === 0 && kindAt(p) === tokenKind.meta && isAttributeReference(p);
  const { type, index } = isReference ? metaReference(tokenText(p)) : { type: "", index: 0 };
  const struct = isReference ? p.metadata.struct(type, index, signature?.attrs) : undefined;
  if (isReference) p.at++;
  const lacksStruct = isReference && !struct;
  const isCut = kindAt(p, -1) === tokenKind.ellipsis;
  if (!p.isLost) expect(p, character.closeParenthesis, "`)` or `,`");
  if (p.isLost && kindAt(p) === tokenKind.end && callee.kind === "Op") return cutOff(p, start, callee, args, said);
  const isPartial = p.isLost || lacksStruct || isCut;
  if (lacksStruct) p.lacksMetadata = true;
  // Which compiler it is is in metadata that is not there.
  if (lacksStruct && callee.kind === "Op" && callee.name.startsWith("annotation.compiler_"))
    written.push({ name: "compiler", value: "compiler", nameSpan: tokenSpan(p, p.at - 2), span: tokenSpan(p, p.at - 2) });
  const span = spanFrom(p, start);
  if (struct) return settle(p, call(callee, args, struct, { span }));
  if (callee.kind === "Op" && hasChanged(callee.name)) {
    const before = { operator: callee.name, args, attributes: written, span };
    const newer = modernCall(before, p.isEarly, (form) => !isPartial && noteOlderForm(p, form));
    if (newer !== before) {
      const made = { callee: operatorNode(p, newer.operator, span), signature: p.operators.get(newer.operator), args: newer.args, span };
      return madeCall(p, made, newer.attributes, isPartial);
    }
  }
  if (p.mentions && signature?.attrs) {
    for (const { name, nameSpan } of written) {
      const target = signature.attrs.fields[signature.attrs.index.get(name) ?? -1];
      if (target) p.mentions.add({ kind: "attribute", span: nameSpan, isBinding: false, target, operator: signature.name });
    }
  }
  return madeCall(p, { callee, signature, args, span }, written, isPartial);
}

/**
 * Handles a call that the text's end cuts off: omits its statement, and replaces the problems in it by one sentence.
 */
export function cutOff(p: ParseState, start: number, callee: Op, args: readonly Expr[], said: number): Expr {
  const span = { start, end: Math.max(start, readEnd(p)) };
  const kept = p.diagnostics.filter((d, i) => i < said && !(d.severity === "error" && (d.span?.start ?? 0) >= start));
  p.diagnostics.splice(0, p.diagnostics.length, ...kept);
  say(p, report.cutCall(span, callee.name));
  // Its lines are reported, and not skipped.
  p.goodEnd = span.end;
  // Temporaries that the call used count as unused again, so that they can be the result.
  const temporaries = new Map([...p.temporaries.values()].map((temporary) => [temporary.value, temporary]));
  for (const arg of args) {
    const used = temporaries.get(arg) ?? (arg.kind === "TupleGetItem" ? temporaries.get(arg.tuple) : undefined);
    if (used) used.uses--;
  }
  p.cutCall = call(callee, args, undefined, { span });
  return p.cutCall;
}

function noteOlderForm(p: ParseState, form: OlderForm): void {
  if (!p.olderForms.has(form.change)) p.olderForms.set(form.change, form);
}

function madeCall(
  p: ParseState,
  { callee, signature, args, span }: Omit<OpenCall, "start" | "args"> & { readonly args: readonly Expr[]; readonly span: Span },
  written: readonly WrittenAttribute[],
  isPartial: boolean,
): Expr {
  // The missing arguments are missing from the text, and so may be users of other results.
  if (signature && args.length < (signature.inputCount ?? signature.args.length)) noteGap(p);
  const attrs = signature?.attrs
    ? structured(p, signature.name, signature.attrs, written, isPartial)
    : signature && written.length > 0
      ? structured(p, signature.name, { name: "", fields: [], index: new Map() }, written)
      : unstructured(written);
  return settle(p, call(callee, args, attrs && signature?.name === "split" ? readSplit(p, attrs) : attrs, { span }));
}

/** A split's attributes. Without a metadata section, the split's places are taken from the type comment. */
function readSplit(p: ParseState, attrs: Attrs): Attrs {
  const place = lacksPlaces(attrs) ? typeComment(p) : undefined;
  const type = place && commentType(p, p.types, place);
  return type ? withPlaces(attrs, type) : attrs;
}
