/** Renaming. A new name is taken only where every name of the text means afterwards what it meant before. */
import { at } from "@relayscope/ir";
import { lex, type Mention, tokenKind } from "@relayscope/text";
import { type Analysis, analyze } from "./analysis.ts";
import type { Range, RenameAnswer, TextEdit } from "./answers.ts";
import { refusals } from "./sentences.ts";

/** The name at the offset, if the text may rename it: operators and attributes are the compiler's. */
export function renameRange(analysis: Analysis, offset: number): Range | undefined {
  return renamed(analysis, offset)?.span;
}

function renamed(analysis: Analysis, offset: number): Mention | undefined {
  const mention = analysis.mentionAt(offset);
  return mention && mention.kind !== "operator" && mention.kind !== "attribute" ? mention : undefined;
}

/** The edits that rename what is at the offset, or why not. */
export function rename(analysis: Analysis, offset: number, name: string): RenameAnswer {
  const mention = renamed(analysis, offset);
  if (!mention) return refused(refusals.notRenamable());
  const sigil = mention.kind === "global" ? "@" : mention.kind === "local" || mention.kind === "temporary" ? "%" : "";
  const wanted = name.trim().startsWith(sigil) ? name.trim() : `${sigil}${name.trim()}`;
  if (!isName(mention, wanted)) return refused(mention.kind === "temporary" ? refusals.needsNumber(wanted) : refusals.notAName(wanted));
  if (mention.kind === "temporary" && isNumberTaken(analysis, mention, wanted)) return refused(refusals.taken(wanted));
  const spans: Range[] = analysis.mentionsOf(mention).map((m) => m.span);
  if (mention.kind === "type") spans.push(...inTypeComments(analysis, mention.target.name));
  const edits = spans.sort((a, b) => a.start - b.start).map((range) => ({ range, text: wanted }));
  const after = analyze(applied(analysis.text, edits));
  return meansTheSame(analysis, after, edits) ? { edits, refusal: undefined } : refused(refusals.taken(wanted));
}

function refused(refusal: string): RenameAnswer {
  return { edits: [], refusal };
}

/** Whether it is one name of the kind that the mention needs. */
function isName(mention: Mention, name: string): boolean {
  const tokens = lex(name);
  if (tokens.count !== 2 || tokens.ends[0] !== name.length || tokens.starts[0] !== 0) return false;
  const kind = tokens.kinds[0];
  switch (mention.kind) {
    case "global":
      return kind === tokenKind.global;
    case "local":
      return kind === tokenKind.local;
    case "temporary":
      return kind === tokenKind.temporary;
    default:
      return kind === tokenKind.name && /^\w+$/.test(name);
  }
}

/**
 * Whether another line of the same definition has that number: bound twice, it would still be read rightly, but by no
 * person.
 */
function isNumberTaken(analysis: Analysis, mention: Mention, name: string): boolean {
  let isSame = false;
  let isTaken = false;
  for (const other of analysis.mentions) {
    if (!other.isBinding) continue;
    if (other.kind === "global") {
      if (isSame) break;
      isTaken = false;
    } else if (other.kind === "temporary") {
      if (other.target === mention.target) isSame = true;
      else if (analysis.text.slice(other.span.start, other.span.end) === name) isTaken = true;
    }
  }
  return isSame && isTaken;
}

/** Comments that say types name data types, too. */
function inTypeComments(analysis: Analysis, name: string): readonly Range[] {
  const { comments } = analysis.tokens;
  const found: Range[] = [];
  for (let i = 0; i + 1 < comments.length; i += 2) {
    const start = at(comments, i);
    const content = analysis.text.slice(start, comments[i + 1]);
    if (!content.trimStart().startsWith("ty=")) continue;
    for (const match of content.matchAll(/\w+/g)) {
      if (match[0] === name) found.push({ start: start + match.index, end: start + match.index + name.length });
    }
  }
  return found;
}

function applied(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { range, text: inserted } of edits) {
    parts.push(text.slice(at, range.start), inserted);
    at = range.end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/** Whether the same names mean the same things, at the same places but for the edits, and nothing new is wrong. */
function meansTheSame(before: Analysis, after: Analysis, edits: readonly TextEdit[]): boolean {
  if (before.mentions.length !== after.mentions.length || before.read.diagnostics.length !== after.read.diagnostics.length) return false;
  const forth = new Map<object, object>();
  const back = new Map<object, object>();
  let shift = 0;
  let next = 0;
  return before.mentions.every((old, i) => {
    for (let edit = edits[next]; edit && edit.range.end <= old.span.start; edit = edits[++next]) {
      shift += edit.text.length - (edit.range.end - edit.range.start);
    }
    const now = after.mentions[i];
    if (!now || now.kind !== old.kind || now.isBinding !== old.isBinding || now.span.start !== old.span.start + shift) return false;
    if (!forth.has(old.target)) forth.set(old.target, now.target);
    if (!back.has(now.target)) back.set(now.target, old.target);
    return forth.get(old.target) === now.target && back.get(now.target) === old.target;
  });
}
