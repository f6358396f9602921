/** Reads the variables that parameters, `let`, `free_var` and patterns bind. */
import { type Type, type Var, variable } from "@relayscope/ir";
import { report } from "../diagnostics.ts";
import { character } from "../lex/characters.ts";
import { tokenKind } from "../lex/tokens.ts";
import { expect, found, isWord, kindAt, lose, take, tokenName, tokenSpan, typeComment } from "./cursor.ts";
import { parseAttributes } from "./parseAttributes.ts";
import { bind, type ParseState } from "./parseState.ts";
import { commentType, parseType } from "./parseTypes.ts";

/** `local (":" type)?` of a `let`, bound from here on. */
export function readBoundVariable(p: ParseState): Var | undefined {
  if (kindAt(p) !== tokenKind.local && kindAt(p) !== tokenKind.temporary) {
    lose(p, report.expected(tokenSpan(p), "a variable `%name`", found(p)));
    return undefined;
  }
  return readVariable(p);
}

/**
 * `local ("{" attributes "}")? (":" type)?` and binds it; a free variable for the whole text, any other until its scope
 * is left.
 */
export function readVariable(p: ParseState, isFree = false): Var {
  const span = tokenSpan(p);
  const name = tokenName(p, p.at, kindAt(p) === tokenKind.name ? 0 : 1);
  p.at++;
  let virtualDevice: Var["virtualDevice"];
  if (kindAt(p) === character.openBrace && take(p, character.openBrace)) {
    virtualDevice = parseAttributes(p, p.metadata.attribute).find((a) => a.name === "virtual_device")?.value;
    if (!p.isLost) expect(p, character.closeBrace, "`}`");
  }
  const annotation = !p.isLost && !isFunctionBehindColon(p) && take(p, character.colon) ? parseType(p, p.types) : undefined;
  const checkedType = p.trustComments ? typeBehind(p) : undefined;
  const bound = variable(name, annotation, { span, checkedType, ...(virtualDevice === undefined ? {} : { virtualDevice }) });
  p.mentions?.add({ kind: "local", span, isBinding: true, target: bound });
  if (isFree) p.locals.set(name, bound);
  else bind(p, name, bound);
  return bound;
}

/** `let %f: fn (%x) {...}`: a colon instead of the equals sign, since parameters follow where types should. */
function isFunctionBehindColon(p: ParseState): boolean {
  return (
    kindAt(p) === character.colon && isWord(p, "fn", 1) && kindAt(p, 2) === character.openParenthesis && kindAt(p, 3) === tokenKind.local
  );
}

/**
 * The variable of a `free_var` line: known in the whole text, above the line too, since the printer writes the line
 * where the variable is first visited.
 */
export function readFreeVariable(p: ParseState): void {
  if (kindAt(p) !== tokenKind.local && kindAt(p) !== tokenKind.temporary) {
    lose(p, report.expected(tokenSpan(p), "a variable `%name`", found(p)));
    return;
  }
  const name = tokenName(p);
  const known = p.declaredAhead?.get(name);
  const bound = readVariable(p, true);
  if (known) {
    p.locals.set(name, known);
    p.declaredAhead?.delete(name);
  } else {
    p.freeVars.push(bound);
  }
}

/** A variable used above its `free_var` line; undefined where no such line follows. */
export function variableDeclaredBelow(p: ParseState, name: string): Var | undefined {
  const { tokens } = p;
  if (!p.freeLines) {
    p.freeLines = new Map();
    p.declaredAhead = new Map();
    for (let i = p.at; i + 1 < tokens.count; i++) {
      if (tokens.kinds[i] === tokenKind.name && tokens.kinds[i + 1] === tokenKind.local && tokenName(p, i, 0) === "free_var") {
        const declared = tokenName(p, i + 1);
        if (!p.freeLines.has(declared)) p.freeLines.set(declared, i + 1);
      }
    }
  }
  const line = p.freeLines.get(name);
  if (line === undefined || line < p.at) return undefined;
  const at = p.at;
  p.at = line;
  const bound = readVariable(p, true);
  p.at = at;
  p.isLost = false;
  p.declaredAhead?.set(name, bound);
  p.freeVars.push(bound);
  return bound;
}

/** The type in the comment before the cursor. */
export function typeBehind(p: ParseState): Type | undefined {
  const place = typeComment(p);
  return place && commentType(p, p.types, place);
}
